#include "ui/session/document-save.h"

#include "io/project_runs.h"

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

static gboolean
copy_logs(const TrammelProject *project, const char *folder, GError **error)
{
  for (guint i = 0; i < trammel_project_get_n_logs(project); i++) {
    g_autofree char *file = trammel_project_dup_log_path(project, i);
    g_autofree char *beside = g_path_get_dirname(file);
    if (g_strcmp0(beside, trammel_project_get_folder(project)) == 0 &&
        !copy_file(file, folder, error))
      return FALSE;
  }
  return TRUE;
}

TrammelProject *
trammel_project_save_with_logs(const TrammelProject *project,
                               const char *path,
                               const GPtrArray *runs,
                               GError **error)
{
  g_autofree char *given = g_path_get_dirname(path);
  g_autofree char *folder = g_canonicalize_filename(given, NULL);
  g_autofree char *text = trammel_project_to_data(project);

  if (!copy_logs(project, folder, error))
    return NULL;
  /* read anew in the other folder: there its relative names mean the copies */
  g_autoptr(TrammelProject) moved = trammel_project_new_from_data(text, -1, folder, error);
  return moved && trammel_project_save_with_runs(moved, path, runs, error) ? g_steal_pointer(&moved)
                                                                           : NULL;
}
