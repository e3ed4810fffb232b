/* Independence of the formulation: the gradient of a problem with two logs, parameters of channels,
 * ties and excluded ranges is right for all of them, under either damping. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/problem/problem.h"
#include "engine/est/step/formulation.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 61, N_LOGS = 2, N_CHANNELS = 3, N_FREE = 6 };

#define STEP 0.01

static const double excluded[1][2] = {{0.2, 0.25}};

typedef struct Fixture {
  TrModel *model;
  double t[N_NODES], u[N_NODES], y[N_LOGS][2][N_NODES];
  TrChannel channels[N_LOGS][N_CHANNELS];
  TrLog logs[N_LOGS];
  TrFree free[N_FREE];
  TrTie tie;
  TrTask task;
  TrPrepared prepared;
  TrProblem *problem;
} Fixture;

static void
make_log(Fixture *f, int log)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST];
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  TrChannel *motor = &f->channels[log][2];
  TrTrajectory *motion;

  for (int c = 0; c < N_CHANNELS; c++)
    f->channels[log][c] = (TrChannel){.kind = c == 2 ? TR_SIGNAL_MOTOR : TR_SIGNAL_SENSOR,
                                      .index = c % 2,
                                      .linear = true,
                                      .n = N_NODES,
                                      .t = f->t,
                                      .y = c == 2 ? f->u : f->y[log][c],
                                      .scale = 1};
  tr_forward_kinematics(pose, twist, f->model, (double[]){0.1, 0.7 + log}, (double[]){1, -2});
  tr_assert_ok(
      tr_simulate(&motion, f->model, &(TrSimCase){pose, twist, 1, motor}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_NODES; k++)
    for (int j = 0; j < 2; j++)
      f->y[log][j][k] =
          tr_joint_position(f->model, j, tr_trajectory_pose(motion, k)) + 1e-3 * sin(77 * k + j);
  tr_trajectory_free(motion);
  f->logs[log] = (TrLog){.name = "log",
                         .end = (N_NODES - 1) * STEP,
                         .n_excluded = log,
                         .excluded = excluded,
                         .n_channels = N_CHANNELS,
                         .channels = f->channels[log]};
}

static void
fill_free(Fixture *f)
{
  static const TrParam params[N_FREE] = {
      {TR_PARAM_INERTIA, 0, TR_ZZ},   {TR_PARAM_COM, 1, 0},
      {TR_PARAM_COULOMB, 0, 0},       {TR_PARAM_CHANNEL_OFFSET, 1, 0},
      {TR_PARAM_CHANNEL_DELAY, 0, 1}, {TR_PARAM_CHANNEL_DELAY, 1, 2}};
  static const double starts[N_FREE] = {0.005, 0.004, 1e-3, 2e-3, 1e-3, 2e-3};

  for (int i = 0; i < N_FREE; i++)
    f->free[i] = (TrFree){.param = params[i],
                          .start = starts[i],
                          .min = -INFINITY,
                          .max = INFINITY,
                          .prior_sigma = i == 3 ? 1e-3 : INFINITY,
                          .transform = i == 0 ? TR_TRANSFORM_LOG : TR_TRANSFORM_NONE};
  /* the start motion fulfils the constraints of the start values: freezing the weights makes no
   * difference */
  for (int i = 0; i < 3; i++)
    tr_param_set(f->model, params[i], starts[i]);
  f->tie = (TrTie){.param = {TR_PARAM_COULOMB, 1, 0}, .master = 2, .factor = 0.5};
}

static void
set_up(Fixture *f, TrFormulationKind formulation, TrWeighting weighting)
{
  memset(f, 0, sizeof *f);
  f->model = tr_mechanism_furuta_swing();
  for (int j = 0; j < 2; j++)
    f->model->joints[j].compliance_linear = f->model->joints[j].compliance_angular = 1e-4;
  for (int k = 0; k < N_NODES; k++) {
    f->t[k] = k * STEP;
    f->u[k] = 2 * sin(9 * f->t[k]);
  }
  for (int l = 0; l < N_LOGS; l++)
    make_log(f, l);
  fill_free(f);
  f->task = (TrTask){.model = f->model,
                     .n_free = N_FREE,
                     .free = f->free,
                     .n_ties = 1,
                     .ties = &f->tie,
                     .n_logs = N_LOGS,
                     .logs = f->logs,
                     .settings = tr_settings_default()};
  f->task.settings.h = STEP;
  f->task.settings.kappa = 100;
  f->task.settings.formulation = formulation;
  f->task.settings.weighting = weighting;
  f->task.settings.damping = TR_DAMP_ALL; /* keeps the matrix as it is before elimination */
  tr_assert_ok(tr_prepare(&f->prepared, &f->task, NULL), NULL);
  f->problem = tr_problem_new(&f->task, &f->prepared);
  g_assert_nonnull(f->problem);
}

