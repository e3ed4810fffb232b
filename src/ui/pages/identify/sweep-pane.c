#include "ui/pages/identify/sweep-pane.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/error.h"
#include "ui/desktop/compat.h"
#include "ui/pages/identify/sweep-series.h"
#include "ui/pages/parts/term-help.h"
#include "ui/plot/plot-view.h"
#include "ui/session/identify/kept-sweeps.h"
#include "ui/session/run/kappa.h"
#include "ui/session/run/step.h"
#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"
#include "ui/widgets/wrap-bar.h"

/* More points than this are taken as a typing error. */
enum { MOST_POINTS = 200 };

struct _TrammelSweepPane {
  GtkWidget parent_instance;
  GtkDropDown *target;
  GtkEntry *from, *to, *count;
  GtkButton *run;
  GtkLabel *effort, *words;
  GtkBox *left_box, *parameters_box, *error_box;
  GtkWidget *result, *switcher;
  TrammelPlotView *left, *error, *parameters;
  TrammelDocument *document;
  TrammelSweeper *sweeper;
  TrammelSweepRange range;
  gboolean is_own_range; /* the user has typed the range */
  /* the sweep shown: kept with the project for the selected setting; all nullable */
  TrammelProject *shown, *swept;
  TrammelSweep *sweep;
  GPtrArray *points;
};

G_DEFINE_FINAL_TYPE(TrammelSweepPane, trammel_sweep_pane, GTK_TYPE_WIDGET)

enum { FAILED, TAKEN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- range ----------------------------------------------------------------------------------- */

static char *
format_value(TrammelSweeperTarget target, double value)
{
  const char *unit = trammel_sweeper_get_unit(target);

  return *unit ? trammel_format_prefixed(value, unit) : trammel_kappa_format(value, 3);
}

static void
show_range(TrammelSweepPane *self)
{
  g_autofree char *from = format_value(self->range.target, self->range.from);
  g_autofree char *to = format_value(self->range.target, self->range.to);
  g_autofree char *count = g_strdup_printf("%u", self->range.n);

  trammel_commit_entry_set_number(GTK_WIDGET(self->from), from);
  trammel_commit_entry_set_number(GTK_WIDGET(self->to), to);
  trammel_commit_entry_set_text(GTK_WIDGET(self->count), count);
}

static void
show_effort(TrammelSweepPane *self)
{
  g_autofree char *text =
      trammel_sweeper_dup_effort(&self->range, trammel_document_get_run(self->document));

  if (!trammel_worker_get_running(TRAMMEL_WORKER(self->sweeper)))
    trammel_label_set_numbers(self->effort, text);
}

/* Proposes a range about the project's present value, unless the user has typed one. */
static void
propose_range(TrammelSweepPane *self)
{
  if (!self->is_own_range)
    self->range = trammel_sweeper_propose(trammel_document_get_project(self->document),
                                          trammel_document_get_run(self->document),
                                          gtk_drop_down_get_selected(self->target));
  show_range(self);
  show_effort(self);
}

static void show_sweep(TrammelSweepPane *self);

static void
on_target_selected_cb(TrammelSweepPane *self)
{
  if (!self->document)
    return;
  self->is_own_range = FALSE;
  propose_range(self);
  show_sweep(self);
}

static gboolean
read_end(TrammelSweepPane *self, const char *text, double *end)
{
  double value;

  if (!trammel_parse_quantity(text, trammel_sweeper_get_unit(self->range.target), NAN, &value,
                              NULL) ||
      !(value > 0))
    return FALSE;
  self->is_own_range = TRUE;
  *end = value;
  show_range(self);
  return TRUE;
}

static gboolean
on_from_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelSweepPane *self = user;
  return read_end(self, text, &self->range.from);
}

static gboolean
on_to_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelSweepPane *self = user;
  return read_end(self, text, &self->range.to);
}

static gboolean
on_count_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelSweepPane *self = user;
  guint64 n;

  if (!g_ascii_string_to_unsigned(text, 10, 2, MOST_POINTS, &n, NULL))
    return FALSE;
  self->is_own_range = TRUE;
  self->range.n = (guint)n;
  show_effort(self);
  return TRUE;
}

/* ---- plots ----------------------------------------------------------------------------------- */

static TrammelSweeperTarget
get_target(TrammelSweepPane *self)
{
  return gtk_drop_down_get_selected(self->target);
}

/* Returns the swept setting's present value in the project, or the one that the run found. */
static double
get_present(TrammelSweepPane *self)
{
  const TrSettings *settings =
      trammel_project_get_settings(trammel_document_get_project(self->document));
  TrammelRun *run = trammel_document_get_run(self->document);

  switch (get_target(self)) {
  case TRAMMEL_SWEEPER_STEP:
    return trammel_step_get(settings, run);
  case TRAMMEL_SWEEPER_COMPLIANCE:
    return settings->compliance_scale;
  default:
    return !isnan(settings->kappa) || !run ? settings->kappa : trammel_run_get_fit(run)->kappa;
  }
}

