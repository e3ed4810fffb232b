/* Fits of thrown bodies in two passes: windows, recovered values, how the friction follows the held
 * quantities, and where a fit has one pass. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/random.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/impact_passes.h"
#include "engine/est/identify/impact_window.h"
#include "engine/est/identify/multistart.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/identify/profile.h"
#include "engine/est/identify/thrown_cube.h"
#include "engine/est/predict/parametric_bootstrap.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/est/task/reported.h"
#include "support/check.h"

enum { N = TR_THROW_FREE };

static TrThrownCube rig;

static TrFit *
identify(void)
{
  TrError error = {0};
  TrFit *fit;

  tr_assert_ok(tr_identify(&fit, &rig.task, &error), &error);
  return fit;
}

/* The least height of a corner of the true cube at a sample. */
static double
find_gap(int log, int k)
{
  double w = rig.y[log][3][k], x = rig.y[log][4][k], y = rig.y[log][5][k], z = rig.y[log][6][k];
  double reach =
      fabs(2 * (x * z - w * y)) + fabs(2 * (y * z + w * x)) + fabs(1 - 2 * (x * x + y * y));

  return rig.y[log][2][k] - rig.truth[2] * reach;
}

/* Trims copies of the logs to their windows. */
static void
find_windows(TrImpactWindows *windows, TrLog logs[TR_THROWS])
{
  TrPrepared prepared;

  memcpy(logs, rig.logs, sizeof rig.logs);
  tr_assert_ok(tr_prepare(&prepared, &rig.task, NULL), NULL);
  tr_assert_ok(tr_impact_windows_find(windows, logs, &rig.model, &prepared), NULL);
  tr_prepared_clear(&prepared);
}

static void
test_windows(void)
{
  TrLog logs[TR_THROWS];
  TrImpactWindows windows;

  tr_thrown_cube_set_up(&rig);
  find_windows(&windows, logs);
  g_assert_cmpint(windows.n, ==, TR_THROWS);
  tr_assert_close(windows.after, 1.75 * windows.before, 1e-12, 0);
  for (int l = 0; l < TR_THROWS; l++) {
    double impact = logs[l].end - windows.after;
    int k = (int)lround(impact / TR_THROW_STEP);

    g_assert_cmpfloat(find_gap(l, k - 2), >, 1e-3);
    g_assert_cmpfloat(fmin(find_gap(l, k), find_gap(l, k + 1)), <, 3e-3);
    tr_assert_close(logs[l].start, fmax(0, impact - windows.before), 0, TR_THROW_STEP);
    g_assert_cmpfloat(logs[l].end, <, rig.logs[l].end);
  }
}

/* Noise that hides the impacts in changes from step to step, as it does at high rates: velocities
 * over more steps show them, at about the same place. */
static void
test_windows_in_noise(void)
{
  TrLog clear[TR_THROWS], noisy[TR_THROWS];
  TrImpactWindows windows;
  TrRandom random = tr_random_stream(3, 0);

  tr_thrown_cube_set_up(&rig);
  find_windows(&windows, clear);
  for (int l = 0; l < TR_THROWS; l++)
    for (int k = 0; k < TR_THROW_NODES; k++)
      for (int i = 0; i < 3; i++)
        rig.y[l][i][k] += 7e-4 * tr_random_normal(&random);
  find_windows(&windows, noisy);
  g_assert_cmpint(windows.n, ==, TR_THROWS);
  for (int l = 0; l < TR_THROWS; l++)
    tr_assert_close(noisy[l].start, clear[l].start, 0, 6 * TR_THROW_STEP);
}

/* A log that rests from its begin on keeps its trim. */
static void
test_window_without_impact(void)
{
  TrLog logs[TR_THROWS];
  TrImpactWindows windows;

  tr_thrown_cube_set_up(&rig);
  rig.logs[0].start = rig.t[TR_THROW_NODES - 20];
  find_windows(&windows, logs);
  g_assert_cmpint(windows.n, ==, TR_THROWS - 1);
  g_assert_cmpfloat(logs[0].start, ==, rig.logs[0].start);
  g_assert_cmpfloat(logs[0].end, ==, rig.logs[0].end);
}