static void
tear_down(Fixture *f)
{
  tr_problem_free(f->problem);
  tr_prepared_clear(&f->prepared);
  tr_model_free(f->model);
}

/* Difference of the cost along one unknown, *at, against twice its gradient. */
static void
check_unknown(TrProblem *problem, double *at, double gradient, double curvature)
{
  double size = 1e-5 * sqrt(problem->cost.total / curvature);
  TrCost plus, minus;

  *at = size;
  tr_assert_ok(tr_problem_ops.try_step(problem, 1, &plus), NULL);
  tr_assert_ok(tr_problem_ops.try_step(problem, -1, &minus), NULL);
  *at = 0;
  tr_assert_close((plus.total - minus.total) / (2 * size), 2 * gradient, 1e-4,
                  1e-5 * sqrt(problem->cost.total * curvature));
}

/* The first nodes apart, whose velocities are off the constraints under frozen weights. */
static void
test_gradient(void)
{
  static const int nodes[] = {5, 22, 23, N_NODES - 1, N_NODES + 22, 2 * N_NODES - 1};

  for (int kind = 0; kind < TR_FORMULATION_REGRESSION; kind++) {
    Fixture f;
    TrCost cost;

    set_up(&f, (TrFormulationKind)kind, TR_WEIGHTING_JOINT);
    tr_assert_ok(tr_problem_ops.linearize(f.problem, &cost), NULL);
    tr_assert_close(cost.total, cost.state + cost.observation + cost.prior, 1e-12, 0);

    const TrArrow *normal = f.problem->normal;
    int size = f.problem->node_size;

    g_test_message("%s, cost %g", f.problem->formulation->name, cost.total);
    for (size_t k = 0; k < G_N_ELEMENTS(nodes); k++)
      for (int i = 0; i < size; i++)
        check_unknown(f.problem, &f.problem->step[nodes[k] * size + i],
                      tr_arrow_gradient(normal, nodes[k], i),
                      tr_arrow_diagonal(normal, nodes[k], i));
    for (int i = 0; i < N_FREE; i++)
      check_unknown(f.problem, &f.problem->parameter_step[i], *tr_arrow_corner(normal, N_FREE, i),
                    *tr_arrow_corner(normal, i, i));
    tear_down(&f);
  }
}

/* Gradient and diagonal of the normal matrix at a few nodes, and the cost. */
enum { N_SHOWN = 5, N_SEEN = 2 * N_SHOWN + 1 };

static void
look(double seen[N_SEEN], const TrProblem *problem, const TrCost *cost)
{
  for (int k = 0; k < N_SHOWN; k++) {
    seen[2 * k] = tr_arrow_gradient(problem->normal, 20 * k, k);
    seen[2 * k + 1] = tr_arrow_diagonal(problem->normal, 20 * k, k);
  }
  seen[2 * N_SHOWN] = cost->total;
}

/* A point tried ahead has the cost of an ordinary trial, and leaves the state of a linearisation
 * there; a rejected one leaves no trace. */
