#include "ui/pages/import/mapping-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/json_writer.h"
#include "io/log/load.h"
#include "io/problem/log.h"
#include "ui/pages/import/mapping-grid.h"
#include "ui/plot/plot-view.h"
#include "ui/session/import/mapping-check.h"
#include "ui/session/import/templates.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelMappingDialog {
  GtkWindow parent_instance;
  GtkStack *stack;
  GtkBox *mechanism_row, *others;
  GtkDropDown *mechanism;
  TrammelMappingGrid *grid;
  TrammelPlotView *plot;
  GtkLabel *verdict, *summary, *reason;
  GtkWidget *flip, *apply, *apply_all;
  TrammelLogImport *fresh; /* NULL: the mechanism is that of the project */
  TrammelProject *project;
  guint log, selected; /* row that is compared */
  TrammelLogTable *table;
  TrammelMappingPlan *plan;
  TrammelMappingCheck *check;
  GTask *task;
  GCancellable *cancellable; /* of the running background task */
  gboolean checking, filling;
  gboolean has_doubts; /* the first comparison of a plan may select the sensor that it doubts */
};

G_DEFINE_FINAL_TYPE(TrammelMappingDialog, trammel_mapping_dialog, GTK_TYPE_WINDOW)

/* ---- the comparison -------------------------------------------------------------------------- */

static const TrammelMappingTrace *
find_trace(TrammelMappingDialog *self, guint row)
{
  const char *signal = trammel_mapping_plan_get(self->plan, row)->signal;

  for (guint i = 0; self->check && i < self->check->traces->len; i++) {
    const TrammelMappingTrace *trace = self->check->traces->pdata[i];
    if (g_str_equal(trace->signal, signal))
      return trace;
  }
  return NULL;
}

static void
show_trace(TrammelMappingDialog *self)
{
  const TrammelMappingTrace *trace = find_trace(self, self->selected);
  const TrammelSeriesStyle measured = {.role = TRAMMEL_ROLE_START, .width = 1.5};
  const TrammelSeriesStyle simulated = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 1.5};
  gboolean flip = FALSE;
  g_autofree char *verdict = trace ? trammel_mapping_trace_describe(trace, &flip) : g_strdup("");

  trammel_label_set_numbers(self->verdict, verdict);
  gtk_widget_set_visible(self->flip, flip);
  if (!trace) {
    trammel_plot_view_set_empty_text(self->plot, self->check && self->check->error
                                                     ? self->check->error
                                                     : _("Nothing to compare yet."));
    trammel_plot_view_set_series(self->plot, NULL, 0);
    trammel_plot_view_set_y_title(self->plot, NULL);
    return;
  }
  g_autofree char *title = g_strdup_printf("%s [%s]", trace->signal, trace->unit);
  g_autoptr(TrammelSeries) log = trammel_series_new(_("log after the mapping"), trace->t,
                                                    trace->measured, trace->n, &measured);
  g_autoptr(TrammelSeries) model = trammel_series_new(_("model with current parameters"), trace->t,
                                                      trace->simulated, trace->n, &simulated);
  TrammelSeries *series[] = {log, model};
  trammel_plot_view_set_y_title(self->plot, title);
  trammel_plot_view_set_series(self->plot, series, G_N_ELEMENTS(series));
}

typedef struct {
  TrammelProject *project;
  guint log;
} Request;

static void
request_free(gpointer data)
{
  trammel_project_unref(((Request *)data)->project);
  g_free(data);
}

static void
run_check(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;

  g_task_return_pointer(task,
                        trammel_mapping_check_new(request->project, request->log, cancellable),
                        (GDestroyNotify)trammel_mapping_check_free);
}

/* Selects the sensor whose sign seems to be wrong, unless the user has looked at one. */
static void
select_doubtful(TrammelMappingDialog *self)
{
  for (guint i = 0; self->has_doubts && i < self->plan->rows->len; i++) {
    const TrammelMappingTrace *trace = find_trace(self, i);
    gboolean flip = FALSE;
    if (trace)
      g_free(trammel_mapping_trace_describe(trace, &flip));
    if (!flip)
      continue;
    self->has_doubts = FALSE;
    self->selected = i;
    trammel_mapping_grid_select(self->grid, i);
  }
  self->has_doubts = FALSE;
}

