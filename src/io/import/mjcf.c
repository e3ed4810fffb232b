/* MJCF: bodies and joints below <worldbody>.
 *
 * A body's joints act one after the other from the parent on; all but the last of them carry bodies
 * of their own, without mass, whose frames coincide with the body's in the start pose. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "io/import/frames.h"
#include "io/import/include.h"
#include "io/import/mjcf.h"
#include "io/import/read.h"

/* Frame in which the children of a body or <frame> are. */
typedef struct {
  int link;                /* TR_WORLD: the ground */
  TrFrame frame;           /* of the children in the link */
  TrFrame world;           /* of the link in the world, in the start pose */
  const TrammelTag *scope; /* of default classes; nullable */
} Place;

static const TrammelTag *
get_scope(const TrammelMjcf *mjcf, const TrammelTag *tag, const TrammelTag *scope)
{
  const TrammelTag *class = trammel_mjcf_find_class(mjcf, trammel_tag_get(tag, "childclass"));

  return class ? class : scope;
}

/* ---- inertia --------------------------------------------------------------------------------- */

static gboolean
read_tensor(TrBody *body, const TrammelTag *inertial, GError **error)
{
  return trammel_tag_numbers(inertial, "diaginertia", body->inertia, 3, error) &&
         trammel_tag_numbers(inertial, "fullinertia", body->inertia, 6, error);
}

static gboolean
read_inertial(TrammelMjcf *mjcf, TrBody *body, const TrammelTag *inertial, GError **error)
{
  TrammelMjcfItem item = {mjcf, inertial, NULL, "inertial"};
  TrFrame frame;

  if (!trammel_mjcf_frame(&item, &frame, error) ||
      !trammel_tag_numbers(inertial, "mass", &body->mass, 1, error) ||
      !read_tensor(body, inertial, error))
    return FALSE;
  trammel_body_move(body, &frame);
  return TRUE;
}

/* Reads the geoms of a body, and its inertia from <inertial> or from them. */
static gboolean
read_mass(
    TrammelMjcf *mjcf, const TrammelTag *tag, int link, const TrammelTag *scope, GError **error)
{
  const TrammelTag *inertial = trammel_tag_find(tag, "inertial");
  gboolean takes_geoms = mjcf->from_geometry == 1 || (mjcf->from_geometry < 0 && !inertial);
  TrBody body = {.mass = 0};

  for (guint i = 0; i < tag->children->len; i++) {
    TrammelMjcfItem geom = {mjcf, trammel_tag_child(tag, i), scope, "geom"};
    if (trammel_tag_is(geom.tag, "geom") &&
        !trammel_mjcf_read_geom(mjcf, &geom, link, takes_geoms ? &body : NULL, error))
      return FALSE;
  }
  if (!takes_geoms && inertial && !read_inertial(mjcf, &body, inertial, error))
    return FALSE;
  body.mass = fmax(body.mass, mjcf->bound_mass);
  for (int i = 0; i < 3; i++)
    body.inertia[i] = fmax(body.inertia[i], mjcf->bound_inertia);
  TrBody *of = &trammel_robot_link(mjcf->robot, link)->body;
  memcpy(body.name, of->name, sizeof body.name);
  *of = body;
  return TRUE;
}

/* ---- joints ---------------------------------------------------------------------------------- */

