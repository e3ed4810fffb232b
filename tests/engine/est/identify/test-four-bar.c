/* Closed loops in time: the stepper against an independent solution in one coordinate (theory 3.6),
 * and parameters from one encoder on the crank (theory 3.2). */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/uncertainty/covariance.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/four_bar.h"
#include "support/mechanisms.h"

/* ---- forward dynamics (theory 3.6) ---- */

enum { N_FORWARD = 5001 };

/* Root of the mean square over the coordinates of P1 and P2, and over time. */
static double
compare(const TrModel *model, const TrTrajectory *motion)
{
  TrFourBar bar = tr_four_bar_paper();
  double state[2] = {0, 0}, sum = 0;

  for (int k = 0; k < motion->n_nodes; k++) {
    double p2[2], phi, psi;
    TrFrame crank, coupler;

    tr_body_origin(&crank, model, 0, tr_trajectory_pose(motion, k));
    tr_body_origin(&coupler, model, 1, tr_trajectory_pose(motion, k));
    tr_four_bar_place(p2, &phi, &psi, &bar, state[0]);
    /* the origins are the bars' middles */
    sum += pow(2 * crank.position[0] - cos(state[0]), 2) +
           pow(2 * crank.position[1] - sin(state[0]), 2);
    sum += pow(2 * (coupler.position[0] - crank.position[0]) - p2[0], 2) +
           pow(2 * (coupler.position[1] - crank.position[1]) - p2[1], 2);
    tr_four_bar_advance(state, &bar, 0, motion->h, 10);
  }
  return sqrt(sum / (4 * motion->n_nodes));
}

/* At rest: the stepper's velocity is that of half a step before (theory 2.1c). */
static void
start(double *pose, double *twist, const TrModel *model, double h)
{
  TrFourBar bar = tr_four_bar_paper();
  double rates[TR_TEST_JOINTS] = {-h / 2 * tr_four_bar_acceleration(&bar, 0, 0, 0), NAN, NAN, NAN};
  TrAssembly *assembly = tr_assembly_new(model);
  TrError error = {0};

  tr_assert_ok(tr_assembly_start(assembly, pose, &error), &error);
  tr_assembly_move(assembly, twist, pose, rates);
  tr_assembly_free(assembly);
}

static double
simulate(double h, double compliance, double damping_time, TrSolver solver)
{
  TrModel *model = tr_mechanism_hinge_four_bar();
  double pose[3 * TR_POSE], twist[3 * TR_TWIST], rmse;
  TrSimOptions options = {
      .h = h, .duration = 5, .compliance_scale = 1, .damping_scale = 1, .solver = solver};
  TrTrajectory *motion;
  TrError error = {0};

  for (int j = 0; j < model->n_joints; j++) {
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = compliance;
    model->joints[j].damping_time = damping_time;
  }
  start(pose, twist, model, h);
  tr_assert_ok(
      tr_simulate(&motion, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, &error),
      &error);
  rmse = compare(model, motion);
  g_test_message("%s, h = %g s, compliance %g: RMSE %.2e m", tr_solver_name(solver), h, compliance,
                 rmse);
  tr_trajectory_free(motion);
  tr_model_free(model);
  return rmse;
}

/* The reference keeps its energy and does not depend on its step. */
static void
test_reference(void)
{
  TrFourBar bar = tr_four_bar_paper();
  double coarse[2] = {0, 0}, fine[2] = {0, 0};

  for (int k = 0; k < 500; k++) {
    tr_four_bar_advance(coarse, &bar, 0, 0.01, 100);
    tr_four_bar_advance(fine, &bar, 0, 0.01, 200);
  }
  g_test_message("after 5 s %.9f rad, %.2g rad apart", fine[0], fabs(fine[0] - coarse[0]));
  tr_assert_close(coarse[0], fine[0], 0, 1e-9);
  tr_assert_close(coarse[1], fine[1], 0, 1e-9);
}

