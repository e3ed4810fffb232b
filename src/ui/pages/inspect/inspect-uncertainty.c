#include "ui/pages/inspect/inspect-uncertainty.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/inspect/series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/pages/parts/scene-pane.h"
#include "ui/plot/matrix-view.h"
#include "ui/session/inspect/profiler.h"
#include "ui/session/inspect/run-analysis-tables.h"
#include "ui/session/inspect/run-analysis-words.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"
#include "ui/widgets/wrap-bar.h"

/* Size of a small plot of densities [px]. */
enum { DENSITY_WIDTH = 170, DENSITY_HEIGHT = 130 };

struct _TrammelInspectUncertainty {
  GtkWidget parent_instance;
  GtkLabel *pair_label, *direction_label, *loadings_label;
  GtkProgressBar *progress;
  GtkButton *contour;
  GtkSpinButton *direction;
  GtkToggleButton *arrows;
  GtkStack *corner; /* densities, or the mechanism with the direction */
  TrammelScenePane *scene;
  GtkAdjustment *direction_range;
  TrammelMatrixView *matrix;
  TrammelPlotView *pair, *spectrum;
  GtkFlowBox *densities;
  TrammelTextTable *table;
  TrammelRunAnalysis *analysis;
  TrammelProfiler *profiler;
  int *order; /* [n_free] of the heat-map */
  int n, first, second;
};

G_DEFINE_FINAL_TYPE(TrammelInspectUncertainty, trammel_inspect_uncertainty, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelTextColumn columns[TRAMMEL_LEARNT_COLUMNS] = {
    [TRAMMEL_LEARNT_LABEL] = {N_("Parameter"), NULL, FALSE, TRUE},
    [TRAMMEL_LEARNT_VALUE] = {N_("Estimate"), NULL, TRUE, FALSE},
    [TRAMMEL_LEARNT_SIGMA] = {N_("±"), NULL, TRUE, FALSE},
    [TRAMMEL_LEARNT_PRIOR] = {N_("Prior sigma"), NULL, TRUE, FALSE},
    [TRAMMEL_LEARNT_SHARE] = {N_("σ reduction"), NULL, TRUE, FALSE},
};

static void
label_pair(TrammelInspectUncertainty *self)
{
  const TrFit *fit = trammel_run_get_fit(self->analysis->run);
  g_autofree char *a = trammel_run_dup_label(self->analysis->run, self->first);
  g_autofree char *b = trammel_run_dup_label(self->analysis->run, self->second);
  double r = trammel_run_analysis_correlation(fit, self->first, self->second);
  g_autofree char *text =
      isfinite(r) ? g_strdup_printf(_("%s and %s: correlation %+.3f"), a, b, r)
                  : g_strdup_printf(_("%s and %s: one of them is not determined, so there is no "
                                      "ellipse"),
                                    a, b);

  trammel_label_set_numbers(self->pair_label, text);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->pair_label),
                              _("A cell of the matrix shows a pair, one of its diagonal a single "
                                "parameter."));
  gtk_widget_set_sensitive(GTK_WIDGET(self->contour), isfinite(r));
  trammel_plot_view_set_description(self->pair, text);
}

/* Returns the words on a single parameter, with the intervals of its profile (nullable). */
static char *
describe_single(TrammelInspectUncertainty *self, const TrProfiles *profiles)
{
  g_autofree char *label = trammel_run_dup_label(self->analysis->run, self->first);

  if (!profiles)
    return g_strdup_printf(_("%s alone: its cost with all others fitted again shows whether σ "
                             "describes it"),
                           label);
  const double *interval = profiles->profiles[0].interval[1];
  if (isnan(interval[0]) || isnan(interval[1]))
    return g_strdup_printf(_("%s: the logs do not limit it on both sides at 95 %%"), label);
  g_autofree char *low = trammel_format_value(interval[0], interval[1] - interval[0]);
  g_autofree char *high = trammel_format_value(interval[1], interval[1] - interval[0]);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(self->analysis->run));
  return g_strdup_printf(_("%s: 95 %% between %s and %s %s by the cost of the stepper"), label, low,
                         high, tr_task_free_unit(task, self->first));
}

/* Shows one parameter: the parabola of its sigma, and its profile (nullable). */
static void
show_single(TrammelInspectUncertainty *self, const TrProfiles *profiles)
{
  TrammelRun *run = self->analysis->run;
  g_autofree char *x = trammel_run_dup_axis_title(run, self->first);
  g_autofree char *text = describe_single(self, profiles);

  trammel_plot_view_set_title(self->pair, _("Cost of one parameter"));
  trammel_plot_view_set_x_title(self->pair, x);
  trammel_plot_view_set_y_title(self->pair, _("Δ cost [σ²]"));
  trammel_plot_view_take_series(self->pair, trammel_inspect_profile(run, self->first, profiles));
  trammel_label_set_numbers(self->pair_label, text);
  gtk_widget_set_sensitive(GTK_WIDGET(self->contour), TRUE);
  trammel_plot_view_set_description(self->pair, text);
}

