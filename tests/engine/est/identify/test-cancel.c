/* A fit stopped at any of its polls: it polls no more, keeps its best values, and states no
 * uncertainty. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "support/check.h"

enum { N_NODES = 201 };

/* A monitor that stops from one of its calls on. */
typedef struct Patience {
  int calls, last; /* calls until now, and the first that stops */
  int iterates;    /* reported */
  int late;        /* calls after that one */
} Patience;

static bool
go_on(void *user, const void *event)
{
  Patience *patience = user;

  patience->late += patience->calls >= patience->last;
  patience->calls++;
  patience->iterates += event != NULL;
  return patience->calls < patience->last;
}

static TrFit *
run(const TrTask *task, Patience *patience, TrStatus expected)
{
  TrTask watched = *task;
  TrFit *fit;

  watched.monitor = (TrMonitor){.func = go_on, .user = patience};
  g_assert_cmpint(tr_identify(&fit, &watched, NULL), ==, expected);
  g_assert_nonnull(fit);
  return fit;
}

/* Best values wherever the fit was stopped: those of the whole fit at its last iterate. */
static void
check_values(const TrFit *fit, const TrFit *whole, bool is_solved)
{
  for (int i = 0; i < fit->n_free; i++) {
    g_assert_true(isfinite(fit->estimates[i].value));
    if (is_solved)
      g_assert_true(fit->estimates[i].value == whole->estimates[i].value);
  }
  for (int k = 0; k < fit->logs[0].n_nodes; k++)
    g_assert_true(isfinite(tr_trajectory_pose(fit->logs[0].trajectory, k)[0]));
  if (is_solved)
    g_assert_cmpmem(
        tr_trajectory_pose(fit->logs[0].trajectory, 0), sizeof(double) * TR_POSE * N_NODES,
        tr_trajectory_pose(whole->logs[0].trajectory, 0), sizeof(double) * TR_POSE * N_NODES);
}

static void
check_no_uncertainty(const TrFit *fit)
{
  g_assert_cmpint(fit->stop, ==, TR_STOP_CANCELLED);
  g_assert_nonnull(strstr(fit->message, "Stopped by you"));
  g_assert_cmpint(fit->n_directions, ==, 0);
  for (int i = 0; i < fit->n_free; i++) {
    g_assert_true(isnan(fit->estimates[i].sigma));
    for (int j = 0; j < fit->n_free; j++)
      g_assert_true(isnan(fit->covariance[i * fit->n_free + j]));
  }
}

static void
test_any_moment(gconstpointer kappa)
{
  const TrMotorRun motion = {
      .n_nodes = N_NODES, .angle = 0.3, .noise = 1e-4, .drive = 2, .start = 1.2, .seed = 3};
  Patience calm = {.last = INT_MAX};
  TrMotorRig rig;

  tr_motor_rig_set_up(&rig, &motion);
  rig.task.settings.kappa = *(const double *)kappa;
  rig.task.wants_information = true;
  TrFit *whole = run(&rig.task, &calm, TR_OK);
  g_test_message("asked %d times, %d iterates", calm.calls, calm.iterates);
  g_assert_cmpint(calm.calls, >, 20);

  for (int last = 1; last < calm.calls; last++) {
    Patience patience = {.last = last};
    TrFit *fit = run(&rig.task, &patience, TR_CANCELLED);
    g_assert_cmpint(patience.late, ==, 0);
    check_values(fit, whole, patience.iterates == calm.iterates);
    check_no_uncertainty(fit);
    tr_fit_free(fit);
  }
  tr_fit_free(whole);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  static const double held = 100, automatic = NAN;

  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/engine/est/cancel/held-kappa", &held, test_any_moment);
  g_test_add_data_func("/engine/est/cancel/automatic-kappa", &automatic, test_any_moment);
  return g_test_run();
}
