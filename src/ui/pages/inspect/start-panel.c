#include "ui/pages/inspect/start-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/inspect/start-series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/inspect/start-search.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"

/* Ratio of the greatest value to the least above which their axis is logarithmic. */
#define WIDE 30

struct _TrammelStartPanel {
  TrammelStudyPanel parent_instance;
  TrammelTaskBar *bar;
  GtkAdjustment *n_starts, *seed;
  GtkWidget *take;
  GtkDropDown *parameter;
  TrammelPlotView *waterfall, *values;
  TrammelTextTable *optima, *ends;
  TrammelXRange *ranks; /* of both plots */
  TrammelDocument *document;
  TrammelStartSearch *search; /* of the base */
  int chosen;                 /* optimum */
};

G_DEFINE_FINAL_TYPE(TrammelStartPanel, trammel_start_panel, TRAMMEL_TYPE_STUDY_PANEL)

static TrammelRun *
get_run(TrammelStartPanel *self)
{
  return trammel_study_panel_get_run(TRAMMEL_STUDY_PANEL(self));
}

static const TrammelTextColumn optimum_columns[TRAMMEL_OPTIMUM_COLUMNS] = {
    [TRAMMEL_OPTIMUM_LABEL] = {N_("Optimum"), NULL, TRUE, FALSE},
    [TRAMMEL_OPTIMUM_COST] = {N_("Cost"), NULL, TRUE, FALSE},
    [TRAMMEL_OPTIMUM_RISE] = {N_("Δ cost [σ²]"),
                              N_("Over the lowest cost, in squared standard deviations; above 9 "
                                 "the logs separate the two"),
                              TRUE, FALSE},
    [TRAMMEL_OPTIMUM_STARTS] = {N_("Starts"), N_("Starts that end here"), TRUE, FALSE},
    [TRAMMEL_OPTIMUM_REMARK] = {N_("Remark"), NULL, FALSE, TRUE},
};

static const TrammelTextColumn end_columns[TRAMMEL_END_COLUMNS] = {
    [TRAMMEL_END_LABEL] = {N_("Parameter"), NULL, FALSE, TRUE},
    [TRAMMEL_END_UNIT] = {N_("Unit"), NULL, FALSE, FALSE},
    [TRAMMEL_END_BEST] = {N_("Best"), N_("Value of the stepper at the best optimum"), TRUE, FALSE},
    [TRAMMEL_END_VALUE] = {N_("Chosen"), N_("Value of the stepper at the chosen optimum"), TRUE,
                           FALSE},
    [TRAMMEL_END_DIFFERENCE] = {N_("Difference"), NULL, TRUE, FALSE},
};

const TrFit *
trammel_start_panel_get_fit(TrammelStartPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_START_PANEL(self), NULL);
  return get_run(self) ? trammel_start_search_get_fit(self->search, get_run(self)) : NULL;
}

/* Returns TRUE if the values of the curves are positive and far apart. */
static gboolean
is_wide(GPtrArray *list)
{
  double low = INFINITY, high = 0;

  for (guint i = 0; i < list->len; i++)
    for (gsize k = 0; k < trammel_series_get_size(list->pdata[i]); k++) {
      low = fmin(low, trammel_series_get_y(list->pdata[i])[k]);
      high = fmax(high, trammel_series_get_y(list->pdata[i])[k]);
    }
  return low > 0 && high > WIDE * low;
}

/* Shows the values of one parameter at all ends. */
static void
show_values(TrammelStartPanel *self)
{
  const TrFit *fit = trammel_start_panel_get_fit(self);
  int parameter = (int)trammel_string_drop_down_get(self->parameter);

  if (!fit || parameter >= fit->n_free) {
    trammel_plot_view_set_series(self->values, NULL, 0);
    return;
  }
  g_autofree char *y = trammel_run_dup_axis_title(get_run(self), parameter);
  GPtrArray *list = trammel_start_values(fit, get_run(self), parameter, self->chosen);
  trammel_plot_view_set_y_title(self->values, y);
  trammel_plot_view_set_log_y(self->values, is_wide(list));
  trammel_plot_view_take_series(self->values, list);
}

