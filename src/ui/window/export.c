/* Export of runs and figures: the dialog, repeating the last export, and the messages
 * afterwards. */
#include "ui/window/private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/desktop/settings.h"
#include "ui/desktop/show-file.h"
#include "ui/pages/export/export-dialog.h"
#include "ui/scene/picture/mechanism-picture.h"

static void
offer_file(TrammelWindow *self, const char *path)
{
  g_autofree char *show = g_action_print_detailed_name("win.show-file", g_variant_new_string(path));
  g_autofree char *copy = g_action_print_detailed_name("win.copy-path", g_variant_new_string(path));

  trammel_message_bar_add_action(self->messages, _("Show in Folder"), show);
  trammel_message_bar_add_action(self->messages, _("Copy Path"), copy);
}

/* Appends the place of the exported files; a repeated export shows no dialog, so its text is
 * different. */
static void
append_place(GString *text, const char *const *paths, gboolean is_again)
{
  guint n = g_strv_length((char **)paths);
  g_autofree char *folder = g_path_get_dirname(paths[0]);

  if (n > 1 && is_again)
    g_string_append_printf(text, _("Exported %u files again to %s."), n, folder);
  else if (n > 1)
    g_string_append_printf(text, _("Exported %u files to %s."), n, folder);
  else if (is_again)
    g_string_append_printf(text, _("Exported again to %s."), paths[0]);
  else
    g_string_append_printf(text, _("Exported to %s."), paths[0]);
}

/* Returns "Exported to furuta.json.  2 of 10 parameters are at a bound: ….  The file says so." */
static char *
describe_export(const TrammelExportOrder *order,
                const TrammelExportOutcome *outcome,
                gboolean is_again)
{
  guint n_notes = outcome->notes ? g_strv_length(outcome->notes) : 0;
  GString *text = g_string_new(NULL);

  append_place(text, (const char *const *)outcome->paths, is_again);
  for (guint i = 0; outcome->cautions[i]; i++)
    g_string_append_printf(text, " %s", outcome->cautions[i]);
  if (outcome->cautions[0] && order->format->group != TRAMMEL_EXPORT_MOTIONS)
    g_string_append_printf(text, " %s", _("The file states this."));
  if (n_notes) {
    g_string_append_c(text, ' ');
    g_string_append_printf(text,
                           _("%u values could not be written; the comment at the top of the file "
                             "lists them with the reasons."),
                           n_notes);
  }
  return g_string_free(text, FALSE);
}

static void
on_exported_cb(TrammelWindow *self, TrammelExportOutcome *outcome)
{
  const TrammelExportOrder *order = trammel_exporter_get_order(self->exporter);
  g_autofree char *text = describe_export(order, outcome, self->exports_again);

  _trammel_window_report(
      self, outcome->cautions[0] || outcome->notes ? TRAMMEL_MESSAGE_WARNING : TRAMMEL_MESSAGE_INFO,
      text);
  offer_file(self, outcome->paths[0]);
}

static void
on_export_failed_cb(TrammelWindow *self, const GError *error)
{
  _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

void
_trammel_window_connect_exporter(TrammelWindow *self)
{
  self->exporter = trammel_exporter_new(FALSE);
  g_signal_connect_object(self->exporter, "finished", G_CALLBACK(on_exported_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->exporter, "failed", G_CALLBACK(on_export_failed_cb), self,
                          G_CONNECT_SWAPPED);
}

void
_trammel_window_forget_exports(TrammelWindow *self)
{
  if (self->export_dialog)
    gtk_window_destroy(self->export_dialog);
  g_clear_object(&self->exporter);
  g_clear_pointer(&self->export_plan, trammel_export_plan_free);
}

char *
_trammel_window_dup_export(TrammelWindow *self)
{
  return self->exporter && trammel_worker_get_running(TRAMMEL_WORKER(self->exporter))
             ? g_strdup(_("the export"))
             : NULL;
}

/* Size of the picture of the mechanism in a report [pt]. */
enum { PICTURE_WIDTH = 490, PICTURE_HEIGHT = 230 };

/* Returns the mechanism at the start of the first log, or with all joints at 0 if the order has no
 * motion; NULL for a model that cannot be drawn. */
static GBytes *
draw_mechanism(const TrammelExportOrder *order)
{
  guint n = trammel_project_get_n_shapes(order->figures);
  g_autofree TrammelShape *shapes = g_new(TrammelShape, n + 1);
  TrammelMechanism mechanism = {
      .model = trammel_project_get_model(order->figures), .shapes = shapes, .n_shapes = n};

  for (guint i = 0; i < n; i++)
    shapes[i] = *trammel_project_get_shape(order->figures, i);
  if (order->run) {
    const TrFit *fit = trammel_run_get_fit(order->run);
    mechanism.model = fit->n_logs > 0 ? tr_fit_model_of_log(fit, 0) : fit->model;
    mechanism.poses = fit->n_logs > 0 ? fit->logs[0].trajectory->pose : NULL;
    mechanism.n_poses = fit->n_logs > 0 ? (gsize)fit->logs[0].trajectory->n_nodes : 0;
  }
  return trammel_mechanism_picture_new(&mechanism, PICTURE_WIDTH, PICTURE_HEIGHT);
}

static void
start(TrammelWindow *self, gboolean again)
{
  TrammelExportOrder *order;
  g_autofree char *obstacle = trammel_export_plan_find_obstacle(self->export_plan, self->document);

  if (obstacle) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_WARNING, obstacle);
    return;
  }
  self->export_plan->was_used = TRUE;
  self->exports_again = again;
  order = trammel_export_plan_make_order(self->export_plan, self->document);
  if (order->format->group == TRAMMEL_EXPORT_REPORT)
    order->picture = draw_mechanism(order);
  trammel_exporter_start(self->exporter, order);
}

