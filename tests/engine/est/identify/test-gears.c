/* Gears: inertia seen through a ratio, racks, many turns, identification, wrong gears. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/gears.h"
#include "engine/signal/unwrap.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 401 };

#define STEP  0.01
#define NOISE 1e-3

static TrTrajectory *
run(const TrModel *model, int n_nodes, double h, TrChannel *input)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST] = {0};
  TrSimOptions options = {
      .h = h, .duration = (n_nodes - 1) * h, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion;
  TrError error = {0};

  tr_assert_ok(tr_start_pose(pose, model, &error), &error);
  tr_assert_ok(tr_simulate(&motion, model, &(TrSimCase){pose, twist, input ? 1 : 0, input},
                           &options, NULL, &error),
               &error);
  return motion;
}

/* Continuous coordinate of a joint at the nodes. */
static double *
dup_coordinate(const TrModel *model, const TrTrajectory *motion, int joint)
{
  double *q = g_new(double, (gsize)motion->n_nodes);

  for (int k = 0; k < motion->n_nodes; k++)
    q[k] = tr_joint_position(model, joint, tr_trajectory_pose(motion, k));
  if (!tr_joint_is_linear(&model->joints[joint]))
    tr_unwrap(q, (size_t)motion->n_nodes);
  return q;
}

/* A constant torque turns both as one wheel of inertia J1 + r^2 J2, for many turns. */
static void
test_reflected_inertia(void)
{
  const double ratios[] = {-3, 0.4, 37.0 / 12};
  double t[] = {0, 10}, u[] = {1.5, 1.5};
  TrChannel input = {.kind = TR_SIGNAL_MOTOR, .n = 2, .t = t, .y = u};

  for (gsize i = 0; i < G_N_ELEMENTS(ratios); i++) {
    double r = ratios[i], rate = 0.15 / (2e-3 + r * r * 5e-4);
    TrModel *model = tr_mechanism_flywheels(r);
    TrTrajectory *motion = run(model, 2001, 1e-3, &input);
    g_autofree double *first = dup_coordinate(model, motion, 0);
    g_autofree double *second = dup_coordinate(model, motion, 1);
    /* the phase at the start is any tooth's */
    double phase = second[0] - r * first[0] - 0.3;

    tr_assert_close(remainder(phase, tr_gear_period(model, 2)), 0, 0, 1e-9);
    /* v_k = a (k h), as the stepper adds it up: from t_k-1/2 on */
    tr_assert_close(tr_joint_velocity(model, 0, tr_trajectory_pose(motion, 2000),
                                      tr_trajectory_twist(motion, 2000)),
                    2 * rate, 1e-4, 0);
    g_assert_cmpfloat(fabs(first[2000] - first[0]), >, 10 * G_PI);
    for (int k = 0; k <= 2000; k += 50)
      tr_assert_close(second[k], r * first[k] + 0.3 + phase, 0, 1e-7);
    tr_trajectory_free(motion);
    tr_model_free(model);
  }
}

/* A weight on a rack turns the wheel: a = g m r^2/(m r^2 + J), r in m for a radian. */
static void
test_rack(void)
{
  TrModel *model = tr_mechanism_flywheels(0.05);
  const double m = 1, inertia = 2e-3, r = 0.05;
  double fall = 9.82 * m * r * r / (m * r * r + inertia);
  TrTrajectory *motion;

  model->joints[1].type = TR_JOINT_SLIDE;
  /* z of the frames along y */
  model->joints[1].parent_frame = model->joints[1].child_frame =
      (TrFrame){{0, 0, 0}, {M_SQRT1_2, -M_SQRT1_2, 0, 0}};
  model->sensors[1].joint = 0;
  tr_assert_close(tr_gear_period(model, 2), 2 * G_PI * 0.05, 1e-15, 0);
  motion = run(model, 1001, 1e-3, NULL);
  g_autofree double *slid = dup_coordinate(model, motion, 1);
  g_autofree double *turned = dup_coordinate(model, motion, 0);

  tr_assert_close(tr_joint_velocity(model, 1, tr_trajectory_pose(motion, 1000),
                                    tr_trajectory_twist(motion, 1000)),
                  -fall, 1e-4, 0);
  g_assert_cmpfloat(fabs(turned[1000] - turned[0]), >, 4 * G_PI);
  for (int k = 0; k <= 1000; k += 50)
    tr_assert_close(slid[k] - slid[0], r * (turned[k] - turned[0]), 0, 1e-7);
  tr_trajectory_free(motion);
  tr_model_free(model);
}

typedef struct Bench {
  TrModel *model;
  double t[N_NODES], u[N_NODES], y[N_NODES];
  TrChannel channels[2];
  TrLog log;
  TrFree free[2];
  TrTask task;
} Bench;

/* A log of the first wheel under a motor that turns it, with these parameters free; `inertia` of
 * the second one. */