/* Logs that end in flight have no window, whatever rounding makes of their velocity. */
static void
test_flight_alone(void)
{
  TrLog logs[TR_THROWS];
  TrImpactWindows windows;

  tr_thrown_cube_set_up(&rig);
  for (int l = 0; l < TR_THROWS; l++)
    rig.logs[l].end = rig.t[6];
  find_windows(&windows, logs);
  g_assert_cmpint(windows.n, ==, 0);
  for (int l = 0; l < TR_THROWS; l++) {
    g_assert_cmpfloat(logs[l].start, ==, rig.logs[l].start);
    g_assert_cmpfloat(logs[l].end, ==, rig.logs[l].end);
  }
}

static void
test_recovery(void)
{
  static const double most[N] = {0.02, 0.03, 3e-4, 6e-5};
  TrFit *fit;

  tr_thrown_cube_set_up(&rig);
  fit = identify();
  g_assert_nonnull(fit->passes);
  g_assert_cmpint(fit->passes->n_windows, ==, TR_THROWS);
  g_assert_cmpint(fit->logs[0].n_nodes, ==, TR_THROW_NODES);
  for (int i = 0; i < N; i++) {
    const TrEstimate *e = &fit->estimates[i];

    tr_assert_close(e->value, rig.truth[i], 0, most[i]);
    g_assert_cmpfloat(fabs(e->value - rig.truth[i]), <, 4 * e->sigma);
    tr_assert_close(fit->covariance[i * N + i], e->sigma * e->sigma, 1e-9, 0);
    if (i > 0)
      g_assert_cmpfloat(e->value, ==, fit->passes->values[i]);
  }
  g_assert_cmpfloat(fit->estimates[0].value, !=, fit->passes->values[0]);
  tr_fit_free(fit);
}

/* The information of a merged fit is that of its covariance. */
static void
test_information(void)
{
  TrFit *fit;

  tr_thrown_cube_set_up(&rig);
  fit = identify();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;

      for (int k = 0; k < N; k++)
        sum += fit->information[i * N + k] * fit->covariance[k * N + j] /
               (fit->estimates[k].scale * fit->estimates[j].scale);
      tr_assert_close(sum * (double)fit->dof / fit->cost.total, i == j, 0, 1e-6);
    }
  tr_fit_free(fit);
}

/* Friction of the second pass with the inertia held at a value. */
static TrFit *
fit_friction(const TrFit *from, double inertia)
{
  TrFree held[N];
  double start[N];
  TrTask task = rig.task;
  TrFit *fit;

  memcpy(held, rig.free, sizeof held);
  for (int i = 0; i < N; i++) {
    start[i] = i == 3 ? inertia : from->estimates[i].value;
    if (i == 0)
      continue;
    held[i].prior_mean = start[i];
    held[i].prior_sigma = 1e-6 * start[i];
  }
  task.free = held;
  task.warm_start = start;
  task.warm_fit = from;
  task.settings.kappa = from->kappa;
  tr_assert_ok(tr_task_run(&fit, &task, tr_task_solve, NULL), NULL);
  return fit;
}

/* The friction moves with a held quantity as the merged covariance says: cov(inertia, friction) =
 * J var(inertia) where only the inertia is uncertain; directions that are not determined are those
 * of the first pass, which freed all quantities. */
