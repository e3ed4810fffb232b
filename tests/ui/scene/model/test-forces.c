/* Tests of the forces of poses and motions against statics and a rotating mass. */
#include "ui/scene/model/forces.h"

#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/mechanisms.h"
#include "ui/scene/geometry/pick.h"
#include "ui/scene/model/scene-model.h"

#define GRAVITY 9.82

enum { NODES = 5 };

/* Returns a motion with the first joint at `angle`, turning at `rate` about the middle node; other
 * joints stand still. */
static TrTrajectory *
new_motion(const TrModel *model, double angle, double rate)
{
  TrTrajectory *motion = tr_trajectory_new(NODES, model->n_bodies, 0, 1e-3);

  for (int node = 0; node < NODES; node++) {
    double position[TR_TEST_JOINTS] = {angle + rate * (node - NODES / 2) * motion->h};
    double rates[TR_TEST_JOINTS] = {rate};
    tr_mechanism_motion(tr_trajectory_pose(motion, node), tr_trajectory_twist(motion, node), model,
                        position, rates);
  }
  return motion;
}

static GArray *
find_forces(const TrModel *model, const TrTrajectory *motion)
{
  double middle = motion->start + NODES / 2 * motion->h;

  return trammel_forces_new(model, tr_trajectory_pose(motion, NODES / 2), motion, middle);
}

/* Returns the index-th force of a kind. */
static const TrammelForce *
get(const GArray *forces, TrammelForceKind kind, int index)
{
  for (guint i = 0; i < forces->len; i++) {
    const TrammelForce *force = &g_array_index(forces, TrammelForce, i);
    if (force->kind == kind && index-- == 0)
      return force;
  }
  return NULL;
}

/* The same of one that must be there. */
static const TrammelForce *
need(const GArray *forces, TrammelForceKind kind, int index)
{
  const TrammelForce *force = get(forces, kind, index);

  if (!force)
    g_error("there is no force %d of kind %d", index, (int)kind);
  return force;
}

static void
check_vector(const double vector[3], double x, double y, double z)
{
  const double expected[3] = {x, y, z};

  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat(fabs(vector[i] - expected[i]), <, 1e-5);
}

/* The reaction of a rotating mass is its weight and the centripetal force. */
static void
test_turning(void)
{
  TrModel *model = tr_mechanism_pendulum();
  const double mass = 0.428, length = 0.092, angle = 0.7, rate = 3;
  TrTrajectory *motion = new_motion(model, angle, rate);
  g_autoptr(GArray) forces = find_forces(model, motion);
  double pull = mass * rate * rate * length, weight = mass * GRAVITY;

  check_vector(get(forces, TRAMMEL_FORCE_WEIGHT, 0)->vector, 0, -weight, 0);
  const TrammelForce *reaction = get(forces, TRAMMEL_FORCE_REACTION, 0);
  check_vector(reaction->place, 0, 0, 0);
  check_vector(reaction->vector, -pull * sin(angle), pull * cos(angle) + weight, 0);
  /* at a constant rate the torque balances the weight */
  check_vector(get(forces, TRAMMEL_FORCE_TORQUE, 0)->vector, 0, 0, weight * length * sin(angle));
  g_assert_null(get(forces, TRAMMEL_FORCE_REACTION, 1));
  tr_trajectory_free(motion);
  tr_model_free(model);
}

/* The upper joint carries both links. */
static void
test_chain(void)
{
  TrModel *model = tr_mechanism_double_pendulum();
  TrTrajectory *motion = new_motion(model, 0.4, 0);
  g_autoptr(GArray) forces = find_forces(model, motion);
  double lower = model->bodies[1].mass * GRAVITY, upper = model->bodies[0].mass * GRAVITY;

  check_vector(get(forces, TRAMMEL_FORCE_REACTION, 0)->vector, 0, upper + lower, 0);
  check_vector(get(forces, TRAMMEL_FORCE_REACTION, 1)->vector, 0, lower, 0);
  tr_trajectory_free(motion);
  tr_model_free(model);
}

/* Returns the potential energy with the crank at an angle. */
static double
get_energy(const TrModel *model, double angle)
{
  double pose[3 * TR_POSE], position[TR_TEST_JOINTS] = {angle}, energy = 0;

  tr_mechanism_motion(pose, NULL, model, position, NULL);
  for (int b = 0; b < model->n_bodies; b++)
    energy += model->bodies[b].mass * model->gravity.magnitude * pose[TR_POSE * b + 1];
  return energy;
}

/* A planar linkage that its crank holds: the torque is that of virtual work, the forces in the
 * plane balance each body, and they are determined although out of the plane three rows are
 * redundant. */
