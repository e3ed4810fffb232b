/* Two ends of one problem: which is doubted, which is kept, and what a fit from below finds. */
#include "engine/est/identify/ends.h"

#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/multistart.h"
#include "engine/est/identify/shaken_pendulum.h"
#include "engine/est/solve/drawn_log.h"
#include "engine/est/solve/solve.h"
#include "support/check.h"
#include "support/mechanisms.h"

/* The smaller likelihood wins, a known one over an unknown one; where the data hardly tell, the fit
 * that converged. */
static void
test_better(void)
{
  static const struct {
    double other, fit;
    TrStatus other_status, status;
    bool is_better;
  } cases[] = {
      {-100, -50, TR_OK, TR_OK, true},
      {-50, -100, TR_OK, TR_OK, false},
      {-101, -100, TR_OK, TR_OK, true},
      {-100, -105, TR_OK, TR_NOT_CONVERGED, true},
      {-105, -100, TR_NOT_CONVERGED, TR_OK, false},
      {-150, -100, TR_NOT_CONVERGED, TR_OK, true},
      {NAN, -100, TR_OK, TR_OK, false},
      {-100, NAN, TR_OK, TR_OK, true},
  };

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    TrFit other = {.likelihood = cases[i].other, .status = cases[i].other_status};
    TrFit fit = {.likelihood = cases[i].fit, .status = cases[i].status};

    g_assert_cmpint(tr_end_is_better(&other, &fit), ==, cases[i].is_better);
  }
}

/* A fit that ends well is not doubted; one that stops is, unless the limit was stated; one whose
 * sensor has far more noise than its samples is. */
static void
test_doubtful(void)
{
  TrDrawnLog f;
  TrFit *fit;
  TrSensorFit *sensor;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 300);
  fit = tr_drawn_log_identify(&f);
  g_assert_false(tr_end_is_doubtful(fit, &f.task));
  fit->status = TR_NOT_CONVERGED;
  fit->stop = TR_STOP_ITERATIONS;
  g_assert_true(tr_end_is_doubtful(fit, &f.task));
  f.task.settings.max_iterations = 5;
  g_assert_false(tr_end_is_doubtful(fit, &f.task));
  f.task.settings.max_iterations = 0;
  fit->status = TR_OK;
  sensor = &fit->logs[0].sensors[0];
  g_assert_cmpfloat(sensor->scatter, >, 0);
  sensor->sigma = 30 * sensor->scatter;
  g_assert_true(tr_end_is_doubtful(fit, &f.task));
  f.task.settings.kappa = 300;
  g_assert_false(tr_end_is_doubtful(fit, &f.task));
  tr_fit_free(fit);
  tr_drawn_log_tear_down(&f);
}

/* Where there is one end, the rounds from below settle at that from above. */
static void
test_below(void)
{
  TrDrawnLog f;
  TrFit *above, *below;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 300);
  above = tr_drawn_log_identify(&f);
  f.task.begins_below = true;
  below = tr_drawn_log_identify(&f);
  g_assert_cmpfloat(below->history[0].kappa, <, 1e-4 * above->history[0].kappa);
  tr_assert_close(below->likelihood, above->likelihood, 0, 0.1);
  for (int i = 0; i < above->n_free; i++)
    tr_assert_close(below->estimates[i].value, above->estimates[i].value, 0,
                    0.1 * above->estimates[i].sigma);
  tr_fit_free(above);
  tr_fit_free(below);
  tr_drawn_log_tear_down(&f);
}

/* With variances from the data each optimum has its own, and the best has the largest likelihood,
 * though all starts were fitted with the weights of the wrong one. */
static void
test_own_variances(void)
{
  const TrMultistart *m;
  TrShaken rig;
  TrFit *fit;
  TrError error = {0};

  tr_shaken_set_up(&rig, 0.5, TR_SHAKEN_DELAY);
  tr_shaken_free_delay(&rig);
  rig.task.settings.kappa = NAN;
  rig.task.settings.kappa_rule = TR_KAPPA_AUTO;
  tr_assert_ok(tr_multistart(&fit, &rig.task, 12, 1, &error), &error);
  m = fit->multistart;
  g_assert_cmpint(m->n_optima, >=, 2);
  for (int i = 1; i < m->n_optima; i++)
    if (!isnan(m->optima[i].likelihood))
      g_assert_cmpfloat(m->optima[i].likelihood, >, m->optima[i - 1].likelihood);
  g_assert_cmpfloat(fit->likelihood, ==, m->optima[0].likelihood);
  g_assert_false(m->optima[0].has_own);
  g_assert_false(tr_multistart_is_ambiguous(fit));
  tr_assert_close(fit->estimates[0].value, TR_SHAKEN_DELAY, 0, 2e-3);
  for (int i = 0; i < fit->n_free; i++)
    g_assert_cmpfloat(fit->estimates[i].value, ==, m->optima[0].parameters[i]);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* TrMonitor: counts fits, by their first iterations. */
static bool
count_fits(void *user, const void *event)
{
  const TrFitEvent *now = event;
  int *n_fits = user;

  *n_fits += now && now->iteration.iteration == 0 && now->iteration.round == 1;
  return true;
}

/* Where neither of the first two fits converges, as on samples that jump from end to end, no
 * further one is begun. */
static void
test_hopeless(void)
{
  enum { N_NODES = 300, N_JOINTS = 2 };
  double t[N_NODES], y[N_JOINTS][N_NODES];
  int n_fits = 0;
  TrModel *model = tr_mechanism_double_pendulum();
  TrChannel channels[N_JOINTS];
  TrFree free[N_JOINTS];
  TrLog log = {
      .name = "log", .end = (N_NODES - 1) * 0.01, .n_channels = N_JOINTS, .channels = channels};
  TrTask task = {.model = model,
                 .n_free = N_JOINTS,
                 .free = free,
                 .n_logs = 1,
                 .logs = &log,
                 .settings = tr_settings_default(),
                 .monitor = {.func = count_fits, .user = &n_fits}};
  TrFit *fit;

  for (int j = 0; j < N_JOINTS; j++) {
    model->joints[j].friction.model = TR_FRICTION_COULOMB;
    model->joints[j].friction.coulomb = 0.05;
    channels[j] =
        (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = j, .n = N_NODES, .t = t, .y = y[j]};
    free[j] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(
        tr_param_find(&free[j].param, model, j == 0 ? "joint.h1.coulomb" : "joint.h2.coulomb"));
    free[j].start = 0.05;
    for (int k = 0; k < N_NODES; k++) {
      t[k] = k * 0.01;
      y[j][k] = k / 10 % 2 ? 1 : -1;
    }
  }
  g_assert_cmpint(tr_identify(&fit, &task, NULL), ==, TR_NOT_CONVERGED);
  g_assert_cmpint(n_fits, ==, 2);
  tr_fit_free(fit);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/ends/better", test_better);
  g_test_add_func("/engine/ends/doubtful", test_doubtful);
  g_test_add_func("/engine/ends/below", test_below);
  g_test_add_func("/engine/ends/hopeless", test_hopeless);
  g_test_add_func("/engine/ends/own-variances", test_own_variances);
  return g_test_run();
}
