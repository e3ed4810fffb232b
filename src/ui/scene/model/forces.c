#include "ui/scene/model/forces.h"

#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/share.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/mechanism/mechanism.h"
#include "engine/mbs/model/active.h"
#include "engine/mbs/model/gravity.h"
#include "ui/scene/model/loop-forces.h"

/* Share of a load that contacts may leave of what they balance. */
#define MOST_LEFT 0.05

typedef struct {
  const TrModel *model;
  const double *pose;
  double time; /* [s] */
  double gravity[3];
  GArray *forces;
  double *load; /* [n_bodies x 6] force and torque about the centre of mass that the joints of a
                   body transmit; along a motion */
} Maker;

static void
add(Maker *maker, TrammelForceKind kind, const double place[3], const double vector[3])
{
  TrammelForce force = {.kind = kind};

  tr_vec3_copy(force.place, place);
  tr_vec3_copy(force.vector, vector);
  g_array_append_val(maker->forces, force);
}

/* Place and axis (z) of one side of a joint in the world. */
static void
find_end(const Maker *maker, int body, const TrFrame *frame, double place[3], double axis[3])
{
  TrFrame origin = tr_frame_identity();
  double turn[9], quat[4], offset[3];

  if (body != TR_WORLD)
    tr_body_origin(&origin, maker->model, body, maker->pose);
  tr_quat_matrix(turn, origin.quat);
  tr_mat3_apply(offset, turn, frame->position);
  tr_vec3_add_scaled(place, origin.position, 1, offset);
  tr_quat_multiply(quat, origin.quat, frame->quat);
  tr_quat_matrix(turn, quat);
  for (int i = 0; i < 3; i++)
    axis[i] = turn[3 * i + 2];
}

/* ---- of a pose ------------------------------------------------------------------------------- */

static void
add_weights(Maker *maker)
{
  for (int b = 0; b < maker->model->n_bodies; b++) {
    double weight[3];
    for (int i = 0; i < 3; i++)
      weight[i] = maker->model->bodies[b].mass * maker->gravity[i];
    add(maker, TRAMMEL_FORCE_WEIGHT, maker->pose + TR_POSE * b, weight);
  }
}

/* Subtracts the force of a spring between bodies from the load of the joints. */
static void
unload(Maker *maker, int body, const double place[3], const double force[3])
{
  double arm[3], moment[3];

  if (!maker->load || body == TR_WORLD)
    return;
  tr_vec3_sub(arm, place, maker->pose + TR_POSE * body);
  tr_vec3_cross(moment, arm, force);
  for (int i = 0; i < 3; i++) {
    maker->load[6 * body + i] -= force[i];
    maker->load[6 * body + 3 + i] -= moment[i];
  }
}

static void
add_spring(Maker *maker, const TrJoint *joint)
{
  double parent[3], child[3], axis[3], line[3], force[3], back[3];

  find_end(maker, joint->parent, &joint->parent_frame, parent, axis);
  find_end(maker, joint->child, &joint->child_frame, child, axis);
  tr_vec3_sub(line, child, parent);
  double length = tr_vec3_norm(line);
  if (!(length > 0))
    return;
  for (int i = 0; i < 3; i++) {
    force[i] = -joint->spring.stiffness * (length - joint->spring.rest) * line[i] / length;
    back[i] = -force[i];
  }
  add(maker, TRAMMEL_FORCE_SPRING, child, force);
  add(maker, TRAMMEL_FORCE_SPRING, parent, back);
  unload(maker, joint->child, child, force);
  unload(maker, joint->parent, parent, back);
}

static void
add_springs(Maker *maker)
{
  for (int j = 0; j < maker->model->n_joints; j++)
    if (maker->model->joints[j].type == TR_JOINT_SPRING)
      add_spring(maker, &maker->model->joints[j]);
}

/* ---- of a motion ----------------------------------------------------------------------------- */

/* Sets the rates of change of a body's velocities at a node, from the neighbouring nodes that
 * exist. */
static void
differentiate(const TrTrajectory *motion, int node, int body, double rate[6])
{
  int before = MAX(node - 1, 0), after = MIN(node + 1, motion->n_nodes - 1);
  const double *a = tr_trajectory_twist(motion, before) + TR_TWIST * body;
  const double *b = tr_trajectory_twist(motion, after) + TR_TWIST * body;

  for (int i = 0; i < 6; i++)
    rate[i] = after > before ? (b[i] - a[i]) / ((after - before) * motion->h) : 0;
}

