#include "ui/pages/inspect/inspect-residuals.h"

#include <glib/gi18n.h>

#include "engine/mbs/model/joint.h"
#include "engine/mbs/model/sensor.h"
#include "ui/desktop/compat.h"
#include "ui/pages/inspect/series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/session/inspect/run-analysis-tables.h"
#include "ui/session/inspect/run-analysis-words.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/text-table.h"
#include "ui/widgets/wrap-bar.h"

struct _TrammelInspectResiduals {
  TrammelInspectTab parent_instance;
  GtkDropDown *log, *sensor;
  GtkWidget *log_label, *sensor_label;
  GtkCheckButton *in_unit;
  GtkDropDown *kind;
  GtkSpinButton *lags;
  GtkAdjustment *lag_range;
  GtkLabel *verdict;
  TrammelPlotView *time, *histogram, *autocorrelation, *cross_correlation, *quantiles;
  TrammelPlotView *spectrum, *relation;
  GtkDropDown *against;
  TrammelTextTable *table;
};

G_DEFINE_FINAL_TYPE(TrammelInspectResiduals, trammel_inspect_residuals, TRAMMEL_TYPE_INSPECT_TAB)

enum { KIND_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelTextColumn columns[TRAMMEL_RESIDUAL_COLUMNS] = {
    [TRAMMEL_RESIDUAL_SENSOR] = {N_("Sensor"), NULL, FALSE, FALSE},
    [TRAMMEL_RESIDUAL_RMS] = {N_("RMS"), N_("Root mean square of estimated minus measured"), TRUE,
                              FALSE},
    [TRAMMEL_RESIDUAL_FIT] =
        {N_("Fit"), N_("Share of the measured variation that the estimated motion explains"), TRUE,
         FALSE},
    [TRAMMEL_RESIDUAL_CHI2] =
        {N_("χ²/N"),
         N_("Mean square of the residuals, each divided by its sigma: 1 where "
            "the noise is as stated"),
         TRUE, FALSE},
    [TRAMMEL_RESIDUAL_MEAN] = {N_("Mean"), N_("In units of sigma; far from 0 is a bias"), TRUE,
                               FALSE},
    [TRAMMEL_RESIDUAL_OUTLIERS] = {N_("Outliers"),
                                   N_("Samples farther than 4 robust standard deviations from the "
                                      "median"),
                                   TRUE, FALSE},
    [TRAMMEL_RESIDUAL_VERDICT] = {N_("Verdict"), NULL, FALSE, TRUE},
};

static TrammelRunAnalysis *
get_analysis(TrammelInspectResiduals *self)
{
  return trammel_inspect_tab_get_analysis(TRAMMEL_INSPECT_TAB(self));
}

static int
get_log(TrammelInspectResiduals *self)
{
  return trammel_inspect_tab_get_log(TRAMMEL_INSPECT_TAB(self));
}

static int
get_sensor(TrammelInspectResiduals *self)
{
  return (int)trammel_string_drop_down_get(self->sensor);
}

static void
fill_sensors(TrammelInspectResiduals *self)
{
  const TrFit *fit = trammel_run_get_fit(get_analysis(self)->run);
  const TrammelLogAnalysis *log = &get_analysis(self)->logs[get_log(self)];
  g_autofree const char **names = g_new0(const char *, log->n_sensors + 1);

  for (int s = 0; s < log->n_sensors; s++)
    names[s] = fit->model->sensors[log->fits[s].sensor].name;
  trammel_string_drop_down_set_names(self->sensor, names, self->sensor_label);
}

/* Sets the axis title of the plot over time, and its description for screen readers. */
static void
label_time(TrammelInspectResiduals *self, gboolean in_sigma)
{
  const TrFit *fit = trammel_run_get_fit(get_analysis(self)->run);
  int log = get_log(self), sensor = get_sensor(self);
  int index = get_analysis(self)->logs[log].fits[sensor].sensor;
  const TrSensor *own = &fit->model->sensors[index];
  double factor;
  const char *unit = trammel_display_unit(tr_sensor_unit(fit->model, index), &factor);
  gboolean is_open = trammel_inspect_residuals_get_open_loop(self);
  g_autofree char *title =
      g_strdup_printf(is_open ? _("Open-loop error of %s") : _("Residual of %s"), own->name);
  g_autofree char *y =
      g_strdup_printf(is_open ? _("simulated − measured [%s]") : _("estimated − measured [%s]"),
                      in_sigma ? "σ" : unit);
  g_autofree char *words = trammel_run_analysis_describe_residuals(get_analysis(self), log, sensor);

  trammel_plot_view_set_title(self->time, title);
  trammel_plot_view_set_y_title(self->time, y);
  trammel_plot_view_set_description(self->time, words);
}

static void
show_correlations(TrammelInspectResiduals *self, int log, int sensor)
{
  const TrammelSensorAnalysis *look = &get_analysis(self)->logs[log].sensors[sensor];
  g_autofree char *lags = trammel_run_analysis_dup_lags(&look->check.whiteness,
                                                        trammel_run_analysis_band(look->shape.n));

  trammel_plot_view_take_series(
      self->autocorrelation,
      trammel_inspect_autocorrelation(get_analysis(self), log, sensor,
                                      gtk_spin_button_get_value_as_int(self->lags)));
  trammel_plot_view_set_description(self->autocorrelation,
                                    *lags ? lags : _("All lags lie inside."));
  trammel_plot_view_take_series(self->cross_correlation,
                                trammel_inspect_cross_correlation(get_analysis(self), log, sensor));
}

/* Shows the residuals over the chosen quantity of the motion. */
static void
show_relation(TrammelInspectResiduals *self, int log, int sensor)
{
  static const char *const per[TRAMMEL_N_AGAINST] = {"", "/s", "/s²", ""};
  const TrModel *model = trammel_run_get_fit(get_analysis(self)->run)->model;
  TrammelAgainst against = (TrammelAgainst)trammel_string_drop_down_get(self->against);
  const TrJoint *joint =
      &model->joints[trammel_inspect_relation_joint(get_analysis(self), log, sensor)];
  gboolean is_load = against == TRAMMEL_AGAINST_LOAD;
  double factor;
  const char *unit = is_load ? (tr_joint_is_linear(joint) ? "N" : "N m")
                             : trammel_display_unit(tr_joint_position_unit(joint), &factor);
  g_autofree char *title = g_strdup_printf("%s [%s%s]", joint->name, unit, per[against]);

  trammel_plot_view_set_x_title(self->relation, title);
  trammel_plot_view_set_empty_text(self->relation,
                                   get_analysis(self)->is_open_loop
                                       ? _("Only for residuals of the estimated motion")
                                       : _("This friction has no load"));
  trammel_plot_view_take_series(self->relation,
                                trammel_inspect_relation(get_analysis(self), log, sensor, against));
}

/* Clears the tab, e.g. when the simulation has failed. */
static void
clear(TrammelInspectResiduals *self)
{
  TrammelPlotView *const views[] = {
      self->time,      self->histogram, self->autocorrelation, self->cross_correlation,
      self->quantiles, self->spectrum,  self->relation};

  for (guint i = 0; i < G_N_ELEMENTS(views); i++)
    trammel_plot_view_set_series(views[i], NULL, 0);
  trammel_text_table_set_rows(self->table, NULL);
  gtk_label_set_text(self->verdict, _("The open loop of this log could not be simulated."));
}

static void
trammel_inspect_residuals_update(TrammelInspectTab *tab)
{
  TrammelInspectResiduals *self = TRAMMEL_INSPECT_RESIDUALS(tab);
  gboolean in_sigma = !gtk_check_button_get_active(self->in_unit);

  if (get_analysis(self)->logs[get_log(self)].n_sensors == 0) {
    clear(self);
    return;
  }
  fill_sensors(self);
  int log = get_log(self), sensor = get_sensor(self);
  g_autofree char *verdict =
      trammel_run_analysis_dup_sensor_summary(get_analysis(self), log, sensor);
  g_autoptr(GListModel) rows = trammel_run_analysis_residual_rows(get_analysis(self), log);
  label_time(self, in_sigma);
  gtk_adjustment_set_upper(self->lag_range,
                           trammel_inspect_max_lags(get_analysis(self), log, sensor));
  g_autofree char *numbers =
      trammel_run_analysis_describe_residuals(get_analysis(self), log, sensor);
  g_autofree char *text = g_strdup_printf("%s   ·   %s", numbers, verdict);
  trammel_label_set_numbers(self->verdict, text);
  trammel_tooltip_set_numbers(GTK_WIDGET(self->verdict), text);
  trammel_plot_view_take_series(self->time,
                                trammel_inspect_scatter(get_analysis(self), log, sensor, in_sigma,
                                                        trammel_inspect_tab_get_other(tab)));
  trammel_plot_view_take_series(self->histogram,
                                trammel_inspect_histogram(get_analysis(self), log, sensor));
  trammel_plot_view_take_series(self->quantiles,
                                trammel_inspect_quantiles(get_analysis(self), log, sensor));
  show_correlations(self, log, sensor);
  trammel_plot_view_take_series(self->spectrum,
                                trammel_inspect_residual_spectrum(get_analysis(self), log, sensor));
  show_relation(self, log, sensor);
  trammel_text_table_set_rows(self->table, rows);
}

static void
on_choice_changed_cb(TrammelInspectResiduals *self)
{
  trammel_inspect_tab_update(TRAMMEL_INSPECT_TAB(self));
}

static void
on_kind_changed_cb(TrammelInspectResiduals *self)
{
  g_signal_emit(self, signals[KIND_CHANGED], 0);
}

static void
trammel_inspect_residuals_class_init(TrammelInspectResidualsClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  TRAMMEL_INSPECT_TAB_CLASS(klass)->update = trammel_inspect_residuals_update;
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/inspect-residuals.ui");
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, log);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, log_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, sensor);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, sensor_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, in_unit);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, verdict);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, time);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, histogram);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, autocorrelation);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, cross_correlation);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, quantiles);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, spectrum);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, relation);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, against);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, table);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, kind);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, lags);
  gtk_widget_class_bind_template_child(c, TrammelInspectResiduals, lag_range);
  gtk_widget_class_bind_template_callback(c, on_choice_changed_cb);
  gtk_widget_class_bind_template_callback(c, on_kind_changed_cb);
  signals[KIND_CHANGED] = g_signal_new("kind-changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_inspect_residuals_init(TrammelInspectResiduals *self)
{
  const TrammelPlotTexts
      time = {NULL, "t [s]", NULL, _("No residuals")},
      histogram = {_("Distribution"), _("residual [σ]"), _("density"), _("No residuals")},
      acf = {_("Autocorrelation"), _("lag [steps]"), "r", _("Too few residuals")},
      xcf = {_("Correlation with inputs"), _("lag [s]"), "r", _("No input varies in this log")},
      quantiles = {_("Quantiles"), _("of N(0, 1) [σ]"), _("residual [σ]"), _("No residuals")},
      spectrum = {_("Spectrum"), "f [Hz]", _("power / white noise"), _("Too few residuals")},
      relation = {NULL, NULL, NULL, _("No residuals")};

  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_inspect_tab_set_choice(TRAMMEL_INSPECT_TAB(self), self->log, self->log_label);
  trammel_string_drop_down_set_names(
      self->kind, (const char *const[]){_("the estimated motion"), _("the open loop"), NULL}, NULL);
  trammel_plot_view_set_texts(self->time, &time);
  trammel_plot_view_set_texts(self->histogram, &histogram);
  trammel_plot_view_set_texts(self->autocorrelation, &acf);
  trammel_plot_view_set_texts(self->cross_correlation, &xcf);
  trammel_plot_view_set_texts(self->quantiles, &quantiles);
  trammel_plot_view_set_texts(self->spectrum, &spectrum);
  trammel_plot_view_set_texts(self->relation, &relation);
  trammel_plot_view_set_log_y(self->spectrum, TRUE);
  trammel_string_drop_down_set_names(self->against,
                                     (const char *const[]){_("Against position"), _("Against rate"),
                                                           _("Against acceleration"),
                                                           _("Against load"), NULL},
                                     NULL);
  trammel_plot_view_set_x_kind(self->autocorrelation, TRAMMEL_AXIS_INTEGER);
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns), _("Residuals"));
}

gboolean
trammel_inspect_residuals_get_open_loop(TrammelInspectResiduals *self)
{
  g_return_val_if_fail(TRAMMEL_IS_INSPECT_RESIDUALS(self), FALSE);
  return trammel_string_drop_down_get(self->kind) == 1;
}

void
trammel_inspect_residuals_set_timeline(TrammelInspectResiduals *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_RESIDUALS(self));
  trammel_plot_view_set_timeline(self->time, timeline);
}

void
trammel_inspect_residuals_list_figures(TrammelInspectResiduals *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_RESIDUALS(self));
  trammel_page_figures_add(figures, "residual", self->time);
  trammel_page_figures_add(figures, "histogram", self->histogram);
  trammel_page_figures_add(figures, "autocorrelation", self->autocorrelation);
  trammel_page_figures_add(figures, "cross-correlation", self->cross_correlation);
  trammel_page_figures_add(figures, "quantiles", self->quantiles);
  trammel_page_figures_add(figures, "residual-spectrum", self->spectrum);
  trammel_page_figures_add(figures, "residual-relation", self->relation);
}
