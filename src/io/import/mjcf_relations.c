/* MJCF: equalities between bodies or joints, actuators, sensors. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/import/frames.h"
#include "io/import/mjcf.h"

/* Calls `read` for the children of the sections of a name. */
static gboolean
read_section(TrammelMjcf *mjcf,
             const char *section,
             gboolean (*read)(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error),
             GError **error)
{
  const TrammelTag *root = mjcf->robot->tags;

  for (guint i = 0; i < root->children->len; i++) {
    const TrammelTag *tag = trammel_tag_child(root, i);
    for (guint k = 0; trammel_tag_is(tag, section) && k < tag->children->len; k++)
      if (!read(mjcf, trammel_tag_child(tag, k), error))
        return FALSE;
  }
  return TRUE;
}

/* ---- equality -------------------------------------------------------------------------------- */

/* Sets the link that an attribute names, the ground without one. */
static gboolean
find_link(const TrammelMjcf *mjcf,
          int *link,
          const TrammelTag *tag,
          const char *attribute,
          GError **error)
{
  const char *name = trammel_tag_get(tag, attribute);

  *link = TR_WORLD;
  if (!name || g_str_equal(name, "world"))
    return TRUE;
  *link = trammel_robot_find(mjcf->robot, TRAMMEL_ROBOT_LINK, name);
  return *link >= 0 ||
         trammel_tag_fail(tag, error, N_("%s names the body '%s', which is not there"), attribute,
                          name);
}

/* Pose of a link in another one, in the start pose. */
static void
get_start_pose(TrFrame *pose, const TrammelMjcf *mjcf, int link, int in)
{
  TrFrame base = in == TR_WORLD ? tr_frame_identity() : trammel_robot_link(mjcf->robot, in)->start;
  TrFrame own =
      link == TR_WORLD ? tr_frame_identity() : trammel_robot_link(mjcf->robot, link)->start;

  trammel_frame_invert(&base, &base);
  trammel_frame_compose(pose, &base, &own);
}

/* Frames of a <connect> or <weld> on its bodies. */
typedef struct {
  int links[2];
  TrFrame frames[2];
} Ends;

/* Reads two sites; FALSE when the equality states bodies. */
static gboolean
find_sites(const TrammelMjcf *mjcf, Ends *ends, const TrammelTag *tag)
{
  static const char *const keys[] = {"site1", "site2"};

  for (int i = 0; i < 2; i++) {
    const char *name = trammel_tag_get(tag, keys[i]);
    const TrammelMjcfSite *site = name ? g_hash_table_lookup(mjcf->sites, name) : NULL;
    if (!site)
      return FALSE;
    ends->links[i] = site->link;
    ends->frames[i] = site->frame;
  }
  return TRUE;
}

static gboolean
read_weld_pose(TrFrame *pose, const TrammelTag *tag, GError **error)
{
  double relative[7] = {0};

  if (!trammel_tag_numbers(tag, "relpose", relative, 7, error))
    return FALSE;
  if (!trammel_quat_unit(relative + 3)) /* zero: as in the start pose */
    return TRUE;
  memcpy(pose->position, relative, sizeof pose->position);
  memcpy(pose->quat, relative + 3, sizeof pose->quat);
  return TRUE;
}

static gboolean
read_ends(const TrammelMjcf *mjcf, Ends *ends, const TrammelTag *tag, GError **error)
{
  double anchor[3] = {0};
  TrFrame pose;

  if (find_sites(mjcf, ends, tag))
    return TRUE;
  if (!find_link(mjcf, &ends->links[0], tag, "body1", error) ||
      !find_link(mjcf, &ends->links[1], tag, "body2", error))
    return FALSE;
  ends->frames[0] = ends->frames[1] = tr_frame_identity();
  get_start_pose(&pose, mjcf, ends->links[1], ends->links[0]);
  if (trammel_tag_is(tag, "weld")) {
    ends->frames[0] = pose;
    return read_weld_pose(&ends->frames[0], tag, error);
  }
  if (!trammel_tag_numbers(tag, "anchor", anchor, 3, error))
    return FALSE;
  memcpy(ends->frames[0].position, anchor, sizeof anchor);
  trammel_frame_invert(&pose, &pose);
  trammel_frame_apply(ends->frames[1].position, &pose, anchor);
  return TRUE;
}