static void
test_loop(void)
{
  const double angle = 0.1, step = 1e-5;
  TrModel *model = tr_mechanism_hinge_four_bar();

  model->joints[0].friction.model = TR_FRICTION_VISCOUS; /* a torque may act there */
  TrTrajectory *motion = new_motion(model, angle, 0);
  g_autoptr(GArray) forces = find_forces(model, motion);
  double slope = (get_energy(model, angle + step) - get_energy(model, angle - step)) / (2 * step);
  const TrammelForce *torque = need(forces, TRAMMEL_FORCE_TORQUE, 0);

  check_vector(torque->vector, 0, 0, slope);
  g_assert_false(torque->is_shared);
  g_assert_null(get(forces, TRAMMEL_FORCE_TORQUE, 1));
  for (int b = 0; b < model->n_bodies; b++) {
    double sum[3] = {0};
    tr_vec3_copy(sum, need(forces, TRAMMEL_FORCE_WEIGHT, b)->vector);
    for (int j = 0; j < model->n_joints; j++) {
      const TrammelForce *force = need(forces, TRAMMEL_FORCE_REACTION, j);
      g_assert_false(force->is_shared);
      if (model->joints[j].child == b)
        tr_vec3_add_scaled(sum, sum, 1, force->vector);
      if (model->joints[j].parent == b)
        tr_vec3_add_scaled(sum, sum, -1, force->vector);
    }
    check_vector(sum, 0, 0, 0);
  }
  tr_trajectory_free(motion);
  tr_model_free(model);
}

/* Two guides at the same place hold a carriage: each has half of its weight, by no more than a
 * rule. */
static void
test_shared(void)
{
  TrModel *model = tr_mechanism_slider();
  TrJoint *joints = malloc(2 * sizeof *joints);

  joints[0] = joints[1] = model->joints[0];
  g_strlcpy(joints[1].name, "second", sizeof joints[1].name);
  free(model->joints);
  model->joints = joints;
  model->n_joints = 2;
  TrTrajectory *motion = tr_trajectory_new(NODES, 1, 0, 1e-3);
  for (int node = 0; node < NODES; node++)
    tr_forward_kinematics(tr_trajectory_pose(motion, node), NULL, model, (const double[2]){0},
                          NULL);
  g_autoptr(GArray) forces = find_forces(model, motion);
  const double *weight = need(forces, TRAMMEL_FORCE_WEIGHT, 0)->vector;
  for (int j = 0; j < 2; j++) {
    const TrammelForce *force = need(forces, TRAMMEL_FORCE_REACTION, j);
    check_vector(force->vector, -weight[0] / 2, -weight[1] / 2, -weight[2] / 2);
    g_assert_true(force->is_shared);
  }
  tr_trajectory_free(motion);
  tr_model_free(model);
}

/* A spring pulls both its ends, and relieves the joints. */
static void
test_spring(void)
{
  TrModel *model = tr_mechanism_sprung();
  TrTrajectory *motion = new_motion(model, 0.5, 0);
  g_autoptr(GArray) forces = find_forces(model, motion);
  g_autoptr(GArray) still = trammel_forces_new(model, tr_trajectory_pose(motion, 0), NULL, 0);
  const TrammelForce *one = get(forces, TRAMMEL_FORCE_SPRING, 0);
  const TrammelForce *other = get(forces, TRAMMEL_FORCE_SPRING, 1);
  const TrJoint *spring = NULL;
  double line[3], sum[3];

  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].type == TR_JOINT_SPRING && model->joints[j].spring.stiffness > 0)
      spring = &model->joints[j];
  tr_vec3_sub(line, one->place, other->place);
  double stretch = tr_vec3_norm(line) - spring->spring.rest;
  g_assert_cmpfloat(fabs(stretch), >, 1e-3);
  g_assert_cmpfloat(fabs(tr_vec3_norm(one->vector) - spring->spring.stiffness * fabs(stretch)), <,
                    1e-9);
  g_assert_cmpfloat(tr_vec3_dot(one->vector, line) * stretch, <, 0);
  /* at rest the forces on the bodies add up to zero */
  tr_vec3_copy(sum, get(forces, TRAMMEL_FORCE_REACTION, 0)->vector);
  tr_vec3_add_scaled(sum, sum, 1, one->vector);
  for (int b = 0; b < model->n_bodies; b++)
    sum[1] -= model->bodies[b].mass * GRAVITY;
  check_vector(sum, 0, 0, 0);
  g_assert_null(get(still, TRAMMEL_FORCE_REACTION, 0));
  g_assert_nonnull(get(still, TRAMMEL_FORCE_SPRING, 1));
  tr_trajectory_free(motion);
  tr_model_free(model);
}

