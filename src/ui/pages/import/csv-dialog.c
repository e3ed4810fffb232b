#include "ui/pages/import/csv-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/error.h"
#include "io/log/load.h"
#include "ui/pages/import/csv-columns.h"
#include "ui/pages/import/csv-format.h"
#include "ui/pages/import/csv-time.h"
#include "ui/plot/plot-view.h"
#include "ui/session/import/csv-segments.h"
#include "ui/session/import/import-memory.h"
#include "ui/widgets/sentence-label.h"

/* Number of rows shown, rows above a fault that is jumped to, and interval of the progress. */
enum { PREVIEW_ROWS = 50, ROWS_ABOVE = 3, PROGRESS_MSEC = 100 };

struct _TrammelCsvDialog {
  GtkWindow parent_instance;
  TrammelCsvFormat *format;
  TrammelCsvTime *time;
  TrammelCsvColumns *columns;
  TrammelPlotView *plot;
  GtkProgressBar *progress;
  GtkLabel *recalled, *fault_count, *reason;
  GtkCheckButton *remember;
  GtkWidget *faults, *import;
  char **paths;
  TrammelCsvDraft *draft;
  char *header; /* of the file with the present settings */
  TrammelDataset *dataset;
  TrammelDraftClock clock;
  guint selected, fault;
  GTask *task;
  GCancellable *cancellable; /* of the running read; NULL: none */
  gboolean was_read;         /* at least once */
  gboolean is_import_wanted; /* once the file is read */
  int share;                 /* progress in thousandths; atomic */
  guint ticker;
};

G_DEFINE_FINAL_TYPE(TrammelCsvDialog, trammel_csv_dialog, GTK_TYPE_WINDOW)

/* ---- display --------------------------------------------------------------------------------- */

static void
update_plot(TrammelCsvDialog *self)
{
  const TrammelColumn *column =
      self->dataset && self->selected < trammel_dataset_get_n_columns(self->dataset)
          ? trammel_dataset_get_column(self->dataset, self->selected)
          : NULL;

  if (!column || column->is_text || column->is_skipped) {
    trammel_plot_view_set_empty_text(self->plot, column && column->is_text
                                                     ? _("This column is text.")
                                                     : _("This column is not used."));
    trammel_plot_view_set_series(self->plot, NULL, 0);
    trammel_plot_view_set_y_title(self->plot, NULL);
    return;
  }
  g_autofree double *rows = g_new(double, MAX(column->n, 1));
  g_autofree char *title = column->unit ? g_strdup_printf("%s [%s]", column->name, column->unit)
                                        : g_strdup(column->name);
  for (gsize i = 0; i < column->n; i++)
    rows[i] = (double)i;
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .not_in_legend = TRUE};
  g_autoptr(TrammelSeries) series =
      trammel_series_new(column->name, rows, column->values, column->n, &style);
  TrammelSeries *list[] = {series};
  trammel_plot_view_set_y_title(self->plot, title);
  trammel_plot_view_set_series(self->plot, list, 1);
  trammel_plot_view_fit(self->plot);
}

static void
update_reason(TrammelCsvDialog *self)
{
  g_autofree char *why = self->dataset
                             ? trammel_csv_draft_check(self->draft, self->dataset, &self->clock)
                         : self->cancellable ? g_strdup(_("The file is being read."))
                                             : NULL;

  if (why || self->dataset)
    trammel_label_set_numbers(self->reason, why ? why : "");
  /* a press during a reading after an edit is kept until the file is read */
  gtk_widget_set_sensitive(self->import,
                           self->dataset ? !why : self->was_read && self->cancellable);
  /* Enter imports at once if all guesses are right */
  if (self->dataset && !self->was_read)
    gtk_widget_grab_focus(self->import);
  self->was_read = self->was_read || self->dataset;
}