static void
bench_init_with(Bench *bench, double ratio, double inertia, const char *const *ids, int n_free)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  TrTrajectory *motion;

  *bench = (Bench){.model = tr_mechanism_flywheels(ratio)};
  bench->model->bodies[1].inertia[2] = inertia;
  bench->channels[0] =
      (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = 0, .n = N_NODES, .t = bench->t, .y = bench->y};
  bench->channels[1] =
      (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_NODES, .t = bench->t, .y = bench->u};
  for (int k = 0; k < N_NODES; k++) {
    bench->t[k] = k * STEP;
    bench->u[k] = 0.4 + 1.2 * sin(2 * G_PI * (0.5 + 0.3 * bench->t[k]) * bench->t[k]);
  }
  motion = run(bench->model, N_NODES, STEP, &bench->channels[1]);
  g_autofree double *q = dup_coordinate(bench->model, motion, 0);
  for (int k = 0; k < N_NODES; k++)
    bench->y[k] = q[k] + NOISE * g_rand_double_range(random, -1, 1) * sqrt(3);
  bench->model->sensors[0].sigma = NOISE;
  for (int i = 0; i < n_free; i++) {
    bench->free[i] = (TrFree){.min = 0, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&bench->free[i].param, bench->model, ids[i]));
    bench->free[i].start = 1.6 * tr_param_get(bench->model, bench->free[i].param);
  }
  bench->log = (TrLog){
      .name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 2, .channels = bench->channels};
  bench->task = (TrTask){.model = bench->model,
                         .n_free = n_free,
                         .free = bench->free,
                         .n_logs = 1,
                         .logs = &bench->log,
                         .settings = tr_settings_default()};
  bench->task.settings.kappa = 1e6;
  tr_trajectory_free(motion);
}

/* The first wheel turns many times. */
static void
bench_init(Bench *bench, const char *const *ids, int n_free)
{
  bench_init_with(bench, -2.5, 5e-4, ids, n_free);
  g_assert_cmpfloat(fabs(bench->y[N_NODES - 1] - bench->y[0]), >, 6 * G_PI);
}

/* The inertia behind the gear, from a log of the first wheel only. */
static void
test_identified(void)
{
  Bench bench;
  TrFit *fit;
  TrError error = {0};

  bench_init(&bench, (const char *[]){"body.B.inertia.zz"}, 1);
  tr_assert_ok(tr_identify(&fit, &bench.task, &error), &error);
  g_assert_cmpint(fit->status, ==, TR_OK);
  g_test_message("J2 = %g +- %g kg m^2, true 5e-4", fit->estimates[0].value,
                 fit->estimates[0].sigma_linear);
  g_assert_true(fit->estimates[0].identifiable);
  g_assert_cmpfloat(fabs(fit->estimates[0].value - 5e-4), <, 3 * fit->estimates[0].sigma_linear);
  tr_assert_close(fit->estimates[0].value, 5e-4, 0.01, 0);
  g_assert_cmpfloat(fit->constraint_violation, <, 1e-5);
  tr_fit_free(fit);
  tr_model_free(bench.model);
}

/* A light rotor behind a large ratio, whose row would dominate at the weight of other rows. */
static void
test_large_ratio(void)
{
  Bench bench;
  TrFit *fit;
  TrError error = {0};

  bench_init_with(&bench, -60, 5e-5, (const char *[]){"body.B.inertia.zz"}, 1);
  bench.task.settings.kappa = 1e9;
  tr_assert_ok(tr_identify(&fit, &bench.task, &error), &error);
  g_assert_cmpint(fit->status, ==, TR_OK);
  g_test_message("J2 = %g +- %g kg m^2, true 5e-5", fit->estimates[0].value,
                 fit->estimates[0].sigma_linear);
  g_assert_true(fit->estimates[0].identifiable);
  g_assert_cmpfloat(fabs(fit->estimates[0].value - 5e-5), <, 3 * fit->estimates[0].sigma_linear);
  tr_assert_close(fit->estimates[0].value, 5e-5, 0.01, 0);
  g_assert_cmpfloat(fit->constraint_violation, <, 1e-5);
  tr_fit_free(fit);
  tr_model_free(bench.model);
}

/* Poses do not determine turns beyond half a turn per step: reported before anything is estimated.
 */
static void
test_too_fast(void)
{
  Bench bench;
  TrFit *fit;
  TrError error = {0};

  bench_init_with(&bench, -60, 5e-7, (const char *[]){"body.B.inertia.zz"}, 1);
  g_assert_cmpint(tr_identify(&fit, &bench.task, &error), ==, TR_BAD_MODEL);
  g_test_message("%s", error.text);
  g_assert_nonnull(strstr(error.text, "gear 'h3' turns joint 'h2'"));
  g_assert_nonnull(strstr(error.text, "rotor_inertia"));
  tr_model_free(bench.model);
}

