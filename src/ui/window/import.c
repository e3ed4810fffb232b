/* Import of logs into the document: CSV and MAT dialogs, mapping, importing again. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "io/base/json_tree.h"
#include "io/base/json_writer.h"
#include "io/project/put.h"
#include "ui/desktop/recent.h"
#include "ui/pages/import/csv-dialog.h"
#include "ui/pages/import/join-dialog.h"
#include "ui/pages/import/mapping-dialog.h"
#include "ui/pages/import/mat-dialog.h"

/* Files to import, one group after the other. */
typedef struct {
  TrammelWindow *window;
  GPtrArray *groups; /* char **: read in the same way */
  guint next;
} Import;

static void import_next(Import *import);

static void
import_free(Import *import)
{
  g_object_unref(import->window);
  g_ptr_array_unref(import->groups);
  g_free(import);
}

/* Reports an error, unless the user cancelled; the other groups are still imported. */
static void
report(TrammelWindow *self, const GError *error)
{
  if (error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

static gboolean
is_mat(const char *path)
{
  g_autofree char *small = g_ascii_strdown(path, -1);

  return g_str_has_suffix(small, ".mat");
}

/* Returns the log that is shown; the chosen one may have been removed. */
static guint
get_log(TrammelWindow *self)
{
  guint n = trammel_project_get_n_logs(trammel_document_get_project(self->document));

  return MIN(trammel_document_get_log(self->document), n - 1);
}

/* ---- mapping --------------------------------------------------------------------------------- */

typedef struct {
  TrammelWindow *window;
  guint log;
  Import *import; /* import that continues afterwards; nullable */
} Mapping;

static void
on_mapped_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  Mapping *mapping = data;
  TrammelWindow *self = mapping->window;
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_mapping_dialog_finish(result, &error);

  g_autofree char *held = g_steal_pointer(&self->held_message);
  self->is_mapping = FALSE;
  if (!project && held && self->document)
    _trammel_window_show_text(self->messages, TRAMMEL_MESSAGE_ERROR, held, &self->reading_message);
  if (project && self->document) {
    g_autofree char *label =
        g_strdup_printf(_("map %s"), trammel_project_get_log_name(project, mapping->log));
    trammel_log_import_remember(project, mapping->log);
    trammel_document_take_project(self->document, project, label, NULL);
    /* as for a log that a project is made for */
    if (mapping->import && mapping->log == 0)
      _trammel_window_set_page(self, "identify");
  }
  report(self, error);
  if (mapping->import)
    import_next(mapping->import);
  g_object_unref(self);
  g_free(mapping);
}

static void
map_log(TrammelWindow *self, guint log, Import *import)
{
  Mapping *mapping = g_new0(Mapping, 1);

  *mapping = (Mapping){g_object_ref(self), log, import};
  self->is_mapping = TRUE;
  trammel_mapping_dialog_run(GTK_WINDOW(self), trammel_document_get_project(self->document), log,
                             on_mapped_cb, mapping);
}

static void
on_mechanism_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  Import *import = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_mapping_dialog_finish(result, &error);

  if (project) {
    g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
    trammel_log_import_remember(project, 0);
    trammel_window_show_document(import->window, document);
    if (trammel_project_get_n_mappings(project, 0) == 0)
      _trammel_window_set_page(import->window, "model");
  }
  report(import->window, error);
  import_next(import);
}

/* ---- import ---------------------------------------------------------------------------------- */

/* Appends the logs to those of the document, as one step. */
static void
add_logs(Import *import, const TrammelLogImport *logs)
{
  TrammelWindow *self = import->window;
  TrammelProject *present = trammel_document_get_project(self->document);
  guint first = trammel_project_get_n_logs(present), n = g_strv_length(logs->paths);
  gboolean is_mapped = FALSE;
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_log_import_add(logs, present, &is_mapped, &error);

  if (!project) {
    report(self, error);
    import_next(import);
    return;
  }
  g_autofree char *label =
      n == 1 ? g_strdup_printf(_("add %s"), trammel_project_get_log_name(project, first))
             : g_strdup_printf(ngettext("add %u log", "add %u logs", n), n);
  trammel_document_take_project(self->document, project, label, NULL);
  _trammel_window_set_page(self, "data");
  trammel_document_set_log(self->document, first);
  if (is_mapped)
    import_next(import);
  else
    map_log(self, first, import);
}

static void
take_logs(Import *import, TrammelLogImport *logs, const GError *error)
{
  for (guint i = 0; logs && logs->paths[i]; i++) {
    g_autoptr(GFile) file = g_file_new_for_path(logs->paths[i]);
    trammel_recent_add(file);
  }
  if (!logs) {
    report(import->window, error);
    import_next(import);
  } else if (import->window->document) {
    add_logs(import, logs);
  } else {
    trammel_mapping_dialog_run_new(GTK_WINDOW(import->window), logs, on_mechanism_chosen_cb,
                                   import);
  }
}

static void
on_csv_read_cb(GObject *source, GAsyncResult *result, gpointer import)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelLogImport) logs = trammel_csv_dialog_finish(result, &error);

  take_logs(import, logs, error);
}

