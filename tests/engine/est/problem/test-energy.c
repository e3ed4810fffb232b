/* Energy observations: the balance against the energies and works of a motion, its derivative over
 * a window, and fits with them. */
#include <math.h>
#include <string.h>

#include "engine/est/diagnose/force_balance.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/session_task.h"
#include "engine/est/problem/energy.h"
#include "support/check.h"

enum { LENGTH = 5, N_BODIES = 2, COLUMNS = (LENGTH + 2) * 6 * N_BODIES + N_FREE };

typedef struct Rig {
  Fixture fixture;
  TrPrepared prepared;
  TrProblem *problem;
  double parameters[N_FREE];
  int window;
} Rig;

static void
set_up(Rig *rig)
{
  TrTask *task = &rig->fixture.task;

  memset(rig, 0, sizeof *rig);
  tr_session_fixture_init(&rig->fixture);
  task->settings.energy = LENGTH * STEP;
  task->settings.weighting = TR_WEIGHTING_JOINT;
  tr_assert_ok(tr_prepare(&rig->prepared, task, NULL), NULL);
  rig->problem = tr_problem_new(task, &rig->prepared);
  tr_problem_use_log(rig->problem, 0);
  memcpy(rig->parameters, rig->problem->parameters, sizeof rig->parameters);
}

static void
tear_down(Rig *rig)
{
  tr_problem_free(rig->problem);
  tr_prepared_clear(&rig->prepared);
  tr_session_fixture_clear(&rig->fixture);
}

static double *
pose_at(Rig *rig, int node)
{
  return rig->problem->pose + (size_t)node * N_BODIES * TR_POSE;
}

static void
balance_at(double *y, const double *dx, void *user)
{
  enum { SIZE = N_BODIES * TR_POSE, NODES = LENGTH + 2 };
  Rig *rig = user;
  int first = rig->window * LENGTH;
  double kept[NODES * SIZE], parameters[N_FREE];
  TrEnergyValue value;

  memcpy(kept, pose_at(rig, first), sizeof kept);
  for (int k = 0; k < NODES; k++)
    tr_pose_retract(pose_at(rig, first + k), N_BODIES, kept + k * SIZE, dx + 6 * N_BODIES * k);
  for (int i = 0; i < N_FREE; i++)
    parameters[i] = rig->parameters[i] + dx[6 * N_BODIES * NODES + i];
  tr_problem_use(rig->problem, rig->problem->model, parameters);
  tr_assert_ok(tr_energy_eval(&value, rig->problem, false, 0, rig->window, NULL), NULL);
  *y = value.residual;
  memcpy(pose_at(rig, first), kept, sizeof kept);
  tr_problem_use(rig->problem, rig->problem->model, rig->parameters);
}

static void
test_derivative(void)
{
  double row[COLUMNS];
  Rig rig;
  TrEnergyValue value;

  set_up(&rig);
  rig.window = 7;
  tr_assert_ok(tr_energy_eval(&value, rig.problem, false, 0, rig.window, row), NULL);
  g_assert_cmpint(value.node, ==, 7 * LENGTH);
  g_assert_cmpint(value.touched, ==, LENGTH + 2);
  tr_assert_derivative(&((TrDerivative){.name = "window",
                                        .m = 1,
                                        .n = COLUMNS,
                                        .jacobian = row,
                                        .func = balance_at,
                                        .user = &rig,
                                        .rtol = 1e-6,
                                        .step = 1e-4}));
  tear_down(&rig);
}

/* The balances are the work of the missing impulses in est/diagnose/force_balance.h, which closes
 * the balance of stored, supplied and lost energy. */
static void
test_sum(void)
{
  Rig rig;
  TrForceBalance balance;
  double sum = 0, last, rest;
  int n, end;

  set_up(&rig);
  n = tr_energy_windows(rig.problem, 0);
  end = n * LENGTH;
  tr_assert_ok(tr_force_balance(&balance, rig.problem->model, rig.prepared.logs[0].start,
                                rig.prepared.logs[0].input, rig.prepared.logs[0].smoothing,
                                &rig.fixture.task.settings),
               NULL);
  for (int w = 0; w < n; w++) {
    TrEnergyValue value;

    tr_assert_ok(tr_energy_eval(&value, rig.problem, false, 0, w, NULL), NULL);
    g_assert_true(value.is_used);
    sum += value.residual;
  }
  /* there by the trapezoidal rule between nodes, here by sums between the middles of steps */
  last = balance.unexplained[end];
  rest = balance.stored[end] - balance.supplied[end] + balance.lost[end];
  tr_assert_close(sum, last, 0, 0.04 * balance.supplied[end]);
  tr_assert_close(rest, last, 0, 0.04 * balance.supplied[end]);
  tr_force_balance_clear(&balance);
  tear_down(&rig);
}

