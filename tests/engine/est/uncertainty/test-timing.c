/* Delays that are not known, in the sigmas of the parameters. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/est/identify/preferences.h"
#include "engine/est/task/reported.h"
#include "engine/est/uncertainty/timing.h"
#include "engine/signal/timing.h"
#include "support/check.h"

enum { SENSOR, MOTOR };

/* ---- the formula ----------------------------------------------------------------------------- */

/* Two delays of sd 2 and 3, one parameter that follows them by 5 and -5 a unit. */
static void
set_up(TrTiming *timing)
{
  g_assert_true(tr_timing_init(timing, 2, 1));
  timing->sd[0] = 2;
  timing->sd[1] = 3;
  timing->response[0] = 5;
  timing->response[1] = -5;
}

/* Sets the information on the difference of both delays, and the gradient along it. */
static void
inform(TrTiming *timing, double information, double gradient)
{
  for (int i = 0; i < 4; i++)
    timing->information[i] = i == 0 || i == 3 ? information : -information;
  timing->gradient[0] = gradient;
  timing->gradient[1] = -gradient;
}

/* Where the logs say nothing of the delays they count as stated, with independent errors. */
static void
test_unseen(void)
{
  TrTiming timing;
  double square;

  set_up(&timing);
  tr_assert_ok(tr_timing_covariance(&square, &timing), NULL);
  tr_assert_close(square, 25 * (4 + 9), 1e-14, 0);
  tr_timing_clear(&timing);
}

/* Information 1/v on the difference x of variance 13: 1/(1/13 + 1/v); its mean adds its square. */
static void
test_seen(void)
{
  double information = 8, variance = 2, gradient = -0.4, square;
  double posterior = 1 / (1 / 13.0 + information / variance);
  double mean = -posterior * gradient / variance;
  TrTiming timing;

  set_up(&timing);
  inform(&timing, information, gradient);
  timing.variance = variance;
  tr_assert_ok(tr_timing_covariance(&square, &timing), NULL);
  tr_assert_close(square, 25 * (posterior + mean * mean), 1e-12, 0);
  tr_timing_clear(&timing);
}

/* Logs that ask for a delay far outside the interval get the ends of it. */
static void
test_far(void)
{
  double square;
  TrTiming timing;

  set_up(&timing);
  inform(&timing, 1e6, -1e9);
  tr_assert_ok(tr_timing_covariance(&square, &timing), NULL);
  tr_assert_close(sqrt(square), 5 * sqrt(3) * (2 + 3), 1e-5, 0);
  tr_timing_clear(&timing);
}

/* Parameters that follow the difference do not follow a shift of both. */
static void
test_common(void)
{
  double square;
  TrTiming timing;

  set_up(&timing);
  inform(&timing, 1e12, 0);
  tr_assert_ok(tr_timing_covariance(&square, &timing), NULL);
  g_assert_cmpfloat(sqrt(square), <, 1e-4);
  tr_timing_clear(&timing);
}

static void
test_sd(void)
{
  static const double t[] = {0, 0.01, 0.02, 0.03, 0.9};
  TrChannel channel = {.kind = TR_SIGNAL_MOTOR, .n = G_N_ELEMENTS(t), .t = t};

  tr_assert_close(tr_channel_delay_sd(&channel, false), 0.01 / sqrt(12), 1e-12, 0);
  tr_assert_close(tr_channel_delay_sd(&channel, true), 0.01 / sqrt(6), 1e-12, 0);
  channel.kind = TR_SIGNAL_SENSOR;
  tr_assert_close(tr_channel_delay_sd(&channel, true), 0.01 / sqrt(12), 1e-12, 0);
  channel.n = 1;
  g_assert_cmpfloat(tr_channel_delay_sd(&channel, true), ==, 0);
}

/* ---- fits ------------------------------------------------------------------------------------ */

/* Fits the rig; its signals have unknown delays of these sds. */
static TrFit *
fit_rig(TrMotorRig *rig, const double sds[2])
{
  TrMotorRun run = {.n_nodes = TR_MOTOR_RIG_NODES,
                    .angle = 1,
                    .noise = 1e-4,
                    .drive = 1,
                    .start = 1.1,
                    .seed = 5};
  TrFit *fit;

  tr_motor_rig_set_up(rig, &run);
  for (int c = 0; c < 2; c++)
    rig->channels[c].delay_sd = sds[c];
  tr_assert_ok(tr_identify(&fit, &rig->task, NULL), NULL);
  tr_assert_ok(tr_preferences_find(fit, &rig->task), NULL);
  g_assert_nonnull(fit->timing);
  return fit;
}

