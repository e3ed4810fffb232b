#include "support/many.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "engine/linalg/quat.h"

TrModel *
tr_many_repeat(TrModel *one, int count)
{
  TrModel *many = tr_model_copy(one);

  many->n_bodies = count * one->n_bodies;
  many->n_joints = count * one->n_joints;
  many->n_motors = many->n_sensors = 0;
  many->bodies = realloc(many->bodies, (size_t)many->n_bodies * sizeof *many->bodies);
  many->joints = realloc(many->joints, (size_t)many->n_joints * sizeof *many->joints);
  for (int i = 0; i < many->n_bodies; i++)
    many->bodies[i] = one->bodies[i % one->n_bodies];
  for (int j = 0; j < many->n_joints; j++) {
    TrJoint *joint = &many->joints[j];
    int shift = j / one->n_joints * one->n_bodies;

    *joint = one->joints[j % one->n_joints];
    joint->parent += joint->parent == TR_WORLD ? 0 : shift;
    joint->child += shift;
  }
  tr_model_free(one);
  return many;
}

static double
between(double least, double most)
{
  return g_test_rand_double_range(least, most);
}

static void
turn_frame(TrFrame *frame)
{
  double turn[3];

  for (int i = 0; i < 3; i++) {
    frame->position[i] = between(-0.2, 0.2);
    turn[i] = between(-2, 2);
  }
  tr_quat_exp(frame->quat, turn);
}

static void
rub(TrFriction *friction)
{
  static const TrFrictionModel models[] = {TR_FRICTION_COULOMB, TR_FRICTION_COULOMB,
                                           TR_FRICTION_STRIBECK, TR_FRICTION_TANH,
                                           TR_FRICTION_NONE};
  static const double smooth[TR_N_TANH] = {0.05, 100, 20, 0.1, 50, 0.02};

  friction->model = models[g_test_rand_int_range(0, (int)G_N_ELEMENTS(models))];
  friction->load = g_test_rand_bit() ? TR_LOAD_NONE : TR_LOAD_CONSTRAINT;
  friction->coulomb = friction->load == TR_LOAD_NONE ? between(0, 1) : between(0, 0.01);
  friction->viscous = between(0, 0.1);
  friction->radius = 0.03;
  friction->asymmetry[TR_SIDE_DRY] = g_test_rand_bit() ? between(-0.3, 0.3) : 0;
  if (friction->model == TR_FRICTION_STRIBECK) {
    friction->delta = friction->coulomb / 4;
    friction->zeta = 100;
  }
  for (int i = 0; i < TR_N_TANH; i++)
    friction->tanh[i] = smooth[i];
}

static void
set_joint(TrJoint *joint, int child)
{
  *joint = tr_joint_default();
  joint->type = g_test_rand_int_range(0, 4) == 0 ? TR_JOINT_SLIDE : TR_JOINT_HINGE;
  joint->child = child;
  joint->parent = child == 0 ? TR_WORLD : g_test_rand_int_range(MAX(child - 4, -1), child);
  turn_frame(&joint->parent_frame);
  turn_frame(&joint->child_frame);
  if (g_test_rand_int_range(0, 4) == 0)
    joint->compliance_linear = joint->compliance_angular = 0;
  joint->spring.stiffness = between(0, 20);
  rub(&joint->friction);
  if (g_test_rand_bit())
    joint->limits.lower = -between(0, 0.3);
  if (g_test_rand_bit())
    joint->limits.upper = between(0, 0.3);
}

TrModel *
tr_many_tree(int n_bodies)
{
  TrModel *model = calloc(1, sizeof *model);

  model->gravity = tr_gravity_default();
  model->n_bodies = model->n_joints = n_bodies;
  model->bodies = calloc((size_t)n_bodies, sizeof *model->bodies);
  model->joints = calloc((size_t)n_bodies, sizeof *model->joints);
  for (int i = 0; i < n_bodies; i++) {
    TrBody *body = &model->bodies[i];

    *body = tr_body_default();
    body->mass = between(0.2, 2);
    for (int k = 0; k < 3; k++)
      body->inertia[k] = between(2e-3, 4e-3);
    set_joint(&model->joints[i], i);
  }
  return model;
}

void
tr_many_state(double *position, double *rate, const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++) {
    position[j] = between(-0.3, 0.3);
    rate[j] = g_test_rand_bit() ? between(-1, 1) : 0;
  }
}
