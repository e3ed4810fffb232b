/* Smoothing rates of dry friction from wide to narrow: automatic ones are quartered to the
 * narrowest, stated ones stay, and a fit that does not converge with narrow ones ends with wider
 * ones.
 */
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/solve/narrow.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/reported.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_SAMPLES = 2001, N_FREE = 2 };

#define SAMPLING 1e-3
#define STEP     0.005
#define NOISE    1e-6

static const char *const ids[N_FREE] = {"joint.s1.coulomb", "joint.s1.viscous"};

/* Smoothing rates as the solver left them. */
typedef struct Rates {
  double first, last, narrowest;
} Rates;

/* A slide with dry friction that a motor moves to and fro. */
typedef struct Rig {
  TrModel *model;
  double t[N_SAMPLES], u[N_SAMPLES], y[N_SAMPLES], truth[N_FREE];
  TrChannel channels[2];
  TrLog log;
  TrFree free[N_FREE];
  TrTask task;
  Rates rates;
} Rig;

static void
simulate(Rig *rig)
{
  TrSimOptions options = {.h = SAMPLING,
                          .duration = (N_SAMPLES - 1) * SAMPLING,
                          .compliance_scale = 1,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  tr_forward_kinematics(pose, twist, rig->model, (double[]){0}, (double[]){0});
  tr_assert_ok(tr_simulate(&motion, rig->model, &(TrSimCase){pose, twist, 1, &rig->channels[1]},
                           &options, NULL, NULL),
               NULL);
  for (int k = 0; k < N_SAMPLES; k++)
    rig->y[k] = tr_joint_position(rig->model, 0, tr_trajectory_pose(motion, k)) +
                g_rand_double_range(random, -NOISE, NOISE);
  tr_trajectory_free(motion);
}

/* force: of the motor at its largest, in units of dry friction. */
static void
set_up(Rig *rig, double force)
{
  *rig = (Rig){.model = tr_mechanism_slider()};
  rig->model->joints[0].friction.rate = NAN;
  rig->model->joints[0].damping_time = NAN;
  rig->model->sensors[0].sigma = NOISE;
  for (int k = 0; k < N_SAMPLES; k++) {
    rig->t[k] = k * SAMPLING;
    rig->u[k] = force * rig->model->joints[0].friction.coulomb / rig->model->motors[0].gain *
                cos(2 * G_PI * 1.5 * rig->t[k]);
  }
  for (int c = 0; c < 2; c++)
    rig->channels[c] = (TrChannel){.kind = c ? TR_SIGNAL_MOTOR : TR_SIGNAL_SENSOR,
                                   .n = N_SAMPLES,
                                   .t = rig->t,
                                   .y = c ? rig->u : rig->y};
  simulate(rig);
  rig->log = (TrLog){
      .name = "log", .end = (N_SAMPLES - 1) * SAMPLING, .n_channels = 2, .channels = rig->channels};
  for (int i = 0; i < N_FREE; i++) {
    rig->free[i] = (TrFree){.min = 0, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&rig->free[i].param, rig->model, ids[i]));
    rig->truth[i] = tr_param_get(rig->model, rig->free[i].param);
    rig->free[i].start = 1.3 * rig->truth[i];
  }
  rig->task = (TrTask){.model = rig->model,
                       .n_free = N_FREE,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->log,
                       .settings = tr_settings_default()};
  rig->task.settings.h = STEP;
  rig->task.settings.kappa = 1e-3;
  rig->task.monitor.user = rig;
}

static void
tear_down(Rig *rig)
{
  tr_model_free(rig->model);
}

static TrStatus
solve_and_look(TrFit *fit, TrProblem *problem)
{
  const TrPreparedLog *log = &problem->prepared->logs[0];
  Rig *rig = problem->task->monitor.user;
  TrStatus status;

  rig->rates.first = log->smoothing[0];
  status = tr_task_solve(fit, problem);
  rig->rates.last = log->smoothing[0];
  rig->rates.narrowest = log->narrowest[0];
  g_assert_true(log->widest[0] == rig->rates.first);
  return status;
}

static TrFit *
identify(Rig *rig)
{
  TrError error = {0};
  TrFit *fit;

  tr_assert_ok(tr_task_run(&fit, &rig->task, solve_and_look, &error), &error);
  g_test_message("%s Rates from %g to %g, narrowest %g; %g, %g", fit->message, rig->rates.first,
                 rig->rates.last, rig->rates.narrowest, fit->estimates[0].value / rig->truth[0],
                 fit->estimates[1].value / rig->truth[1]);
  g_assert_true(fit->logs[0].friction_rate[0] == rig->rates.last);
  return fit;
}

/* A slide in motion: with a stated and with an automatic kappa. */
static void
test_automatic(void)
{
  Rig rig;

  set_up(&rig, 6);
  for (int k = 0; k < 2; k++) {
    TrFit *fit;

    rig.task.settings.kappa = k ? NAN : 1e-3;
    fit = identify(&rig);
    g_assert_cmpfloat(rig.rates.narrowest, <, rig.rates.first);
    tr_assert_close(rig.rates.last, rig.rates.narrowest, 1e-12, 0);
    for (int i = 0; i < N_FREE; i++)
      tr_assert_close(fit->estimates[i].value, rig.truth[i], 0.03, 0);
    tr_fit_free(fit);
  }
  tear_down(&rig);
}