/* Reads <connect> or <weld>: a joint that closes a loop. */
static gboolean
read_loop(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  TrJointType type = trammel_tag_is(tag, "weld") ? TR_JOINT_FIXED : TR_JOINT_BALL;
  Ends ends;
  int at, first;

  if (!read_ends(mjcf, &ends, tag, error))
    return FALSE;
  if (ends.links[0] == ends.links[1]) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("it joins a body with itself"));
    return TRUE;
  }
  at = trammel_robot_add_joint(mjcf->robot, tag, name ? name : tag->name, type, error);
  if (at < 0)
    return FALSE;
  TrJoint *joint = &trammel_robot_joint(mjcf->robot, at)->joint;
  first = ends.links[1] == TR_WORLD; /* the ground is the parent */
  joint->parent = ends.links[first];
  joint->child = ends.links[!first];
  joint->parent_frame = ends.frames[first];
  joint->child_frame = ends.frames[!first];
  return TRUE;
}

/* Reads <joint>: q1 - ref1 = c0 + c1 (q2 - ref2). */
static gboolean
read_coupling(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  double c[5] = {0, 1, 0, 0, 0};
  TrGear gear = {
      .first = trammel_robot_find(mjcf->robot, TRAMMEL_ROBOT_JOINT, trammel_tag_get(tag, "joint2")),
      .second =
          trammel_robot_find(mjcf->robot, TRAMMEL_ROBOT_JOINT, trammel_tag_get(tag, "joint1"))};
  const char *text = trammel_tag_get(tag, "polycoef");

  if (text && trammel_tag_read(tag, text, c, 5, error) < 0)
    return FALSE;
  if (gear.first < 0 || gear.second < 0 || c[2] != 0 || c[3] != 0 || c[4] != 0 || !isfinite(c[0]) ||
      !isfinite(c[1])) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("it is not a straight line between two joints"));
    return TRUE;
  }
  gear.ratio = c[1];
  gear.offset = trammel_robot_joint(mjcf->robot, gear.second)->joint.start + c[0] -
                c[1] * trammel_robot_joint(mjcf->robot, gear.first)->joint.start;
  g_autofree char *own =
      g_strdup_printf("%s coupling", trammel_robot_joint(mjcf->robot, gear.second)->joint.name);
  return trammel_robot_add_gear(mjcf->robot, tag, name ? name : own, &gear, error);
}

/* Returns the tendon of this name; NULL for none. */
static const TrammelTag *
find_tendon(const TrammelMjcf *mjcf, const char *name)
{
  const TrammelTag *root = mjcf->robot->tags;

  for (guint i = 0; name && i < root->children->len; i++) {
    const TrammelTag *section = trammel_tag_child(root, i);
    for (guint k = 0; trammel_tag_is(section, "tendon") && k < section->children->len; k++)
      if (g_strcmp0(trammel_tag_get(trammel_tag_child(section, k), "name"), name) == 0)
        return trammel_tag_child(section, k);
  }
  return NULL;
}

/* Sets the ends of a tendon that is straight between two sites. */
static gboolean
find_rod(const TrammelMjcf *mjcf, const TrammelMjcfSite *ends[2], const TrammelTag *tendon)
{
  if (!tendon || !trammel_tag_is(tendon, "spatial") || tendon->children->len != 2)
    return FALSE;
  for (guint i = 0; i < 2; i++) {
    const TrammelTag *child = trammel_tag_child(tendon, i);
    const char *site = trammel_tag_is(child, "site") ? trammel_tag_get(child, "site") : NULL;
    ends[i] = site ? g_hash_table_lookup(mjcf->sites, site) : NULL;
  }
  return ends[0] && ends[1] && ends[0]->link != ends[1]->link;
}

static void
get_site_place(double place[3], const TrammelMjcf *mjcf, const TrammelMjcfSite *site)
{
  TrFrame base = site->link == TR_WORLD ? tr_frame_identity()
                                        : trammel_robot_link(mjcf->robot, site->link)->start;

  trammel_frame_apply(place, &base, site->frame.position);
}

/* Reads <tendon>: a straight tendon of constant length is a rod, as long as in the start pose. */
static gboolean
read_rod(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  const char *name = trammel_tag_get(tag, "name"), *poly = trammel_tag_get(tag, "polycoef");
  const TrammelMjcfSite *ends[2] = {NULL, NULL};
  double c[5] = {0}, a[3], b[3];
  int at;

  if (poly && trammel_tag_read(tag, poly, c, 5, error) < 0)
    return FALSE;
  if (trammel_tag_get(tag, "tendon2") ||
      !find_rod(mjcf, ends, find_tendon(mjcf, trammel_tag_get(tag, "tendon1")))) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("its tendon is not straight between sites of two bodies"));
    return TRUE;
  }
  get_site_place(a, mjcf, ends[0]);
  get_site_place(b, mjcf, ends[1]);
  tr_vec3_sub(a, a, b);
  if (!(tr_vec3_norm(a) + c[0] > 0)) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag, N_("its length is zero"));
    return TRUE;
  }
  at = trammel_robot_add_joint(mjcf->robot, tag, name ? name : "rod", TR_JOINT_DISTANCE, error);
  if (at < 0)
    return FALSE;
  TrJoint *joint = &trammel_robot_joint(mjcf->robot, at)->joint;
  int first = ends[1]->link == TR_WORLD; /* the ground is the parent */
  joint->parent = ends[first]->link;
  joint->child = ends[!first]->link;
  joint->parent_frame = ends[first]->frame;
  joint->child_frame = ends[!first]->frame;
  joint->length = tr_vec3_norm(a) + c[0];
  return TRUE;
}

