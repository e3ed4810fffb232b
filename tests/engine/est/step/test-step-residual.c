/* The step's residual and its Jacobian: reference numbers and finite differences. */
#include <math.h>
#include <string.h>

#include "engine/est/step/step_fixture.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/axial.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/reference.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_JAC = MAX_N * (3 * MAX_N + MAX_PARAMS) };

typedef struct Fixture {
  StageFixture stage;
  double pose[3][3 * TR_POSE], u[8];
} Fixture;

/* Column of a parameter by its id. */
static int
find_column(const Fixture *f, const char *id)
{
  TrParam param;

  g_assert_true(tr_param_find(&param, f->stage.model, id));
  for (int i = 0; i < f->stage.context.n_params; i++)
    if (memcmp(&f->stage.params[i], &param, sizeof param) == 0)
      return i;
  g_assert_not_reached();
}

static const struct {
  const char *reference, *id;
} named[] = {
    {"JAxx", "body.A.inertia.xx"}, {"JAyy", "body.A.inertia.yy"}, {"JAzz", "body.A.inertia.zz"},
    {"JBxx", "body.B.inertia.xx"}, {"JByy", "body.B.inertia.yy"}, {"JBzz", "body.B.inertia.zz"},
    {"b1", "joint.h1.viscous"},    {"b2", "joint.h2.viscous"},    {"mu1", "joint.h1.coulomb"},
    {"mu2", "joint.h2.coulomb"},   {"K", "motor.m1.gain"},        {"tx", "gravity.tilt.x"},
    {"tz", "gravity.tilt.z"},      {"mA", "body.A.mass"},         {"mB", "body.B.mass"},
};

static const char *const reference_order[22] = {
    "JAxx", "JAyy", "JAzz", "JBxx", "JByy", "JBzz", "b1", "b2", "mu1",    "mu2",     "K",
    "tx",   "ty",   "tz",   "mA",   "mB",   "l1",   "lA", "l2", "Jshaft", "mudelta", "zeta"};

static void
compare_parameters(const Fixture *f, const double *jac, const double *expected, int n, double rtol)
{
  int columns = 3 * n + f->stage.context.n_params;

  for (size_t k = 0; k < G_N_ELEMENTS(named); k++) {
    double mine[MAX_N], theirs[MAX_N];
    TrParam param;
    int column = 0;

    if (!tr_param_find(&param, f->stage.model, named[k].id))
      continue;
    while (strcmp(reference_order[column], named[k].reference) != 0)
      column++;
    for (int i = 0; i < n; i++) {
      mine[i] = jac[i * columns + 3 * n + find_column(f, named[k].id)];
      theirs[i] = expected[i * 22 + column];
    }
    g_test_message("%s", named[k].id);
    /* these reference columns are differences with a noise of some 1e-7 */
    tr_assert_close_array(mine, theirs, n, rtol, 5e-7);
  }
}

/* Returns whether a model has loads.  The reference makes three passes over the load of dry
 * friction, where more would still change the multipliers by a millionth and their derivatives by
 * some hundred of them (test_derivatives() has those of the converged load); without a load it is
 * exact. */
static bool
is_loaded(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (tr_axial_is_loaded(&model->joints[j]) && model->joints[j].friction.coulomb > 0)
      return true;
  return false;
}