/* Shows the ellipses of the pair, with the contours of its cost (nullable) on top; a parameter with
 * itself is shown alone. */
static void
show_pair(TrammelInspectUncertainty *self, const TrProfiles *profiles)
{
  TrammelRun *run = self->analysis->run;
  if (self->first == self->second) {
    show_single(self, profiles);
    return;
  }
  GPtrArray *list = trammel_inspect_pair(run, self->first, self->second);
  g_autofree char *x = trammel_run_dup_axis_title(run, self->first);
  g_autofree char *y = trammel_run_dup_axis_title(run, self->second);

  trammel_plot_view_set_title(self->pair, _("Pair of parameters"));
  trammel_plot_view_set_x_title(self->pair, x);
  trammel_plot_view_set_y_title(self->pair, y);
  if (profiles)
    g_ptr_array_extend_and_steal(list, trammel_inspect_contours(profiles));
  trammel_plot_view_take_series(self->pair, list);
  label_pair(self);
}

static void
name_contour(TrammelInspectUncertainty *self, gboolean is_running)
{
  gtk_button_set_label(self->contour, is_running                    ? _("Stop")
                                      : self->first == self->second ? _("Cost profile")
                                                                    : _("Cost contour"));
}

static void
set_pair(TrammelInspectUncertainty *self, int first, int second)
{
  if (first == self->first && second == self->second)
    return;
  self->first = first;
  self->second = second;
  trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(self->profiler));
  trammel_plot_view_fit(self->pair);
  name_contour(self, FALSE);
  show_pair(self, NULL);
}

static void
on_cell_activated_cb(TrammelInspectUncertainty *self, guint row, guint column)
{
  if (self->analysis && (int)row < self->n && (int)column < self->n)
    set_pair(self, self->order[column], self->order[row]);
}

static void
on_contour_clicked_cb(TrammelInspectUncertainty *self)
{
  if (trammel_worker_get_running(TRAMMEL_WORKER(self->profiler)))
    trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(self->profiler));
  else if (self->analysis && self->n > 0)
    trammel_profiler_start(self->profiler, self->analysis->run, self->first, self->second);
}

static void
on_profiler_running_cb(TrammelInspectUncertainty *self)
{
  gboolean running = trammel_worker_get_running(TRAMMEL_WORKER(self->profiler));

  gtk_widget_set_visible(GTK_WIDGET(self->progress), running);
  gtk_progress_bar_set_fraction(self->progress, 0);
  name_contour(self, running);
}

static void
on_profiler_progress_cb(TrammelInspectUncertainty *self, guint done, guint most, const char *what)
{
  gtk_progress_bar_set_fraction(self->progress, most > 0 ? MIN(1, (double)done / most) : 0);
}

static void
on_profiler_finished_cb(TrammelInspectUncertainty *self, const TrProfiles *profiles)
{
  if (self->analysis && trammel_profiler_get_run(self->profiler) == self->analysis->run)
    show_pair(self, profiles);
}

static void
on_profiler_failed_cb(TrammelInspectUncertainty *self, GError *error)
{
  g_autofree char *message =
      g_strdup_printf(_("The cost around this pair could not be computed: %s"), error->message);

  g_signal_emit(self, signals[FAILED], 0, message);
}

/* Returns the direction that is shown; -1: none. */
static int
get_direction(TrammelInspectUncertainty *self)
{
  int k = gtk_spin_button_get_value_as_int(self->direction) - 1;

  return self->analysis && k >= 0 && k < self->analysis->spectrum.n ? k : -1;
}

/* Draws the direction on the mechanism in place of the densities, or the densities. */
static void
show_arrows(TrammelInspectUncertainty *self)
{
  gboolean wanted = gtk_toggle_button_get_active(self->arrows);
  int k = get_direction(self);

  gtk_stack_set_visible_child_name(self->corner, wanted && k >= 0 ? "scene" : "densities");
  if (!wanted || k < 0)
    return;
  g_autoptr(GArray) loads = trammel_inspect_loads(self->analysis, k);
  trammel_scene_pane_set_run(self->scene, self->analysis->run, 0);
  trammel_scene_view_set_loads(trammel_scene_pane_get_view(self->scene), loads);
}

static void
show_direction(TrammelInspectUncertainty *self)
{
  int k = get_direction(self);

  gtk_widget_set_sensitive(GTK_WIDGET(self->arrows), k >= 0);
  show_arrows(self);
  g_autofree char *words =
      k < 0 ? g_strdup("") : trammel_run_analysis_describe_direction(self->analysis, k);
  g_autofree char *loadings =
      k < 0 ? g_strdup("") : trammel_run_analysis_dup_direction(self->analysis, k);
  trammel_label_set_numbers(self->direction_label, words);
  trammel_label_set_numbers(self->loadings_label, loadings);
}