static gboolean
read_one_equality(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  if (g_strcmp0(trammel_tag_get(tag, "active"), "false") == 0) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag, N_("it is not active"));
    return TRUE;
  }
  if (trammel_tag_is(tag, "connect") || trammel_tag_is(tag, "weld"))
    return read_loop(mjcf, tag, error);
  if (trammel_tag_is(tag, "joint"))
    return read_coupling(mjcf, tag, error);
  if (trammel_tag_is(tag, "tendon"))
    return read_rod(mjcf, tag, error);
  trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                     N_("equalities of this type are not modelled"));
  return TRUE;
}

gboolean
trammel_mjcf_read_equality(TrammelMjcf *mjcf, GError **error)
{
  return read_section(mjcf, "equality", read_one_equality, error);
}

/* ---- sensors --------------------------------------------------------------------------------- */

/* Sets body, point and axes of a sensor; FALSE when its object is not known. */
static gboolean
find_seat(const TrammelMjcf *mjcf, TrammelMjcfSite *seat, const TrammelTag *tag)
{
  const char *site = trammel_tag_get(tag, "site"), *name = trammel_tag_get(tag, "objname");
  const char *type = trammel_tag_get(tag, "objtype");
  const TrammelMjcfSite *found;

  if (g_strcmp0(type, "site") == 0)
    site = name;
  found = site ? g_hash_table_lookup(mjcf->sites, site) : NULL;
  if (found) {
    *seat = *found;
    return seat->link != TR_WORLD;
  }
  *seat = (TrammelMjcfSite){trammel_robot_find(mjcf->robot, TRAMMEL_ROBOT_LINK, name),
                            tr_frame_identity()};
  return g_strcmp0(type, "xbody") == 0 && seat->link >= 0;
}

static const struct {
  const char *tag;
  TrSensorType type;
  gboolean is_of_joint;
} sensor_kinds[] = {{"jointpos", TR_SENSOR_JOINT_POSITION, TRUE},
                    {"jointvel", TR_SENSOR_JOINT_VELOCITY, TRUE},
                    {"gyro", TR_SENSOR_GYRO, FALSE},
                    {"accelerometer", TR_SENSOR_ACCELEROMETER, FALSE},
                    {"framepos", TR_SENSOR_POINT_POSITION, FALSE},
                    {"framequat", TR_SENSOR_BODY_ORIENTATION, FALSE}};

/* Reads a sensor; FALSE for one that the model cannot have. */
static gboolean
add_sensor(TrammelMjcf *mjcf, const TrammelTag *tag, gsize kind)
{
  const char *name = trammel_tag_get(tag, "name");
  int joint = trammel_robot_find(mjcf->robot, TRAMMEL_ROBOT_JOINT, trammel_tag_get(tag, "joint"));
  TrammelMjcfSite seat = {0};
  TrSensor *sensor;

  if (sensor_kinds[kind].is_of_joint
          ? joint < 0 || !tr_joint_has_axis(&trammel_robot_joint(mjcf->robot, joint)->joint)
          : !find_seat(mjcf, &seat, tag) || trammel_tag_get(tag, "reftype"))
    return FALSE;
  sensor =
      trammel_robot_add_sensor(mjcf->robot, tag, name ? name : tag->name, sensor_kinds[kind].type);
  sensor->joint = sensor_kinds[kind].is_of_joint ? joint : -1;
  sensor->body = seat.link;
  if (!sensor_kinds[kind].is_of_joint) {
    memcpy(sensor->point, seat.frame.position, sizeof sensor->point);
    if (sensor->type != TR_SENSOR_POINT_POSITION)
      memcpy(sensor->quat, seat.frame.quat, sizeof sensor->quat);
  }
  return TRUE;
}

static gboolean
read_sensor(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS(sensor_kinds); i++)
    if (trammel_tag_is(tag, sensor_kinds[i].tag) && add_sensor(mjcf, tag, i))
      return TRUE;
  trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                     N_("sensors of this type and object are not modelled"));
  return TRUE;
}

void
trammel_mjcf_read_sensors(TrammelMjcf *mjcf)
{
  read_section(mjcf, "sensor", read_sensor, NULL);
}