static void
check_ahead(TrProblem *problem)
{
  TrCost before, tried, ahead, taken, again;
  double first[N_SEEN], second[N_SEEN], decrease, step, gradient;

  tr_assert_ok(tr_problem_ops.linearize(problem, &before), NULL);
  look(first, problem, &before);
  tr_assert_ok(tr_problem_ops.solve(problem, 1, &decrease, &step, &gradient), NULL);
  tr_assert_ok(tr_problem_ops.try_step(problem, 1, &tried), NULL);
  tr_assert_ok(tr_problem_ops.try_ahead(problem, &ahead), NULL);
  tr_assert_close(ahead.total, tried.total, 1e-10, 0);
  tr_assert_close(ahead.state, tried.state, 0, 1e-10 * tried.total);

  tr_assert_ok(tr_problem_ops.linearize(problem, &again), NULL);
  look(second, problem, &again);
  g_assert_cmpmem(second, sizeof second, first, sizeof first);

  tr_assert_ok(tr_problem_ops.solve(problem, 1, &decrease, &step, &gradient), NULL);
  tr_assert_ok(tr_problem_ops.try_ahead(problem, &ahead), NULL);
  tr_problem_ops.accept(problem);
  tr_assert_ok(tr_problem_ops.take_ahead(problem, &taken), NULL);
  look(first, problem, &taken);
  tr_assert_ok(tr_problem_ops.linearize(problem, &again), NULL);
  look(second, problem, &again);
  g_assert_cmpmem(second, sizeof second, first, sizeof first);
}

static void
test_ahead(void)
{
  static const TrWeighting weightings[] = {TR_WEIGHTING_JOINT, TR_WEIGHTING_HELD};

  for (int kind = 0; kind < TR_FORMULATION_REGRESSION; kind++)
    for (size_t w = 0; w < G_N_ELEMENTS(weightings); w++) {
      Fixture f;

      set_up(&f, (TrFormulationKind)kind, weightings[w]);
      check_ahead(f.problem);
      tear_down(&f);
    }
}

/* Both dampings end at the same minimum, where the uncertainty is the same. */
static void
test_minimum(void)
{
  for (int kind = 0; kind < TR_FORMULATION_REGRESSION; kind++) {
    Fixture f;
    TrFit *ours, *theirs;
    TrError error = {0};

    set_up(&f, (TrFormulationKind)kind, TR_WEIGHTING_JOINT);
    f.task.settings.max_iterations = 300;
    f.task.settings.damping = TR_DAMP_PARAMETERS;
    tr_assert_ok(tr_identify(&ours, &f.task, &error), &error);
    f.task.settings.damping = TR_DAMP_ALL;
    tr_assert_ok(tr_identify(&theirs, &f.task, &error), &error);
    g_test_message("%s: %s %s", f.problem->formulation->name, ours->message, theirs->message);
    g_assert_cmpint(ours->dof, ==, theirs->dof);
    for (int i = 0; i < N_FREE; i++) {
      double sigma = ours->estimates[i].sigma;

      g_assert_true(ours->estimates[i].identifiable);
      g_assert_cmpint(theirs->estimates[i].at_bound, ==, ours->estimates[i].at_bound);
      if (ours->estimates[i].at_bound)
        continue;
      tr_assert_close(theirs->estimates[i].value, ours->estimates[i].value, 0, 0.01 * sigma);
      tr_assert_close(theirs->estimates[i].sigma, sigma, 0.01, 0);
    }
    tr_fit_free(ours);
    tr_fit_free(theirs);
    tear_down(&f);
  }
}

/* Every word names one formulation; a regression has no residuals of steps. */
static void
test_names(void)
{
  for (int i = 0; i < TR_N_FORMULATIONS; i++) {
    const TrFormulation *f = tr_formulation((TrFormulationKind)i);

    for (int k = 0; k < i; k++)
      g_assert_cmpstr(tr_formulation_name((TrFormulationKind)i), !=,
                      tr_formulation_name((TrFormulationKind)k));
    if (i == TR_FORMULATION_REGRESSION)
      continue;
    g_assert_cmpstr(tr_formulation_name((TrFormulationKind)i), ==, f->name);
    g_assert_cmpint(tr_formulation_steps(f, 10) + f->touched - 1, ==, 10);
    g_assert_true((f->start != NULL) == (f->node_blocks > 1));
  }
  g_assert_cmpint(tr_formulation_solver(TR_FORMULATION_EXPLICIT), ==, TR_SOLVER_SPOOK);
  g_assert_cmpint(tr_formulation_solver(TR_FORMULATION_SECOND_ORDER), ==, TR_SOLVER_SECOND_ORDER);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/formulations/names", test_names);
  g_test_add_func("/engine/est/formulations/gradient", test_gradient);
  g_test_add_func("/engine/est/formulations/ahead", test_ahead);
  g_test_add_func("/engine/est/formulations/minimum", test_minimum);
  return g_test_run();
}
