/* Numbers of a log's channels as parameters, ties, logarithmic steps and excluded ranges:
 * derivatives and known truths. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/problem/problem.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 501, SENSOR_1 = 0, SENSOR_2, MOTOR, N_CHANNELS, MAX_FREE = 8 };

#define STEP 0.005

/* A log of the driven Furuta pendulum, made by the stepper. */
typedef struct Fixture {
  TrModel *model;
  TrTrajectory *motion;
  double t[N_NODES], u[N_NODES], y[2][N_NODES];
  TrChannel channels[N_CHANNELS];
  TrLog log;
  int n_free;
  TrFree free[MAX_FREE];
  TrTie tie;
  TrTask task;
} Fixture;

/* Coordinate of a joint between the nodes, by the cubic through the four around. */
static double
coordinate_at(const Fixture *f, int joint, double time)
{
  double position = time / STEP, y[4];
  int i = (int)fmin(fmax(floor(position), 1), N_NODES - 3);
  double s = position - i;

  for (int k = 0; k < 4; k++)
    y[k] = tr_joint_position(f->model, joint, tr_trajectory_pose(f->motion, i - 1 + k));
  return -s * (s - 1) * (s - 2) / 6 * y[0] + (s + 1) * (s - 1) * (s - 2) / 2 * y[1] -
         (s + 1) * s * (s - 2) / 2 * y[2] + (s + 1) * s * (s - 1) / 6 * y[3];
}

/* The motor acts `late` after its stamps. */
static void
run_truth(Fixture *f, double late)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST], shifted[N_NODES];
  TrChannel input = f->channels[MOTOR];
  TrSimOptions options = {.h = STEP,
                          .duration = (N_NODES - 1) * STEP + 1e-9,
                          .compliance_scale = 1,
                          .damping_scale = 1};

  for (int k = 0; k < N_NODES; k++)
    shifted[k] = f->t[k] + late;
  input.t = shifted;
  tr_forward_kinematics(pose, twist, f->model, (double[]){0.2, 0.8}, (double[]){0, 0});
  tr_assert_ok(
      tr_simulate(&f->motion, f->model, &(TrSimCase){pose, twist, 1, &input}, &options, NULL, NULL),
      NULL);
}

static void
set_up(Fixture *f, double late)
{
  memset(f, 0, sizeof *f);
  f->model = tr_mechanism_furuta();
  f->model->motors[0].gain = 0.1;
  for (int j = 0; j < 2; j++)
    f->model->sensors[j].sigma = 1e-3;
  for (int k = 0; k < N_NODES; k++) {
    f->t[k] = k * STEP;
    f->u[k] = 3 * sin(2 * G_PI * (0.6 + 0.25 * f->t[k]) * f->t[k]);
  }
  for (int c = 0; c < N_CHANNELS; c++)
    f->channels[c] = (TrChannel){.kind = c == MOTOR ? TR_SIGNAL_MOTOR : TR_SIGNAL_SENSOR,
                                 .index = c == MOTOR ? 0 : c,
                                 .linear = true,
                                 .n = N_NODES,
                                 .t = f->t,
                                 .y = c == MOTOR ? f->u : f->y[c],
                                 .scale = 1};
  f->log = (TrLog){.name = "swing",
                   .end = (N_NODES - 1) * STEP,
                   .n_channels = N_CHANNELS,
                   .channels = f->channels};
  f->task = (TrTask){.model = f->model,
                     .free = f->free,
                     .n_logs = 1,
                     .logs = &f->log,
                     .ties = &f->tie,
                     .settings = tr_settings_default()};
  f->task.settings.formulation = TR_FORMULATION_PREDICTED; /* that of the simulated truth */
  f->task.settings.h = STEP;
  f->task.settings.kappa = 1e4;
  f->task.settings.observations = TR_OBSERVE_NODE;
  run_truth(f, late);
  for (int j = 0; j < 2; j++)
    for (int k = 0; k < N_NODES; k++)
      f->y[j][k] = coordinate_at(f, j, f->t[k]);
}

static void
tear_down(Fixture *f)
{
  tr_trajectory_free(f->motion);
  tr_model_free(f->model);
}