static void
on_direction_changed_cb(TrammelInspectUncertainty *self)
{
  show_direction(self);
}

static void
on_bar_clicked_cb(TrammelInspectUncertainty *self, guint series, guint sample)
{
  TrammelSeries *bars = trammel_plot_view_get_series(self->spectrum, series);

  if (trammel_series_get_kind(bars) == TRAMMEL_SERIES_BARS)
    gtk_spin_button_set_value(self->direction, ceil(trammel_series_get_x(bars)[sample]));
}

static void
fill_matrix(TrammelInspectUncertainty *self)
{
  TrammelRun *run = self->analysis->run;
  const TrFit *fit = trammel_run_get_fit(run);
  gsize n = (gsize)self->n;
  g_autofree double *values = g_new(double, n *n + 1);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      values[i * n + j] = trammel_run_analysis_correlation(fit, self->order[i], self->order[j]);
  TrammelMatrix *matrix = trammel_matrix_new(values, (guint)n, (guint)n);
  matrix->title = g_strdup(_("Correlation of the estimates"));
  matrix->is_square = TRUE;
  matrix->empty_text = g_strdup(_("No free parameters"));
  for (gsize i = 0; i < n; i++) {
    g_autofree char *label = trammel_run_dup_label(run, self->order[i]);
    trammel_matrix_set_row_name(matrix, (guint)i, label);
    trammel_matrix_set_column_name(matrix, (guint)i, label);
  }
  trammel_matrix_view_set_matrix(self->matrix, matrix);
}

static void
clear_densities(TrammelInspectUncertainty *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child(GTK_WIDGET(self->densities))))
    gtk_flow_box_remove(self->densities, child);
}

static void
append_density(TrammelInspectUncertainty *self, int parameter)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
  g_autofree char *label = trammel_run_dup_label(self->analysis->run, parameter);
  g_autofree char *x = trammel_run_dup_axis_title(self->analysis->run, parameter);

  gtk_widget_set_size_request(GTK_WIDGET(view), DENSITY_WIDTH, DENSITY_HEIGHT);
  trammel_plot_view_set_x_title(view, x);
  trammel_plot_view_set_empty_text(view, _("Not determined"));
  trammel_plot_view_take_series(view, trammel_inspect_density(self->analysis->run, parameter));
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_flow_box_append(self->densities, GTK_WIDGET(view));
}

/* Selects the most strongly correlated pair, the only parameter where there is one. */
static void
choose_pair(TrammelInspectUncertainty *self)
{
  const TrFit *fit = trammel_run_get_fit(self->analysis->run);
  double most = -1;

  self->first = 0;
  self->second = MIN(1, self->n - 1);
  for (int i = 0; i < self->n; i++)
    for (int j = i + 1; j < self->n; j++) {
      double r = fabs(trammel_run_analysis_correlation(fit, i, j));
      if (r > most) {
        most = r;
        self->first = i;
        self->second = j;
      }
    }
}

/* Shows the spectrum and selects the least determined direction. */
static void
fill_spectrum(TrammelInspectUncertainty *self)
{
  int n = self->analysis->spectrum.n;

  trammel_plot_view_take_series(self->spectrum, trammel_inspect_spectrum(self->analysis));
  gtk_adjustment_set_upper(self->direction_range, MAX(n, 1));
  gtk_spin_button_set_value(self->direction, MAX(n, 1));
  gtk_widget_set_sensitive(GTK_WIDGET(self->direction), n > 1);
  show_direction(self);
}

/* Shows all that stands on the reported values, except the pair. */
static void
show_values(TrammelInspectUncertainty *self)
{
  TrammelRun *run = self->analysis->run;
  g_autoptr(GListModel) rows = trammel_run_analysis_learnt_rows(run);

  trammel_run_analysis_order(self->order, trammel_run_get_fit(run));
  fill_matrix(self);
  clear_densities(self);
  for (int i = 0; i < self->n; i++)
    append_density(self, i);
  trammel_text_table_set_rows(self->table, rows);
}

static void
update(TrammelInspectUncertainty *self)
{
  self->n = trammel_run_get_fit(self->analysis->run)->n_free;
  g_free(self->order);
  self->order = g_new(int, self->n + 1);
  show_values(self);
  fill_spectrum(self);
  if (self->n > 0) {
    choose_pair(self);
    show_pair(self, NULL);
  } else {
    gtk_widget_set_sensitive(GTK_WIDGET(self->contour), FALSE);
    trammel_plot_view_set_series(self->pair, NULL, 0);
    gtk_label_set_text(self->pair_label, "");
  }
}

