/* Shapes of bodies as solids with a frame, which every format has. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/make/writer.h"

static void
set_solid(TrammelMakeSolid *out, const TrammelMake *make, const TrammelShape *shape)
{
  const double *shift = make->shift[shape->body];
  double axis[3];

  *out = (TrammelMakeSolid){.type = shape->type, .radius = shape->radius, .path = shape->path};
  out->frame = tr_frame_identity();
  memcpy(out->frame.position, shape->from, sizeof out->frame.position);
  memcpy(out->size, shape->size, sizeof out->size);
  if (shape->type == TRAMMEL_SHAPE_BOX || shape->type == TRAMMEL_SHAPE_MESH)
    memcpy(out->frame.quat, shape->quat, sizeof out->frame.quat);
  if (shape->type == TRAMMEL_SHAPE_CAPSULE || shape->type == TRAMMEL_SHAPE_CYLINDER) {
    tr_vec3_sub(axis, shape->to, shape->from);
    out->length = tr_vec3_norm(axis);
    trammel_quat_from_axis(out->frame.quat, axis);
    for (int i = 0; i < 3; i++)
      out->frame.position[i] = (shape->from[i] + shape->to[i]) / 2;
  }
  tr_vec3_sub(out->frame.position, out->frame.position, shift);
  for (int i = 0; i < 4; i++)
    out->color[i] = shape->color[3] > 0 ? (double)shape->color[i] : i < 3 ? 0.6 : 1;
}

/* Returns the rest of a path in a folder; NULL for one elsewhere. */
static const char *
skip_folder(const char *path, const char *folder)
{
  gsize length = strlen(folder);

  return strncmp(path, folder, length) == 0 && path[length] == G_DIR_SEPARATOR ? path + length + 1
                                                                               : NULL;
}

char *
trammel_make_mesh_name(const TrammelMake *make, const TrammelMakeSolid *solid, const char *scheme)
{
  g_autofree char *full = g_canonicalize_filename(make->path, NULL);
  g_autofree char *folder = g_path_get_dirname(full), *above = g_path_get_dirname(folder);
  const char *inside = skip_folder(solid->path, folder), *beside = skip_folder(solid->path, above);
  g_autofree char *name = inside   ? g_strdup(inside)
                          : beside ? g_strdup_printf("../%s", beside)
                                   : g_strconcat(scheme, solid->path, NULL);

  return trammel_make_escape(name);
}

/* TRUE for a mesh that is in no folder of its own, which is noted. */
static gboolean
is_packed(TrammelMake *make, const TrammelShape *shape)
{
  if (shape->type != TRAMMEL_SHAPE_MESH || !trammel_project_get_home(make->project))
    return FALSE;
  trammel_make_note(
      make,
      N_("a mesh of body '%s' is in the packed project and is not written; unpack the "
         "project first"),
      trammel_make_body_name(make, shape->body));
  return TRUE;
}

guint
trammel_make_each_solid(TrammelMake *make,
                        int body,
                        void (*write)(TrammelMake *make, const TrammelMakeSolid *solid, guint i))
{
  guint count = 0;

  for (guint i = 0; make->project && i < trammel_project_get_n_shapes(make->project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(make->project, i);
    TrammelMakeSolid solid;
    if (shape->body != body || is_packed(make, shape))
      continue;
    set_solid(&solid, make, shape);
    write(make, &solid, count++);
  }
  return count;
}