static void
on_check_done_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelMappingDialog *self = TRAMMEL_MAPPING_DIALOG(source);
  g_autoptr(TrammelMappingCheck) check = g_task_propagate_pointer(G_TASK(result), NULL);

  if (!self->task || g_task_get_cancellable(G_TASK(result)) != self->cancellable || !check)
    return;
  self->checking = FALSE;
  g_clear_pointer(&self->check, trammel_mapping_check_free);
  self->check = g_steal_pointer(&check);
  select_doubtful(self);
  show_trace(self);
}

static void
renew_cancellable(TrammelMappingDialog *self)
{
  g_cancellable_cancel(self->cancellable);
  g_clear_object(&self->cancellable);
  self->cancellable = g_cancellable_new();
}

/* Starts a comparison in a background thread; cancels the running one. */
static void
begin_check(TrammelMappingDialog *self)
{
  g_autoptr(TrammelProject) project = trammel_mapping_plan_build(self->plan, FALSE, NULL);

  renew_cancellable(self);
  self->checking = project != NULL;
  g_clear_pointer(&self->check, trammel_mapping_check_free);
  if (!project) {
    show_trace(self);
    return;
  }
  Request *request = g_new0(Request, 1);
  *request = (Request){g_steal_pointer(&project), self->log};
  g_autoptr(GTask) task = g_task_new(self, self->cancellable, on_check_done_cb, NULL);
  g_task_set_task_data(task, request, request_free);
  g_task_run_in_thread(task, run_check);
}

/* ---- the plan -------------------------------------------------------------------------------- */

static void
update(TrammelMappingDialog *self)
{
  g_autofree char *why = trammel_mapping_plan_check(self->plan);
  g_autofree char *summary = trammel_mapping_plan_summarise(self->plan);

  trammel_label_set_numbers(self->reason, why ? why : "");
  trammel_label_set_numbers(self->summary, summary);
  gtk_widget_set_sensitive(self->apply, why == NULL);
  gtk_widget_set_sensitive(self->apply_all, why == NULL);
  begin_check(self);
}

static void
show_plan(TrammelMappingDialog *self)
{
  self->selected = 0;
  for (guint i = self->plan->rows->len; i > 0; i--) {
    const TrammelMapRow *row = trammel_mapping_plan_get(self->plan, i - 1);
    if (!row->is_motor && row->column)
      self->selected = i - 1;
  }
  trammel_mapping_grid_show(self->grid, self->plan);
  trammel_mapping_grid_select(self->grid, self->selected);
  self->has_doubts = TRUE;
  update(self);
}

static void
take_plan(TrammelMappingDialog *self, TrammelMappingPlan *plan)
{
  trammel_mapping_grid_show(self->grid, NULL);
  g_clear_pointer(&self->plan, trammel_mapping_plan_free);
  self->plan = plan;
  show_plan(self);
}

static void
on_other_clicked_cb(GtkButton *button, TrammelMappingDialog *self)
{
  gpointer index = g_object_get_data(G_OBJECT(button), "index");

  gtk_drop_down_set_selected(self->mechanism, GPOINTER_TO_UINT(index));
}

/* Shows mechanisms that fit as well: one click instead of a search in the list. */
static void
show_others(TrammelMappingDialog *self, const guint *order, guint n)
{
  for (guint i = 1; i < n; i++) {
    GtkWidget *button = gtk_button_new_with_label(trammel_templates_get_title(order[i]));
    g_object_set_data(G_OBJECT(button), "index", GUINT_TO_POINTER(order[i]));
    gtk_widget_set_tooltip_text(button, trammel_templates_get_summary(order[i]));
    g_signal_connect(button, "clicked", G_CALLBACK(on_other_clicked_cb), self);
    gtk_box_append(self->others, button);
  }
  gtk_widget_set_visible(GTK_WIDGET(self->others), n > 1);
}

static void
choose_mechanism(TrammelMappingDialog *self)
{
  guint order[TRAMMEL_TEMPLATE_CHOICES], n;
  TrammelMappingPlan *plan = trammel_templates_choose(self->fresh, self->table, order, &n);

  if (!plan)
    return;
  self->filling = TRUE;
  gtk_drop_down_set_selected(self->mechanism, order[0]);
  self->filling = FALSE;
  show_others(self, order, n);
  take_plan(self, plan);
}

/* ---- reading the log ------------------------------------------------------------------------- */