/* Only J1 + r^2 J2 is determined; the direction is named with that weight. */
static void
test_combination(void)
{
  Bench bench;
  TrFit *fit;
  TrError error = {0};

  bench_init(&bench, (const char *[]){"body.A.inertia.zz", "body.B.inertia.zz"}, 2);
  tr_assert_ok(tr_identify(&fit, &bench.task, &error), &error);
  g_assert_cmpint(fit->n_directions, ==, 1);
  double sum = fit->estimates[0].value + 6.25 * fit->estimates[1].value;
  tr_assert_close(sum, 2e-3 + 6.25 * 5e-4, 0.01, 0);
  tr_assert_close(fit->directions[0].loading[0] * fit->estimates[0].scale,
                  -6.25 * fit->directions[0].loading[1] * fit->estimates[1].scale, 1e-3, 0);
  tr_fit_free(fit);
  tr_model_free(bench.model);
}

static void
assert_refused(TrModel *model, const char *one, const char *other)
{
  TrError error = {0};

  g_assert_cmpint(tr_model_check(model, &error), ==, TR_BAD_MODEL);
  g_test_message("%s", error.text);
  g_assert_nonnull(strstr(error.text, one));
  g_assert_nonnull(strstr(error.text, other));
  tr_model_free(model);
}

static TrModel *
change(TrGear gear)
{
  TrModel *model = tr_mechanism_flywheels(1);

  model->joints[2].gear = gear;
  return model;
}

/* A second gear "h4" between the same joints. */
static TrModel *
add_gear(TrGear gear)
{
  TrModel *model = tr_mechanism_flywheels(2), *copy;
  TrJoint joints[4];

  memcpy(joints, model->joints, 3 * sizeof *joints);
  joints[3] = joints[2];
  g_strlcpy(joints[3].name, "h4", sizeof joints[3].name);
  joints[3].gear = gear;
  free(model->joints);
  model->joints = joints;
  model->n_joints = 4;
  copy = tr_model_copy(model);
  model->joints = NULL;
  tr_model_free(model);
  return copy;
}

static void
test_wrong_gears(void)
{
  TrModel *model;

  assert_refused(change((TrGear){0, 0, 1, 0}), "'h3'", "itself");
  assert_refused(change((TrGear){0, 2, 1, 0}), "'h3'", "of type gear");
  assert_refused(change((TrGear){0, 7, 1, 0}), "'h3'", "does not exist");
  assert_refused(change((TrGear){0, 1, 0, 0}), "'h3'", "other than zero");
  assert_refused(change((TrGear){0, 1, 1, NAN}), "'h3'", "finite");
  model = tr_mechanism_flywheels(1);
  model->joints[1].type = TR_JOINT_BALL;
  model->sensors[1].joint = 0;
  assert_refused(model, "'h3'", "ball");
  assert_refused(add_gear((TrGear){0, 1, 3, 0.3}), "'h3' and 'h4'", "locks");
  assert_refused(add_gear((TrGear){1, 0, 2, 0}), "'h3' and 'h4'", "locks");
  assert_refused(add_gear((TrGear){0, 1, 2, 1}), "'h3' and 'h4'", "offsets");
}

/* Redundant gears are harmless, and named. */
static void
test_redundant(void)
{
  TrModel *model = add_gear((TrGear){1, 0, 0.5, -0.15});
  TrAssembly *assembly;
  double pose[2 * TR_POSE];
  int redundant[4];
  TrError error = {0};

  tr_assert_ok(tr_model_check(model, &error), &error);
  assembly = tr_assembly_new(model);
  tr_assert_ok(tr_assembly_start(assembly, pose, &error), &error);
  g_assert_cmpint(tr_assembly_freedom(assembly, redundant, pose), ==, 1);
  g_assert_cmpint(redundant[3], ==, 1);
  g_assert_cmpint(redundant[2], ==, 0);
  tr_assembly_free(assembly);
  tr_model_free(model);
}

/* Period of a tooth of a wheel of q teeth; ratios without such a wheel have none. */
static void
test_periods(void)
{
  const double ratios[] = {2, -0.5, 12.0 / 35, 2.718281828, 0.333333333333};
  const double teeth[] = {1, 2, 35, 0, 3};

  for (gsize i = 0; i < G_N_ELEMENTS(ratios); i++) {
    TrModel *model = tr_mechanism_flywheels(ratios[i]);

    tr_assert_close(tr_gear_period(model, 2), teeth[i] > 0 ? 2 * G_PI / teeth[i] : 0, 1e-15, 0);
    tr_model_free(model);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/mbs/gears/reflected-inertia", test_reflected_inertia);
  g_test_add_func("/engine/mbs/gears/rack", test_rack);
  g_test_add_func("/engine/mbs/gears/identified", test_identified);
  g_test_add_func("/engine/mbs/gears/large-ratio", test_large_ratio);
  g_test_add_func("/engine/mbs/gears/too-fast", test_too_fast);
  g_test_add_func("/engine/mbs/gears/combination", test_combination);
  g_test_add_func("/engine/mbs/gears/wrong", test_wrong_gears);
  g_test_add_func("/engine/mbs/gears/redundant", test_redundant);
  g_test_add_func("/engine/mbs/gears/periods", test_periods);
  return g_test_run();
}