static void
update_faults(TrammelCsvDialog *self)
{
  guint n = self->dataset ? trammel_dataset_get_n_faults(self->dataset) : 0;
  g_autofree char *text =
      g_strdup_printf(ngettext("%u cell is not a number and counts as missing",
                               "%u cells are not numbers and count as missing", n),
                      n);

  gtk_label_set_text(self->fault_count, text);
  gtk_widget_set_visible(self->faults, n > 0);
}

static void
show_dataset(TrammelCsvDialog *self)
{
  trammel_csv_draft_guess_time(self->draft, self->dataset);
  trammel_draft_clock_clear(&self->clock);
  trammel_csv_draft_read_clock(&self->clock, self->draft, self->dataset);
  trammel_csv_time_show(self->time, self->draft, self->dataset, &self->clock,
                        g_strv_length(self->paths) == 1);
  trammel_csv_columns_set_dataset(self->columns, self->dataset);
  update_faults(self);
  update_plot(self);
  update_reason(self);
}

/* Stores or drops the layout; an error of writing it does not prevent the import. */
static void
remember(TrammelCsvDialog *self, const char *layout)
{
  g_autofree char *fingerprint = trammel_import_memory_fingerprint(self->header);
  g_autoptr(GError) error = NULL;

  if (*self->header == '\0')
    return;
  if (gtk_check_button_get_active(self->remember))
    trammel_import_memory_store(fingerprint, layout, &error);
  else
    trammel_import_memory_forget(fingerprint, &error);
  if (error)
    g_info("%s", error->message);
}

static void
finish(TrammelCsvDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer(&self->task);
  g_autofree char *layout = trammel_csv_draft_to_layout(self->draft, self->dataset);
  TrammelLogImport *logs = trammel_log_import_new((const char *const *)self->paths, layout);

  remember(self, layout);
  logs->segments = trammel_csv_segments_find(self->draft, self->dataset);
  gtk_window_destroy(GTK_WINDOW(self));
  g_task_return_pointer(task, logs, (GDestroyNotify)trammel_log_import_free);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct {
  char *path;
  TrammelImport *import;
  TrammelCsvDialog *dialog; /* reference held by the task */
} Reading;

static void
reading_free(gpointer data)
{
  Reading *reading = data;

  g_free(reading->path);
  trammel_import_free(reading->import);
  g_free(reading);
}

/* Runs on the worker thread. */
static void
on_share_cb(double share, gpointer user)
{
  g_atomic_int_set(&((TrammelCsvDialog *)user)->share, (int)(1000 * share));
}

static void
read_file(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Reading *reading = data;
  const TrammelWatch watch = {on_share_cb, source};
  GError *error = NULL;
  TrammelDataset *dataset =
      trammel_dataset_load_watched(reading->path, reading->import, &watch, cancellable, &error);

  if (dataset)
    g_task_return_pointer(task, dataset, (GDestroyNotify)trammel_dataset_unref);
  else
    g_task_return_error(task, error);
}

static void
end_reading(TrammelCsvDialog *self)
{
  g_clear_handle_id(&self->ticker, g_source_remove);
  g_clear_object(&self->cancellable);
  gtk_widget_set_visible(GTK_WIDGET(self->progress), FALSE);
}

static void
on_file_read_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelCsvDialog *self = TRAMMEL_CSV_DIALOG(source);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) dataset = g_task_propagate_pointer(G_TASK(result), &error);

  /* superseded by a newer read, or the dialog is closed */
  if (!self->task || g_task_get_cancellable(G_TASK(result)) != self->cancellable)
    return;
  end_reading(self);
  if (dataset) {
    self->dataset = g_steal_pointer(&dataset);
    show_dataset(self);
    if (self->is_import_wanted && gtk_widget_get_sensitive(self->import))
      finish(self);
  } else {
    trammel_label_set_sentence(self->reason, error->message);
    gtk_widget_set_sensitive(self->import, FALSE);
  }
}

static gboolean
on_tick_cb(gpointer data)
{
  TrammelCsvDialog *self = data;

  gtk_widget_set_visible(GTK_WIDGET(self->progress), TRUE);
  gtk_progress_bar_set_fraction(self->progress, g_atomic_int_get(&self->share) / 1000.0);
  return G_SOURCE_CONTINUE;
}

