/* Actions on a log of the document.  Every action has the log's index as target; -1 is the log that
 * is shown. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "io/base/json_writer.h"
#include "ui/pages/data/data-page.h"

/* Finds the log of a target; returns FALSE if there is none. */
static gboolean
find_log(TrammelWindow *self, int target, guint *log)
{
  guint n =
      self->document ? trammel_project_get_n_logs(trammel_document_get_project(self->document)) : 0;

  *log = target < 0 && self->document ? trammel_document_get_log(self->document) : (guint)target;
  return *log < n;
}

static void
on_rename_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  guint log;

  if (!find_log(self, g_variant_get_int32(parameter), &log))
    return;
  g_action_group_change_action_state(G_ACTION_GROUP(self), "show-browser",
                                     g_variant_new_boolean(TRUE));
  trammel_project_browser_rename_log(self->browser, log);
}

static void
on_delete_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  guint log;
  g_autoptr(GError) error = NULL;

  if (!find_log(self, g_variant_get_int32(parameter), &log))
    return;
  TrammelProject *project = trammel_document_get_project(self->document);
  g_autofree char *path = g_strdup_printf("logs[%u]", log);
  g_autofree char *label =
      g_strdup_printf(_("remove the log %s"), trammel_project_get_log_name(project, log));
  guint left = trammel_project_get_n_logs(project) - 1;
  if (trammel_document_put(self->document, path, NULL, label, NULL, &error))
    trammel_document_set_log(self->document, left ? MIN(log, left - 1) : 0);
  else
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

/* parameter: (log, role) */
static void
on_role_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  int target, role;
  guint log;

  g_variant_get(parameter, "(ii)", &target, &role);
  if (find_log(self, target, &log))
    trammel_document_set_log_role(self->document, log, (TrammelRole)role);
}

/* Shows the log and runs an action that the page Data has a button for. */
static void
on_show_then_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  gboolean maps = g_str_equal(g_action_get_name(G_ACTION(action)), "log-map");
  guint log;

  if (!find_log(self, g_variant_get_int32(parameter), &log))
    return;
  trammel_document_set_log(self->document, log);
  g_action_group_activate_action(G_ACTION_GROUP(self), maps ? "map-log" : "reimport-log", NULL);
}

/* Splits the log on the page Data, which shows it. */
static void
on_split_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  guint log;

  if (!find_log(self, g_variant_get_int32(parameter), &log))
    return;
  _trammel_window_set_page(self, "data");
  trammel_document_set_log(self->document, log);
  trammel_data_page_ask_split(TRAMMEL_DATA_PAGE(_trammel_window_get_page(self)));
}

void
_trammel_window_add_log_actions(TrammelWindow *self)
{
  static const GActionEntry entries[] = {
      {.name = "log-rename", .activate = on_rename_cb, .parameter_type = "i"},
      {.name = "log-delete", .activate = on_delete_cb, .parameter_type = "i"},
      {.name = "log-role", .activate = on_role_cb, .parameter_type = "(ii)"},
      {.name = "log-split", .activate = on_split_cb, .parameter_type = "i"},
      {.name = "log-map", .activate = on_show_then_cb, .parameter_type = "i"},
      {.name = "log-reimport", .activate = on_show_then_cb, .parameter_type = "i"},
  };

  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
}