static void
test_forward(void)
{
  double rmse = simulate(1e-3, 1e-9, NAN, TR_SOLVER_SPOOK);

  g_assert_cmpfloat(rmse, <, 1e-3);
  /* of first and of second order */
  g_assert_cmpfloat(simulate(2e-3, 1e-9, NAN, TR_SOLVER_SPOOK), >, 1.6 * rmse);
  g_assert_cmpfloat(simulate(1e-3, 1e-9, NAN, TR_SOLVER_SECOND_ORDER), <, rmse);
  /* the redundant rows may have any stiffness */
  g_assert_cmpfloat(simulate(1e-3, 1e-12, NAN, TR_SOLVER_SPOOK), <, 1e-3);
  g_assert_cmpfloat(simulate(1e-3, 0, NAN, TR_SOLVER_SPOOK), <, 1e-3);
  /* a long damping time causes the difference in the paper's figure */
  g_assert_cmpfloat(simulate(1e-3, 1e-9, 0.02, TR_SOLVER_SPOOK), >, 1e-3);
}

/* ---- one encoder (theory 3.2) ---- */

enum { N_NODES = 801, N_FREE = 3 };

#define STEP  0.01
#define NOISE 1e-4

static const char *const ids[N_FREE] = {"body.A.inertia.zz", "joint.h1.viscous", "motor.m1.gain"};

/* A linkage on a bench, driven all round. */
static TrFourBar
make_bench(void)
{
  return (TrFourBar){.length = {0.1, 0.35, 0.25},
                     .mass = {0.5, 0.3, 0.4},
                     .inertia = {0.004, 0.3 * 0.35 * 0.35 / 12, 0.4 * 0.25 * 0.25 / 12},
                     .ground = {0.35, 0},
                     .gravity = 9.81,
                     .viscous = 0.02};
}

static TrModel *
make_model(const TrFourBar *bar)
{
  TrModel *model = tr_mechanism_hinge_four_bar();
  double p2[2], phi, psi;

  for (int b = 0; b < 3; b++) {
    double half = bar->length[b] / 2;

    model->bodies[b].mass = bar->mass[b];
    memcpy(model->bodies[b].inertia, (double[6]){1e-4, bar->inertia[b], bar->inertia[b], 0, 0, 0},
           sizeof model->bodies[b].inertia);
    model->joints[b].child_frame.position[0] = -half;
    model->joints[b + 1].parent_frame.position[0] = half;
  }
  model->joints[3].parent_frame.position[0] = bar->ground[0];
  model->joints[3].child_frame.position[0] = bar->length[2] / 2;
  tr_four_bar_place(p2, &phi, &psi, bar, 0);
  model->joints[1].start = phi;
  model->joints[2].start = psi + G_PI - phi;
  model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  model->joints[0].friction.viscous = bar->viscous;
  model->sensors[0].sigma = NOISE;
  model->n_motors = 1;
  model->motors = g_new0(TrMotor, 1);
  model->motors[0] = tr_motor_default();
  g_strlcpy(model->motors[0].name, "m1", TR_NAME_SIZE);
  model->motors[0].gain = 0.1;
  return model;
}

/* Samples ten times a step; the input is held in between. */
typedef struct Bench {
  TrModel *model;
  double t[10 * N_NODES], u[10 * N_NODES], y[10 * N_NODES];
  TrChannel channels[2];
  TrLog log;
} Bench;

static void
set_up(Bench *b, const TrFourBar *bar)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  double state[2] = {0, 0};
  int n = 10 * (N_NODES - 1) + 1;

  memset(b, 0, sizeof *b);
  b->model = make_model(bar);
  for (int k = 0; k < n; k++) {
    double noise = 0;

    for (int i = 0; i < 12; i++)
      noise += g_rand_double(random) - 0.5;
    b->t[k] = k * STEP / 10;
    b->y[k] = state[0] + NOISE * noise;
    b->u[k] = 1.5 + 3 * sin(2 * G_PI * 0.8 * b->t[k]) + 2 * sin(2 * G_PI * 1.7 * b->t[k] + 1);
    tr_four_bar_advance(state, bar, b->model->motors[0].gain * b->u[k], STEP / 10, 10);
  }
  b->channels[0] = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = (size_t)n, .t = b->t, .y = b->y};
  b->channels[1] = (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = (size_t)n, .t = b->t, .y = b->u};
  b->log =
      (TrLog){.name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 2, .channels = b->channels};
}