static void
test_reference(void)
{
  int n_steps;
  g_autoptr(JsonParser) parser = tr_reference_open(&n_steps);

  if (!parser)
    return;
  for (int s = 0; s < n_steps; s++) {
    TrReferenceStep step;
    Fixture f = {0};
    double r[MAX_N], jac[MAX_JAC], jac_q[MAX_JAC], expected[MAX_JAC], poses[3 * 2 * TR_POSE];

    tr_reference_step(&step, parser, s, "eps");
    stage_fixture_set_up(&f.stage, step.model, step.h, step.smoothing, 1e-4);
    f.u[0] = step.u;
    tr_reference_numbers(poses, step.json, "q_triple");

    int n = step.n, size = n / 6 * TR_POSE, columns = 3 * n + f.stage.context.n_params;
    double rtol = is_loaded(step.model) ? 5e-6 : 1e-8;
    double slope_rtol = is_loaded(step.model) ? 1e-3 : 1e-8;

    tr_assert_ok(tr_step_linearize(r, jac, f.stage.work, &f.stage.context,
                                   &(TrStepInput){poses, poses + size, poses + 2 * size, f.u}),
                 NULL);
    tr_reference_numbers(expected, step.json, "lambda");
    tr_assert_close_array(tr_step_lambda(f.stage.work), expected, f.stage.mechanism->n_rows, rtol,
                          0);
    tr_reference_numbers(expected, step.json, "residual");
    tr_assert_close_array(r, expected, n, rtol, 0);
    tr_reference_numbers(expected, step.json, "jac_q");
    for (int i = 0; i < n; i++)
      memmove(jac_q + i * 3 * n, jac + i * columns, (size_t)(3 * n) * sizeof *jac);
    tr_assert_close_array(jac_q, expected, 3 * n * n, slope_rtol, 0);
    tr_reference_numbers(expected, step.json, "jac_params");
    compare_parameters(&f, jac, expected, n, slope_rtol);
    stage_fixture_tear_down(&f.stage);
    tr_reference_clear(&step);
  }
}

/* r at poses and parameters displaced by dx. */
static void
displaced_residual(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  int n_bodies = f->stage.model->n_bodies, n = 6 * n_bodies;
  double pose[3][3 * TR_POSE], kept[MAX_PARAMS];

  for (int k = 0; k < 3; k++)
    tr_pose_retract(pose[k], n_bodies, f->pose[k], dx + k * n);
  for (int p = 0; p < f->stage.context.n_params; p++) {
    kept[p] = tr_param_get(f->stage.model, f->stage.params[p]);
    tr_param_set(f->stage.model, f->stage.params[p], kept[p] + dx[3 * n + p]);
  }
  tr_mechanism_update(f->stage.mechanism, f->stage.model);
  tr_assert_ok(tr_step_residual(r, f->stage.work, &f->stage.context,
                                &(TrStepInput){pose[0], pose[1], pose[2], f->u}),
               NULL);
  for (int p = 0; p < f->stage.context.n_params; p++)
    tr_param_set(f->stage.model, f->stage.params[p], kept[p]);
  tr_mechanism_update(f->stage.mechanism, f->stage.model);
}

/* Poses of a moving mechanism, off the constraint manifold by 1e-3. */
static void
scatter_poses(Fixture *f, GRand *random)
{
  int n_bodies = f->stage.model->n_bodies;
  double q[8], noise[MAX_N];

  for (int k = 0; k < 3; k++) {
    for (int j = 0; j < f->stage.model->n_joints; j++)
      q[j] = 0.4 + 0.7 * j + (0.013 + 0.021 * j) * k + 0.004 * k * k;
    tr_mechanism_motion(f->pose[k], NULL, f->stage.model, q, NULL);
    for (int i = 0; i < 6 * n_bodies; i++)
      noise[i] = g_rand_double_range(random, -1e-3, 1e-3);
    tr_pose_retract(f->pose[k], n_bodies, f->pose[k], noise);
  }
}

/* Largest displacement of one number without a change of sign in a multiplier, where |lambda|, and
 * so the load of dry friction, has a kink of 1e-7. */
static double
measure_kink(Fixture *f)
{
  enum { LAST = MAX_JAC / MAX_N };
  static const double delta = 1e-6;
  int n = 18 * f->stage.model->n_bodies + f->stage.context.n_params, m = f->stage.mechanism->n_rows;
  double dx[LAST] = {0}, r[MAX_N], plus[MAX_ROWS], distance = INFINITY;

  for (int k = 0; k < n; k++) {
    dx[k] = delta;
    displaced_residual(r, dx, f);
    memcpy(plus, tr_step_lambda(f->stage.work), (size_t)m * sizeof *plus);
    dx[k] = -delta;
    displaced_residual(r, dx, f);
    dx[k] = 0;
    for (int i = 0; i < m; i++) {
      double minus = tr_step_lambda(f->stage.work)[i];
      double slope = fabs(plus[i] - minus) / (2 * delta);

      if (slope > 0)
        distance = fmin(distance, plus[i] * minus > 0 ? fabs(plus[i] + minus) / 2 / slope : 0);
    }
  }
  return distance;
}

enum { N_SEEDS = 32 };

