/* MJCF: meshes of <asset> and the geoms that show them.
 *
 * MuJoCo moves each mesh to its centre and principal axes, and moves its geoms back by as much, so
 * that the vertices stand where the file and the geom say.  They are (v - refpos), turned back by
 * refquat, times the scale. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "io/import/frames.h"
#include "io/import/mesh.h"
#include "io/import/mjcf.h"

enum { FIRST_HIDDEN_GROUP = 3 }; /* MuJoCo's viewers show the groups 0 to 2 */

/* Returns the name of a mesh: its own, else that of its file without folder and ending. */
static char *
dup_name(const TrammelTag *mesh)
{
  const char *name = trammel_tag_get(mesh, "name"), *file = trammel_tag_get(mesh, "file");
  char *base, *dot;

  if (name || !file)
    return g_strdup(name ? name : "");
  base = g_path_get_basename(file);
  dot = strrchr(base, '.');
  if (dot)
    *dot = 0;
  return base;
}

/* Returns the <mesh> of this name; NULL when there is none. */
static const TrammelTag *
find_mesh(const TrammelMjcf *mjcf, const char *name)
{
  const TrammelTag *root = mjcf->robot->tags;

  for (guint i = 0; i < root->children->len; i++) {
    const TrammelTag *asset = trammel_tag_child(root, i);
    for (guint k = 0; trammel_tag_is(asset, "asset") && k < asset->children->len; k++) {
      const TrammelTag *mesh = trammel_tag_child(asset, k);
      g_autofree char *own = trammel_tag_is(mesh, "mesh") ? dup_name(mesh) : NULL;
      if (g_strcmp0(own, name) == 0)
        return mesh;
    }
  }
  return NULL;
}

static char *
dup_file(const TrammelMjcf *mjcf, const TrammelTag *mesh)
{
  const char *file = trammel_tag_get(mesh, "file");
  g_autofree char *base = mjcf->strips_path ? g_path_get_basename(file) : g_strdup(file);

  if (g_path_is_absolute(base) || !mjcf->mesh_folder)
    return g_steal_pointer(&base);
  return g_build_filename(mjcf->mesh_folder, base, NULL);
}

/* Moves the frame of a geom to that of the mesh's file; FALSE when there is no such frame. */
static gboolean
move_to_file(TrFrame *frame, const double refpos[3], const double refquat[4], const double scale[3])
{
  gboolean is_even = scale[0] == scale[1] && scale[1] == scale[2];
  TrFrame ref = tr_frame_identity(), back;

  if (!is_even && fabs(refquat[0]) < 1 - 1e-12)
    return FALSE;
  memcpy(ref.quat, refquat, sizeof ref.quat);
  for (int i = 0; i < 3; i++)
    ref.position[i] = scale[i] * refpos[i];
  trammel_frame_invert(&back, &ref);
  trammel_frame_compose(frame, frame, &back);
  return TRUE;
}

static gboolean
add_mesh(TrammelMjcf *mjcf,
         const TrammelMjcfItem *geom,
         const TrammelTag *mesh,
         int link,
         GError **error)
{
  TrammelMjcfItem item = {mjcf, mesh, NULL, "mesh"};
  double scale[3] = {1, 1, 1}, refpos[3] = {0}, refquat[4] = {1};
  TrFrame frame;

  if (!trammel_mjcf_frame(geom, &frame, error) ||
      trammel_mjcf_numbers(&item, "scale", scale, 3, error) < 0 ||
      trammel_mjcf_numbers(&item, "refpos", refpos, 3, error) < 0 ||
      trammel_mjcf_numbers(&item, "refquat", refquat, 4, error) < 0)
    return FALSE;
  tr_quat_normalize(refquat);
  if (!trammel_tag_get(mesh, "file")) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, mesh,
                       N_("a mesh that is not in a file is not shown"));
    return TRUE;
  }
  if (!move_to_file(&frame, refpos, refquat, scale)) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, mesh,
                       N_("a mesh with refquat and a scale that differs by axis is not shown"));
    return TRUE;
  }
  g_autofree char *file = dup_file(mjcf, mesh);
  trammel_robot_add_mesh(mjcf->robot, link, mesh, file, &frame, scale);
  return TRUE;
}

gboolean
trammel_mjcf_is_hidden(const TrammelMjcfItem *geom)
{
  double group = 0;

  return trammel_mjcf_numbers(geom, "group", &group, 1, NULL) > 0 && group >= FIRST_HIDDEN_GROUP;
}

gboolean
trammel_mjcf_is_mesh(const TrammelMjcfItem *geom)
{
  return g_strcmp0(trammel_mjcf_text(geom, "type"), "mesh") == 0;
}

gboolean
trammel_mjcf_read_mesh(TrammelMjcf *mjcf, const TrammelMjcfItem *geom, int link, GError **error)
{
  const char *name = trammel_mjcf_text(geom, "mesh");
  const TrammelTag *mesh = name ? find_mesh(mjcf, name) : NULL;

  if (trammel_mjcf_is_hidden(geom)) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, geom->tag,
                       N_("meshes of the geom groups 3 and above, which MuJoCo does not show"));
    return TRUE;
  }
  if (!mesh) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, geom->tag,
                       N_("there is no <mesh> called '%s' in <asset>"), name ? name : "");
    return TRUE;
  }
  return add_mesh(mjcf, geom, mesh, link, error);
}