/* Shows all that depends on the chosen optimum. */
static void
show_chosen(TrammelStartPanel *self)
{
  const TrFit *fit = trammel_start_panel_get_fit(self);
  g_autoptr(GListModel) rows =
      fit ? trammel_start_search_end_rows(fit, get_run(self), self->chosen) : NULL;
  gboolean has_optimum = fit && fit->multistart->n_optima > 0;

  trammel_plot_view_take_series(self->waterfall, fit ? trammel_start_waterfall(fit, self->chosen)
                                                     : g_ptr_array_new());
  show_values(self);
  trammel_text_table_set_title(self->ends, TRAMMEL_END_VALUE, self->chosen ? _("Chosen") : "");
  trammel_text_table_set_title(self->ends, TRAMMEL_END_DIFFERENCE,
                               self->chosen ? _("Difference") : "");
  trammel_text_table_set_rows(self->ends, rows);
  gtk_widget_set_sensitive(self->take, has_optimum);
}

static void
choose(TrammelStartPanel *self, int optimum)
{
  self->chosen = optimum;
  trammel_text_table_select(self->optima, (guint)optimum);
  show_chosen(self);
}

static void
offer_parameters(TrammelStudyPanel *panel)
{
  TrammelStartPanel *self = TRAMMEL_START_PANEL(panel);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  int n = get_run(self) ? trammel_run_get_fit(get_run(self))->n_free : 0;

  for (int i = 0; i < n; i++)
    g_ptr_array_add(names, trammel_run_dup_label(get_run(self), i));
  g_ptr_array_add(names, NULL);
  trammel_string_drop_down_set_names(self->parameter, (const char *const *)names->pdata, NULL);
}

static void
show(TrammelStartPanel *self)
{
  const TrFit *fit = trammel_start_panel_get_fit(self);
  g_autoptr(GListModel) rows = fit ? trammel_start_search_optimum_rows(fit) : NULL;
  g_autofree char *words =
      fit ? trammel_start_search_describe(fit)
          : g_strdup(_("Fits the logs again from drawn start values: does another optimum explain "
                       "them better, or as well?"));

  trammel_task_bar_set_words(self->bar, words);
  trammel_task_bar_set_ready(self->bar,
                             get_run(self) && trammel_run_get_fit(get_run(self))->n_free > 0);
  trammel_text_table_set_rows(self->optima, rows);
  choose(self, 0);
}

static void
show_study(TrammelStudyPanel *panel)
{
  show(TRAMMEL_START_PANEL(panel));
}

static void
on_bar_begin_cb(TrammelStartPanel *self)
{
  trammel_task_bar_set_words(self->bar, _("Fitting from your start values…"));
  trammel_start_search_start(self->search, get_run(self),
                             (int)gtk_adjustment_get_value(self->n_starts),
                             (guint)gtk_adjustment_get_value(self->seed));
}

static void
on_optimum_selected_cb(TrammelStartPanel *self, guint row)
{
  if (row == GTK_INVALID_LIST_POSITION)
    row = 0;
  choose(self, (int)row);
}

/* Chooses the optimum of the end that was clicked in a plot. */
static void
on_end_clicked_cb(TrammelStartPanel *self, guint series, guint sample, TrammelPlotView *view)
{
  const TrFit *fit = trammel_start_panel_get_fit(self);
  const double *x = trammel_series_get_x(trammel_plot_view_get_series(view, series));
  int optimum = fit && x ? trammel_start_find_optimum(fit, (int)x[sample]) : -1;

  if (optimum >= 0)
    choose(self, optimum);
}

