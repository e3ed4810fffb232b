/* The iteration loop allocates nothing: allocations do not grow with the number of iterations. */
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/multistart.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/alloc.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 101 };

static double t[N_NODES], u[N_NODES], y[2][N_NODES];

static const TrChannel channels[3] = {
    {.kind = TR_SIGNAL_SENSOR, .index = 0, .n = N_NODES, .t = t, .y = y[0]},
    {.kind = TR_SIGNAL_SENSOR, .index = 1, .n = N_NODES, .t = t, .y = y[1]},
    {.kind = TR_SIGNAL_MOTOR, .index = 0, .n = N_NODES, .t = t, .y = u}};

static void
make_log(const TrModel *model)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST];
  TrSimOptions options = {
      .h = 0.01, .duration = (N_NODES - 1) * 0.01, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion;

  for (int k = 0; k < N_NODES; k++) {
    t[k] = 0.01 * k;
    u[k] = 2 * sin(7 * t[k]);
  }
  tr_forward_kinematics(pose, twist, model, (double[]){0, 0.4}, (double[]){0, 0});
  tr_assert_ok(
      tr_simulate(&motion, model, &(TrSimCase){pose, twist, 1, &channels[2]}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_NODES; k++)
    for (int j = 0; j < 2; j++)
      y[j][k] = tr_joint_position(model, j, tr_trajectory_pose(motion, k)) + 1e-4 * sin(77 * k + j);
  tr_trajectory_free(motion);
}

static unsigned long
count_allocations(const TrTask *task, int max_iterations, int *iterations)
{
  TrTask limited = *task;
  TrFit *fit;
  TrStatus status;
  unsigned long n;

  limited.settings.max_iterations = max_iterations;
  tr_alloc_reset();
  status = tr_identify(&fit, &limited, NULL);
  n = (unsigned long)tr_alloc_count();
  g_assert_true(status == TR_OK || status == TR_NOT_CONVERGED);
  *iterations = fit->iterations;
  tr_fit_free(fit);
  return n;
}

/* One free inertia on the log. */
typedef struct Fixture {
  TrModel *model;
  TrLog log;
  TrFree free;
  TrTask task;
} Fixture;

static void
set_up(Fixture *f)
{
  f->model = tr_mechanism_furuta_swing();
  f->log =
      (TrLog){.name = "log", .end = (N_NODES - 1) * 0.01, .n_channels = 3, .channels = channels};
  f->free = (TrFree){.start = 0.01, .min = 0, .max = INFINITY, .prior_sigma = INFINITY};
  f->task = (TrTask){.model = f->model,
                     .n_free = 1,
                     .free = &f->free,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  make_log(f->model);
  g_assert_true(tr_param_find(&f->free.param, f->model, "body.A.inertia.zz"));
}

static void
test_loop(void)
{
  Fixture f;

  set_up(&f);
  f.task.settings.compliance_scale = 100; /* supported by all formulations */
  f.task.settings.kappa = 1;
  for (int i = 0; i < 2 * TR_N_FORMULATIONS; i++) {
    int one, many;
    unsigned long after_one, after_many;

    f.task.settings.formulation = (TrFormulationKind)(i / 2);
    if (f.task.settings.formulation == TR_FORMULATION_REGRESSION)
      continue; /* it has no loop */
    f.task.settings.damping = i % 2 ? TR_DAMP_ALL : TR_DAMP_PARAMETERS;
    f.task.settings.loss = (TrLossKind)(i % TR_N_LOSSES);
    after_one = count_allocations(&f.task, 1, &one);
    after_many = count_allocations(&f.task, 20, &many);
    g_assert_cmpint(many, >, one + 1);
    g_assert_cmpuint(after_one, >, 0);
    g_assert_cmpuint(after_many, ==, after_one);
  }
  tr_model_free(f.model);
}

/* Memory that runs out at any point is reported, and nothing leaks. */
static void
check_out_of_memory(const TrTask *task, int n_starts)
{
  bool done = false;

  for (size_t n = 0; !done && n < 1000; n++) {
    TrFit *fit = NULL;
    TrStatus status;

    tr_alloc_reset();
    tr_alloc_fail_at(n, TR_ALLOC_FAIL_ONCE);
    status = tr_multistart(&fit, task, n_starts, 1, NULL);
    done = !tr_alloc_has_failed();
    tr_alloc_reset();
    if (!done)
      g_assert_true(status == TR_NO_MEMORY || fit != NULL);
    tr_fit_free(fit);
  }
  g_assert_true(done);
}

static void
test_out_of_memory(void)
{
  Fixture f;

  set_up(&f);
  f.log.end = 0.3; /* memory does not depend on the length */
  check_out_of_memory(&f.task, 1);
  check_out_of_memory(&f.task, 2);
  f.task.settings.formulation = TR_FORMULATION_EXPLICIT;
  f.task.settings.damping = TR_DAMP_ALL;
  f.task.settings.compliance_scale = 100;
  check_out_of_memory(&f.task, 1);
  tr_model_free(f.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/noalloc/loop", test_loop);
  g_test_add_func("/engine/noalloc/out-of-memory", test_out_of_memory);
  return g_test_run();
}