static void
trammel_inspect_uncertainty_dispose(GObject *object)
{
  TrammelInspectUncertainty *self = TRAMMEL_INSPECT_UNCERTAINTY(object);

  if (self->profiler)
    g_signal_handlers_disconnect_by_data(self->profiler, self);
  g_clear_object(&self->profiler);
  g_clear_pointer(&self->analysis, trammel_run_analysis_unref);
  g_clear_pointer(&self->order, g_free);
  trammel_template_dispose(object, TRAMMEL_TYPE_INSPECT_UNCERTAINTY);
  G_OBJECT_CLASS(trammel_inspect_uncertainty_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *c)
{
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/inspect-uncertainty.ui");
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, pair_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, direction_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, loadings_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, progress);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, contour);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, direction);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, direction_range);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, arrows);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, corner);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, scene);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, matrix);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, pair);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, spectrum);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, densities);
  gtk_widget_class_bind_template_child(c, TrammelInspectUncertainty, table);
  gtk_widget_class_bind_template_callback(c, on_cell_activated_cb);
  gtk_widget_class_bind_template_callback(c, on_contour_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_direction_changed_cb);
  gtk_widget_class_bind_template_callback(c, on_bar_clicked_cb);
  gtk_widget_class_bind_template_callback(c, show_arrows);
}

static void
trammel_inspect_uncertainty_class_init(TrammelInspectUncertaintyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_inspect_uncertainty_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "inspecttab");
  bind_template(widget_class);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
connect_profiler(TrammelInspectUncertainty *self)
{
  self->profiler = trammel_profiler_new();
  g_signal_connect_swapped(self->profiler, "notify::running", G_CALLBACK(on_profiler_running_cb),
                           self);
  g_signal_connect_swapped(self->profiler, "progress", G_CALLBACK(on_profiler_progress_cb), self);
  g_signal_connect_swapped(self->profiler, "finished", G_CALLBACK(on_profiler_finished_cb), self);
  g_signal_connect_swapped(self->profiler, "failed", G_CALLBACK(on_profiler_failed_cb), self);
}

static void
trammel_inspect_uncertainty_init(TrammelInspectUncertainty *self)
{
  const TrammelPlotTexts pair = {_("Pair of parameters"), NULL, NULL,
                                 _("Two free parameters make a pair")},
                         spectrum = {_("Precision of each combination"), _("direction"),
                                     _("1 / standard deviation [1/typical size]"),
                                     _("No free parameters")};

  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  g_type_ensure(TRAMMEL_TYPE_MATRIX_VIEW);
  g_type_ensure(TRAMMEL_TYPE_SCENE_PANE);
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_scene_pane_set_has_values(self->scene, FALSE);
  trammel_plot_view_set_texts(self->pair, &pair);
  trammel_plot_view_set_texts(self->spectrum, &spectrum);
  trammel_plot_view_set_x_kind(self->spectrum, TRAMMEL_AXIS_INTEGER);
  trammel_plot_view_set_log_y(self->spectrum, TRUE);
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns),
                                 _("Reduction of σ by the logs"));
  connect_profiler(self);
}

void
trammel_inspect_uncertainty_set_timeline(TrammelInspectUncertainty *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_UNCERTAINTY(self));
  trammel_scene_pane_set_timeline(self->scene, timeline);
}

void
trammel_inspect_uncertainty_set_analysis(TrammelInspectUncertainty *self,
                                         TrammelRunAnalysis *analysis)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_UNCERTAINTY(self));
  if (analysis)
    trammel_run_analysis_ref(analysis);
  g_clear_pointer(&self->analysis, trammel_run_analysis_unref);
  self->analysis = analysis;
  trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(self->profiler));
  if (analysis)
    update(self);
  else
    show_direction(self);
}

void
trammel_inspect_uncertainty_refresh(TrammelInspectUncertainty *self)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_UNCERTAINTY(self));
  if (!self->analysis)
    return;
  show_values(self);
  if (self->n > 0)
    show_pair(self, trammel_profiler_get_profiles(self->profiler, self->analysis->run, self->first,
                                                  self->second));
}

gboolean
trammel_inspect_uncertainty_get_pair(TrammelInspectUncertainty *self, int *first, int *second)
{
  g_return_val_if_fail(TRAMMEL_IS_INSPECT_UNCERTAINTY(self), FALSE);
  *first = self->first;
  *second = self->second;
  return self->analysis && self->n > 1;
}

void
trammel_inspect_uncertainty_list_figures(TrammelInspectUncertainty *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_UNCERTAINTY(self));
  trammel_page_figures_add(figures, "correlation", self->matrix);
  trammel_page_figures_add(figures, "pair", self->pair);
  trammel_page_figures_add(figures, "singular-values", self->spectrum);
}