static void
set_series(TrammelPlotView *view, GPtrArray *series)
{
  trammel_plot_view_set_series(view, (TrammelSeries *const *)series->pdata, series->len);
  g_ptr_array_unref(series);
}

static void
set_axis(TrammelPlotView *view, TrammelSweeperTarget target)
{
  const char *label = trammel_sweeper_get_label(target);
  const char *unit = trammel_sweeper_get_unit(target);
  g_autofree char *title = g_strdup_printf("%s [%s]", label, *unit ? unit : "1");

  trammel_plot_view_set_x_title(view, title);
}

/* Draws the marks of the present value. */
static void
draw_rings(TrammelSweepPane *self)
{
  double present = get_present(self);

  set_series(self->left, trammel_sweep_series_l_curve(self->sweep, self->points, present));
  set_series(self->error, trammel_sweep_series_error(self->sweep, self->points, present));
}

static void
draw(TrammelSweepPane *self)
{
  TrammelSweeperTarget target = get_target(self);
  gboolean has_score = trammel_sweep_find_best(self->sweep) != NULL;

  self->points = trammel_sweep_points_new(self->sweep);
  set_axis(self->error, target);
  set_axis(self->parameters, target);
  set_series(self->parameters,
             trammel_sweep_series_parameters(self->sweep, self->points, self->swept));
  draw_rings(self);
  gtk_widget_set_visible(GTK_WIDGET(self->left_box), target == TRAMMEL_SWEEPER_KAPPA);
  gtk_widget_set_visible(self->switcher, has_score);
}

static void
forget_sweep(TrammelSweepPane *self)
{
  g_clear_pointer(&self->points, g_ptr_array_unref);
  g_clear_pointer(&self->sweep, trammel_sweep_free);
  g_clear_pointer(&self->swept, trammel_project_unref);
  g_clear_pointer(&self->shown, trammel_project_unref);
}

static void
clear_plots(TrammelSweepPane *self)
{
  TrammelPlotView *const views[] = {self->left, self->error, self->parameters};

  for (guint i = 0; i < G_N_ELEMENTS(views); i++)
    trammel_plot_view_set_series(views[i], NULL, 0);
}

/* Shows the sweep that the project keeps for the selected setting, if any. */
static void
show_sweep(TrammelSweepPane *self)
{
  forget_sweep(self);
  self->shown = trammel_project_ref(trammel_document_get_project(self->document));
  gboolean any =
      trammel_kept_sweeps_get(self->document, get_target(self), &self->sweep, &self->swept);
  gtk_widget_set_visible(self->result, any);
  if (!any) {
    clear_plots(self);
    return;
  }
  g_autofree char *words = trammel_sweeper_describe(self->sweep, get_target(self));
  trammel_label_set_numbers(self->words, words);
  trammel_tooltip_set_numbers(GTK_WIDGET(self->words), words);
  draw(self);
}

/* Applies the value of the clicked point to the project. */
static void
on_series_clicked_cb(TrammelPlotView *view, guint series, guint sample, TrammelSweepPane *self)
{
  TrammelSweeperTarget target = get_target(self);
  char text[TRAMMEL_NUMBER_SIZE];
  g_autoptr(GError) error = NULL;

  if (!self->points || sample >= self->points->len)
    return;
  const TrammelSweepPoint *point = self->points->pdata[sample];
  trammel_json_format_number(text, point->at[0]);
  if (!trammel_document_set_setting(self->document, trammel_sweeper_get_setting(target), text,
                                    &error)) {
    g_signal_emit(self, signals[FAILED], 0, error->message);
    return;
  }
  trammel_document_close_step(self->document);
  g_signal_emit(self, signals[TAKEN], 0);
}

/* ---- running --------------------------------------------------------------------------------- */

static void
on_run_clicked_cb(TrammelSweepPane *self)
{
  g_autoptr(GError) error = NULL;

  if (trammel_worker_get_running(TRAMMEL_WORKER(self->sweeper))) {
    trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(self->sweeper));
    gtk_label_set_text(self->effort, _("Stopping…"));
    return;
  }
  if (!trammel_sweeper_start(self->sweeper, trammel_document_get_project(self->document),
                             &self->range, &error))
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
on_sweeper_running_cb(TrammelSweepPane *self)
{
  gboolean running = trammel_worker_get_running(TRAMMEL_WORKER(self->sweeper));

  gtk_button_set_label(self->run, running ? _("Stop") : _("Sweep"));
  if (running)
    gtk_label_set_text(self->effort, _("Reading logs…"));
  else
    show_effort(self);
}

static void
on_sweeper_progress_cb(TrammelSweepPane *self, guint done, guint of, const char *what)
{
  g_autofree char *text = g_strdup_printf(_("point %u of %u"), done, of);

  trammel_label_set_numbers(self->effort, text);
}