static void
identify(Bench *b, double compliance_scale, TrFormulationKind formulation, double tolerance)
{
  TrFree free[N_FREE];
  TrTask task = {.model = b->model,
                 .n_free = N_FREE,
                 .free = free,
                 .n_logs = 1,
                 .logs = &b->log,
                 .settings = tr_settings_default()};
  TrError error = {0};
  TrFit *fit;

  task.settings.h = STEP;
  task.settings.compliance_scale = compliance_scale;
  task.settings.formulation = formulation;
  for (int i = 0; i < N_FREE; i++) {
    free[i] = (TrFree){.min = 0, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&free[i].param, b->model, ids[i]));
    free[i].start = 1.7 * tr_param_get(b->model, free[i].param);
  }
  tr_assert_ok(tr_identify(&fit, &task, &error), &error);
  g_test_message("%s: %d iterations in %d rounds", fit->message, fit->iterations,
                 fit->variances.rounds);
  for (int i = 0; i < N_FREE; i++) {
    double truth = tr_param_get(b->model, free[i].param);

    g_test_message("%s %.6g (%.2g), true %.6g: %+.2f %%", ids[i], fit->estimates[i].value,
                   fit->estimates[i].sigma, truth, 100 * (fit->estimates[i].value / truth - 1));
    tr_assert_close(fit->estimates[i].value, truth, tolerance, 0);
  }
  tr_fit_free(fit);
}

static void
test_one_encoder(void)
{
  TrFourBar bar = make_bench();
  Bench *bench = g_new(Bench, 1);

  set_up(bench, &bar);
  identify(bench, 1, TR_FORMULATION_SECOND_ORDER, 0.01);
  identify(bench, 1e-3, TR_FORMULATION_SECOND_ORDER, 0.01);
  tr_model_free(bench->model);
  g_free(bench);
}

/* An encoder determines only the sum of the inertias of a rotor and of its crank. */
static void
test_unidentifiable(void)
{
  static const char *const both[] = {"body.A.inertia.zz", "motor.m1.rotor_inertia"};
  TrFourBar bar = make_bench();
  Bench *b = g_new(Bench, 1);
  TrFree free[G_N_ELEMENTS(both)];
  TrError error = {0};
  TrFit *fit;

  set_up(b, &bar);
  TrTask task = {.model = b->model,
                 .n_free = G_N_ELEMENTS(both),
                 .free = free,
                 .n_logs = 1,
                 .logs = &b->log,
                 .settings = tr_settings_default()};
  task.settings.h = STEP;
  task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  for (gsize i = 0; i < G_N_ELEMENTS(both); i++) {
    free[i] = (TrFree){.start = 0.002, .min = 0, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&free[i].param, b->model, both[i]));
  }
  tr_assert_ok(tr_identify(&fit, &task, &error), &error);
  g_assert_cmpint(fit->n_directions, ==, 1);
  for (gsize i = 0; i < G_N_ELEMENTS(both); i++) {
    g_assert_false(fit->estimates[i].identifiable);
    g_assert_true(tr_fit_is_moved(fit, 0, (int)i));
  }
  tr_assert_close(fit->estimates[0].value + fit->estimates[1].value, bar.inertia[0], 0.02, 0);
  tr_fit_free(fit);
  tr_model_free(b->model);
  g_free(b);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/four-bar/reference", test_reference);
  g_test_add_func("/engine/four-bar/forward", test_forward);
  g_test_add_func("/engine/four-bar/one-encoder", test_one_encoder);
  g_test_add_func("/engine/four-bar/unidentifiable", test_unidentifiable);
  return g_test_run();
}