static void
test_slope(void)
{
  TrFit *from, *low, *high, first;
  TrEstimate estimates[N];
  double covariance[N * N], slope, step, inertia;

  tr_thrown_cube_set_up(&rig);
  /* a short log without impacts: the cost has no kinks, and friction acts throughout */
  for (int l = 0; l < TR_THROWS; l++)
    rig.logs[l].start = rig.t[30];
  from = identify();
  inertia = from->estimates[3].value;
  step = 0.01 * inertia;
  low = fit_friction(from, inertia - step);
  high = fit_friction(from, inertia + step);
  slope = (high->estimates[0].value - low->estimates[0].value) / (2 * step);
  tr_fit_free(high);
  tr_fit_free(low);
  low = fit_friction(from, inertia);
  memcpy(estimates, low->estimates, sizeof estimates);
  for (int i = 0; i < N * N; i++)
    covariance[i] = 0;
  covariance[3 * N + 3] = step * step;
  for (int i = 0; i < N; i++)
    estimates[i].sigma = i == 3 ? step : 0;
  TrDirection null = {.sd_ratio = 3, .loading = (double[N]){0, 0.6, 0.8}};
  first = (TrFit){.n_free = N,
                  .estimates = estimates,
                  .covariance = covariance,
                  .n_directions = 1,
                  .n_null = 1,
                  .directions = &null};
  tr_assert_ok(tr_impact_merge(low, &first, &rig.task), NULL);
  tr_assert_close(low->covariance[3], slope * step * step, 0.2, 1e-3 * step * step);
  g_assert_cmpint(low->n_directions, ==, 1);
  g_assert_cmpint(low->n_null, ==, 1);
  g_assert_cmpfloat(low->directions[0].sd_ratio, ==, 3);
  g_assert_cmpmem(low->directions[0].loading, N * sizeof(double), null.loading, N * sizeof(double));
  tr_fit_free(low);
  tr_fit_free(from);
}

static bool
stop_at(void *user, const void *event)
{
  int *left = user;

  return !event || --*left > 0;
}

/* Stopping at any iteration keeps a fit of the whole logs. */
static void
test_cancel(void)
{
  for (int at = 1; at < 40; at += 6) {
    int left = at;
    TrFit *fit;

    tr_thrown_cube_set_up(&rig);
    rig.task.monitor = (TrMonitor){.func = stop_at, .user = &left};
    if (tr_identify(&fit, &rig.task, NULL) == TR_OK)
      g_assert_cmpint(left, >, 0);
    else {
      g_assert_cmpint(fit->status, ==, TR_CANCELLED);
      g_assert_cmpint(fit->logs[0].n_nodes, ==, TR_THROW_NODES);
      g_assert_true(isfinite(fit->estimates[0].value));
    }
    tr_fit_free(fit);
  }
}

static bool
stop_now(void *user, const void *event)
{
  return false;
}

/* Logs simulated in short steps from known values: the correction, by another draw, brings the
 * values within two sigmas of these. */
static void
test_replay(void)
{
  const TrBootstrapOptions options = {.seed = 5, .n_steps = 32};
  TrBootstrap *logs;
  TrFit *truth, *fit;

  tr_thrown_cube_set_up(&rig);
  truth = identify();
  tr_assert_ok(tr_bootstrap_new(&logs, &rig.task, truth, &options, NULL), NULL);
  rig.task.logs = logs->logs;
  fit = identify();
  g_assert_true(tr_physical_applies(&rig.task, fit));
  tr_assert_ok(tr_physical(fit, &rig.task), NULL);
  g_assert_cmpint(fit->physical->status, ==, TR_OK);
  tr_assert_close(fit->physical->h_replayed, fit->physical->h / 32, 1e-9, 0);
  for (int i = 0; i < N; i++) {
    const TrPhysicalValue *v = &fit->physical->values[i];

    if (v->gap != TR_PHYSICAL_KNOWN)
      continue;
    tr_assert_close(v->value, 2 * v->coarse - v->fine, 1e-12, 0);
    tr_assert_close(v->step, fabs(v->fine - v->coarse), 1e-12, 0);
    g_assert_cmpfloat(fabs(v->value - truth->estimates[i].value), <,
                      2 * tr_fit_report(fit, i).sigma);
  }
  rig.task.monitor = (TrMonitor){.func = stop_now};
  g_assert_cmpint(tr_physical(fit, &rig.task), ==, TR_CANCELLED);
  tr_fit_free(fit);
  tr_fit_free(truth);
  tr_bootstrap_free(logs);
}

