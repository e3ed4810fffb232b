/* Actions on a kept run.  Every action has the run's number as target; 0 is the run that is
 * shown. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "ui/pages/identify/friction-dialog.h"
#include "ui/pages/identify/method-dialog.h"
#include "ui/pages/inspect/compare-dialog.h"
#include "ui/pages/model/model-page.h"
#include "ui/pages/model/simulation-dialog.h"
#include "ui/session/document/command-line.h"
#include "ui/session/run/fit-cache.h"

/* Returns the newest kept run that is shown, NULL if the run that is shown is not kept. */
static TrammelRunRecord *
find_active(TrammelWindow *self)
{
  return trammel_run_list_find(trammel_document_get_run_list(self->document),
                               trammel_document_get_run(self->document));
}

static TrammelRunRecord *
find_record(TrammelWindow *self, GVariant *parameter)
{
  guint number = g_variant_get_uint32(parameter);

  if (!self->document)
    return NULL;
  if (number)
    return trammel_run_list_find_number(trammel_document_get_run_list(self->document), number);
  TrammelRunRecord *active = find_active(self);
  if (!active)
    _trammel_window_report(self, TRAMMEL_MESSAGE_INFO,
                           _("The run shown is not kept. Press Identify first."));
  return active;
}

static void
report_failure(TrammelWindow *self, const GError *error)
{
  _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

/* Computes a run from the file again, since it has no motions yet: the same fit gives the same
 * digits. */
static void
compute_again(TrammelWindow *self, TrammelRunRecord *record)
{
  g_autoptr(TrammelProject) project =
      trammel_run_record_dup_project(record, trammel_document_get_project(self->document));
  g_autofree char *title = trammel_run_record_dup_title(record);

  if (!project) {
    g_autofree char *text = g_strdup_printf(
        _("%s cannot be computed again: the file does not hold its project."), title);
    _trammel_window_report(self, TRAMMEL_MESSAGE_WARNING, text);
    return;
  }
  g_autofree char *key = trammel_run_record_dup_key(record);
  g_autofree char *text = g_strdup_printf(_("Recomputing %s…"), title);
  if (!trammel_fit_cache_has(key))
    _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
  trammel_fit_control_repeat(self->fits, record, project);
}

static void
on_show_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);

  if (record && trammel_run_record_get_run(record))
    trammel_document_show_run(self->document, trammel_run_record_get_run(record));
  else if (record)
    compute_again(self, record);
}

static void
apply(TrammelWindow *self, GVariant *parameter, TrammelValues values)
{
  TrammelRunRecord *record = find_record(self, parameter);
  g_autoptr(GError) error = NULL;

  if (record && !trammel_document_apply_record(self->document, record, values, &error))
    report_failure(self, error);
}

static void
on_apply_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  apply(window, parameter, TRAMMEL_VALUES_PHYSICAL);
}

static void
on_apply_stepper_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  apply(window, parameter, TRAMMEL_VALUES_STEPPER);
}

static void
on_settings_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);
  g_autoptr(GError) error = NULL;

  if (record && !trammel_document_apply_record_settings(self->document, record, &error))
    report_failure(self, error);
}

/* Returns the run to compare with: the one that is shown, or, for that one, the run before it. */
static TrammelRunRecord *
find_other(TrammelWindow *self, TrammelRunRecord *record)
{
  TrammelRunRecord *active = find_active(self);
  GListModel *model = trammel_run_list_get_model(trammel_document_get_run_list(self->document));

  if (active && active != record)
    return active;
  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    g_autoptr(TrammelRunRecord) other = g_list_model_get_item(model, i);
    if (other != record)
      return other;
  }
  return NULL;
}

static void
on_compare_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);
  TrammelRunRecord *other = record ? find_other(self, record) : NULL;

  if (other)
    trammel_compare_dialog_show(GTK_WINDOW(self), other, record,
                                trammel_document_get_project(self->document));
  else
    _trammel_window_report(self, TRAMMEL_MESSAGE_INFO,
                           _("There is no other run to compare with. Identify again first."));
}

static void
on_compare_friction_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (self->document)
    trammel_friction_dialog_show(GTK_WINDOW(self), self->document);
}

static void
on_compare_methods_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (self->document)
    trammel_method_dialog_show(GTK_WINDOW(self), self->document);
}

static void
on_simulate_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  GtkWidget *page = gtk_stack_get_child_by_name(self->pages, "model");

  if (self->document)
    trammel_simulation_dialog_show(GTK_WINDOW(self), self->document,
                                   trammel_model_page_get_pose(TRAMMEL_MODEL_PAGE(page)));
}

static void
on_copy_command_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);
  g_autoptr(GError) error = NULL;

  if (!record)
    return;
  g_autofree char *command = trammel_command_line_for_run(self->document, record, &error);
  if (!command) {
    report_failure(self, error);
    return;
  }
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), command);
  g_autofree char *text = g_strdup_printf(_("Copied: %s"), command);
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
}

static void
on_rename_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);

  if (record)
    trammel_project_browser_rename_run(self->browser, trammel_run_record_get_number(record));
}

static void
on_notes_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);

  if (record)
    trammel_project_browser_edit_notes(self->browser, trammel_run_record_get_number(record));
}

static void
on_delete_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);

  if (record)
    trammel_document_delete_run(self->document, record);
}

static void
on_export_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelRunRecord *record = find_record(self, parameter);

  if (record)
    _trammel_window_show_export(self, "", trammel_run_record_get_number(record));
}

static const GActionEntry entries[] = {
    {.name = "run-show", .activate = on_show_cb, .parameter_type = "u"},
    {.name = "run-apply", .activate = on_apply_cb, .parameter_type = "u"},
    {.name = "run-apply-stepper", .activate = on_apply_stepper_cb, .parameter_type = "u"},
    {.name = "run-settings", .activate = on_settings_cb, .parameter_type = "u"},
    {.name = "run-compare", .activate = on_compare_cb, .parameter_type = "u"},
    {.name = "compare-friction", .activate = on_compare_friction_cb},
    {.name = "compare-methods", .activate = on_compare_methods_cb},
    {.name = "simulate", .activate = on_simulate_cb},
    {.name = "run-copy-command", .activate = on_copy_command_cb, .parameter_type = "u"},
    {.name = "run-rename", .activate = on_rename_cb, .parameter_type = "u"},
    {.name = "run-notes", .activate = on_notes_cb, .parameter_type = "u"},
    {.name = "run-export", .activate = on_export_cb, .parameter_type = "u"},
    {.name = "run-delete", .activate = on_delete_cb, .parameter_type = "u"},
};

void
_trammel_window_add_run_actions(TrammelWindow *self)
{
  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
}