/* Sets values[] to the estimates with the delay of a channel held at a value by its prior. */
static void
fit_delayed(double *values, const TrMotorRig *rig, const TrFit *fit, int channel, double delay)
{
  TrTask task = rig->task;
  TrFree free[TR_MOTOR_RIG_FREE + 1];
  double start[TR_MOTOR_RIG_FREE + 1];
  TrModel *model = tr_task_continue(&task, start, fit);
  TrFit *delayed;

  memcpy(free, rig->free, sizeof rig->free);
  free[TR_MOTOR_RIG_FREE] = (TrFree){.param = {TR_PARAM_CHANNEL_DELAY, 0, channel},
                                     .start = delay,
                                     .min = -INFINITY,
                                     .max = INFINITY,
                                     .prior_mean = delay,
                                     .prior_sigma = 1e-12};
  start[TR_MOTOR_RIG_FREE] = delay;
  task.free = free;
  task.n_free = TR_MOTOR_RIG_FREE + 1;
  tr_assert_ok(tr_identify(&delayed, &task, NULL), NULL);
  for (int i = 0; i < TR_MOTOR_RIG_FREE; i++)
    values[i] = delayed->estimates[i].value;
  tr_fit_free(delayed);
  tr_model_free(model);
}

/* Sets slopes[] of the estimates by the delay of a channel, by differences of whole fits. */
static void
find_slopes(double *slopes, const TrMotorRig *rig, const TrFit *fit, int channel)
{
  const double change = 2e-5;
  double later[TR_MOTOR_RIG_FREE], earlier[TR_MOTOR_RIG_FREE];

  fit_delayed(later, rig, fit, channel, change);
  fit_delayed(earlier, rig, fit, channel, -change);
  for (int i = 0; i < TR_MOTOR_RIG_FREE; i++)
    slopes[i] = (later[i] - earlier[i]) / (2 * change);
}

/* The change of the parameters with a delay is that of whole fits with the delay. */
static void
test_slopes(void)
{
  static const double sds[] = {1e-3, 1e-3};
  double by_sensor[TR_MOTOR_RIG_FREE], by_motor[TR_MOTOR_RIG_FREE];
  TrMotorRig rig;
  TrFit *fit = fit_rig(&rig, sds);
  int n_found = 0;

  find_slopes(by_sensor, &rig, fit, SENSOR);
  find_slopes(by_motor, &rig, fit, MOTOR);
  for (int e = 0; e < fit->preferences->n; e++) {
    const TrPreference *one = &fit->preferences->all[e];
    const double *expected = one->param.axis == SENSOR ? by_sensor : by_motor;

    if (one->param.kind != TR_PARAM_CHANNEL_DELAY)
      continue;
    n_found++;
    for (int i = 0; i < TR_MOTOR_RIG_FREE; i++)
      tr_assert_close(one->shift[i] / one->change, expected[i], 0.02, 1e-3 * fabs(rig.truth[i]));
  }
  g_assert_cmpint(n_found, ==, 2);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* Known delays add nothing; the sigma is that of noise alone.  Unknown ones widen it, by less than
 * their prior does where the log determines them. */
static void
test_known(void)
{
  static const double known[] = {0, 0}, unknown[] = {3e-3, 3e-3};
  TrMotorRig rig;
  TrFit *fit = fit_rig(&rig, known), *other;

  for (int i = 0; i < TR_MOTOR_RIG_FREE; i++) {
    g_assert_cmpfloat(tr_fit_report(fit, i).timing, ==, 0);
    g_assert_cmpfloat(tr_fit_report(fit, i).sigma, ==, fit->estimates[i].sigma);
  }
  tr_model_free(rig.model);
  other = fit_rig(&rig, unknown);
  for (int i = 0; i < TR_MOTOR_RIG_FREE; i++) {
    TrReported r = tr_fit_report(other, i);

    tr_assert_close(r.noise, fit->estimates[i].sigma, 1e-9, 0);
    g_assert_cmpfloat(r.timing, >, 0);
    tr_assert_close(r.sigma, hypot(r.noise, r.timing), 1e-12, 0);
    g_assert_cmpfloat(fabs(r.value - rig.truth[i]), <, 1.96 * r.sigma + 0.01 * rig.truth[i]);
  }
  tr_fit_free(fit);
  tr_fit_free(other);
  tr_model_free(rig.model);
}

int
main(int argc, char *argv[])
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/timing/unseen", test_unseen);
  g_test_add_func("/timing/seen", test_seen);
  g_test_add_func("/timing/far", test_far);
  g_test_add_func("/timing/common", test_common);
  g_test_add_func("/timing/sd", test_sd);
  g_test_add_func("/timing/slopes", test_slopes);
  g_test_add_func("/timing/known", test_known);
  return g_test_run();
}
