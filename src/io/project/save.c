#include "io/project/save.h"

#include <string.h>

#include "io/base/error.h"
#include "io/base/whole_file.h"
#include "io/packed/packed.h"
#include "io/project/log_files.h"
#include "io/project/private.h"
#include "io/project/runs.h"

gboolean
trammel_project_save_packs(const char *path)
{
  return trammel_packed_has_ending(path) || trammel_packed_is_file(path);
}

/* Fails if the file was written by a newer version of the program. */
static gboolean
check_writable(const TrammelProject *project, const char *path, GError **error)
{
  g_autofree char *full = g_canonicalize_filename(path, NULL);

  if (g_strcmp0(full, project->source) != 0)
    return TRUE;
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID,
      "%s was written by a newer version of the program (trammel/%u), which this one "
      "could damage, so it is read-only; save under another name, or update the program",
      path, project->version);
  return FALSE;
}

static char *
to_text(const TrammelProject *project, const GPtrArray *runs)
{
  return runs ? trammel_project_to_data_with_runs(project, runs) : trammel_project_to_data(project);
}

/* Returns the name of the project in the packed file: "swing.trammelz" holds "swing.trammel". */
static char *
name_member(const char *path)
{
  g_autofree char *base = g_path_get_basename(path);
  gsize length = strlen(base);

  if (g_str_has_suffix(base, TRAMMEL_PACKED_ENDING))
    length -= strlen(TRAMMEL_PACKED_ENDING);
  else if (g_str_has_suffix(base, TRAMMEL_PROJECT_ENDING))
    length -= strlen(TRAMMEL_PROJECT_ENDING);
  return g_strdup_printf("%.*s" TRAMMEL_PROJECT_ENDING,
                         length ? (int)length : (int)strlen("project"), length ? base : "project");
}