/* Finds poses at which differences are meaningful, and their largest step: half the way to a kink.
 */
static double
find_smooth_poses(Fixture *f, guint32 seed)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);

  for (int draw = 0; draw < 20; draw++) {
    double distance;

    scatter_poses(f, random);
    distance = measure_kink(f);
    if (distance > 2e-5)
      return fmin(1e-4, distance / 2);
  }
  g_assert_not_reached();
}

/* Makes all derivatives nonzero: all bodies rotate about a point beside their origin, all joints
 * have dry friction. */
static void
make_general(TrModel *model)
{
  for (int b = 0; b < model->n_bodies; b++) {
    for (int k = 0; k < 3; k++)
      model->bodies[b].inertia[k] += 0.01;
    memcpy(model->bodies[b].com, (double[3]){0.01, -0.02, 0.015}, sizeof model->bodies[b].com);
  }
  for (int j = 0; j < model->n_joints; j++) {
    TrFriction *friction = &model->joints[j].friction;

    friction->model = TR_FRICTION_STRIBECK;
    friction->coulomb = 0.02;
    friction->delta = 0.01;
    friction->zeta = 0.3;
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-5;
  }
}

static void
compare_derivatives(const TrTestMechanism *mechanism, bool midpoint, guint32 seed)
{
  TrModel *model = mechanism->create();
  Fixture f = {0};
  double r[MAX_N], jac[MAX_JAC], step;

  make_general(model);
  stage_fixture_set_up(&f.stage, model, 0.01, 0.5, 1e-4);
  f.stage.context.midpoint = midpoint;
  for (int k = 0; k < 8; k++)
    f.u[k] = 0.7 + 0.1 * k;
  step = find_smooth_poses(&f, seed);
  tr_assert_ok(tr_step_linearize(r, jac, f.stage.work, &f.stage.context,
                                 &(TrStepInput){f.pose[0], f.pose[1], f.pose[2], f.u}),
               NULL);

  TrDerivative derivative = {.name = mechanism->name,
                             .m = 6 * model->n_bodies,
                             .n = 18 * model->n_bodies + f.stage.context.n_params,
                             .jacobian = jac,
                             .func = displaced_residual,
                             .user = &f,
                             .rtol = 2e-6,
                             .step = step};
  tr_assert_derivative(&derivative);
  stage_fixture_tear_down(&f.stage);
  tr_model_free(model);
}

/* With gyroscopic and viscous terms as in SPOOK, and at the midpoint velocity. */
static void
test_derivatives(void)
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    for (int i = 0; i < tr_n_mechanisms; i++)
      compare_derivatives(&tr_mechanisms[i], (seed + (guint32)i) % 2, seed);
}

/* A long step along the constraints violates them by the linear model's prediction, not by the
 * square of the step. */
static void
test_retract(void)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    g_autoptr(GRand) random = g_rand_new_with_seed(12);
    TrModel *model = tr_mechanisms[i].create();
    Fixture f = {0};
    double step[MAX_N], out[3 * TR_POSE], g[MAX_ROWS], target[MAX_ROWS], jac[MAX_ROWS * MAX_N];
    TrPlace places[3];

    stage_fixture_set_up(&f.stage, model, 0.01, 0.5, 1e-4);
    scatter_poses(&f, random);
    int n = 6 * model->n_bodies, m = f.stage.mechanism->n_rows;
    /* the loops are small, and cannot follow a step that tears them open */
    double length = model->n_joints > model->n_bodies ? 0.03 : 0.15;
    for (int k = 0; k < n; k++)
      step[k] = length * sin(1 + 3 * k);
    tr_mechanism_places(places, model->n_bodies, f.pose[0]);
    tr_mechanism_value(target, f.stage.mechanism, places);
    tr_mechanism_jacobian(jac, f.stage.mechanism, places);
    for (int r = 0; r < m; r++)
      for (int k = 0; k < n; k++)
        target[r] += jac[r * n + k] * step[k];
    tr_mechanism_clear_rates(target, f.stage.mechanism, 1); /* rolling has no value to meet */
    tr_step_retract(out, f.stage.work, &f.stage.context, f.pose[0], step);
    tr_mechanism_places(places, model->n_bodies, out);
    tr_mechanism_value(g, f.stage.mechanism, places);
    tr_assert_close_array(g, target, m, 0, 1e-6);
    stage_fixture_tear_down(&f.stage);
    tr_model_free(model);
  }
}

