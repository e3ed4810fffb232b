/* Reader of mesh files through the helper process, which may crash, hang or send wrong data: all of
 * its answer is checked. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/base/ending.h"
#include "io/base/error.h"
#include "io/base/plain_file.h"
#include "io/cage/process.h"
#include "io/mesh/stream.h"
#include "io/mesh/surface.h"

static const char *const formats[] = {".stl", ".obj", ".dae"};

/* Returns the format of a file by its ending; NULL for another one. */
static const char *
find_format(const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
    if (trammel_has_ending(path, formats[i]))
      return formats[i] + 1;
  return NULL;
}

gboolean
trammel_surface_has_ending(const char *path)
{
  return find_format(path) != NULL;
}

/* Sets the error of an answer without a surface. */
static void
set_refused(GError **error, const char *path, TrammelMeshAnswer answer)
{
  switch (answer) {
  case TRAMMEL_MESH_LARGE:
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: the mesh has more than %d triangles; reduce it in a program for meshes, "
                      "e.g. with the modifier Decimate of Blender",
                      path, TRAMMEL_MESH_MOST_TRIANGLES);
    break;
  case TRAMMEL_MESH_EMPTY:
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: the mesh has no triangle with an area; export it again", path);
    break;
  case TRAMMEL_MESH_INFINITE:
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: the mesh has a coordinate that is not finite; export it again", path);
    break;
  case TRAMMEL_MESH_REFUSED:
    trammel_error_set(error, TRAMMEL_ERROR_FAILED,
                      "%s cannot be read: this system refuses the limits under which meshes are "
                      "parsed",
                      path);
    break;
  default:
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s is damaged or not a file of the format of its ending (STL, OBJ or "
                      "COLLADA); export it again",
                      path);
  }
}

/* Sets the error of an incomplete answer from the way in which the helper ended. */
static void
set_broken(GError **error, const char *path, TrammelCageEnd end)
{
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s: the mesh file is damaged (%s); export it again", path,
                    trammel_cage_end_text(end));
}

/* ---- answer ---------------------------------------------------------------------------------- */

static gboolean
check_record(const TrammelMeshRecord *record)
{
  return record->answer < TRAMMEL_MESH_N_ANSWERS &&
         (record->answer != TRAMMEL_MESH_SURFACE ||
          (record->n_triangles > 0 && record->n_triangles <= TRAMMEL_MESH_MOST_TRIANGLES &&
           record->n_vertices > 0 && record->n_vertices <= 3 * record->n_triangles));
}

static gboolean
check_numbers(TrammelSurface *surface)
{
  for (guint k = 0; k < surface->n_vertices; k++)
    for (int i = 0; i < 3; i++) {
      float x = surface->vertices[k][i];
      if (!isfinite(x))
        return FALSE;
      surface->low[i] = k ? MIN(surface->low[i], x) : x;
      surface->high[i] = k ? MAX(surface->high[i], x) : x;
    }
  for (guint k = 0; k < surface->n_triangles; k++)
    for (int i = 0; i < 3; i++)
      if (surface->triangles[k][i] >= surface->n_vertices)
        return FALSE;
  return TRUE;
}

/* Receives the answer; NULL when it is invalid or says that there is no surface. */
static TrammelSurface *
take_answer(TrammelCageProcess *process, TrammelMeshAnswer *answer)
{
  g_autoptr(TrammelSurface) surface = NULL;
  char magic[sizeof TRAMMEL_MESH_MAGIC - 1];
  TrammelMeshRecord record;

  if (!trammel_cage_process_read(process, magic, sizeof magic) ||
      memcmp(magic, TRAMMEL_MESH_MAGIC, sizeof magic) != 0 ||
      !trammel_cage_process_read(process, &record, sizeof record) || !check_record(&record))
    return NULL;
  *answer = (TrammelMeshAnswer)record.answer;
  if (record.answer != TRAMMEL_MESH_SURFACE)
    return NULL;
  surface = g_new0(TrammelSurface, 1);
  surface->refs = 1;
  surface->n_vertices = record.n_vertices;
  surface->n_triangles = record.n_triangles;
  surface->vertices = g_malloc_n(record.n_vertices, sizeof *surface->vertices);
  surface->triangles = g_malloc_n(record.n_triangles, sizeof *surface->triangles);
  if (!trammel_cage_process_read(process, surface->vertices,
                                 record.n_vertices * sizeof *surface->vertices) ||
      !trammel_cage_process_read(process, surface->triangles,
                                 record.n_triangles * sizeof *surface->triangles) ||
      !check_numbers(surface))
    return NULL;
  return g_steal_pointer(&surface);
}

/* Opens a file that the helper may get. */
static int
open_mesh(const char *path, guint64 *size, GError **error)
{
  int file;
  struct stat info;

  if (!find_format(path)) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: meshes are read from STL, OBJ and COLLADA files (.stl, .obj, .dae); "
                      "export it in one of these formats",
                      path);
    return -1;
  }
  file = trammel_plain_file_open(path, error);
  if (file < 0)
    return -1;
  *size = fstat(file, &info) == 0 ? (guint64)info.st_size : 0;
  if (*size <= TRAMMEL_MESH_MOST_BYTES)
    return file;
  close(file);
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s: the mesh file is larger than %d MB; reduce it in a program for meshes",
                    path, TRAMMEL_MESH_MOST_BYTES / (1024 * 1024));
  return -1;
}

TrammelSurface *
trammel_surface_load(const char *path, GCancellable *cancellable, GError **error)
{
  const char *const arguments[] = {find_format(path), NULL};
  TrammelMeshAnswer answer = TRAMMEL_MESH_N_ANSWERS;
  TrammelSurface *surface;
  guint64 size = 0;
  int file = open_mesh(path, &size, error);
  const TrammelCageTask task = {.program = "trammel-mesh-helper",
                                .variable = "TRAMMEL_MESH_HELPER",
                                .arguments = arguments,
                                .input = file,
                                .cpu_seconds = trammel_mesh_cpu_seconds(size)};

  TrammelCageProcess *process =
      file >= 0 ? trammel_cage_process_new(&task, cancellable, error) : NULL;
  if (!process)
    return NULL;
  surface = take_answer(process, &answer);
  TrammelCageEnd end = trammel_cage_process_finish(process);
  if (surface || g_cancellable_set_error_if_cancelled(cancellable, error))
    return surface;
  if (answer < TRAMMEL_MESH_N_ANSWERS && answer != TRAMMEL_MESH_SURFACE)
    set_refused(error, path, answer);
  else
    set_broken(error, path, end);
  return NULL;
}

/* ---- surface --------------------------------------------------------------------------------- */

TrammelSurface *
trammel_surface_ref(TrammelSurface *surface)
{
  g_atomic_int_inc(&surface->refs);
  return surface;
}

void
trammel_surface_unref(TrammelSurface *surface)
{
  if (!g_atomic_int_dec_and_test(&surface->refs))
    return;
  g_free(surface->vertices);
  g_free(surface->triangles);
  g_free(surface);
}

TrSurface
trammel_surface_view(const TrammelSurface *surface)
{
  return (TrSurface){.vertices = (const float(*)[3])surface->vertices,
                     .triangles = (const guint32(*)[3])surface->triangles,
                     .n_vertices = surface->n_vertices,
                     .n_triangles = surface->n_triangles};
}
