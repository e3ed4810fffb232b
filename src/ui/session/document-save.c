#include "ui/session/document-save.h"

#include "io/json_writer.h"

/* Copies `file` into `folder`; a file of that name that is there already is left alone. */
static gboolean
copy_file(const char *file, const char *folder, GError **error)
{
  g_autofree char *name = g_path_get_basename(file);
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_autoptr(GFile) source = g_file_new_for_path(file);
  g_autoptr(GFile) target = g_file_new_for_path(path);

  return g_file_test(path, G_FILE_TEST_EXISTS) ||
         g_file_copy(source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, error);
}

/* Log `i` of the tree: copied, or named by its full path. */
static gboolean
move_log(const TrammelProject *project,
         guint i,
         JsonObject *log,
         const char *folder,
         gboolean copy_logs,
         GError **error)
{
  const char *named = json_object_get_string_member_with_default(log, "file", "");
  g_autofree char *file = trammel_project_dup_log_path(project, i);
  g_autofree char *beside = g_path_get_dirname(file);

  if (g_path_is_absolute(named))
    return TRUE;
  if (copy_logs && g_strcmp0(beside, trammel_project_get_folder(project)) == 0)
    return copy_file(file, folder, error);
  json_object_set_string_member(log, "file", file);
  return TRUE;
}

/* The text of `project` for a file in `folder`. */
static char *
move_logs(const TrammelProject *project, const char *folder, gboolean copy_logs, GError **error)
{
  g_autofree char *text = trammel_project_to_data(project);
  g_autoptr(JsonNode) root = json_from_string(text, error);

  if (!root)
    return NULL;
  JsonObject *object = json_node_get_object(root);
  JsonArray *logs =
      json_object_has_member(object, "logs") ? json_object_get_array_member(object, "logs") : NULL;
  for (guint i = 0; logs && i < json_array_get_length(logs); i++)
    if (!move_log(project, i, json_array_get_object_element(logs, i), folder, copy_logs, error))
      return NULL;
  return trammel_json_node_to_text(root);
}

TrammelProject *
trammel_project_save_elsewhere(const TrammelProject *project,
                               const char *path,
                               gboolean copy_logs,
                               GError **error)
{
  g_autofree char *given = g_path_get_dirname(path);
  g_autofree char *folder = g_canonicalize_filename(given, NULL);
  g_autofree char *text = g_strcmp0(folder, trammel_project_get_folder(project)) == 0
                              ? trammel_project_to_data(project)
                              : move_logs(project, folder, copy_logs, error);
  g_autoptr(TrammelProject) moved =
      text ? trammel_project_new_from_data(text, -1, folder, error) : NULL;

  return moved && trammel_project_save(moved, path, error) ? g_steal_pointer(&moved) : NULL;
}
