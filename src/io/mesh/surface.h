/* Surface of triangles, as a mesh file has it.  A helper process parses the file.
 *
 * Coordinates are those of the file, without its scale in a model: STL and OBJ state no unit,
 * COLLADA files do and are in metres here; the upward axis that COLLADA files name is not applied.
 */
#pragma once

#include <gio/gio.h>

#include "engine/mbs/model/surface.h"

G_BEGIN_DECLS

typedef struct {
  int refs;
  float (*vertices)[3];
  guint32 (*triangles)[3]; /* counter-clockwise seen from outside, where the file keeps to that */
  guint n_vertices, n_triangles;
  float low[3], high[3]; /* box of the vertices */
} TrammelSurface;

/* TRUE if a file of this name is read: .stl, .obj, .dae. */
gboolean trammel_surface_has_ending(const char *path);

/* Reads a file; free with trammel_surface_unref().  Errors: TRAMMEL_ERROR_UNREADABLE for a file
 * that is missing, damaged, not of its format, without triangles or too large; TRAMMEL_ERROR_FAILED
 * without the helper. */
TrammelSurface *trammel_surface_load(const char *path, GCancellable *cancellable, GError **error);

/* Returns the surface of a file from memory if the file is as it was, else reads it; failures are
 * kept, too.  Callable from any thread; others wait meanwhile.  Free with trammel_surface_unref().
 */
TrammelSurface *trammel_surface_get(const char *path, GError **error);

/* TRUE if trammel_surface_get() would not have to read. */
gboolean trammel_surface_is_known(const char *path);

TrammelSurface *trammel_surface_ref(TrammelSurface *surface);
void trammel_surface_unref(TrammelSurface *surface);

/* Returns the triangles as the engine takes them; they belong to `surface`. */
TrSurface trammel_surface_view(const TrammelSurface *surface);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSurface, trammel_surface_unref)

G_END_DECLS