static void
read_log(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  const TrammelLogEntry *entry = trammel_project_get_log(request->project, request->log);
  g_autofree char *path = trammel_project_dup_log_path(request->project, request->log);
  GError *error = NULL;
  g_autoptr(TrammelDataset) dataset =
      trammel_dataset_load(path, entry->import, cancellable, &error);

  if (dataset)
    g_task_return_pointer(task, trammel_log_table_new(request->project, request->log, dataset),
                          (GDestroyNotify)trammel_log_table_unref);
  else
    g_task_return_error(task, error);
}

static void
on_log_read_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelMappingDialog *self = TRAMMEL_MAPPING_DIALOG(source);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelLogTable) table = g_task_propagate_pointer(G_TASK(result), &error);

  if (!self->task)
    return;
  if (!table) {
    g_autoptr(GTask) task = g_steal_pointer(&self->task);
    gtk_window_destroy(GTK_WINDOW(self));
    g_task_return_error(task, g_steal_pointer(&error));
    return;
  }
  self->table = g_steal_pointer(&table);
  gtk_stack_set_visible_child_name(self->stack, "mapping");
  if (self->fresh) {
    choose_mechanism(self);
  } else {
    TrammelMappingPlan *plan = trammel_mapping_plan_new(self->project, self->log, self->table);
    trammel_mapping_plan_guess(plan);
    take_plan(self, plan);
  }
  gtk_widget_grab_focus(self->apply);
}

static void
begin_reading(TrammelMappingDialog *self)
{
  Request *request = g_new0(Request, 1);
  g_autoptr(GTask) task = NULL;

  renew_cancellable(self);
  task = g_task_new(self, self->cancellable, on_log_read_cb, NULL);
  *request = (Request){trammel_project_ref(self->project), self->log};
  g_task_set_task_data(task, request, request_free);
  g_task_run_in_thread(task, read_log);
}

/* ---- the user -------------------------------------------------------------------------------- */

static void
on_mechanism_selected_cb(TrammelMappingDialog *self)
{
  g_autoptr(GError) error = NULL;

  if (self->filling || !self->table)
    return;
  TrammelMappingPlan *plan = trammel_templates_plan(gtk_drop_down_get_selected(self->mechanism),
                                                    self->fresh, self->table, &error);
  if (plan)
    take_plan(self, plan);
  else
    trammel_label_set_sentence(self->reason, error->message);
}

static void
on_plan_changed_cb(TrammelMappingDialog *self)
{
  update(self);
}

static void
on_row_selected_cb(TrammelMappingDialog *self, guint row)
{
  self->selected = row;
  self->has_doubts = FALSE;
  show_trace(self);
}

static void
on_auto_map_clicked_cb(TrammelMappingDialog *self)
{
  if (!self->plan)
    return;
  for (guint i = 0; i < self->plan->rows->len; i++) {
    TrammelMapRow *row = trammel_mapping_plan_get(self->plan, i);
    row->column = 0;
    row->channel = -1;
    g_clear_pointer(&row->unit_text, g_free);
  }
  trammel_mapping_plan_guess(self->plan);
  show_plan(self);
}

static void
on_flip_clicked_cb(TrammelMappingDialog *self)
{
  TrammelMapRow *row = trammel_mapping_plan_get(self->plan, self->selected);
  guint selected = self->selected;

  row->negative = !row->negative;
  show_plan(self);
  self->selected = selected;
  trammel_mapping_grid_select(self->grid, selected);
}

static void
finish(TrammelMappingDialog *self, gboolean for_all)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_mapping_plan_build(self->plan, for_all, &error);

  if (!project) {
    trammel_label_set_sentence(self->reason, error->message);
    return;
  }
  g_autoptr(GTask) task = g_steal_pointer(&self->task);
  gtk_window_destroy(GTK_WINDOW(self));
  g_task_return_pointer(task, project, (GDestroyNotify)trammel_project_unref);
}

static void
on_apply_clicked_cb(TrammelMappingDialog *self)
{
  finish(self, self->fresh != NULL);
}

static void
on_apply_all_clicked_cb(TrammelMappingDialog *self)
{
  finish(self, TRUE);
}

static void
on_cancel_clicked_cb(TrammelMappingDialog *self)
{
  gtk_window_close(GTK_WINDOW(self));
}

static void
give_up(TrammelMappingDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  g_cancellable_cancel(self->cancellable);
  if (task)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The mapping was not changed.");
}

