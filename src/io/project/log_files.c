#include "io/project/log_files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "io/base/error.h"

enum { BLOCK_BYTES = 64 * 1024 };

static void
free_file(gpointer data)
{
  TrammelLogFile *file = data;

  g_free(file->source);
  g_free(file->name);
  g_free(file);
}

/* TRUE if the rest of two streams is the same. */
static gboolean
have_same_rest(GInputStream *a, GInputStream *b)
{
  g_autofree char *block_a = g_malloc(BLOCK_BYTES), *block_b = g_malloc(BLOCK_BYTES);
  gsize n_a, n_b;

  do {
    if (!g_input_stream_read_all(a, block_a, BLOCK_BYTES, &n_a, NULL, NULL) ||
        !g_input_stream_read_all(b, block_b, BLOCK_BYTES, &n_b, NULL, NULL) || n_a != n_b ||
        memcmp(block_a, block_b, n_a) != 0)
      return FALSE;
  } while (n_a == BLOCK_BYTES);
  return TRUE;
}

static gboolean
are_equal(const char *a, const char *b)
{
  g_autoptr(GFile) file_a = g_file_new_for_path(a), file_b = g_file_new_for_path(b);
  g_autoptr(GFileInputStream) stream_a = g_file_read(file_a, NULL, NULL);
  g_autoptr(GFileInputStream) stream_b = stream_a ? g_file_read(file_b, NULL, NULL) : NULL;
  GStatBuf info_a, info_b;

  return stream_b && g_stat(a, &info_a) == 0 && g_stat(b, &info_b) == 0 &&
         info_a.st_size == info_b.st_size &&
         have_same_rest(G_INPUT_STREAM(stream_a), G_INPUT_STREAM(stream_b));
}

static const TrammelLogFile *
find_source(const GPtrArray *files, const char *source)
{
  for (guint i = 0; i < files->len; i++) {
    const TrammelLogFile *file = files->pdata[i];
    if (g_str_equal(file->source, source))
      return file;
  }
  return NULL;
}

static gboolean
is_taken(const GPtrArray *files, const char *name, const char *source, const char *folder)
{
  for (guint i = 0; i < files->len; i++) {
    const TrammelLogFile *file = files->pdata[i];
    if (g_str_equal(file->name, name))
      return TRUE;
  }
  g_autofree char *path = folder ? g_build_filename(folder, name, NULL) : NULL;
  return path && g_file_test(path, G_FILE_TEST_EXISTS) && !are_equal(path, source);
}

/* Returns "swing-2.csv" for "swing.csv" and 2. */
static char *
number_name(const char *name, guint number)
{
  const char *base = strrchr(name, G_DIR_SEPARATOR);
  const char *dot = strrchr(base ? base : name, '.');
  int stem = dot && dot != name ? (int)(dot - name) : (int)strlen(name);

  return g_strdup_printf("%.*s-%u%s", stem, name, number, name + stem);
}

static const TrammelLogFile *
add_file(GPtrArray *files, const char *source, const char *wanted, const char *folder)
{
  g_autofree char *name = g_strdup(wanted);

  for (guint number = 2; is_taken(files, name, source, folder); number++) {
    g_free(name);
    name = number_name(wanted, number);
  }
  TrammelLogFile *file = g_new(TrammelLogFile, 1);
  *file = (TrammelLogFile){g_strdup(source), g_steal_pointer(&name)};
  g_ptr_array_add(files, file);
  return file;
}

/* Names the meshes, each file once. */
static void
place_meshes(GPtrArray *files,
             TrammelProject *moved,
             const TrammelProject *project,
             const char *folder,
             gboolean only_home)
{
  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    g_autofree char *inner = trammel_project_dup_mesh_name_inside(project, i);
    if (shape->type != TRAMMEL_SHAPE_MESH || (only_home && !inner))
      continue;
    g_autofree char *base = g_path_get_basename(shape->path);
    const TrammelLogFile *file = find_source(files, shape->path);
    if (!file && g_file_test(shape->path, G_FILE_TEST_IS_REGULAR))
      file = add_file(files, shape->path, inner ? inner : base, folder);
    trammel_project_set_mesh_file(moved, i, file ? file->name : inner ? inner : base);
  }
}

GPtrArray *
trammel_log_files_place(TrammelProject *moved,
                        const TrammelProject *project,
                        const char *folder,
                        gboolean only_home)
{
  GPtrArray *files = g_ptr_array_new_with_free_func(free_file);

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++) {
    g_autofree char *source = trammel_project_dup_log_path(project, i);
    g_autofree char *inner = trammel_project_dup_log_name_inside(project, i);
    g_autofree char *base = g_path_get_basename(source);
    const TrammelLogFile *file = find_source(files, source);
    if (only_home && !inner)
      continue;
    if (!file)
      file = add_file(files, source, inner ? inner : base, folder);
    trammel_project_set_log_file(moved, i, file->name);
  }
  place_meshes(files, moved, project, folder, only_home);
  return files;
}

gboolean
trammel_log_file_copy(const char *source, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname(path);
  g_autoptr(GFile) from = g_file_new_for_path(source), to = g_file_new_for_path(path);
  g_autoptr(GError) reason = NULL;

  if (g_file_test(path, G_FILE_TEST_EXISTS)) {
    if (are_equal(source, path))
      return TRUE;
    trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                      "%s already exists and is another file; rename it, or choose another folder",
                      path);
    return FALSE;
  }
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    trammel_error_set(error, TRAMMEL_ERROR_FAILED, "%s: %s; choose another folder", folder,
                      g_strerror(errno));
    return FALSE;
  }
  if (g_file_copy(from, to, G_FILE_COPY_TARGET_DEFAULT_PERMS, NULL, NULL, NULL, &reason))
    return TRUE;
  gboolean is_there = g_file_test(source, G_FILE_TEST_IS_REGULAR);
  trammel_error_set(error, is_there ? TRAMMEL_ERROR_FAILED : TRAMMEL_ERROR_UNREADABLE,
                    "%s cannot be copied to %s: %s", source, path, reason->message);
  return FALSE;
}