/* Reads the whole file with the present settings, in a background thread. */
static void
begin_reading(TrammelCsvDialog *self)
{
  Reading *reading = g_new0(Reading, 1);

  self->is_import_wanted = FALSE;
  g_cancellable_cancel(self->cancellable);
  g_clear_object(&self->cancellable);
  g_clear_pointer(&self->dataset, trammel_dataset_unref);
  self->cancellable = g_cancellable_new();
  g_atomic_int_set(&self->share, 0);
  *reading = (Reading){g_strdup(self->paths[0]), trammel_import_copy(self->draft->import), self};
  g_autoptr(GTask) task = g_task_new(self, self->cancellable, on_file_read_cb, NULL);
  g_task_set_task_data(task, reading, reading_free);
  g_task_run_in_thread(task, read_file);
  g_clear_handle_id(&self->ticker, g_source_remove);
  self->ticker = g_timeout_add(PROGRESS_MSEC, on_tick_cb, self);
  trammel_csv_columns_set_dataset(self->columns, NULL);
  update_reason(self);
}

/* Shows the rows from `line` on, synchronously. */
static gboolean
show_rows(TrammelCsvDialog *self, gsize line)
{
  g_autoptr(GError) error = NULL;
  TrammelCsvPreview *preview =
      trammel_csv_preview_new(self->paths[0], self->draft->import, line, PREVIEW_ROWS, &error);

  if (!preview) {
    trammel_label_set_sentence(self->reason, error->message);
    gtk_widget_set_sensitive(self->import, FALSE);
    return FALSE;
  }
  g_free(self->header);
  self->header = g_strdup(preview->header);
  gtk_widget_set_visible(GTK_WIDGET(self->remember), *self->header != '\0');
  trammel_csv_format_show(self->format, self->draft, &preview->layout);
  trammel_csv_columns_take_preview(self->columns, self->draft, preview);
  return TRUE;
}

static void
read_anew(TrammelCsvDialog *self)
{
  self->fault = 0;
  trammel_csv_columns_mark_line(self->columns, 0);
  trammel_csv_columns_select(self->columns, self->selected);
  if (show_rows(self, 0))
    begin_reading(self);
}

/* ---- the user -------------------------------------------------------------------------------- */

static void
on_recipe_changed_cb(TrammelCsvDialog *self)
{
  if (self->task) /* not when the focus leaves an entry because the dialog closes */
    read_anew(self);
}

/* Updates the time; only a sorted file must be read again. */
static void
on_time_changed_cb(TrammelCsvDialog *self)
{
  if (self->draft->import->sort)
    read_anew(self);
  else if (self->dataset)
    show_dataset(self);
}

static void
on_column_selected_cb(TrammelCsvDialog *self, guint column)
{
  self->selected = column;
  update_plot(self);
}

static void
on_next_fault_clicked_cb(TrammelCsvDialog *self)
{
  guint n = trammel_dataset_get_n_faults(self->dataset);
  const TrammelFault *fault = trammel_dataset_get_fault(self->dataset, self->fault++ % n);

  show_rows(self, fault->line > ROWS_ABOVE ? fault->line - ROWS_ABOVE : 0);
  trammel_csv_columns_mark_line(self->columns, fault->line);
  trammel_csv_columns_select(self->columns, fault->column);
  on_column_selected_cb(self, fault->column);
}

static void
on_import_clicked_cb(TrammelCsvDialog *self)
{
  self->is_import_wanted = TRUE;
  if (self->dataset)
    finish(self);
}

static void
on_cancel_clicked_cb(TrammelCsvDialog *self)
{
  gtk_window_close(GTK_WINDOW(self));
}

/* Cancels; called when the dialog is closed in any way other than by Import. */
static void
give_up(TrammelCsvDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  g_cancellable_cancel(self->cancellable);
  if (task)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "No log was imported.");
}

