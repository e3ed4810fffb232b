/* Fixed-lag smoothing agrees with the fit of the whole log. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/fixed_lag.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/check.h"

static const TrMotorRun run = {.n_nodes = TR_MOTOR_RIG_NODES,
                               .angle = 0.6,
                               .noise = 1e-3,
                               .drive = 2,
                               .rest = 0,
                               .start = 1.5,
                               .seed = 11};

/* The batch, and the task with its kappa. */
static TrFit *
fit_whole(TrMotorRig *rig)
{
  TrFit *fit;
  TrError error = {0};

  tr_motor_rig_set_up(rig, &run);
  tr_assert_ok(tr_identify(&fit, &rig->task, &error), &error);
  if (isnan(rig->task.settings.kappa)) {
    tr_settings_hold_kappa(&rig->task.settings, fit);
    tr_model_hold_sigmas(rig->model, fit);
    tr_fit_free(fit);
    tr_assert_ok(tr_identify(&fit, &rig->task, &error), &error);
  }
  return fit;
}

static TrFixedLag *
slide(const TrMotorRig *rig, int window, int shift)
{
  TrFixedLagOptions options = {.window = window, .shift = shift};
  TrFixedLag *lag;
  TrError error = {0};

  tr_assert_ok(tr_fixed_lag(&lag, &rig->task, &options, &error), &error);
  return lag;
}

static const double *
last_parameters(const TrFixedLag *lag)
{
  return lag->parameters + (lag->n_windows - 1) * lag->n_free;
}

/* A window as long as the log is the batch. */
static void
test_whole(void)
{
  TrMotorRig rig;
  TrFit *fit = fit_whole(&rig);
  TrFixedLag *lag = slide(&rig, TR_MOTOR_RIG_NODES, 10);

  g_assert_cmpint(lag->n_windows, ==, 1);
  for (int i = 0; i < lag->n_free; i++)
    tr_assert_close(last_parameters(lag)[i], fit->estimates[i].value, 1e-6, 0);
  tr_fixed_lag_free(lag);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* Equal to the batch (theory 13.2) within 1 % from 50 nodes on, in the motion, too. */
static void
test_batch(void)
{
  static const int windows[] = {50, 100}, shifts[] = {1, 5, 20};
  TrMotorRig rig;
  TrFit *fit = fit_whole(&rig);

  for (size_t w = 0; w < G_N_ELEMENTS(windows); w++)
    for (size_t k = 0; k < G_N_ELEMENTS(shifts); k++) {
      TrFixedLag *lag = slide(&rig, windows[w], shifts[k]);
      double worst = 0, off = 0;

      for (int i = 0; i < lag->n_free; i++)
        worst = fmax(worst, fabs(last_parameters(lag)[i] / fit->estimates[i].value - 1));
      for (int n = 0; n < lag->trajectory->n_nodes; n++)
        off = fmax(
            off,
            fabs(tr_joint_position(rig.model, 0, tr_trajectory_pose(lag->trajectory, n)) -
                 tr_joint_position(rig.model, 0, tr_trajectory_pose(fit->logs[0].trajectory, n))));
      g_test_message("W %d, shift %d: %d windows, %d iterations, parameters off by %.3g %%, motion "
                     "by %.3g rad",
                     windows[w], shifts[k], lag->n_windows, lag->iterations, 100 * worst, off);
      g_assert_cmpfloat(worst, <, 0.01);
      g_assert_cmpfloat(off, <, 2 * run.noise);
      tr_fixed_lag_free(lag);
    }
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* The information on the parameters only grows, and ends at that of the batch. */
static void
test_sigma(void)
{
  TrMotorRig rig;
  TrFit *fit = fit_whole(&rig);
  TrFixedLag *lag = slide(&rig, 60, 20);

  for (int k = 1; k < lag->n_windows; k++) {
    g_assert_cmpfloat(lag->t[k], >, lag->t[k - 1]);
    for (int i = 0; i < lag->n_free; i++)
      g_assert_cmpfloat(lag->sigma[k * lag->n_free + i], <=,
                        1.05 * lag->sigma[(k - 1) * lag->n_free + i]);
  }
  tr_assert_close(lag->t[lag->n_windows - 1], (TR_MOTOR_RIG_NODES - 1) * TR_MOTOR_RIG_STEP, 1e-9,
                  0);
  tr_fixed_lag_free(lag);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

static void
assert_refused(const TrTask *task, int window, int shift, TrStatus status, const char *words)
{
  TrFixedLagOptions options = {.window = window, .shift = shift};
  TrFixedLag *lag;
  TrError error = {0};

  g_assert_cmpint(tr_fixed_lag(&lag, task, &options, &error), ==, status);
  g_assert_null(lag);
  g_assert_nonnull(strstr(error.text, words));
}

static void
test_refuses(void)
{
  TrMotorRig rig;
  TrTask task;

  tr_motor_rig_set_up(&rig, &run);
  task = rig.task;
  task.settings.kappa = 100;
  assert_refused(&task, 10, 8, TR_BAD_SETTING, "cannot move on by 8");
  assert_refused(&task, 10, 0, TR_BAD_SETTING, "cannot move on by 0");
  task.settings.formulation = TR_FORMULATION_EXPLICIT;
  assert_refused(&task, 50, 5, TR_BAD_SETTING, "'predicted'");
  task.settings.formulation = TR_FORMULATION_PREDICTED;
  task.settings.kappa = NAN;
  assert_refused(&task, 50, 5, TR_BAD_SETTING, "kappa as a number");
  task.n_logs = 2;
  assert_refused(&task, 50, 5, TR_BAD_LOG, "one log");
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/fixed-lag/whole", test_whole);
  g_test_add_func("/engine/fixed-lag/batch", test_batch);
  g_test_add_func("/engine/fixed-lag/sigma", test_sigma);
  g_test_add_func("/engine/fixed-lag/refuses", test_refuses);
  return g_test_run();
}