static TrFree *
add_free(Fixture *f, TrParam param, double start)
{
  TrFree *free = &f->free[f->n_free++];

  *free = (TrFree){
      .param = param, .start = start, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  f->task.n_free = f->n_free;
  return free;
}

static TrParam
find_param(const Fixture *f, const char *id)
{
  TrParam param;

  g_assert_true(tr_param_find(&param, f->model, id));
  return param;
}

static TrParam
channel_param(TrParamKind kind, int channel)
{
  return (TrParam){kind, 0, channel};
}

static TrFit *
fit_task(const Fixture *f)
{
  TrError error = {0};
  TrFit *fit;

  tr_assert_ok(tr_identify(&fit, &f->task, &error), &error);
  return fit;
}

/* All residuals of the problem, weighted, at parameters + dx; and their parameter columns. */
typedef struct Probe {
  TrProblem *problem;
  const double *parameters;
  double *residual, *jac; /* nullable */
  int n_rows;
} Probe;

static TrStatus
collect(void *user, const TrArrowResidual *residual)
{
  int touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac, *r = residual->r;
  double weight = residual->weight;
  Probe *probe = user;
  int p = probe->problem->p, columns = touched * probe->problem->n + p;

  for (int i = 0; i < n_rows; i++, probe->n_rows++) {
    if (probe->residual)
      probe->residual[probe->n_rows] = sqrt(weight) * r[i];
    for (int c = 0; probe->jac && c < p; c++)
      probe->jac[probe->n_rows * p + c] = sqrt(weight) * jac[i * columns + columns - p + c];
  }
  return TR_OK;
}

static void
evaluate(double *residual, const double *dx, void *user)
{
  Probe *probe = user;
  TrProblem *problem = probe->problem;
  double parameters[MAX_FREE];

  for (int i = 0; i < problem->p; i++)
    parameters[i] = probe->parameters[i] + dx[i];
  probe->residual = residual;
  probe->n_rows = 0;
  tr_problem_use(problem, problem->model, parameters);
  tr_assert_ok(tr_problem_visit(problem, collect, probe), NULL);
}

static void
check_derivatives(TrFormulationKind formulation)
{
  Fixture f;
  TrPrepared prepared;
  double zero[MAX_FREE] = {0};

  set_up(&f, 0);
  f.task.settings.formulation = formulation;
  for (int c = 0; c < N_CHANNELS; c++)
    f.channels[c].offset = 0.02 * (c + 1);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_OFFSET, SENSOR_1), 0.01);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_SCALE, SENSOR_2), 1.1);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_DELAY, SENSOR_2), 0.0061);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_OFFSET, MOTOR), 0.2);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_SCALE, MOTOR), 1.3);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_DELAY, MOTOR), 0.0032);
  add_free(&f, find_param(&f, "joint.h1.viscous"), 2e-3);
  f.tie = (TrTie){find_param(&f, "joint.h2.viscous"), 6, -0.5};
  f.task.n_ties = 1;
  tr_assert_ok(tr_prepare(&prepared, &f.task, NULL), NULL);
  TrProblem *problem = tr_problem_new(&f.task, &prepared);
  double start[MAX_FREE];
  memcpy(start, problem->parameters, sizeof *start * (size_t)problem->p);
  Probe probe = {.problem = problem, .parameters = start};
  evaluate(NULL, zero, &probe);
  g_autofree double *jac = g_new(double, probe.n_rows * problem->p);
  probe.jac = jac;
  evaluate(NULL, zero, &probe);
  probe.jac = NULL;
  TrDerivative derivative = {.name = "numbers of channels",
                             .m = probe.n_rows,
                             .n = problem->p,
                             .jacobian = jac,
                             .func = evaluate,
                             .user = &probe,
                             .step = 1e-4,
                             .rtol = 1e-6,
                             .atol = 1e-5};
  tr_assert_derivative(&derivative);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  tear_down(&f);
}

/* That of second order weighs inputs under a hat. */
static void
test_derivatives(void)
{
  check_derivatives(TR_FORMULATION_PREDICTED);
  check_derivatives(TR_FORMULATION_SECOND_ORDER);
}

/* An encoder that is late, off by a constant and by a factor. */
static void
test_sensor(void)
{
  static const double offset = 0.05, scale = 1.02, delay = 0.0121;
  static const TrParamKind kinds[3] = {TR_PARAM_CHANNEL_OFFSET, TR_PARAM_CHANNEL_SCALE,
                                       TR_PARAM_CHANNEL_DELAY};
  const double truth[3] = {offset, scale, delay}, start[3] = {0, 1, 0};
  Fixture f;

  set_up(&f, 0);
  for (int k = 0; k < N_NODES; k++)
    f.y[1][k] = (coordinate_at(&f, 1, f.t[k] - delay) + offset) / scale;
  f.log.start = 10 * STEP;
  f.task.settings.kappa = NAN;
  for (int i = 0; i < 3; i++)
    add_free(&f, channel_param(kinds[i], SENSOR_2), start[i])->min =
        kinds[i] == TR_PARAM_CHANNEL_DELAY ? 0 : -INFINITY;
  add_free(&f, find_param(&f, "body.B.inertia.yy"), 6e-3);
  TrFit *fit = fit_task(&f);
  for (int i = 0; i < 3; i++) {
    g_test_message("%d: %.6g, truth %.6g, sigma %.2g", i, fit->estimates[i].value, truth[i],
                   fit->estimates[i].sigma);
    g_assert_true(fit->estimates[i].identifiable);
    tr_assert_close(fit->estimates[i].value, truth[i], 0, i == 2 ? 2e-4 : 1e-3);
  }
  tr_assert_close(fit->estimates[3].value, 4e-3, 0.01, 0);
  tr_fit_free(fit);
  tear_down(&f);
}