static void
trammel_csv_dialog_dispose(GObject *object)
{
  TrammelCsvDialog *self = TRAMMEL_CSV_DIALOG(object);

  give_up(self);
  g_clear_handle_id(&self->ticker, g_source_remove);
  g_clear_object(&self->cancellable);
  g_clear_pointer(&self->dataset, trammel_dataset_unref);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_CSV_DIALOG);
  G_OBJECT_CLASS(trammel_csv_dialog_parent_class)->dispose(object);
}

static void
trammel_csv_dialog_finalize(GObject *object)
{
  TrammelCsvDialog *self = TRAMMEL_CSV_DIALOG(object);

  g_strfreev(self->paths);
  g_free(self->header);
  g_clear_pointer(&self->draft, trammel_csv_draft_free);
  trammel_draft_clock_clear(&self->clock);
  G_OBJECT_CLASS(trammel_csv_dialog_parent_class)->finalize(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/import/csv-dialog.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, format);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, time);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, columns);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, plot);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, progress);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, recalled);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, fault_count);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, faults);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, reason);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, remember);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvDialog, import);
  gtk_widget_class_bind_template_callback(widget_class, on_recipe_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_time_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_column_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_next_fault_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_import_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_cancel_clicked_cb);
}

static void
trammel_csv_dialog_class_init(TrammelCsvDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_csv_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_csv_dialog_finalize;
  gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  bind_template(widget_class);
}

static void
trammel_csv_dialog_init(TrammelCsvDialog *self)
{
  g_type_ensure(TRAMMEL_TYPE_CSV_FORMAT);
  g_type_ensure(TRAMMEL_TYPE_CSV_TIME);
  g_type_ensure(TRAMMEL_TYPE_CSV_COLUMNS);
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->selected = 1;
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_plot_view_set_x_title(self->plot, _("row"));
  trammel_plot_view_set_x_kind(self->plot, TRAMMEL_AXIS_INTEGER);
}

/* Returns "Import log_01.csv (29.4 MB) and 2 files more with the same header". */
static char *
describe_files(char **paths)
{
  g_autofree char *name = g_path_get_basename(paths[0]);
  g_autoptr(GFile) file = g_file_new_for_path(paths[0]);
  g_autoptr(GFileInfo) info =
      g_file_query_info(file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autofree char *size = g_format_size(info ? (guint64)g_file_info_get_size(info) : 0);
  guint more = g_strv_length(paths) - 1;

  return more == 0 ? g_strdup_printf(_("Import %s (%s)"), name, size)
                   : g_strdup_printf(ngettext("Import %s (%s) and %u more file like it",
                                              "Import %s (%s) and %u more files like it", more),
                                     name, size, more);
}

void
trammel_csv_dialog_run(GtkWindow *parent,
                       const char *const *paths,
                       const char *layout,
                       GAsyncReadyCallback callback,
                       gpointer user)
{
  TrammelCsvDialog *self = g_object_new(TRAMMEL_TYPE_CSV_DIALOG, "transient-for", parent,
                                        "application", gtk_window_get_application(parent), NULL);
  g_autoptr(TrammelCsvPreview) first = trammel_csv_preview_new(paths[0], NULL, 0, 1, NULL);

  self->task = g_task_new(NULL, NULL, callback, user);
  self->paths = g_strdupv((char **)paths);
  self->draft = trammel_csv_draft_new(paths[0]);
  if (layout)
    trammel_csv_draft_take_layout(self->draft, layout);
  else if (first)
    trammel_csv_draft_recall(self->draft, first->header);
  gtk_widget_set_visible(GTK_WIDGET(self->recalled), self->draft->is_recalled);
  g_autofree char *title = describe_files(self->paths);
  gtk_window_set_title(GTK_WINDOW(self), title);
  read_anew(self);
  gtk_window_present(GTK_WINDOW(self));
}

TrammelLogImport *
trammel_csv_dialog_finish(GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer(G_TASK(result), error);
}

gboolean
trammel_csv_dialog_has_read(TrammelCsvDialog *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CSV_DIALOG(self), FALSE);
  return self->dataset != NULL;
}