static void
on_dialog_export_cb(TrammelWindow *self)
{
  if (trammel_settings_get())
    g_settings_set_string(trammel_settings_get(), "export-format", self->export_plan->format->id);
  start(self, FALSE);
}

void
_trammel_window_show_export(TrammelWindow *self, const char *format, guint run)
{
  if (self->export_dialog) {
    gtk_window_present(self->export_dialog);
    return;
  }
  if (!self->export_plan) {
    g_autofree char *last = trammel_settings_dup_string("export-format", "json");
    self->export_plan = trammel_export_plan_new(self->document, last);
  }
  if (*format)
    self->export_plan->format = trammel_export_format_find(format);
  self->export_plan->run = run;
  TrammelExportDialog *dialog =
      trammel_export_dialog_show(GTK_WINDOW(self), self->document, self->export_plan);
  g_set_weak_pointer(&self->export_dialog, GTK_WINDOW(dialog));
  g_signal_connect_object(dialog, "export", G_CALLBACK(on_dialog_export_cb), self,
                          G_CONNECT_SWAPPED);
}

static void
on_export_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_show_export(window, g_variant_get_string(parameter, NULL), 0);
}

static void
on_export_again_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (!self->export_plan || !self->export_plan->was_used)
    _trammel_window_show_export(self, "", 0);
  else if (!trammel_worker_get_running(TRAMMEL_WORKER(self->exporter)))
    start(self, TRUE);
}

static void
on_show_file_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  trammel_show_file(window, g_variant_get_string(parameter, NULL));
}

static void
on_copy_path_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  gdk_clipboard_set_text(gtk_widget_get_clipboard(window), g_variant_get_string(parameter, NULL));
}

/* Reports the files of figures; each has its name between the stem and the extension. */
static void
report_figures(TrammelWindow *self, const char *path)
{
  g_autofree char *folder = g_path_get_dirname(path);
  g_autofree char *name = g_path_get_basename(path);
  const char *dot = strrchr(name, '.');
  int length = dot ? (int)(dot - name) : (int)strlen(name);
  g_autofree char *text = g_strdup_printf(_("Exported the figures of this page as %.*s-…%s to %s."),
                                          length, name, dot ? dot : "", folder);

  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
  offer_file(self, folder);
}

static void
on_figures_file_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelWindow *self = TRAMMEL_WINDOW(source);
  g_autoptr(TrammelPage) page = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  g_autofree char *path = file ? g_file_get_path(file) : NULL;

  if (!path)
    return;
  if (!trammel_page_export_figures(page, path, &error)) {
    on_export_failed_cb(self, error);
    return;
  }
  report_figures(self, path);
}

static void
on_export_figures_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  g_autofree char *stem = trammel_document_dup_stem(self->document);
  g_autofree char *name = g_strdup_printf("%s.%s", stem, g_variant_get_string(parameter, NULL));

  trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_SAVE_FIGURES, name,
                            on_figures_file_chosen_cb,
                            g_object_ref(_trammel_window_get_page(self)));
}

/* Returns "Angles (#3 κ 1650)": the title of a figure, and the run that it showed. */
static char *
make_caption(TrammelWindow *self, const char *title)
{
  TrammelRunRecord *record = trammel_run_list_find(trammel_document_get_run_list(self->document),
                                                   trammel_document_get_run(self->document));

  return record ? g_strdup_printf("%s (#%u %s)", title, trammel_run_record_get_number(record),
                                  trammel_run_record_get_name(record))
                : g_strdup(title);
}

static void
on_add_to_report_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  const char *title;
  g_autoptr(GVariant) drawing = NULL;
  g_autoptr(GError) error = NULL;

  g_variant_get(parameter, "(&s@ay)", &title, &drawing);
  g_autoptr(GBytes) svg = g_variant_get_data_as_bytes(drawing);
  g_autofree char *caption = make_caption(self, title);
  if (!trammel_document_add_figure(self->document, caption, svg, &error)) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
    return;
  }
  g_autofree char *text = g_strdup_printf(_("“%s” was added to the report."), caption);
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
  trammel_message_bar_add_action(self->messages, _("Export Report…"), "win.export::pdf");
}

static const GActionEntry entries[] = {
    {.name = "export", .activate = on_export_cb, .parameter_type = "s"},
    {.name = "export-again", .activate = on_export_again_cb},
    {.name = "export-figures", .activate = on_export_figures_cb, .parameter_type = "s"},
    {.name = "add-to-report", .activate = on_add_to_report_cb, .parameter_type = "(say)"},
    {.name = "show-file", .activate = on_show_file_cb, .parameter_type = "s"},
    {.name = "copy-path", .activate = on_copy_path_cb, .parameter_type = "s"},
};

void
_trammel_window_add_export_actions(TrammelWindow *self)
{
  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
}
