/* Unexplained share of the forces, on logs with known truth. */
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 1001 };

#define STEP 0.005

typedef struct Fixture {
  TrModel *model;
  double t[N_NODES], u[N_NODES], y[2][N_NODES];
  TrChannel channels[3];
  TrLog log;
  TrTask task;
} Fixture;

/* Slow sines drive the mechanism; every joint is measured. */
static void
set_up(Fixture *f, TrModel *model, double amplitude, double noise)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST], zero[2] = {0};
  TrSimOptions options = {.h = STEP,
                          .duration = (N_NODES - 1) * STEP + 1e-9,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  TrTrajectory *motion;
  int n = model->n_joints;

  *f = (Fixture){.model = model};
  for (int k = 0; k < N_NODES; k++) {
    f->t[k] = k * STEP;
    f->u[k] = amplitude * sin(2 * G_PI * 0.7 * f->t[k]);
  }
  for (int c = 0; c <= n; c++)
    f->channels[c] = (TrChannel){.kind = c == n ? TR_SIGNAL_MOTOR : TR_SIGNAL_SENSOR,
                                 .index = c == n ? 0 : c,
                                 .n = N_NODES,
                                 .t = f->t,
                                 .y = c == n ? f->u : f->y[c]};
  tr_forward_kinematics(pose, twist, model, zero, zero);
  tr_assert_ok(tr_simulate(&motion, model, &(TrSimCase){pose, twist, 1, &f->channels[n]}, &options,
                           NULL, NULL),
               NULL);
  for (int j = 0; j < n; j++) {
    model->sensors[j].sigma = noise;
    for (int k = 0; k < N_NODES; k++)
      f->y[j][k] =
          tr_joint_position(model, j, tr_trajectory_pose(motion, k)) + 1e-4 * sin(71.3 * k + j);
  }
  tr_trajectory_free(motion);
  f->log = (TrLog){
      .name = "log", .end = (N_NODES - 1) * STEP, .n_channels = n + 1, .channels = f->channels};
  f->task =
      (TrTask){.model = model, .n_logs = 1, .logs = &f->log, .settings = tr_settings_default()};
  f->task.settings.h = STEP;
}

static double
force_error(const Fixture *f)
{
  TrFit *fit = NULL;
  TrStatus status = tr_identify(&fit, &f->task, NULL);

  /* a wrong model need not converge */
  g_assert_true(status == TR_OK || status == TR_NOT_CONVERGED);
  double found = fit->logs[0].force_error;
  tr_fit_free(fit);
  return found;
}

/* The truth explains the forces; a gain that is too small by a third does not, for any kappa. */
static void
test_gain(void)
{
  Fixture f;
  TrModel *model = tr_mechanism_furuta();

  model->motors[0].gain = 0.02;
  set_up(&f, model, 1, 1e-4);
  g_test_message("truth: %.3g", force_error(&f));
  g_assert_cmpfloat(force_error(&f), <, 0.05);
  model->motors[0].gain *= -1;
  for (double kappa = 1; kappa < 1e7; kappa *= 1e3) {
    f.task.settings.kappa = kappa;
    g_test_message("kappa %g: %.3g", kappa, force_error(&f));
    g_assert_cmpfloat(force_error(&f), >, 0.25);
  }
  tr_model_free(model);
}

/* An axis that sticks: its dry friction balances the motor, although the smooth friction of a joint
 * at rest is zero. */
static void
test_sticking(void)
{
  Fixture f;
  TrModel *model = tr_mechanism_slider();

  set_up(&f, model, 0.6 * model->joints[0].friction.coulomb / model->motors[0].gain, 1e-6);
  g_assert_cmpfloat(force_error(&f), <, 0.05);
  model->joints[0].friction.coulomb *= 0.2;
  g_assert_cmpfloat(force_error(&f), >, 0.25);
  tr_model_free(model);
}

/* An unmeasured joint gives no result. */
static void
test_unmeasured(void)
{
  Fixture f;
  TrModel *model = tr_mechanism_furuta();

  set_up(&f, model, 1, 1e-4);
  f.channels[1] = f.channels[2];
  f.log.n_channels = 2;
  g_assert_true(isnan(force_error(&f)));
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/force-error/gain", test_gain);
  g_test_add_func("/engine/est/force-error/sticking", test_sticking);
  g_test_add_func("/engine/est/force-error/unmeasured", test_unmeasured);
  return g_test_run();
}