static void
on_take_clicked_cb(TrammelStartPanel *self)
{
  const TrFit *fit = trammel_start_panel_get_fit(self);
  g_autoptr(GError) error = NULL;

  if (!fit)
    return;
  if (trammel_start_search_apply(fit, get_run(self), self->chosen, self->document, &error))
    trammel_task_bar_set_words(self->bar,
                               _("The project begins with the values of this optimum now. Identify "
                                 "again; Undo brings the former values back."));
  else
    trammel_study_panel_fail(TRAMMEL_STUDY_PANEL(self), error->message);
}

static void
trammel_start_panel_dispose(GObject *object)
{
  TrammelStartPanel *self = TRAMMEL_START_PANEL(object);

  trammel_template_dispose(object, TRAMMEL_TYPE_START_PANEL);
  g_clear_object(&self->ranks);
  g_clear_object(&self->document);
  G_OBJECT_CLASS(trammel_start_panel_parent_class)->dispose(object);
}

static void
trammel_start_panel_class_init(TrammelStartPanelClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_start_panel_dispose;
  TRAMMEL_STUDY_PANEL_CLASS(klass)->show = show_study;
  TRAMMEL_STUDY_PANEL_CLASS(klass)->offer = offer_parameters;
  gtk_widget_class_set_css_name(c, "startpanel");
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/start-panel.ui");
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, bar);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, n_starts);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, seed);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, take);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, parameter);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, waterfall);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, values);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, optima);
  gtk_widget_class_bind_template_child(c, TrammelStartPanel, ends);
  gtk_widget_class_bind_template_callback(c, on_bar_begin_cb);
  gtk_widget_class_bind_template_callback(c, trammel_study_panel_fail);
  gtk_widget_class_bind_template_callback(c, on_optimum_selected_cb);
  gtk_widget_class_bind_template_callback(c, on_end_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_take_clicked_cb);
  gtk_widget_class_bind_template_callback(c, show);
  gtk_widget_class_bind_template_callback(c, show_values);
}

static void
set_up_plots(TrammelStartPanel *self)
{
  const TrammelPlotTexts waterfall = {_("Cost at the end of each start"), NULL,
                                      _("Δ cost, at least 0.1 [σ²]"), _("No starts yet.")};
  const TrammelPlotTexts values = {_("One parameter at the end of each start"),
                                   _("start, the lowest cost first"), NULL, _("No starts yet.")};

  self->ranks = trammel_x_range_new();
  trammel_plot_view_set_texts(self->waterfall, &waterfall);
  trammel_plot_view_set_texts(self->values, &values);
  trammel_plot_view_set_log_y(self->waterfall, TRUE);
  trammel_plot_view_set_x_kind(self->waterfall, TRAMMEL_AXIS_INTEGER);
  trammel_plot_view_set_x_kind(self->values, TRAMMEL_AXIS_INTEGER);
  trammel_plot_view_link_x(self->waterfall, self->ranks);
  trammel_plot_view_link_x(self->values, self->ranks);
}

static void
trammel_start_panel_init(TrammelStartPanel *self)
{
  g_type_ensure(TRAMMEL_TYPE_TASK_BAR);
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->search = trammel_start_search_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_text_table_set_columns(self->optima, optimum_columns, G_N_ELEMENTS(optimum_columns),
                                 _("Optima"));
  trammel_text_table_set_selectable(self->optima);
  trammel_text_table_set_columns(self->ends, end_columns, G_N_ELEMENTS(end_columns),
                                 _("Parameters at the chosen optimum"));
  set_up_plots(self);
  trammel_study_panel_take_study(TRAMMEL_STUDY_PANEL(self), TRAMMEL_BACKGROUND_TASK(self->search),
                                 self->bar);
}

void
trammel_start_panel_set_document(TrammelStartPanel *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_START_PANEL(self) && !self->document);
  self->document = g_object_ref(document);
}

void
trammel_start_panel_list_figures(TrammelStartPanel *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_START_PANEL(self));
  if (!trammel_start_panel_get_fit(self))
    return;
  trammel_page_figures_add(figures, "starts", self->waterfall);
  trammel_page_figures_add(figures, "start-values", self->values);
}