/* Fails for a log with a missing file, or with the name of a project, which cannot be packed. */
static gboolean
check_packable(const TrammelProject *project, GError **error)
{
  for (guint i = 0; i < project->logs->len; i++) {
    const char *name = trammel_project_get_log_name(project, i);
    g_autofree char *path = trammel_project_dup_log_path(project, i);
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
      g_autofree char *place = trammel_project_dup_log_place(project, i);
      trammel_error_set(
          error, TRAMMEL_ERROR_UNREADABLE,
          "log '%s': there is no file %s to pack; locate it, or remove the log from the project",
          name, place);
      return FALSE;
    }
    if (g_str_has_suffix(path, TRAMMEL_PROJECT_ENDING)) {
      trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                        "log '%s': %s has the name of a project, and a packed project holds only "
                        "one; rename the file",
                        name, path);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
write_packed(const char *path, const char *text, const GPtrArray *files, GError **error)
{
  g_autofree TrammelPackedMember *members = g_new0(TrammelPackedMember, files->len + 1);
  g_autofree char *name = name_member(path);

  members[0] = (TrammelPackedMember){.name = name, .text = text};
  for (guint i = 0; i < files->len; i++) {
    const TrammelLogFile *file = files->pdata[i];
    members[i + 1] = (TrammelPackedMember){.name = file->name, .source = file->source};
  }
  return trammel_packed_write(path, members, files->len + 1, &trammel_packed_limits, error);
}

/* TRUE if the logs are in the folder where those of `path` were unpacked, under their new names. */
static gboolean
are_at_home(const TrammelProject *project, const GPtrArray *files, const char *path)
{
  g_autofree char *origin = g_canonicalize_filename(path, NULL);
  const char *home =
      project->home && g_strcmp0(trammel_temp_folder_get_origin(project->home), origin) == 0
          ? trammel_temp_folder_get_path(project->home)
          : NULL;

  for (guint i = 0; home && i < files->len; i++) {
    const TrammelLogFile *file = files->pdata[i];
    g_autofree char *own = g_build_filename(home, file->name, NULL);
    if (!g_str_equal(own, file->source))
      return FALSE;
  }
  return home != NULL;
}

/* Returns the project with the packed logs: unpacked again, which also verifies the file. */
static TrammelProject *
settle_packed(TrammelProject *moved, const char *path, GError **error)
{
  g_autoptr(TrammelUnpacked) unpacked = trammel_packed_extract(path, &trammel_packed_limits, error);

  if (!unpacked)
    return NULL;
  g_autofree char *text = trammel_project_to_data(moved);
  TrammelProject *settled = trammel_project_new_from_data(
      text, -1, trammel_temp_folder_get_path(unpacked->folder), error);
  if (!settled)
    return NULL;
  trammel_project_set_home(settled, unpacked->folder);
  settled->source = g_strdup(moved->source);
  return settled;
}

/* Packs the project; *files is set to the packed files (transfer full). */
static TrammelProject *
pack(GPtrArray **files,
     const TrammelProject *project,
     const char *path,
     const GPtrArray *runs,
     GError **error)
{
  if (!check_packable(project, error))
    return NULL;
  g_autoptr(TrammelProject) moved = trammel_project_copy(project);
  *files = trammel_log_files_place(moved, project, NULL, FALSE);
  g_autofree char *text = to_text(moved, runs);
  return write_packed(path, text, *files, error) ? g_steal_pointer(&moved) : NULL;
}

static TrammelProject *
save_packed(const TrammelProject *project, const char *path, const GPtrArray *runs, GError **error)
{
  g_autoptr(GPtrArray) files = NULL;
  g_autoptr(TrammelProject) moved = pack(&files, project, path, runs, error);

  if (!moved || are_at_home(project, files, path))
    return g_steal_pointer(&moved);
  TrammelProject *settled = settle_packed(moved, path, error);
  if (!settled)
    trammel_error_prefix(error, "%s is saved, but cannot be unpacked to continue: ", path);
  return settled;
}

/* Returns the file of a log as seen from `folder`: relative when it is inside. */
static char *
name_from(const char *path, const char *folder)
{
  gsize length = strlen(folder);

  if (g_str_has_prefix(path, folder) && path[length] == G_DIR_SEPARATOR)
    return g_strdup(path + length + 1);
  return g_strdup(path);
}

/* Updates relative log files when the project moves to another folder. */
static void
name_logs_from(TrammelProject *moved, const TrammelProject *project, const char *folder)
{
  for (guint i = 0; project->folder && i < project->logs->len; i++) {
    if (g_path_is_absolute(trammel_project_get_log_file(project, i)))
      continue;
    g_autofree char *absolute = trammel_project_dup_log_path(project, i);
    g_autofree char *name = name_from(absolute, folder);
    trammel_project_set_log_file(moved, i, name);
  }
}

/* Names meshes as seen from the folder of the project: relative when they are inside. */
static void
name_meshes_from(TrammelProject *moved, const TrammelProject *project, const char *folder)
{
  for (guint i = 0; i < project->shapes->len; i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    if (shape->type != TRAMMEL_SHAPE_MESH || !g_path_is_absolute(shape->path))
      continue;
    g_autofree char *name = name_from(shape->path, folder);
    trammel_project_set_mesh_file(moved, i, name);
  }
}

/* Copies the logs and meshes of a temporary folder to the project's `folder`. */
static gboolean
bring_files(TrammelProject *moved,
            const TrammelProject *project,
            const char *folder,
            GError **error)
{
  g_autoptr(GPtrArray) files = trammel_log_files_place(moved, project, folder, TRUE);

  for (guint i = 0; i < files->len; i++) {
    const TrammelLogFile *file = files->pdata[i];
    g_autofree char *path = g_build_filename(folder, file->name, NULL);
    if (!trammel_log_file_copy(file->source, path, error))
      return FALSE;
  }
  trammel_project_set_home(moved, NULL);
  return TRUE;
}

static gpointer
hash_text(gpointer text)
{
  return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

/* Writes the text; its hash is computed meanwhile and set to *sha256 if that is wanted. */
static gboolean
write_text(const char *path, char *text, char **sha256, GError **error)
{
  GThread *hash = sha256 ? g_thread_new("hash", hash_text, text) : NULL;
  gboolean done = trammel_whole_file_write(path, text, strlen(text), error);

  if (hash)
    *sha256 = g_thread_join(hash);
  return done;
}

static TrammelProject *
save_plain(const TrammelProject *project,
           const char *path,
           const GPtrArray *runs,
           char **sha256,
           GError **error)
{
  g_autofree char *given = g_path_get_dirname(path);
  g_autofree char *folder = g_canonicalize_filename(given, NULL);
  g_autoptr(TrammelProject) moved = trammel_project_copy(project);

  if (g_strcmp0(project->folder, folder) != 0) {
    name_logs_from(moved, project, folder);
    name_meshes_from(moved, project, folder);
    if (project->home && !bring_files(moved, project, folder, error))
      return NULL;
  }
  g_free(moved->folder);
  moved->folder = g_steal_pointer(&folder);
  trammel_project_find_meshes(moved);
  g_autofree char *text = to_text(moved, runs);
  return write_text(path, text, sha256, error) ? g_steal_pointer(&moved) : NULL;
}

TrammelProject *
trammel_project_save_as(const TrammelProject *project,
                        const char *path,
                        const GPtrArray *runs,
                        char **sha256,
                        GError **error)
{
  if (sha256)
    *sha256 = NULL;
  if (!check_writable(project, path, error))
    return NULL;
  return trammel_project_save_packs(path) ? save_packed(project, path, runs, error)
                                          : save_plain(project, path, runs, sha256, error);
}

TrammelProject *
trammel_project_write(const TrammelProject *project,
                      const char *path,
                      const GPtrArray *runs,
                      GError **error)
{
  g_autoptr(GPtrArray) files = NULL;

  if (!check_writable(project, path, error))
    return NULL;
  return trammel_project_save_packs(path) ? pack(&files, project, path, runs, error)
                                          : save_plain(project, path, runs, NULL, error);
}

static char *
unpack_file(const TrammelUnpacked *unpacked, const char *name, const char *folder, GError **error)
{
  g_autofree char *source =
      g_build_filename(trammel_temp_folder_get_path(unpacked->folder), name, NULL);
  g_autofree char *path = g_build_filename(folder, name, NULL);

  return trammel_log_file_copy(source, path, error) ? g_steal_pointer(&path) : NULL;
}

char **
trammel_project_unpack(const char *path, const char *folder, GError **error)
{
  g_autoptr(TrammelUnpacked) unpacked = trammel_packed_extract(path, &trammel_packed_limits, error);
  g_autoptr(GStrvBuilder) paths = g_strv_builder_new();
  g_autofree char *project =
      unpacked ? unpack_file(unpacked, unpacked->project, folder, error) : NULL;

  if (!project)
    return NULL;
  g_strv_builder_add(paths, project);
  for (guint i = 0; i < unpacked->names->len; i++) {
    if (unpacked->names->pdata[i] == unpacked->project)
      continue;
    g_autofree char *file = unpack_file(unpacked, unpacked->names->pdata[i], folder, error);
    if (!file)
      return NULL;
    g_strv_builder_add(paths, file);
  }
  return g_strv_builder_end(paths);
}