/* Fits that a monitor has seen. */
typedef struct Seen {
  int round, iteration, rounds;
} Seen;

static bool
look_at_round(void *user, const void *event)
{
  const TrFitEvent *e = event;
  Seen *seen = user;

  if (!e)
    return true;
  g_assert_cmpint(e->iteration.round, >=, seen->round);
  if (e->iteration.round > seen->round)
    seen->rounds++;
  else
    g_assert_cmpint(e->iteration.iteration, >, seen->iteration);
  seen->round = e->iteration.round;
  seen->iteration = e->iteration.iteration;
  return true;
}

/* Own start and two frictions, tightened, then the whole logs: each fit is a round of its own. */
static void
test_rounds(void)
{
  Seen seen = {0};

  tr_thrown_cube_set_up(&rig);
  rig.task.monitor = (TrMonitor){.func = look_at_round, .user = &seen};
  tr_fit_free(identify());
  g_assert_cmpint(seen.rounds, >=, 5);
}

static void
test_rule(void)
{
  tr_thrown_cube_set_up(&rig);
  g_assert_true(tr_task_has_impact_passes(&rig.task));
  g_assert_false(tr_task_finds_variances(&rig.task));
  rig.task.settings.kappa = 1e-3;
  g_assert_false(tr_task_has_impact_passes(&rig.task));
  rig.task.settings.kappa = NAN;
  rig.task.n_free = 0;
  g_assert_false(tr_task_has_impact_passes(&rig.task));
  g_assert_true(tr_task_finds_variances(&rig.task));
  rig.task.n_free = N;
  rig.joint.type = TR_JOINT_HINGE;
  g_assert_false(tr_task_has_impact_passes(&rig.task));
}

/* Every start of a multistart has its two passes. */
static void
test_starts(void)
{
  TrFit *fit;

  tr_thrown_cube_set_up(&rig);
  rig.free[0].prior_sigma = 0.1;
  tr_assert_ok(tr_multistart(&fit, &rig.task, 3, 1, NULL), NULL);
  g_assert_nonnull(fit->passes);
  tr_assert_close(fit->estimates[0].value, rig.truth[0], 0, 0.02);
  for (int s = 0; s < 3; s++)
    if (fit->multistart->ends[s].status == TR_OK)
      tr_assert_close(fit->multistart->ends[s].parameters[3], rig.truth[3], 0.1, 0);
  tr_fit_free(fit);
}

static void
test_profile(void)
{
  TrProfileOptions options = {.n_parameters = 1};
  TrProfiles *profiles = NULL;
  TrError error = {0};

  tr_thrown_cube_set_up(&rig);
  g_assert_cmpint(tr_profile(&profiles, &rig.task, &options, &error), ==, TR_BAD_SETTING);
  g_assert_nonnull(strstr(error.text, "state kappa"));
  g_assert_null(profiles);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/impact-passes/windows", test_windows);
  g_test_add_func("/impact-passes/windows-in-noise", test_windows_in_noise);
  g_test_add_func("/impact-passes/window-without-impact", test_window_without_impact);
  g_test_add_func("/impact-passes/flight-alone", test_flight_alone);
  g_test_add_func("/impact-passes/recovery", test_recovery);
  g_test_add_func("/impact-passes/information", test_information);
  g_test_add_func("/impact-passes/slope", test_slope);
  g_test_add_func("/impact-passes/cancel", test_cancel);
  g_test_add_func("/impact-passes/replay", test_replay);
  g_test_add_func("/impact-passes/rounds", test_rounds);
  g_test_add_func("/impact-passes/rule", test_rule);
  g_test_add_func("/impact-passes/starts", test_starts);
  g_test_add_func("/impact-passes/profile", test_profile);
  return g_test_run();
}