/* Returns a cube of 0.4 kg and 10 cm above a table, which points at the parts given. */
static TrModel
make_cube(TrBody *body, TrJoint *joint, TrContact *contact)
{
  *body = tr_body_default();
  body->mass = 0.4;
  *joint = tr_joint_default();
  joint->type = TR_JOINT_FREE;
  *contact = tr_contact_default();
  contact->shape = TR_SHAPE_BOX;
  contact->friction = 0.5;
  for (int i = 0; i < 3; i++)
    contact->size[i] = 0.05;
  return (TrModel){.gravity = {.magnitude = GRAVITY, .direction = {0, 0, -1}},
                   .n_bodies = 1,
                   .n_joints = 1,
                   .n_contacts = 1,
                   .bodies = body,
                   .joints = joint,
                   .contacts = contact};
}

/* Forces of the contacts of a cube on the table that accelerates along x; at rest 10 cm above it in
 * a fall. */
static GArray *
find_contact_forces(const TrModel *model, double acceleration, gboolean falls)
{
  TrTrajectory *motion = tr_trajectory_new(NODES, 1, 0, 1e-3);

  for (int node = 0; node < NODES; node++) {
    double *pose = tr_trajectory_pose(motion, node), *twist = tr_trajectory_twist(motion, node);
    pose[0] = 0.3;
    pose[2] = 0.05 + 0.1 * falls;
    pose[3] = 1;
    twist[0] = acceleration * node * motion->h;
    twist[2] = -falls * GRAVITY * node * motion->h;
  }
  GArray *forces = find_forces(model, motion);
  tr_trajectory_free(motion);
  return forces;
}

/* Each lower corner carries a quarter of a resting cube; in the air nothing does. */
static void
test_contact(void)
{
  TrBody body;
  TrJoint joint;
  TrContact contact;
  TrModel model = make_cube(&body, &joint, &contact);
  g_autoptr(GArray) rest = find_contact_forces(&model, 0, FALSE);
  g_autoptr(GArray) fall = find_contact_forces(&model, 0, TRUE);

  for (guint i = 0; i < 4; i++) {
    const TrammelForce *push = need(rest, TRAMMEL_FORCE_CONTACT, (int)i);
    check_vector(push->vector, 0, 0, 0.1 * GRAVITY);
    g_assert_true(push->is_shared);
    g_assert_cmpfloat_with_epsilon(fabs(push->place[0] - 0.3), 0.05, 1e-12);
    g_assert_cmpfloat_with_epsilon(fabs(push->place[1]), 0.05, 1e-12);
    g_assert_cmpfloat_with_epsilon(push->place[2], 0, 1e-12);
  }
  g_assert_null(get(rest, TRAMMEL_FORCE_CONTACT, 4));
  check_vector(need(fall, TRAMMEL_FORCE_CONTACT, 0)->vector, 0, 0, 0);
  g_assert_null(get(fall, TRAMMEL_FORCE_CONTACT, 1));
}

/* Friction slows a cube down: the corners in front carry more, no force leaves its cone, and all
 * balance force and torque.  A cube that slows down more than friction can has their sum alone. */
static void
test_sliding(void)
{
  TrBody body;
  TrJoint joint;
  TrContact contact;
  TrModel model = make_cube(&body, &joint, &contact);
  g_autoptr(GArray) slides = find_contact_forces(&model, -0.5 * GRAVITY, FALSE);
  g_autoptr(GArray) pulled = find_contact_forces(&model, -0.8 * GRAVITY, FALSE);
  double sum[3] = {0}, moment = 0;

  for (guint i = 0; i < 4; i++) {
    const TrammelForce *push = need(slides, TRAMMEL_FORCE_CONTACT, (int)i);
    double across = hypot(push->vector[0], push->vector[1]);
    tr_vec3_add_scaled(sum, sum, 1, push->vector);
    moment += -0.05 * push->vector[0] - (push->place[0] - 0.3) * push->vector[2];
    g_assert_cmpfloat(across, <=, 0.5 / cos(G_PI / 8) * push->vector[2]);
    g_assert_true((push->place[0] > 0.3) == (push->vector[2] > 0.1 * GRAVITY));
  }
  g_assert_null(get(slides, TRAMMEL_FORCE_CONTACT, 4));
  check_vector(sum, -0.2 * GRAVITY, 0, 0.4 * GRAVITY);
  g_assert_cmpfloat_with_epsilon(moment, 0, 1e-6);
  check_vector(need(pulled, TRAMMEL_FORCE_CONTACT, 0)->vector, -0.32 * GRAVITY, 0, 0.4 * GRAVITY);
  g_assert_null(get(pulled, TRAMMEL_FORCE_CONTACT, 1));
}