/* Keeps the sweep in the document, whose change shows it. */
static void
on_sweeper_finished_cb(TrammelSweepPane *self)
{
  g_autoptr(GError) error = NULL;

  gtk_drop_down_set_selected(self->target, trammel_sweeper_get_target(self->sweeper));
  if (!trammel_kept_sweeps_add(self->document, trammel_sweeper_get_sweep(self->sweeper),
                               trammel_sweeper_get_project(self->sweeper), &error))
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
on_delete_clicked_cb(TrammelSweepPane *self)
{
  trammel_kept_sweeps_delete(self->document, get_target(self));
}

static void
on_sweeper_failed_cb(TrammelSweepPane *self, const GError *error)
{
  g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
on_document_changed_cb(TrammelSweepPane *self)
{
  propose_range(self);
  if (!trammel_kept_sweeps_equal(self->shown, trammel_document_get_project(self->document),
                                 get_target(self)))
    show_sweep(self);
  else if (self->points)
    draw_rings(self);
}

/* ---- construction ---------------------------------------------------------------------------- */

static TrammelPlotView *
new_view(TrammelSweepPane *self, GtkBox *box, const char *title, const char *y_title)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());

  trammel_plot_view_set_title(view, title);
  trammel_plot_view_set_y_title(view, y_title);
  trammel_plot_view_set_x_kind(view, TRAMMEL_AXIS_LOG);
  trammel_plot_view_set_empty_text(view, _("No sweep yet."));
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  gtk_widget_set_size_request(GTK_WIDGET(view), -1, 120);
  gtk_box_append(box, GTK_WIDGET(view));
  g_signal_connect_object(view, "series-clicked", G_CALLBACK(on_series_clicked_cb), self, 0);
  return view;
}

static void
add_targets(TrammelSweepPane *self)
{
  g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);

  for (int i = 0; i < TRAMMEL_SWEEPER_N; i++)
    gtk_string_list_append(names, trammel_sweeper_get_label(i));
  gtk_drop_down_set_model(self->target, G_LIST_MODEL(names));
  g_signal_connect_object(self->target, "notify::selected", G_CALLBACK(on_target_selected_cb), self,
                          G_CONNECT_SWAPPED);
}

static void
connect_sweeper(TrammelSweepPane *self)
{
  self->sweeper = trammel_sweeper_new();
  g_signal_connect_object(self->sweeper, "notify::running", G_CALLBACK(on_sweeper_running_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->sweeper, "progress", G_CALLBACK(on_sweeper_progress_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->sweeper, "finished", G_CALLBACK(on_sweeper_finished_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->sweeper, "failed", G_CALLBACK(on_sweeper_failed_cb), self,
                          G_CONNECT_SWAPPED);
}

static void
trammel_sweep_pane_dispose(GObject *object)
{
  TrammelSweepPane *self = TRAMMEL_SWEEP_PANE(object);

  g_clear_object(&self->document);
  g_clear_object(&self->sweeper);
  forget_sweep(self);
  trammel_template_dispose(object, TRAMMEL_TYPE_SWEEP_PANE);
  G_OBJECT_CLASS(trammel_sweep_pane_parent_class)->dispose(object);
}

static void
trammel_sweep_pane_class_init(TrammelSweepPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_sweep_pane_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "sweeppane");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/sweep-pane.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, target);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, from);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, to);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, count);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, run);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, effort);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, words);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, result);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, switcher);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, left_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, parameters_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelSweepPane, error_box);
  gtk_widget_class_bind_template_callback(widget_class, on_run_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_delete_clicked_cb);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[TAKEN] = g_signal_new("taken", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
trammel_sweep_pane_init(TrammelSweepPane *self)
{
  g_type_ensure(TRAMMEL_TYPE_TERM_HELP);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  gtk_widget_init_template(GTK_WIDGET(self));
  add_targets(self);
  trammel_commit_entry_connect(GTK_WIDGET(self->from), on_from_committed_cb, self);
  trammel_commit_entry_connect(GTK_WIDGET(self->to), on_to_committed_cb, self);
  trammel_commit_entry_connect(GTK_WIDGET(self->count), on_count_committed_cb, self);
  self->left = new_view(self, self->left_box, _("L-curve"), _("state error, rms [N s]"));
  trammel_plot_view_set_log_y(self->left, TRUE);
  trammel_plot_view_set_x_title(self->left, _("residual, rms [σ]"));
  self->error = new_view(self, self->error_box, _("Open-loop error"), _("NRMSE [%]"));
  self->parameters =
      new_view(self, self->parameters_box, _("Parameters of the stepper"), _("change, relative"));
  connect_sweeper(self);
}

void
trammel_sweep_pane_set_document(TrammelSweepPane *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_SWEEP_PANE(self) && !self->document);
  self->document = g_object_ref(document);
  if (trammel_kept_sweeps_get_target(document) >= 0)
    gtk_drop_down_set_selected(self->target, (guint)trammel_kept_sweeps_get_target(document));
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "notify::run", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  propose_range(self);
  show_sweep(self);
}

TrammelSweeper *
trammel_sweep_pane_get_sweeper(TrammelSweepPane *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEP_PANE(self), NULL);
  return self->sweeper;
}