static void
on_mat_read_cb(GObject *source, GAsyncResult *result, gpointer import)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelLogImport) logs = trammel_mat_dialog_finish(result, &error);

  take_logs(import, logs, error);
}

static void
import_next(Import *import)
{
  if (import->next == import->groups->len) {
    import_free(import);
    return;
  }
  char **paths = import->groups->pdata[import->next++];
  if (is_mat(paths[0]))
    trammel_mat_dialog_run(GTK_WINDOW(import->window), paths[0], on_mat_read_cb, import);
  else
    trammel_csv_dialog_run(GTK_WINDOW(import->window), (const char *const *)paths, NULL,
                           on_csv_read_cb, import);
}

/* TRUE for several CSV files of which no two have the same columns. */
static gboolean
may_join(const Import *import, const char *const *paths)
{
  guint n = g_strv_length((char **)paths);

  for (guint i = 0; i < n; i++)
    if (is_mat(paths[i]))
      return FALSE;
  return n > 1 && import->groups->len == n;
}

static void
on_join_answered_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  Import *import = data;
  g_autofree char *joined = NULL;
  g_autoptr(GError) error = NULL;

  if (!trammel_join_dialog_finish(result, &joined, &error)) {
    import_free(import);
    return;
  }
  if (joined) {
    g_ptr_array_unref(import->groups);
    import->groups = trammel_log_import_group((const char *const[]){joined, NULL});
  }
  import_next(import);
}

void
_trammel_window_import(TrammelWindow *self, const char *const *paths)
{
  Import *import = g_new0(Import, 1);

  import->window = g_object_ref(self);
  import->groups = trammel_log_import_group(paths);
  if (may_join(import, paths))
    trammel_join_dialog_run(GTK_WINDOW(self), paths, on_join_answered_cb, import);
  else
    import_next(import);
}

/* ---- importing again ------------------------------------------------------------------------- */

/* Applies `time` and `import` of a layout. */
static gboolean
put_layout(TrammelProject *project, guint log, const char *layout, GError **error)
{
  static const char *const members[] = {"time", "import"};
  g_autoptr(JsonNode) root = trammel_json_parse(layout, -1, "layout", error);

  for (guint i = 0; root && i < G_N_ELEMENTS(members); i++) {
    g_autofree char *path = g_strdup_printf("logs[%u].%s", log, members[i]);
    JsonNode *member = json_object_get_member(json_node_get_object(root), members[i]);
    g_autofree char *json = member ? trammel_json_node_to_text(member) : NULL;
    if (json && !trammel_project_put(project, path, json, error))
      return FALSE;
  }
  return root != NULL;
}

static void
on_read_again_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelWindow) self = data;
  guint log = get_log(self);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelLogImport) logs = trammel_csv_dialog_finish(result, &error);
  g_autoptr(TrammelProject) project =
      logs ? trammel_project_copy(trammel_document_get_project(self->document)) : NULL;

  if (project && put_layout(project, log, logs->layout, &error)) {
    g_autofree char *label =
        g_strdup_printf(_("re-import %s"), trammel_project_get_log_name(project, log));
    trammel_document_take_project(self->document, g_steal_pointer(&project), label, NULL);
  }
  report(self, error);
}

static char *
get_layout(const TrammelProject *project, guint log)
{
  g_autofree char *time_path = g_strdup_printf("logs[%u].time", log);
  g_autofree char *import_path = g_strdup_printf("logs[%u].import", log);
  g_autofree char *time = trammel_project_dup_at(project, time_path);
  g_autofree char *import = trammel_project_dup_at(project, import_path);

  return g_strdup_printf("{ %s%s%s%s%s }", time ? "\"time\": " : "", time ? time : "",
                         time && import ? ", " : "", import ? "\"import\": " : "",
                         import ? import : "");
}

static gboolean
has_log(TrammelWindow *self)
{
  return self->document &&
         trammel_project_get_n_logs(trammel_document_get_project(self->document)) > 0;
}

static void
on_reimport_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (!has_log(self))
    return;
  TrammelProject *project = trammel_document_get_project(self->document);
  guint log = get_log(self);
  g_autofree char *path = trammel_project_dup_log_path(project, log);
  g_autofree char *layout = get_layout(project, log);
  if (is_mat(path))
    _trammel_window_report(
        self, TRAMMEL_MESSAGE_INFO,
        _("A MAT file describes its own layout; choose the variables to use under Mapping."));
  else
    trammel_csv_dialog_run(GTK_WINDOW(self), (const char *[]){path, NULL}, layout, on_read_again_cb,
                           g_object_ref(self));
}

static void
on_map_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (has_log(self))
    map_log(self, get_log(self), NULL);
}

void
_trammel_window_add_import_actions(TrammelWindow *self)
{
  static const GActionEntry entries[] = {
      {.name = "map-log", .activate = on_map_cb},
      {.name = "reimport-log", .activate = on_reimport_cb},
  };

  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
}