static void
find_load(Maker *maker, const TrTrajectory *motion, int node, int body)
{
  const TrBody *data = &maker->model->bodies[body];
  const double *spin = tr_trajectory_twist(motion, node) + TR_TWIST * body + 3;
  double rate[6], tensor[9], momentum[3], torque[3], gyro[3], turn[9], *load;

  load = maker->load + 6 * body;
  differentiate(motion, node, body, rate);
  for (int i = 0; i < 3; i++)
    load[i] = data->mass * (rate[i] - maker->gravity[i]);
  tr_mat3_from_tensor(tensor, data->inertia);
  tr_mat3_apply(torque, tensor, rate + 3);
  tr_mat3_apply(momentum, tensor, spin);
  tr_vec3_cross(gyro, spin, momentum);
  tr_vec3_add_scaled(torque, torque, 1, gyro);
  tr_quat_matrix(turn, maker->pose + TR_POSE * body + 3);
  tr_mat3_apply(load + 3, turn, torque);
}

static gboolean
holds(const TrJoint *joint)
{
  return !tr_joint_only_acts(joint) && joint->type != TR_JOINT_FREE &&
         joint->type != TR_JOINT_GEAR && joint->child >= 0;
}

/* Marks the bodies behind a cut at `cut`; FALSE when they are connected to something else as
 * well. */
static gboolean
mark_behind(const TrModel *model, int cut, gboolean *behind)
{
  gboolean grew = TRUE;

  for (int b = 0; b < model->n_bodies; b++)
    behind[b] = b == model->joints[cut].child;
  while (grew) {
    grew = FALSE;
    for (int j = 0; j < model->n_joints; j++) {
      const TrJoint *joint = &model->joints[j];
      gboolean of_child = holds(joint) && behind[joint->child];
      gboolean of_parent = holds(joint) && joint->parent != TR_WORLD && behind[joint->parent];
      if (j == cut || of_child == of_parent)
        continue;
      if (joint->parent == TR_WORLD)
        return FALSE;
      behind[of_child ? joint->parent : joint->child] = grew = TRUE;
    }
  }
  return model->joints[cut].parent == TR_WORLD || !behind[model->joints[cut].parent];
}

static void
add_reaction(Maker *maker, int cut, const gboolean *behind)
{
  const TrJoint *joint = &maker->model->joints[cut];
  double place[3], axis[3], force[3] = {0}, torque[3] = {0};

  find_end(maker, joint->parent, &joint->parent_frame, place, axis);
  for (int b = 0; b < maker->model->n_bodies; b++) {
    const double *load = maker->load + 6 * b;
    double arm[3], moment[3];
    if (!behind[b])
      continue;
    tr_vec3_sub(arm, maker->pose + TR_POSE * b, place);
    tr_vec3_cross(moment, arm, load);
    for (int i = 0; i < 3; i++) {
      force[i] += load[i];
      torque[i] += load[3 + i] + moment[i];
    }
  }
  add(maker, TRAMMEL_FORCE_REACTION, place, force);
  if (joint->type != TR_JOINT_HINGE)
    return;
  double along = tr_vec3_dot(torque, axis);
  for (int i = 0; i < 3; i++)
    torque[i] = along * axis[i];
  add(maker, TRAMMEL_FORCE_TORQUE, place, torque);
}

/* Adds the force and the axial torque of a joint of a loop. */
static void
add_loop_force(Maker *maker, int j, const TrammelLoopForce *from)
{
  const TrJoint *joint = &maker->model->joints[j];
  double place[3], axis[3], torque[3];

  find_end(maker, joint->parent, &joint->parent_frame, place, axis);
  add(maker, TRAMMEL_FORCE_REACTION, place, from->force);
  g_array_index(maker->forces, TrammelForce, maker->forces->len - 1).is_shared =
      from->is_force_shared;
  if (joint->type != TR_JOINT_HINGE || from->torque == 0)
    return;
  for (int i = 0; i < 3; i++)
    torque[i] = from->torque * axis[i];
  add(maker, TRAMMEL_FORCE_TORQUE, place, torque);
  g_array_index(maker->forces, TrammelForce, maker->forces->len - 1).is_shared =
      from->is_torque_shared;
}

static void
add_reactions(Maker *maker)
{
  g_autofree gboolean *behind = g_new(gboolean, maker->model->n_bodies);
  g_autofree TrammelLoopForce *loops = NULL;
  gboolean is_asked = FALSE;

  for (int j = 0; j < maker->model->n_joints; j++) {
    if (!holds(&maker->model->joints[j]))
      continue;
    if (mark_behind(maker->model, j, behind)) {
      add_reaction(maker, j, behind);
      continue;
    }
    if (!is_asked)
      loops = trammel_loop_forces_new(maker->model, maker->pose, maker->load);
    is_asked = TRUE;
    if (loops)
      add_loop_force(maker, j, &loops[j]);
  }
}

/* Points at which a body touches others: the closed ones, and the nearest one. */
typedef struct {
  GArray *closed;    /* of TrContactForce */
  double nearest[3]; /* in the world */
  double gap;        /* of the nearest one; infinite for a body without contacts */
} Touching;