/* Sets r to what torques about the two joints of a Furuta pendulum do to its bodies, and the pose.
 */
static void
place_torques(double *pose, double *r, const TrModel *model, const double *q, const double *torque)
{
  double twist[2 * TR_TWIST], of_arm[9], of_pendulum[9], world[3], at_arm[3];

  tr_forward_kinematics(pose, twist, model, q, (double[]){1, 0});
  memset(r, 0, 12 * sizeof *r);
  for (int i = 0; i < 3; i++)
    r[3 + i] = torque[0] * twist[3 + i];
  tr_forward_kinematics(pose, twist, model, q, (double[]){0, 1});
  tr_quat_matrix(of_arm, pose + 3);
  tr_quat_matrix(of_pendulum, pose + TR_POSE + 3);
  tr_mat3_apply(world, of_pendulum, twist + TR_TWIST + 3);
  tr_mat3_apply_t(at_arm, of_arm, world);
  for (int i = 0; i < 3; i++) {
    r[3 + i] -= torque[1] * at_arm[i];
    r[9 + i] = torque[1] * twist[TR_TWIST + 3 + i];
  }
}

/* Torques at the joints are found from their effect on the bodies, at any pose. */
static void
test_joint_impulses(void)
{
  static const double positions[][2] = {{0.3, -0.8}, {1.9, 2.1}, {-2.5, 0.4}};
  static const double torque[] = {0.02, -0.005};
  TrModel *model = tr_mechanism_furuta();
  Fixture f = {0};

  stage_fixture_set_up(&f.stage, model, 0.01, 0.02, 0);
  for (gsize i = 0; i < G_N_ELEMENTS(positions); i++) {
    double r[12], found[2];
    TrStepInput in = {.now = f.pose[1], .u = f.u};

    place_torques(f.pose[1], r, model, positions[i], torque);
    tr_assert_ok(tr_step_joint_impulses(found, f.stage.work, &f.stage.context, &in, r), NULL);
    tr_assert_close_array(found, torque, 2, 1e-9, 0);
  }
  stage_fixture_tear_down(&f.stage);
  tr_model_free(model);
}

/* Forces along the joints act as the biases of their motors do. */
static void
test_by_force(void)
{
  static const double position[2] = {0.3, -0.8}, rate[2] = {1.2, -0.7};
  TrModel *model = tr_mechanism_furuta();
  double jac[MAX_JAC], r[MAX_N], by_force[MAX_N * 8], twist[2 * TR_TWIST];
  Fixture f = {0};

  stage_fixture_set_up(&f.stage, model, 0.01, 0.02, 1e-6);
  for (int k = 0; k < 3; k++) {
    double at[2] = {position[0] + 0.01 * (k - 1) * rate[0], position[1] + 0.01 * (k - 1) * rate[1]};
    tr_forward_kinematics(f.pose[k], twist, model, at, rate);
  }
  TrStepInput in = {f.pose[0], f.pose[1], f.pose[2], f.u};
  tr_assert_ok(tr_step_linearize(r, jac, f.stage.work, &f.stage.context, &in), NULL);
  int n = f.stage.work ? 6 * model->n_bodies : 0, columns = 3 * n + f.stage.context.n_params;
  int bias = 3 * n + find_column(&f, "motor.m1.bias");
  double gear = model->motors[0].gear;
  tr_assert_ok(tr_step_residual(r, f.stage.work, &f.stage.context, &in), NULL);
  tr_step_by_force(by_force, f.stage.work, &f.stage.context);
  for (int i = 0; i < n; i++) {
    double expected = jac[i * columns + bias] / gear;
    tr_assert_close(by_force[i * model->n_joints + model->motors[0].joint], expected, 1e-9, 1e-12);
  }
  stage_fixture_tear_down(&f.stage);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/stage/reference", test_reference);
  g_test_add_func("/engine/est/stage/derivatives", test_derivatives);
  g_test_add_func("/engine/est/stage/retract", test_retract);
  g_test_add_func("/engine/est/stage/joint-impulses", test_joint_impulses);
  g_test_add_func("/engine/est/stage/by-force", test_by_force);
  return g_test_run();
}
