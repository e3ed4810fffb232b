/* Merging of links that a fixed joint connects. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "io/import/complete.h"
#include "io/import/frames.h"

static void
move_joints(TrammelRobot *robot, int link, int into, const TrFrame *frame)
{
  for (guint i = 0; i < robot->joints->len; i++) {
    TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
    TrJoint *joint = &at->joint;
    if (at->is_gone || joint->type == TR_JOINT_GEAR)
      continue;
    if (joint->parent == link) {
      joint->parent = into;
      trammel_frame_compose(&joint->parent_frame, frame, &joint->parent_frame);
    }
    if (joint->child == link) {
      joint->child = into;
      trammel_frame_compose(&joint->child_frame, frame, &joint->child_frame);
    }
    if (joint->parent == joint->child) {
      at->is_gone = TRUE;
      if (!at->may_merge)
        trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, at->tag,
                           N_("the joint is within one body"));
    } else if (joint->child == TR_WORLD) {
      trammel_joint_reverse(joint);
    }
  }
}

static void
move_sensors(TrammelRobot *robot, int link, int into, const TrFrame *frame)
{
  for (guint i = robot->sensors->len; i-- > 0;) {
    TrSensor *sensor = &g_array_index(robot->sensors, TrSensor, i);
    TrFrame seat = {.quat = {sensor->quat[0], sensor->quat[1], sensor->quat[2], sensor->quat[3]}};
    if (sensor->joint >= 0 || sensor->body != link)
      continue;
    if (into == TR_WORLD) {
      trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, NULL,
                         N_("sensor '%s' is fixed to the ground"), sensor->name);
      g_array_remove_index(robot->sensors, i);
      continue;
    }
    memcpy(seat.position, sensor->point, sizeof seat.position);
    trammel_frame_compose(&seat, frame, &seat);
    memcpy(sensor->point, seat.position, sizeof sensor->point);
    if (sensor->type != TR_SENSOR_POINT_POSITION) /* whose axes are in the world */
      memcpy(sensor->quat, seat.quat, sizeof sensor->quat);
    sensor->body = into;
  }
}

static void
move_shapes(TrammelRobotLink *from, TrammelRobotLink *to, const TrFrame *frame)
{
  for (guint i = 0; i < from->shapes->len; i++) {
    TrammelShape shape = g_array_index(from->shapes, TrammelShape, i);
    double turned[4];
    trammel_frame_apply(shape.from, frame, (double[]){shape.from[0], shape.from[1], shape.from[2]});
    trammel_frame_apply(shape.to, frame, (double[]){shape.to[0], shape.to[1], shape.to[2]});
    tr_quat_multiply(turned, frame->quat, shape.quat);
    memcpy(shape.quat, turned, sizeof turned);
    g_array_append_val(to->shapes, shape);
  }
}

static void
move_parts(TrammelRobotLink *from, TrammelRobotLink *to)
{
  if (from->body.mass > 0)
    g_ptr_array_add(to->parts, g_strdup(from->body.name));
  for (guint i = 0; i < from->parts->len; i++)
    g_ptr_array_add(to->parts, g_strdup(g_ptr_array_index(from->parts, i)));
}

void
trammel_robot_merge_link(TrammelRobot *robot, int link, int into, const TrFrame *frame)
{
  TrammelRobotLink *from = trammel_robot_link(robot, link);

  from->is_gone = TRUE;
  if (into != TR_WORLD) {
    TrammelRobotLink *to = trammel_robot_link(robot, into);
    TrBody part = from->body;
    trammel_body_move(&part, frame);
    trammel_body_add(&to->body, &part);
    move_shapes(from, to, frame);
    move_parts(from, to);
  }
  move_joints(robot, link, into, frame);
  move_sensors(robot, link, into, frame);
}

/* Pose of the joint's child in its parent, which are fixed to each other. */
static void
get_fixed_pose(TrFrame *pose, const TrJoint *joint)
{
  TrFrame back;

  trammel_frame_invert(&back, &joint->child_frame);
  trammel_frame_compose(pose, &joint->parent_frame, &back);
}

static gboolean
has_mass(const TrammelRobot *robot, int link)
{
  return link != TR_WORLD && trammel_robot_link(robot, link)->body.mass > 0;
}

static void
merge_child(TrammelRobot *robot, const TrammelRobotJoint *at)
{
  const TrammelRobotLink *child = trammel_robot_link(robot, at->joint.child);
  TrFrame pose;

  get_fixed_pose(&pose, &at->joint);
  if (child->body.mass > 0 && at->joint.parent == TR_WORLD)
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, child->tag,
                       N_("is part of the ground, where its mass has no effect"));
  else if (child->body.mass > 0)
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, child->tag,
                       N_("is merged into '%s', to which it is fixed"),
                       trammel_robot_link(robot, at->joint.parent)->body.name);
  else
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, child->tag,
                       N_("is a frame without mass, fixed to its parent, and not kept"));
  trammel_robot_merge_link(robot, at->joint.child, at->joint.parent, &pose);
}

static void
merge_parent(TrammelRobot *robot, const TrammelRobotJoint *at)
{
  const TrammelRobotLink *parent = trammel_robot_link(robot, at->joint.parent);
  TrammelRobotLink *child = trammel_robot_link(robot, at->joint.child);
  TrFrame pose;

  get_fixed_pose(&pose, &at->joint);
  trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, parent->tag,
                     N_("is a frame without mass, fixed to its child '%s', and not kept"),
                     child->body.name);
  trammel_frame_compose(&child->start, &parent->start, &pose);
  trammel_frame_invert(&pose, &pose);
  trammel_robot_merge_link(robot, at->joint.parent, at->joint.child, &pose);
}

/* Makes a hinge or slide a fixed joint at its start coordinate. */
static void
lock_joint(TrammelRobotJoint *at)
{
  TrFrame at_start = tr_frame_identity();

  if (at->joint.type == TR_JOINT_HINGE)
    tr_quat_exp(at_start.quat, (double[]){0, 0, at->joint.start});
  else
    at_start.position[2] = at->joint.start;
  trammel_frame_compose(&at->joint.parent_frame, &at->joint.parent_frame, &at_start);
  at->joint.type = TR_JOINT_FIXED;
  at->may_merge = at->is_locked = TRUE;
}

void
trammel_robot_lock(TrammelRobot *robot, const char *const *patterns)
{
  for (guint i = 0; i < robot->joints->len; i++) {
    TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
    gboolean matches = FALSE;
    for (gsize k = 0; patterns && patterns[k]; k++)
      matches = matches || g_pattern_match_simple(patterns[k], at->joint.name);
    if (!matches || (at->joint.type != TR_JOINT_HINGE && at->joint.type != TR_JOINT_SLIDE))
      continue;
    lock_joint(at);
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, at->tag,
                       N_("is locked by choice: its links are one body"));
  }
}

void
trammel_robot_merge(TrammelRobot *robot, gboolean keep)
{
  for (guint i = 0; i < robot->joints->len; i++) {
    TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
    gboolean of_world = at->joint.parent == TR_WORLD;
    if (at->is_gone || !at->may_merge)
      continue;
    if (!of_world && !has_mass(robot, at->joint.parent) && has_mass(robot, at->joint.child))
      merge_parent(robot, at);
    else if (!keep || at->is_locked || !has_mass(robot, at->joint.child))
      merge_child(robot, at);
    else
      continue;
    at->is_gone = TRUE;
  }
}