/* Adds a point of a contact, seen from the body. */
static void
add_touch(Touching *touching, const Maker *maker, int body, TrTouch touch, const TrPlace *places)
{
  const TrContact *contact = &maker->model->contacts[touch.contact];
  TrContactForce point = {.friction = contact->friction};
  TrTouchPlace at;
  double foot[3];

  tr_touch_place(&at, maker->model, touch, places);
  tr_vec3_add_scaled(foot, places[contact->body].r, 1, at.centre);
  tr_vec3_add_scaled(foot, foot, -contact->radius, at.normal);
  if (at.gap < touching->gap)
    tr_vec3_copy(touching->nearest, foot);
  touching->gap = fmin(touching->gap, at.gap);
  tr_vec3_sub(point.arm, foot, maker->pose + TR_POSE * body);
  for (int i = 0; i < 3; i++)
    point.normal[i] = body == contact->body ? at.normal[i] : -at.normal[i];
  if (at.gap < TRAMMEL_CLOSED_GAP)
    g_array_append_val(touching->closed, point);
}

static void
find_touching(Touching *touching, const Maker *maker, int body, const TrPlace *places)
{
  touching->gap = INFINITY;
  g_array_set_size(touching->closed, 0);
  for (int i = 0; i < maker->model->n_contacts; i++) {
    const TrContact *c = &maker->model->contacts[i];
    if ((c->body != body && c->other != body) || !tr_active_at(&c->active, maker->time))
      continue;
    for (int k = 0; k < tr_contact_points(c); k++)
      add_touch(touching, maker, body, (TrTouch){i, k, {c->body, c->other}}, places);
  }
}

/* Shares a load among points; TRUE if they balance it. */
static gboolean
share_load(TrContactForce *points, int n, const double load[6])
{
  double left[6], reach = tr_contact_reach(points, n);

  return n > 0 && tr_contact_share(points, n, load, 1, left) == TR_OK &&
         hypot(tr_vec3_norm(left), tr_vec3_norm(left + 3) / reach) <=
             MOST_LEFT * tr_vec3_norm(load);
}

/* Adds the forces of the closed contacts of a body, or their sum at the nearest one where they
 * cannot balance its load. */
static void
add_contact_forces(Maker *maker, int body, const Touching *touching)
{
  TrContactForce *points = (TrContactForce *)(void *)touching->closed->data;
  int n = (int)touching->closed->len;
  const double *load = maker->load + 6 * body;

  if (!share_load(points, n, load)) {
    add(maker, TRAMMEL_FORCE_CONTACT, touching->nearest, load);
    return;
  }
  for (int i = 0; i < n; i++) {
    double foot[3];
    tr_vec3_add_scaled(foot, maker->pose + TR_POSE * body, 1, points[i].arm);
    add(maker, TRAMMEL_FORCE_CONTACT, foot, points[i].force);
    g_array_index(maker->forces, TrammelForce, maker->forces->len - 1).is_shared = n > 1;
  }
}

/* Adds the forces of the contacts of each body that no joint holds. */
static void
add_contacts(Maker *maker)
{
  const TrModel *model = maker->model;
  g_autofree TrPlace *places = g_new(TrPlace, model->n_bodies + 1);
  g_autofree gboolean *held = g_new0(gboolean, model->n_bodies + 1);
  g_autoptr(GArray) closed = g_array_new(FALSE, FALSE, sizeof(TrContactForce));
  Touching touching = {.closed = closed};

  tr_mechanism_places(places, model->n_bodies, maker->pose);
  for (int j = 0; j < model->n_joints; j++) {
    if (!holds(&model->joints[j]))
      continue;
    held[model->joints[j].child] = TRUE;
    if (model->joints[j].parent != TR_WORLD)
      held[model->joints[j].parent] = TRUE;
  }
  for (int b = 0; b < model->n_bodies; b++) {
    find_touching(&touching, maker, b, places);
    if (!held[b] && isfinite(touching.gap))
      add_contact_forces(maker, b, &touching);
  }
}

GArray *
trammel_forces_new(const TrModel *model,
                   const double *pose,
                   const TrTrajectory *motion,
                   double time)
{
  g_autofree double *load = motion ? g_new0(double, 6 * model->n_bodies) : NULL;
  Maker maker = {.model = model,
                 .pose = pose,
                 .time = time,
                 .forces = g_array_new(FALSE, FALSE, sizeof(TrammelForce)),
                 .load = load};

  tr_gravity_vector(maker.gravity, &model->gravity);
  if (motion) {
    int node = (int)CLAMP(lround((time - motion->start) / motion->h), 0, motion->n_nodes - 1);
    for (int b = 0; b < model->n_bodies; b++)
      find_load(&maker, motion, node, b);
  }
  add_weights(&maker);
  add_springs(&maker);
  if (motion) {
    add_reactions(&maker);
    add_contacts(&maker);
  }
  return maker.forces;
}