/* A motor that acts late and is stronger than its stated input. */
static void
test_motor(void)
{
  static const double delay = 0.0088;
  Fixture f;

  set_up(&f, delay);
  for (int k = 0; k < N_NODES; k++)
    f.u[k] = f.u[k] / 1.25 + 0.1;
  add_free(&f, channel_param(TR_PARAM_CHANNEL_SCALE, MOTOR), 1);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_OFFSET, MOTOR), 0);
  add_free(&f, channel_param(TR_PARAM_CHANNEL_DELAY, MOTOR), 0);
  TrFit *fit = fit_task(&f);
  tr_assert_close(fit->estimates[0].value, 1.25, 1e-3, 0);
  tr_assert_close(fit->estimates[1].value, 0.125, 0, 3e-3);
  tr_assert_close(fit->estimates[2].value, delay, 0, 1e-4);
  tr_fit_free(fit);
  tear_down(&f);
}

/* Both hinges have the same friction: one estimate for both, with less spread than alone. */
static void
test_tie(void)
{
  Fixture f;

  set_up(&f, 0);
  double first = f.model->joints[0].friction.viscous, second = f.model->joints[1].friction.viscous;
  add_free(&f, find_param(&f, "joint.h1.viscous"), 3 * first);
  f.tie = (TrTie){find_param(&f, "joint.h2.viscous"), 0, second / first};
  f.task.n_ties = 1;
  TrFit *fit = fit_task(&f);
  tr_assert_close(fit->estimates[0].value, first, 1e-3, 0);
  tr_assert_close(fit->model->joints[1].friction.viscous, second, 1e-3, 0);
  double sigma = fit->estimates[0].sigma_linear;
  tr_fit_free(fit);

  f.task.n_ties = 0;
  fit = fit_task(&f);
  g_assert_cmpfloat(sigma, <, fit->estimates[0].sigma_linear);
  tr_fit_free(fit);
  tear_down(&f);
}

/* The unknown is the logarithm: the same minimum, reached from far above and below. */
static void
test_log_transform(void)
{
  static const double factors[] = {1e-3, 30};

  for (size_t i = 0; i < G_N_ELEMENTS(factors); i++) {
    Fixture f;

    set_up(&f, 0);
    double truth = f.model->joints[0].friction.viscous;
    TrFree *free = add_free(&f, find_param(&f, "joint.h1.viscous"), factors[i] * truth);
    free->transform = TR_TRANSFORM_LOG;
    free->min = 1e-9;
    TrFit *fit = fit_task(&f);
    tr_assert_close(fit->estimates[0].value, truth, 1e-3, 0);
    tr_fit_free(fit);
    tear_down(&f);
  }
}

/* The pendulum is held fast for half a second: with this range excluded the parameters are right.
 */
static void
test_excluded(void)
{
  static const double range[1][2] = {{1.0, 1.5}};
  double error[2];
  Fixture f;

  set_up(&f, 0);
  for (int k = 0; k < N_NODES; k++)
    if (f.t[k] > 1.02 && f.t[k] < 1.48)
      f.y[1][k] = 0.3;
  add_free(&f, find_param(&f, "body.B.inertia.yy"), 6e-3);
  add_free(&f, find_param(&f, "joint.h2.viscous"), 3e-4);
  for (int excluded = 0; excluded < 2; excluded++) {
    f.log.n_excluded = excluded;
    f.log.excluded = range;
    TrFit *fit = fit_task(&f);
    error[excluded] = fabs(fit->estimates[0].value / 4e-3 - 1);
    if (excluded)
      g_assert_cmpint((int)fit->logs[0].sensors[1].n_samples, ==, N_NODES - 101);
    tr_fit_free(fit);
  }
  g_test_message("inertia off by %.2e, with the range excluded %.2e", error[0], error[1]);
  g_assert_cmpfloat(error[0], >, 1e-2);
  g_assert_cmpfloat(error[1], <, 1e-4);
  tear_down(&f);
}

static void
test_ids(void)
{
  Fixture f;
  char id[TR_ID_SIZE];

  set_up(&f, 0);
  tr_task_param_id(id, &f.task, channel_param(TR_PARAM_CHANNEL_DELAY, MOTOR));
  g_assert_cmpstr(id, ==, "log.swing.m1.delay");
  tr_task_param_id(id, &f.task, channel_param(TR_PARAM_CHANNEL_OFFSET, SENSOR_2));
  g_assert_cmpstr(id, ==, "log.swing.theta2.offset");
  g_assert_cmpstr(tr_task_param_unit(&f.task, channel_param(TR_PARAM_CHANNEL_OFFSET, SENSOR_2)), ==,
                  "rad");
  tear_down(&f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/channel/derivatives", test_derivatives);
  g_test_add_func("/engine/channel/sensor", test_sensor);
  g_test_add_func("/engine/channel/motor", test_motor);
  g_test_add_func("/engine/channel/ids", test_ids);
  g_test_add_func("/engine/task/tie", test_tie);
  g_test_add_func("/engine/task/log-transform", test_log_transform);
  g_test_add_func("/engine/task/excluded", test_excluded);
  return g_test_run();
}