static void
trammel_mapping_dialog_dispose(GObject *object)
{
  TrammelMappingDialog *self = TRAMMEL_MAPPING_DIALOG(object);

  give_up(self);
  g_clear_object(&self->cancellable);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_MAPPING_DIALOG);
  G_OBJECT_CLASS(trammel_mapping_dialog_parent_class)->dispose(object);
}

static void
trammel_mapping_dialog_finalize(GObject *object)
{
  TrammelMappingDialog *self = TRAMMEL_MAPPING_DIALOG(object);

  g_clear_pointer(&self->plan, trammel_mapping_plan_free);
  g_clear_pointer(&self->check, trammel_mapping_check_free);
  g_clear_pointer(&self->table, trammel_log_table_unref);
  g_clear_pointer(&self->project, trammel_project_unref);
  g_clear_pointer(&self->fresh, trammel_log_import_free);
  G_OBJECT_CLASS(trammel_mapping_dialog_parent_class)->finalize(object);
}

static void
trammel_mapping_dialog_class_init(TrammelMappingDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_mapping_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_mapping_dialog_finalize;
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/import/mapping-dialog.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, stack);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, mechanism_row);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, mechanism);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, others);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, grid);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, plot);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, verdict);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, summary);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, reason);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, flip);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, apply);
  gtk_widget_class_bind_template_child(widget_class, TrammelMappingDialog, apply_all);
  gtk_widget_class_bind_template_callback(widget_class, on_mechanism_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_plan_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_row_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_auto_map_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_flip_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_apply_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_apply_all_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_cancel_clicked_cb);
  gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trammel_mapping_dialog_init(TrammelMappingDialog *self)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);

  g_type_ensure(TRAMMEL_TYPE_MAPPING_GRID);
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->filling = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  for (guint i = 0; i < trammel_templates_get_n(); i++)
    gtk_string_list_append(titles, trammel_templates_get_title(i));
  gtk_drop_down_set_model(self->mechanism, G_LIST_MODEL(titles));
  self->filling = FALSE;
  trammel_plot_view_set_x_title(self->plot, "t [s]");
}

static TrammelMappingDialog *
new_dialog(GtkWindow *parent, GAsyncReadyCallback callback, gpointer user)
{
  TrammelMappingDialog *self =
      g_object_new(TRAMMEL_TYPE_MAPPING_DIALOG, "transient-for", parent, "application",
                   gtk_window_get_application(parent), NULL);

  self->task = g_task_new(NULL, NULL, callback, user);
  return self;
}

void
trammel_mapping_dialog_run(GtkWindow *parent,
                           TrammelProject *project,
                           guint log,
                           GAsyncReadyCallback callback,
                           gpointer user)
{
  TrammelMappingDialog *self = new_dialog(parent, callback, user);
  g_autofree char *title =
      g_strdup_printf(_("Mapping of %s"), trammel_project_get_log_name(project, log));

  self->project = trammel_project_ref(project);
  self->log = log;
  gtk_window_set_title(GTK_WINDOW(self), title);
  gtk_widget_set_visible(GTK_WIDGET(self->mechanism_row), FALSE);
  gtk_widget_set_visible(self->apply_all, trammel_project_get_n_logs(project) > 1);
  begin_reading(self);
  gtk_window_present(GTK_WINDOW(self));
}

void
trammel_mapping_dialog_run_new(GtkWindow *parent,
                               const TrammelLogImport *logs,
                               GAsyncReadyCallback callback,
                               gpointer user)
{
  TrammelMappingDialog *self = new_dialog(parent, callback, user);
  g_autoptr(GError) error = NULL;

  self->fresh = trammel_log_import_new((const char *const *)logs->paths, logs->layout);
  self->project = trammel_templates_start(0, self->fresh, &error);
  if (!self->project) {
    g_autoptr(GTask) task = g_steal_pointer(&self->task);
    gtk_window_destroy(GTK_WINDOW(self));
    g_task_return_error(task, g_steal_pointer(&error));
    return;
  }
  gtk_window_set_title(GTK_WINDOW(self), _("Mechanism and mapping"));
  gtk_widget_set_visible(self->apply_all, FALSE);
  begin_reading(self);
  gtk_window_present(GTK_WINDOW(self));
}

TrammelProject *
trammel_mapping_dialog_finish(GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer(G_TASK(result), error);
}

gboolean
trammel_mapping_dialog_is_ready(TrammelMappingDialog *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MAPPING_DIALOG(self), FALSE);
  return self->plan && !self->checking;
}