/* Outside of its spans of time a contact has neither force nor cone, whatever its gap is; a pose
 * without time shows all. */
static void
test_contact_spans(void)
{
  static const double times[] = {0, 2, NAN};
  const double pose[TR_POSE] = {0, 0, 0.05, 1, 0, 0, 0};
  TrBody body;
  TrJoint joint;
  TrContact contact;
  TrModel model = make_cube(&body, &joint, &contact);

  contact.active = (TrActive){1, {1}, {3}, 1};
  g_autoptr(GArray) before = find_contact_forces(&model, 0, FALSE);
  g_assert_null(get(before, TRAMMEL_FORCE_CONTACT, 0));
  contact.active.begin[0] = -1;
  g_autoptr(GArray) within = find_contact_forces(&model, 0, FALSE);
  g_assert_nonnull(get(within, TRAMMEL_FORCE_CONTACT, 3));

  contact.active.begin[0] = 1;
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(&model, NULL, 0);
  for (guint i = 0; i < G_N_ELEMENTS(times); i++) {
    g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
    gboolean has_cones = FALSE;
    trammel_scene_model_set_time(look, times[i]);
    trammel_scene_model_draw_contacts(look, list, pose);
    for (guint k = 0; k < trammel_draw_list_get_n_items(list); k++)
      has_cones = has_cones || trammel_draw_list_get_item(list, k)->solid.mesh == TRAMMEL_MESH_WIRE;
    g_assert_true(has_cones == (i > 0));
  }
}

/* The closed points of a contact have their friction cones. */
static void
test_cones(void)
{
  TrBody body;
  TrJoint joint;
  TrContact contact;
  TrModel model = make_cube(&body, &joint, &contact);
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(&model, NULL, 0);

  for (int falls = 0; falls < 2; falls++) {
    const double pose[TR_POSE] = {0, 0, 0.05 + 0.1 * falls, 1, 0, 0, 0};
    g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
    guint n = 0;
    trammel_scene_model_draw_contacts(look, list, pose);
    for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++)
      n += trammel_draw_list_get_item(list, i)->solid.mesh == TRAMMEL_MESH_WIRE;
    /* 24 pieces of the edge and 8 lines for each of the lower corners */
    g_assert_cmpuint(n, ==, falls ? 0 : 4 * 32);
  }
}

/* A ray onto a corner of the cube meets its contact first, whose balls are painted once it is
 * selected. */
static void
test_pick(void)
{
  const double pose[TR_POSE] = {0, 0, 0.05, 1, 0, 0, 0};
  const double above[3] = {0.05, 0.05, 1}, down[3] = {0, 0, -1};
  TrBody body;
  TrJoint joint;
  TrContact contact;
  TrModel model = make_cube(&body, &joint, &contact);
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(&model, NULL, 0);
  float plain = 0;

  for (int is_selected = 0; is_selected < 2; is_selected++) {
    g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
    TrammelThing things[2] = {0};
    if (is_selected)
      trammel_scene_model_set_selected(look, (TrammelThing){TRAMMEL_THING_CONTACT, 0});
    trammel_scene_model_draw_contacts(look, list, pose);
    const TrammelDrawItem *ball = trammel_draw_list_get_item(list, 0);
    for (guint i = 0; ball->thing.kind == TRAMMEL_THING_NONE; i++)
      ball = trammel_draw_list_get_item(list, i);
    if (is_selected)
      g_assert_cmpfloat(fabsf(ball->color[1] - plain), >, 0.1);
    plain = ball->color[1];
    trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
    g_assert_cmpuint(trammel_pick_things(things, 2, list, above, down), >=, 1);
    g_assert_cmpint(things[0].kind, ==, TRAMMEL_THING_CONTACT);
    g_assert_cmpint(things[0].index, ==, 0);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/scene/forces/turning", test_turning);
  g_test_add_func("/ui/scene/forces/chain", test_chain);
  g_test_add_func("/ui/scene/forces/loop", test_loop);
  g_test_add_func("/ui/scene/forces/shared", test_shared);
  g_test_add_func("/ui/scene/forces/spring", test_spring);
  g_test_add_func("/ui/scene/forces/contact", test_contact);
  g_test_add_func("/ui/scene/forces/sliding", test_sliding);
  g_test_add_func("/ui/scene/forces/contact-spans", test_contact_spans);
  g_test_add_func("/ui/scene/forces/cones", test_cones);
  g_test_add_func("/ui/scene/forces/pick", test_pick);
  return g_test_run();
}