static void
check_fit(double kappa)
{
  Fixture f;
  TrFit *fit = NULL;

  tr_session_fixture_init(&f);
  f.task.settings.energy = LENGTH * STEP;
  f.task.settings.kappa = kappa;
  tr_assert_ok(tr_identify(&fit, &f.task, NULL), NULL);
  g_assert_cmpint(fit->energy.n_windows, ==, 249 / LENGTH);
  tr_assert_close(fit->energy.window, LENGTH * STEP, 1e-12, 0);
  g_assert_true(fit->energy.sigma > 0 && isfinite(fit->energy.sigma));
  g_assert_cmpfloat(fit->energy.rms, <, 3 * fit->energy.sigma);
  for (int i = 0; i < N_FREE; i++)
    tr_assert_close(fit->estimates[i].value, tr_param_get(f.model, f.free[i].param), 0.15, 0);
  tr_fit_free(fit);
  tr_session_fixture_clear(&f);
}

/* Their sigma is found where kappa is stated, and beside it where it is not. */
static void
test_fit(void)
{
  check_fit(1e4);
  check_fit(NAN);
}

/* The same digits for any number of threads. */
static void
test_threads(void)
{
  Fixture f;
  TrFit *one = NULL, *two = NULL;

  tr_session_fixture_init(&f);
  f.task.settings.energy = LENGTH * STEP;
  tr_assert_ok(tr_identify(&one, &f.task, NULL), NULL);
  f.task.settings.threads = 2;
  tr_assert_ok(tr_identify(&two, &f.task, NULL), NULL);
  for (int i = 0; i < N_FREE; i++)
    g_assert_true(one->estimates[i].value == two->estimates[i].value &&
                  one->estimates[i].sigma == two->estimates[i].sigma);
  g_assert_true(one->energy.sigma == two->energy.sigma);
  tr_fit_free(one);
  tr_fit_free(two);
  tr_session_fixture_clear(&f);
}

/* Windows with excluded steps are left out. */
static void
test_excluded(void)
{
  double excluded[1][2] = {{0.5, 0.6}};
  Fixture f;
  TrFit *fit = NULL;

  tr_session_fixture_init(&f);
  f.task.settings.energy = LENGTH * STEP;
  f.log.n_excluded = 1;
  f.log.excluded = (const double(*)[2])excluded;
  tr_assert_ok(tr_identify(&fit, &f.task, NULL), NULL);
  g_assert_cmpint(fit->energy.n_windows, <, 249 / LENGTH);
  g_assert_cmpint(fit->energy.n_windows, >, 249 / LENGTH - 6);
  tr_fit_free(fit);
  tr_session_fixture_clear(&f);
}

static void
test_refused(void)
{
  Fixture f;
  TrFit *fit = NULL;
  TrError error = {0};

  tr_session_fixture_init(&f);
  f.task.settings.energy = LENGTH * STEP;
  f.task.settings.formulation = TR_FORMULATION_EXPLICIT;
  f.task.settings.compliance_scale = 1;
  g_assert_cmpint(tr_identify(&fit, &f.task, &error), ==, TR_BAD_SETTING);
  g_assert_nonnull(strstr(error.text, "no energy observations"));
  f.task.settings.energy = -1;
  g_assert_cmpint(tr_identify(&fit, &f.task, &error), ==, TR_BAD_SETTING);
  g_assert_nonnull(strstr(error.text, "window"));
  tr_session_fixture_clear(&f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/energy/derivative", test_derivative);
  g_test_add_func("/engine/est/energy/sum", test_sum);
  g_test_add_func("/engine/est/energy/fit", test_fit);
  g_test_add_func("/engine/est/energy/threads", test_threads);
  g_test_add_func("/engine/est/energy/excluded", test_excluded);
  g_test_add_func("/engine/est/energy/refused", test_refused);
  return g_test_run();
}