static gboolean
find_type(TrJointType *type, const TrammelMjcfItem *item, GError **error)
{
  static const struct {
    const char *word;
    TrJointType type;
  } types[] = {{"hinge", TR_JOINT_HINGE},
               {"slide", TR_JOINT_SLIDE},
               {"ball", TR_JOINT_BALL},
               {"free", TR_JOINT_FREE}};
  const char *word = trammel_mjcf_text(item, "type");

  *type = trammel_tag_is(item->tag, "freejoint") ? TR_JOINT_FREE : TR_JOINT_HINGE;
  if (!word || trammel_tag_is(item->tag, "freejoint"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
    if (g_str_equal(types[i].word, word)) {
      *type = types[i].type;
      return TRUE;
    }
  return trammel_tag_fail(item->tag, error, N_("'%s' is no type of joint"), word);
}

/* Places the frames of a joint: in the child at `pos` with z along `axis`, in the parent where that
 * is in the start pose, where the coordinate is `ref`. */
static gboolean
place_joint(const TrammelMjcfItem *item, TrJoint *joint, const TrFrame *body, GError **error)
{
  double axis[3] = {0, 0, 1}, unit = joint->type == TR_JOINT_HINGE ? item->mjcf->angle : 1;
  TrFrame *child = &joint->child_frame, back = tr_frame_identity();
  int n = trammel_mjcf_numbers(item, "axis", axis, 3, error);

  if (n < 0 || trammel_mjcf_numbers(item, "pos", child->position, 3, error) < 0 ||
      trammel_mjcf_numbers(item, "ref", &joint->start, 1, error) < 0)
    return FALSE;
  if (tr_joint_has_axis(joint) && !trammel_quat_from_axis(child->quat, axis))
    return trammel_tag_fail(item->tag, error, N_("the axis of the joint has no length"));
  joint->start = tr_joint_has_axis(joint) ? joint->start * unit : 0;
  trammel_frame_compose(&joint->parent_frame, body, child);
  if (joint->type == TR_JOINT_HINGE)
    tr_quat_exp(back.quat, (double[]){0, 0, -joint->start});
  else
    back.position[2] = -joint->start;
  if (joint->start != 0)
    trammel_frame_compose(&joint->parent_frame, &joint->parent_frame, &back);
  return TRUE;
}

static gboolean
read_limits(const TrammelMjcfItem *item, TrammelRobotJoint *at, GError **error)
{
  double range[2] = {0}, unit = at->joint.type == TR_JOINT_HINGE ? item->mjcf->angle : 1;
  int n = trammel_mjcf_numbers(item, "range", range, 2, error);
  const char *limited = trammel_mjcf_text(item, "limited");
  gboolean is_limited = limited && !g_str_equal(limited, "auto") ? g_str_equal(limited, "true")
                                                                 : item->mjcf->has_auto_limits;

  if (n == 2 && is_limited && tr_joint_has_axis(&at->joint))
    trammel_robot_set_limits(item->mjcf->robot, at, range[0] * unit, range[1] * unit);
  return n >= 0;
}

static gboolean
read_forces(const TrammelMjcfItem *item, TrammelRobotJoint *at, GError **error)
{
  double damping = 0, dry = 0, unit = at->joint.type == TR_JOINT_HINGE ? item->mjcf->angle : 1;
  TrJointSpring spring = {0};

  if (trammel_mjcf_numbers(item, "damping", &damping, 1, error) < 0 ||
      trammel_mjcf_numbers(item, "frictionloss", &dry, 1, error) < 0 ||
      trammel_mjcf_numbers(item, "stiffness", &spring.stiffness, 1, error) < 0 ||
      trammel_mjcf_numbers(item, "springref", &spring.rest, 1, error) < 0 ||
      trammel_mjcf_numbers(item, "armature", &at->armature, 1, error) < 0)
    return FALSE;
  trammel_robot_set_friction(item->mjcf->robot, at, damping, dry);
  spring.rest *= unit;
  if (spring.stiffness > 0 && tr_joint_has_axis(&at->joint))
    at->joint.spring = spring;
  else if (spring.stiffness > 0)
    trammel_record_add(item->mjcf->robot->record, TRAMMEL_RECORD_IGNORED, at->tag,
                       N_("the stiffness of a ball or free joint"));
  return TRUE;
}

static gboolean
read_joint(const TrammelMjcfItem *item, int link, int parent, const TrFrame *body, GError **error)
{
  TrammelRobot *robot = item->mjcf->robot;
  const char *name = trammel_tag_get(item->tag, "name");
  g_autofree char *own = g_strdup_printf("%s joint", trammel_robot_link(robot, link)->body.name);
  TrJointType type;
  int at;

  if (!find_type(&type, item, error))
    return FALSE;
  at = trammel_robot_add_joint(robot, item->tag, name ? name : own, type, error);
  if (at < 0)
    return FALSE;
  TrammelRobotJoint *joint = trammel_robot_joint(robot, at);
  joint->joint.parent = parent;
  joint->joint.child = link;
  if (type == TR_JOINT_FREE) { /* it starts where the body is; nothing acts along it */
    joint->joint.parent_frame = *body;
    return TRUE;
  }
  return place_joint(item, &joint->joint, body, error) && read_limits(item, joint, error) &&
         read_forces(item, joint, error);
}

/* Adds a body without mass between two joints of a body. */
static int
add_between(TrammelMjcf *mjcf, const TrammelTag *tag, int link, guint i, GError **error)
{
  g_autofree char *name =
      g_strdup_printf("%s %u", trammel_robot_link(mjcf->robot, link)->body.name, i);

  return trammel_robot_add_link(mjcf->robot, tag, name, error);
}

static gboolean
is_joint(const TrammelTag *tag)
{
  return trammel_tag_is(tag, "joint") || trammel_tag_is(tag, "freejoint");
}

/* Joins a body without joints to its parent. */
static gboolean
fix_body(TrammelMjcf *mjcf, const TrammelTag *tag, int link, const Place *place, GError **error)
{
  g_autofree char *name =
      g_strdup_printf("%s fixed", trammel_robot_link(mjcf->robot, link)->body.name);
  int at = trammel_robot_add_joint(mjcf->robot, tag, name, TR_JOINT_FIXED, error);

  if (at < 0)
    return FALSE;
  TrammelRobotJoint *joint = trammel_robot_joint(mjcf->robot, at);
  joint->joint.parent = place->link;
  joint->joint.child = link;
  joint->joint.parent_frame = place->frame;
  joint->may_merge = TRUE;
  return TRUE;
}

/* Reads the joints of a body, whose frame in the parent's link is place->frame. */
static gboolean
read_joints(TrammelMjcf *mjcf, const TrammelTag *tag, int link, const Place *place, GError **error)
{
  TrFrame body = place->frame;
  int parent = place->link;
  guint n = 0, k = 0;

  for (guint i = 0; i < tag->children->len; i++)
    n += is_joint(trammel_tag_child(tag, i));
  if (n == 0)
    return fix_body(mjcf, tag, link, place, error);
  for (guint i = 0; i < tag->children->len; i++) {
    TrammelMjcfItem item = {mjcf, trammel_tag_child(tag, i), place->scope, "joint"};
    if (!is_joint(item.tag))
      continue;
    int child = ++k < n ? add_between(mjcf, tag, link, k, error) : link;
    if (child < 0 || !read_joint(&item, child, parent, &body, error))
      return FALSE;
    parent = child;
    body = tr_frame_identity();
  }
  return TRUE;
}

/* ---- tree ------------------------------------------------------------------------------------ */

static gboolean
read_children(TrammelMjcf *mjcf, const TrammelTag *tag, const Place *place, GError **error);

static gboolean
note_site(TrammelMjcf *mjcf, const TrammelMjcfItem *item, const Place *place, GError **error)
{
  const char *name = trammel_tag_get(item->tag, "name");
  TrammelMjcfSite *site;
  TrFrame frame;

  if (!trammel_mjcf_frame(item, &frame, error))
    return FALSE;
  if (!name)
    return TRUE;
  site = g_new0(TrammelMjcfSite, 1);
  site->link = place->link;
  trammel_frame_compose(&site->frame, &place->frame, &frame);
  g_hash_table_insert(mjcf->sites, (gpointer)name, site);
  return TRUE;
}

static gboolean
read_body(TrammelMjcf *mjcf, const TrammelTag *tag, const Place *outer, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  TrammelMjcfItem item = {mjcf, tag, NULL, "body"};
  int link = trammel_robot_add_link(mjcf->robot, tag, name ? name : "", error);
  Place place = *outer, inner = {.link = link};
  TrFrame own;

  if (link < 0 || !trammel_mjcf_frame(&item, &own, error))
    return FALSE;
  place.scope = inner.scope = get_scope(mjcf, tag, outer->scope);
  trammel_frame_compose(&place.frame, &outer->frame, &own);
  trammel_frame_compose(&inner.world, &outer->world, &place.frame);
  inner.frame = tr_frame_identity();
  trammel_robot_link(mjcf->robot, link)->start = inner.world;
  return read_mass(mjcf, tag, link, place.scope, error) &&
         read_joints(mjcf, tag, link, &place, error) && read_children(mjcf, tag, &inner, error);
}

/* Reads what is inside a <frame>, which moves it. */
static gboolean
read_frame(TrammelMjcf *mjcf, const TrammelTag *tag, const Place *outer, GError **error)
{
  TrammelMjcfItem item = {mjcf, tag, NULL, "frame"};
  Place place = *outer;
  TrFrame own;

  if (!trammel_mjcf_frame(&item, &own, error))
    return FALSE;
  place.scope = get_scope(mjcf, tag, outer->scope);
  trammel_frame_compose(&place.frame, &outer->frame, &own);
  return read_children(mjcf, tag, &place, error);
}

static gboolean
read_children(TrammelMjcf *mjcf, const TrammelTag *tag, const Place *place, GError **error)
{
  for (guint i = 0; i < tag->children->len; i++) {
    const TrammelTag *child = trammel_tag_child(tag, i);
    TrammelMjcfItem site = {mjcf, child, place->scope, "site"};
    if ((trammel_tag_is(child, "body") && !read_body(mjcf, child, place, error)) ||
        (trammel_tag_is(child, "frame") && !read_frame(mjcf, child, place, error)) ||
        (trammel_tag_is(child, "site") && !note_site(mjcf, &site, place, error)))
      return FALSE;
    if (trammel_tag_is(child, "replicate") || trammel_tag_is(child, "attach") ||
        trammel_tag_is(child, "composite") || trammel_tag_is(child, "flexcomp"))
      return trammel_tag_fail(child, error,
                              N_("<%s> is not read; save the model with MuJoCo's mj_saveLastXML "
                                 "first, which writes it out"),
                              child->name);
  }
  return TRUE;
}

static gboolean
read_trees(TrammelMjcf *mjcf, GError **error)
{
  const TrammelTag *root = mjcf->robot->tags;

  for (guint i = 0; i < root->children->len; i++) {
    const TrammelTag *tag = trammel_tag_child(root, i);
    Place place = {TR_WORLD, tr_frame_identity(), tr_frame_identity(), get_scope(mjcf, tag, NULL)};
    if (trammel_tag_is(tag, "worldbody") && !read_children(mjcf, tag, &place, error))
      return FALSE;
  }
  return TRUE;
}

/* Scales all masses to the total that the compiler states. */
static void
scale_masses(TrammelMjcf *mjcf)
{
  double sum = 0;

  for (guint i = 0; i < mjcf->robot->links->len; i++)
    sum += trammel_robot_link(mjcf->robot, (int)i)->body.mass;
  if (!(mjcf->total_mass > 0) || !(sum > 0))
    return;
  for (guint i = 0; i < mjcf->robot->links->len; i++) {
    TrBody *body = &trammel_robot_link(mjcf->robot, (int)i)->body;
    body->mass *= mjcf->total_mass / sum;
    for (int k = 0; k < 6; k++)
      body->inertia[k] *= mjcf->total_mass / sum;
  }
}

/* TRUE if an equality makes the tendon a rod. */
static gboolean
is_rod(const TrammelMjcf *mjcf, const TrammelTag *tendon)
{
  const char *name = trammel_tag_get(tendon, "name");

  for (guint i = 0; name && i < mjcf->robot->joints->len; i++) {
    const TrammelRobotJoint *at = trammel_robot_joint(mjcf->robot, (int)i);
    if (at->joint.type == TR_JOINT_DISTANCE &&
        g_strcmp0(trammel_tag_get(at->tag, "tendon1"), name) == 0)
      return TRUE;
  }
  return FALSE;
}

static void
note_rest(TrammelMjcf *mjcf)
{
  static const char *const known[] = {"worldbody", "default", "compiler", "option", "equality",
                                      "actuator",  "sensor",  "tendon",   "asset"};
  const TrammelTag *root = mjcf->robot->tags;

  for (guint i = 0; i < root->children->len; i++) {
    const TrammelTag *tag = trammel_tag_child(root, i);
    gboolean is_known = FALSE;
    for (gsize k = 0; k < G_N_ELEMENTS(known); k++)
      is_known = is_known || g_str_equal(tag->name, known[k]);
    if (!is_known)
      trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                         N_("<%s>, which is no part of the mechanism"), tag->name);
    for (guint t = 0; trammel_tag_is(tag, "tendon") && t < tag->children->len; t++)
      if (!is_rod(mjcf, trammel_tag_child(tag, t)))
        trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, trammel_tag_child(tag, t),
                           N_("tendons are not modelled: the joints move without them"));
  }
}

gboolean
trammel_robot_read_mjcf(TrammelRobot *robot, GError **error)
{
  TrammelMjcf mjcf = {.robot = robot,
                      .angle = G_PI / 180,
                      .sequence = "xyz",
                      .from_geometry = -1,
                      .has_auto_limits = TRUE};
  const char *name = trammel_tag_get(robot->tags, "model");
  gboolean is_read;

  if (!trammel_include_all(robot->tags, robot->folder, error))
    return FALSE;
  if (name && *name) {
    g_free(robot->name);
    robot->name = g_strdup(name);
  }
  mjcf.classes = g_hash_table_new(g_str_hash, g_str_equal);
  mjcf.sites = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  is_read = trammel_mjcf_read_settings(&mjcf, error) && read_trees(&mjcf, error);
  if (is_read)
    scale_masses(&mjcf);
  is_read = is_read && trammel_mjcf_read_equality(&mjcf, error) &&
            trammel_mjcf_read_actuators(&mjcf, error);
  if (is_read) {
    trammel_mjcf_read_sensors(&mjcf);
    note_rest(&mjcf);
  }
  g_hash_table_unref(mjcf.classes);
  g_hash_table_unref(mjcf.sites);
  return is_read;
}
