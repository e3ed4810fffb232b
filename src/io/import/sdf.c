/* SDF: links and joints of the models in the file or in its world. */
#include "io/import/sdf.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/import/frames.h"
#include "io/import/mesh.h"
#include "io/import/read.h"

static const char *const tensor_names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

/* Reads n finite numbers of a child's text; they stay as they are when it is missing. */
static gboolean
read_values(const TrammelTag *tag, const char *child, double *values, guint n, GError **error)
{
  const TrammelTag *found = trammel_tag_find(tag, child);
  double read[3];
  int count = found ? trammel_tag_read(found, found->text, read, MIN(n, 3), error) : 0;

  if (!found || count < 0)
    return count == 0;
  if ((guint)count != n)
    return trammel_tag_fail(found, error, N_("<%s> needs %u numbers, found '%.60s'"), child, n,
                            found->text);
  for (guint i = 0; i < n; i++)
    if (!isfinite(read[i]))
      return trammel_tag_fail(found, error, N_("<%s> has a number that is not finite"), child);
  memcpy(values, read, n * sizeof *values);
  return TRUE;
}

static gboolean
read_inertial(TrammelRobot *robot, TrBody *body, const TrammelTag *link, GError **error)
{
  const TrammelTag *inertial = trammel_tag_find(link, "inertial");
  const TrammelTag *inertia = trammel_tag_find(inertial, "inertia");
  TrFrame frame;

  body->mass = body->inertia[0] = body->inertia[1] = body->inertia[2] = 1;
  if (!inertia)
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, link,
                       N_("states no inertia and has SDF's default, 1 kg m², and 1 kg where it "
                          "states no mass"));
  if (!trammel_sdf_read_pose(&frame, inertial, error) ||
      !read_values(inertial, "mass", &body->mass, 1, error))
    return FALSE;
  for (int i = 0; i < 6; i++)
    if (!read_values(inertia, tensor_names[i], &body->inertia[i], 1, error))
      return FALSE;
  trammel_body_move(body, &frame);
  return TRUE;
}

static gboolean
read_mesh(
    TrammelRobot *robot, int link, const TrammelTag *mesh, const TrFrame *frame, GError **error)
{
  const char *uri = trammel_tag_get_text(mesh, "uri");
  double scale[3] = {1, 1, 1};

  if (!read_values(mesh, "scale", scale, 3, error))
    return FALSE;
  if (trammel_tag_find(mesh, "submesh"))
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, mesh,
                       N_("<submesh>: the whole mesh is shown"));
  g_autofree char *name = g_strstrip(g_strdup(uri ? uri : ""));
  trammel_robot_add_mesh(robot, link, mesh, name, frame, scale);
  return TRUE;
}

static gboolean
read_shape(TrammelRobot *robot, int link, const TrammelTag *visual, GError **error)
{
  const TrammelTag *kind = trammel_tag_child(trammel_tag_find(visual, "geometry"), 0);
  TrammelShape shape = {.radius = 0};
  double length = 0;
  TrFrame frame;

  if (!kind || !trammel_sdf_read_pose(&frame, visual, error))
    return !kind;
  if (trammel_tag_is(kind, "mesh"))
    return read_mesh(robot, link, kind, &frame, error);
  if (!trammel_tag_is(kind, "box") && !trammel_tag_is(kind, "sphere") &&
      !trammel_tag_is(kind, "cylinder") && !trammel_tag_is(kind, "capsule")) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, kind,
                       N_("a shape of this kind is not shown"));
    return TRUE;
  }
  if (!read_values(kind, "size", shape.size, 3, error) ||
      !read_values(kind, "radius", &shape.radius, 1, error) ||
      !read_values(kind, "length", &length, 1, error))
    return FALSE;
  shape.type = trammel_tag_is(kind, "box")        ? TRAMMEL_SHAPE_BOX
               : trammel_tag_is(kind, "sphere")   ? TRAMMEL_SHAPE_SPHERE
               : trammel_tag_is(kind, "cylinder") ? TRAMMEL_SHAPE_CYLINDER
                                                  : TRAMMEL_SHAPE_CAPSULE;
  memcpy(shape.quat, frame.quat, sizeof shape.quat);
  memcpy(shape.from, frame.position, sizeof shape.from);
  if (length > 0) {
    trammel_frame_apply(shape.from, &frame, (double[]){0, 0, -length / 2});
    trammel_frame_apply(shape.to, &frame, (double[]){0, 0, length / 2});
  }
  trammel_robot_add_shape(robot, link, &shape);
  return TRUE;
}