/* A rate of the joint or of the settings stays as it is. */
static void
test_stated(void)
{
  Rig rig;

  set_up(&rig, 6);
  for (int k = 0; k < 2; k++) {
    rig.model->joints[0].friction.rate = k ? NAN : 2e-3;
    rig.task.settings.friction_rate = k ? 3e-3 : NAN;
    tr_fit_free(identify(&rig));
    g_assert_true(rig.rates.first == (k ? 3e-3 : 2e-3));
    g_assert_true(rig.rates.last == rig.rates.first);
  }
  tear_down(&rig);
}

/* Other formulations have D at one end of the step, which needs the width. */
static void
test_first_order(void)
{
  Rig rig;

  set_up(&rig, 6);
  rig.task.settings.formulation = TR_FORMULATION_PREDICTED;
  tr_fit_free(identify(&rig));
  g_assert_true(rig.rates.last == rig.rates.first);
  tear_down(&rig);
}

/* The slide sticks for most of the time: rates as narrow as the fit converges with still change the
 * friction, which the reported value corrects. */
static void
test_sticking(void)
{
  Rig rig;

  set_up(&rig, 1.5);
  for (int k = 0; k < 2; k++) {
    TrReported friction;
    TrFit *fit;

    rig.task.settings.kappa = k ? NAN : 1e-3;
    fit = identify(&rig);
    g_assert_cmpint(fit->status, ==, TR_OK);
    g_assert_cmpfloat(rig.rates.last, <, rig.rates.first);
    tr_assert_ok(tr_physical(fit, &rig.task), NULL);
    friction = tr_fit_report(fit, 0);
    g_test_message("%s Coulomb %g, sigma %g", fit->physical->message, friction.value / rig.truth[0],
                   friction.sigma / rig.truth[0]);
    g_assert_true(friction.is_physical);
    tr_assert_close(friction.value, rig.truth[0], 0.01, 0);
    tr_assert_close(friction.value, rig.truth[0], 0, 1.96 * friction.sigma);
    tr_fit_free(fit);
  }
  tear_down(&rig);
}

/* With a large kappa the motion has to follow the model through every reversal, and fits with
 * narrow rates do not converge: the last one that does is the result. */
static void
test_too_narrow(void)
{
  TrFit *fit;
  double halvings;
  Rig rig;

  set_up(&rig, 6);
  rig.task.settings.kappa = 1e3;
  fit = identify(&rig);
  g_assert_cmpint(fit->status, ==, TR_OK);
  g_assert_cmpfloat(rig.rates.last, >, rig.rates.narrowest);
  halvings = log(rig.rates.first / rig.rates.last) / log(TR_WIDER);
  tr_assert_close(halvings, round(halvings), 0, 1e-9);
  tr_fit_free(fit);
  tear_down(&rig);
}

/* One narrowing, to the narrowest at most, and back in halves to the widest at most. */
static void
test_halving(void)
{
  TrPrepared prepared;
  TrProblem *problem;
  double *smoothing, first;
  Rig rig;
  int n = 0;

  set_up(&rig, 6);
  tr_assert_ok(tr_prepare(&prepared, &rig.task, NULL), NULL);
  problem = tr_problem_new(&rig.task, &prepared);
  smoothing = prepared.logs[0].smoothing;
  first = *smoothing;
  g_assert_false(tr_smoothing_widen(problem));
  g_assert_true(tr_smoothing_narrow(problem));
  tr_assert_close(*smoothing, TR_NARROWER * first, 1e-15, 0);
  /* the slopes of the next linearisation are those of the rate before */
  tr_assert_close((1 + problem->chord) * *smoothing, first, 1e-15, 0);
  g_assert_true(tr_smoothing_widen(problem));
  tr_assert_close(*smoothing, TR_WIDER * TR_NARROWER * first, 1e-15, 0);
  g_assert_true(tr_smoothing_widen(problem));
  tr_assert_close(*smoothing, first, 1e-15, 0);
  g_assert_false(tr_smoothing_widen(problem));
  while (tr_smoothing_narrow(problem))
    n++;
  g_assert_cmpint(n, ==, (int)ceil(log(prepared.logs[0].narrowest[0] / first) / log(TR_NARROWER)));
  tr_assert_close(*smoothing, prepared.logs[0].narrowest[0], 1e-15, 0);
  g_assert_true(problem->chord == 0);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  tear_down(&rig);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/narrow/halving", test_halving);
  g_test_add_func("/engine/est/narrow/automatic", test_automatic);
  g_test_add_func("/engine/est/narrow/stated", test_stated);
  g_test_add_func("/engine/est/narrow/first-order", test_first_order);
  g_test_add_func("/engine/est/narrow/sticking", test_sticking);
  g_test_add_func("/engine/est/narrow/too-narrow", test_too_narrow);
  return g_test_run();
}