static gboolean
read_link(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  g_autofree char *full = trammel_sdf_join(scope, name ? name : "");
  int at = trammel_robot_add_link(sdf->robot, tag, trammel_sdf_shorten(sdf, full), error);

  if (at < 0 || !read_inertial(sdf->robot, &trammel_robot_link(sdf->robot, at)->body, tag, error))
    return FALSE;
  for (guint i = 0; i < tag->children->len; i++) {
    const TrammelTag *child = trammel_tag_child(tag, i);
    if (trammel_tag_is(child, "visual") && !read_shape(sdf->robot, at, child, error))
      return FALSE;
    if (trammel_tag_is(child, "collision"))
      trammel_record_add(sdf->robot->record, TRAMMEL_RECORD_IGNORED, child,
                         N_("shapes for collisions"));
  }
  return name && *name ? trammel_sdf_resolve(sdf, &trammel_robot_link(sdf->robot, at)->start, scope,
                                             name, tag, error)
                       : trammel_tag_fail(tag, error, N_("a link has no name"));
}

/* ---- models ---------------------------------------------------------------------------------- */

/* Function that reads a tag of a model. */
typedef gboolean (*ReadTag)(TrammelSdf *sdf,
                            const TrammelTag *tag,
                            const char *scope,
                            GError **error);

/* Calls `read` for the tags of a kind in the models at and below `tag`, with their scopes. */
static gboolean
read_each(TrammelSdf *sdf,
          const TrammelTag *model,
          const char *scope,
          const char *kind,
          ReadTag read,
          GError **error)
{
  for (guint i = 0; i < model->children->len; i++) {
    const TrammelTag *tag = trammel_tag_child(model, i);
    if (trammel_tag_is(tag, kind) && !read(sdf, tag, scope, error))
      return FALSE;
    if (trammel_tag_is(tag, "model")) {
      const char *name = trammel_tag_get(tag, "name");
      g_autofree char *inner = trammel_sdf_join(scope, name ? name : "");
      if (!read_each(sdf, tag, inner, kind, read, error))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
note_link(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");

  return trammel_sdf_add_frame(sdf, tag, scope, name ? name : "", "__model__", error);
}

static gboolean
note_frame(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const char *name = trammel_tag_get(tag, "name"), *to = trammel_tag_get(tag, "attached_to");

  return trammel_sdf_add_frame(sdf, tag, scope, name ? name : "", to && *to ? to : "__model__",
                               error);
}

static gboolean
note_joint(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const char *name = trammel_tag_get(tag, "name"), *child = trammel_tag_get_text(tag, "child");

  return trammel_sdf_add_frame(sdf, tag, scope, name ? name : "", child ? child : "__model__",
                               error);
}

/* Notes the frame of a model: "__model__" in its own scope, and its name in the outer one. */
static gboolean
note_model(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  g_autofree char *own = g_strconcat(name ? name : "", "::__model__", NULL);

  if (trammel_tag_get(tag, "placement_frame"))
    trammel_record_add(sdf->robot->record, TRAMMEL_RECORD_IGNORED, tag, N_("placement_frame"));
  return trammel_sdf_add_frame(sdf, tag, scope, name ? name : "", *scope ? "__model__" : NULL,
                               error) &&
         trammel_sdf_add_frame(sdf, tag, scope, own, *scope ? "__model__" : NULL, error);
}

static gboolean
fix_static(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const char *is_static = trammel_tag_get_text(tag, "static");
  g_autofree char *prefix = g_strconcat(trammel_tag_get(tag, "name"), "::", NULL);
  const TrFrame identity = tr_frame_identity();

  if (g_strcmp0(is_static, "1") != 0 && g_strcmp0(is_static, "true") != 0)
    return TRUE;
  for (guint i = 0; i < sdf->robot->links->len; i++) {
    const TrammelRobotLink *link = trammel_robot_link(sdf->robot, (int)i);
    if (link->tag->parent != tag)
      continue;
    g_autofree char *name = g_strdup_printf("%s ground", link->body.name);
    int at = trammel_robot_add_joint(sdf->robot, tag, name, TR_JOINT_FIXED, error);
    if (at < 0)
      return FALSE;
    TrammelRobotJoint *joint = trammel_robot_joint(sdf->robot, at);
    joint->joint.parent = TR_WORLD;
    joint->joint.child = (int)i;
    joint->joint.parent_frame = link->start;
    joint->joint.child_frame = identity;
    joint->may_merge = TRUE;
  }
  return TRUE;
}

static void
note_rest(TrammelRobot *robot, const TrammelTag *tag)
{
  static const char *const known[] = {"link",    "joint",  "frame",        "model",
                                      "pose",    "static", "self_collide", "world",
                                      "gravity", "sdf",    "enable_wind",  "allow_auto_disable"};

  for (guint i = 0; i < tag->children->len; i++) {
    const TrammelTag *child = trammel_tag_child(tag, i);
    gboolean is_known = FALSE;
    for (gsize k = 0; k < G_N_ELEMENTS(known); k++)
      is_known = is_known || g_str_equal(child->name, known[k]);
    if (!is_known)
      trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, child,
                         N_("<%s>, which is no part of the mechanism"), child->name);
    if (trammel_tag_is(child, "world") || trammel_tag_is(child, "model"))
      note_rest(robot, child);
  }
}

static gboolean
read_models(TrammelSdf *sdf, const TrammelTag *root, GError **error)
{
  static const struct {
    const char *kind;
    ReadTag read;
  } steps[] = {{"model", note_model},
               {"link", note_link},
               {"frame", note_frame},
               {"joint", note_joint},
               {"link", read_link},
               {"joint", trammel_sdf_read_joint},
               {"joint", trammel_sdf_read_mimic},
               {"model", fix_static}};

  for (gsize i = 0; i < G_N_ELEMENTS(steps); i++)
    if (!read_each(sdf, root, "", steps[i].kind, steps[i].read, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_gravity(TrGravity *gravity, const TrammelTag *world, GError **error)
{
  double v[3] = {0, 0, -9.8};

  if (!read_values(world, "gravity", v, 3, error))
    return FALSE;
  gravity->magnitude = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int i = 0; i < 3 && gravity->magnitude > 0; i++)
    gravity->direction[i] = v[i] / gravity->magnitude;
  return TRUE;
}

static guint
count_models(const TrammelTag *root)
{
  guint n = 0;

  for (guint i = 0; i < root->children->len; i++)
    n += trammel_tag_is(trammel_tag_child(root, i), "model");
  return n;
}

static void
free_frame(gpointer data)
{
  TrammelSdfFrame *frame = data;

  g_free(frame->name);
  g_free(frame->relative);
  g_free(frame);
}

/* Returns 111 for "1.11"; that of the first version with frames without one. */
static int
read_version(const char *text)
{
  int major = 1, minor = 7;

  if (text && sscanf(text, "%2d.%2d", &major, &minor) != 2)
    return 107;
  return 100 * major + minor;
}

gboolean
trammel_robot_read_sdf(TrammelRobot *robot, GError **error)
{
  const TrammelTag *world = trammel_tag_find(robot->tags, "world");
  const TrammelTag *root = world ? world : robot->tags, *model = trammel_tag_find(root, "model");
  const char *version = trammel_tag_get(robot->tags, "version"), *name;
  TrammelSdf sdf = {.robot = robot, .version = read_version(version)};
  gboolean is_read;

  if (!model)
    return trammel_tag_fail(robot->tags, error, N_("the file has no <model>"));
  name = trammel_tag_get(model, "name");
  if (name && *name) {
    g_free(robot->name);
    robot->name = g_strdup(name);
  }
  robot->is_floating = TRUE;
  if (count_models(root) == 1)
    sdf.prefix = g_strconcat(name ? name : "", "::", NULL);
  sdf.frames = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_frame);
  is_read = read_gravity(&robot->gravity, world, error) && read_models(&sdf, root, error);
  if (is_read)
    note_rest(robot, root);
  g_hash_table_unref(sdf.frames);
  g_free(sdf.prefix);
  return is_read;
}
