/* Physical values: their formula, their accuracy against an almost exact motion, their sigma
 * against the scatter over draws of noise, and missing values. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/identify/reference_log.h"
#include "engine/est/solve/solve.h"
#include "engine/est/uncertainty/extrapolated_noise.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_SAMPLES = 2001, N_FREE = 2, N_DRAWS = 40 };

#define SAMPLING 1e-3
#define STEP     0.02
#define NOISE    1e-3

static const char *const ids[N_FREE] = {"body.A.inertia.zz", "joint.h1.viscous"};

/* A release of the pendulum, computed with a step that is a twentieth of that of the fit. */
typedef struct Swing {
  TrModel *model;
  double t[N_SAMPLES], exact[N_SAMPLES], y[N_SAMPLES], truth[N_FREE];
  TrChannel channels[2];
  TrLog log;
  TrFree free[TR_LOG_FREE];
  TrTask task;
} Swing;

static void
add_free(Swing *s, const char *id, double start)
{
  TrFree *f = &s->free[s->task.n_free++];

  *f = (TrFree){.start = start, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&f->param, s->model, id));
}

static void
set_up(Swing *s)
{
  TrSimOptions options = {.h = SAMPLING,
                          .duration = (N_SAMPLES - 1) * SAMPLING,
                          .compliance_scale = 1,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  s->model = tr_mechanism_pendulum();
  s->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  s->model->joints[0].friction.viscous = 2e-3;
  s->model->joints[0].compliance_linear = s->model->joints[0].compliance_angular = 1e-9;
  s->model->joints[0].damping_time = NAN;
  s->model->motors[0].rotor_inertia = 0;
  s->model->sensors[0].sigma = NOISE;
  tr_forward_kinematics(pose, twist, s->model, (double[]){1.5}, (double[]){0});
  tr_assert_ok(
      tr_simulate(&motion, s->model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_SAMPLES; k++) {
    s->t[k] = k * SAMPLING;
    s->y[k] = s->exact[k] = tr_joint_position(s->model, 0, tr_trajectory_pose(motion, k));
  }
  tr_trajectory_free(motion);
  s->channels[0] = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N_SAMPLES, .t = s->t, .y = s->y};
  s->log = (TrLog){
      .name = "log", .end = (N_SAMPLES - 1) * SAMPLING, .n_channels = 1, .channels = s->channels};
  s->task = (TrTask){.model = s->model,
                     .free = s->free,
                     .n_logs = 1,
                     .logs = &s->log,
                     .settings = tr_settings_default()};
  s->task.settings.h = STEP;
  s->task.settings.kappa = 1e6;
  for (int i = 0; i < N_FREE; i++) {
    add_free(s, ids[i], 0);
    s->truth[i] = tr_param_get(s->model, s->free[i].param);
    s->free[i].start = 1.4 * s->truth[i];
  }
}

static void
add_noise(Swing *s, GRand *random)
{
  for (int k = 0; k < N_SAMPLES; k++) {
    double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

    s->y[k] = s->exact[k] + NOISE * sqrt(-2 * log(u)) * cos(2 * G_PI * v);
  }
}

static TrFit *
identify(const TrTask *task)
{
  TrError error = {0};
  TrFit *fit;

  tr_assert_ok(tr_identify(&fit, task, &error), &error);
  return fit;
}

static TrFit *
identify_both(const TrTask *task)
{
  TrFit *fit = identify(task);

  g_assert_true(tr_physical_applies(task, fit));
  tr_assert_ok(tr_physical(fit, task), NULL);
  tr_assert_ok(fit->physical->status, NULL);
  return fit;
}

/* From three ordinary fits with the same kappa, at h, h/2 and 2h. */
static void
test_formula(void)
{
  static const double steps[3] = {STEP, STEP / 2, 2 * STEP};
  double noise[N_FREE];
  Swing s;
  TrFit *both, *fits[3];

  set_up(&s);
  both = identify_both(&s.task);
  s.task.wants_influence = true;
  s.task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  for (int i = 0; i < 3; i++) {
    s.task.settings.h = steps[i];
    fits[i] = identify(&s.task);
  }
  tr_assert_ok(tr_extrapolated_noise(noise, fits[0], fits[1]), NULL);
  g_assert_cmpfloat(both->physical->kappa, ==, 1e6);
  g_assert_cmpfloat(both->physical->h, ==, STEP);
  for (int i = 0; i < N_FREE; i++) {
    const TrPhysicalValue *v = &both->physical->values[i];
    const TrEstimate *a = &fits[0]->estimates[i], *b = &fits[1]->estimates[i];
    double doubled = (4 * a->value - fits[2]->estimates[i].value) / 3;

    g_assert_cmpint(v->gap, ==, TR_PHYSICAL_KNOWN);
    tr_assert_close(v->coarse, a->value, 1e-5, 0);
    tr_assert_close(v->fine, b->value, 1e-5, 0);
    tr_assert_close(v->value, (4 * v->fine - v->coarse) / 3, 1e-14, 0);
    tr_assert_close(v->step, fabs(v->value - doubled), 1e-3, 0);
    g_assert_true(v->smoothing == 0);
    tr_assert_close(v->noise, noise[i], 1e-4, 0);
  }
  tr_fit_free(both);
  for (int i = 0; i < 3; i++)
    tr_fit_free(fits[i]);
  tr_model_free(s.model);
}

/* Dry friction, from ordinary fits with its smoothing rate and twice that: the change is taken off,
 * and half of it is a sigma. */
static void
test_smoothing(void)
{
  Swing s;
  TrFriction *friction;
  TrFit *both, *wider;

  set_up(&s);
  friction = &s.model->joints[0].friction;
  friction->model = TR_FRICTION_COULOMB;
  friction->coulomb = 2e-3;
  s.task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  s.task.settings.friction_rate = 0.5;
  both = identify_both(&s.task);
  s.task.settings.friction_rate = 1;
  wider = identify(&s.task);
  for (int i = 0; i < N_FREE; i++) {
    const TrPhysicalValue *v = &both->physical->values[i];
    double change = wider->estimates[i].value - v->coarse;

    g_test_message("%s: %g changes by %g, smoothing %g", ids[i], v->value, change, v->smoothing);
    g_assert_cmpint(v->gap, ==, TR_PHYSICAL_KNOWN);
    tr_assert_close(v->smoothing, fabs(change) / 2, 0.01, 0);
    tr_assert_close(v->value - (4 * v->fine - v->coarse) / 3, -change, 0.01, 0);
  }
  tr_fit_free(both);
  tr_fit_free(wider);
  tr_model_free(s.model);
}

/* Much closer to the truth than the stepper's values, and than those of the shorter step. */
static void
test_accuracy(void)
{
  Swing s;
  TrFit *fit;

  set_up(&s);
  fit = identify_both(&s.task);
  for (int i = 0; i < N_FREE; i++) {
    const TrPhysicalValue *v = &fit->physical->values[i];
    double off = fabs(v->value / s.truth[i] - 1);

    g_test_message("%s: stepper %+.2e, h %+.2e, h/2 %+.2e, h = 0 %+.2e (systematic %.1e)", ids[i],
                   fit->estimates[i].value / s.truth[i] - 1, v->coarse / s.truth[i] - 1,
                   v->fine / s.truth[i] - 1, v->value / s.truth[i] - 1,
                   hypot(v->step, v->smoothing) / s.truth[i]);
    g_assert_cmpfloat(off, <, 0.3 * fabs(v->fine / s.truth[i] - 1));
    g_assert_cmpfloat(off, <, 0.15 * fabs(fit->estimates[i].value / s.truth[i] - 1));
    g_assert_cmpfloat(off * s.truth[i], <, hypot(v->step, v->smoothing));
  }
  tr_fit_free(fit);
  tr_model_free(s.model);
}

/* The influences sum to zero.  Those of a log tell how the estimates change without it: the rest of
 * the logs has 1 - 1/N_LOGS of the information. */
static void
test_influence(void)
{
  enum { N_LOGS = 6 };
  g_autoptr(GRand) random = g_rand_new_with_seed(4);
  g_autofree double *samples = g_new(double, N_LOGS *N_SAMPLES);
  TrChannel channels[N_LOGS];
  TrLog logs[N_LOGS];
  TrFit *all, *rest;
  Swing s;

  set_up(&s);
  for (int l = 0; l < N_LOGS; l++) {
    add_noise(&s, random);
    memcpy(samples + l * N_SAMPLES, s.y, sizeof s.y);
    channels[l] = s.channels[0];
    channels[l].y = samples + l * N_SAMPLES;
    logs[l] = s.log;
    logs[l].channels = &channels[l];
  }
  s.task.wants_influence = true;
  s.task.logs = logs;
  s.task.n_logs = N_LOGS;
  all = identify(&s.task);
  s.task.logs = logs + 1;
  s.task.n_logs = N_LOGS - 1;
  rest = identify(&s.task);
  for (int i = 0; i < N_FREE; i++) {
    double sums[N_LOGS] = {0}, sum = 0, expected;

    for (int l = 0; l < N_LOGS; l++) {
      for (int k = 0; k < all->logs[l].n_nodes; k++)
        sums[l] += all->logs[l].influence[k * N_FREE + i];
      sum += sums[l];
    }
    expected = sums[0] * N_LOGS / (N_LOGS - 1);
    g_test_message("%s: %.3e without a log, expected %.3e; sum %.1e", ids[i],
                   rest->estimates[i].value - all->estimates[i].value, expected, sum);
    g_assert_cmpfloat(fabs(sum), <, 0.01 * all->estimates[i].sigma);
    tr_assert_close(rest->estimates[i].value - all->estimates[i].value, expected, 0.05, 0);
  }
  tr_fit_free(all);
  tr_fit_free(rest);
  tr_model_free(s.model);
}

/* What both fits leave alike stays as it is, and a quarter more at h/2 than at h cancels, as errors
 * that fall with h^2 do in the values. */
static void
test_noise(void)
{
  double coarse_influence[8] = {4, 4, -4, 4, -4, -4, 4, -4}, fine_influence[16], sigma;
  TrLogFit logs[2] = {{.n_nodes = 8, .influence = coarse_influence},
                      {.n_nodes = 16, .influence = fine_influence}};
  TrFit coarse = {.n_free = 1, .n_logs = 1, .logs = &logs[0]},
        fine = {.n_free = 1, .n_logs = 1, .logs = &logs[1]};

  for (int k = 0; k < 16; k++)
    fine_influence[k] = coarse_influence[k / 2] / 2;
  tr_assert_ok(tr_extrapolated_noise(&sigma, &coarse, &fine), NULL);
  g_assert_cmpfloat(sigma, >=, 4 * sqrt(8));
  for (int k = 0; k < 16; k++)
    fine_influence[k] = coarse_influence[k / 2] / 8;
  tr_assert_ok(tr_extrapolated_noise(&sigma, &coarse, &fine), NULL);
  g_assert_cmpfloat(sigma, <, 1e-12);
}

/* Over draws of noise: the part of sigma is not much smaller than the scatter, nor much larger. */
static void
test_scatter(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(3);

  for (int mode = 0; mode < 2; mode++) {
    double mean[N_FREE] = {0}, square[N_FREE] = {0}, sigma[N_FREE] = {0};
    Swing s;

    set_up(&s);
    s.task.settings.observations = mode ? TR_OBSERVE_NODE : TR_OBSERVE_LOCAL_FIT;
    for (int draw = 0; draw < N_DRAWS; draw++) {
      TrFit *fit;

      add_noise(&s, random);
      fit = identify_both(&s.task);
      for (int i = 0; i < N_FREE; i++) {
        double x = fit->physical->values[i].value / s.truth[i] - 1;

        mean[i] += x / N_DRAWS;
        square[i] += x * x / N_DRAWS;
        sigma[i] += fit->physical->values[i].noise / s.truth[i] / N_DRAWS;
      }
      tr_fit_free(fit);
    }
    for (int i = 0; i < N_FREE; i++) {
      double sd = sqrt(square[i] - mean[i] * mean[i]);

      g_test_message("%s, %s: scatter %.2e, sigma %.2e", ids[i], mode ? "node" : "local-fit", sd,
                     sigma[i]);
      g_assert_cmpfloat(sigma[i], >, 0.8 * sd);
      g_assert_cmpfloat(sigma[i], <, 2 * sd);
    }
    tr_model_free(s.model);
  }
}

/* An active bound, an overall scale that a free swing does not determine, and an extrapolation
 * beyond the bounds: each leaves its parameter without a value, and with a reason. */
static void
test_gaps(void)
{
  Swing s;
  TrFit *fit;

  set_up(&s);
  s.free[1].max = 1.5e-3;
  s.free[1].start = 1e-3;
  fit = identify_both(&s.task);
  g_assert_cmpint(fit->physical->values[1].gap, ==, TR_PHYSICAL_AT_BOUND);
  g_assert_true(isnan(fit->physical->values[1].value) && isnan(fit->physical->values[1].noise));
  g_assert_cmpint(fit->physical->values[0].gap, ==, TR_PHYSICAL_KNOWN);
  tr_fit_free(fit);
  tr_model_free(s.model);

  memset(&s, 0, sizeof s);
  set_up(&s);
  add_free(&s, "body.A.mass", 0.5);
  fit = identify_both(&s.task);
  for (int i = 0; i < s.task.n_free; i++) {
    g_assert_cmpint(fit->physical->values[i].gap, ==, TR_PHYSICAL_NOT_DETERMINED);
    g_assert_true(isnan(fit->physical->values[i].value));
  }
  tr_fit_free(fit);
  tr_model_free(s.model);

  memset(&s, 0, sizeof s);
  set_up(&s);
  fit = identify_both(&s.task);
  double value = fit->physical->values[0].value, fine = fit->physical->values[0].fine;

  tr_fit_free(fit);
  *(value < fine ? &s.free[0].min : &s.free[0].max) = (value + fine) / 2;
  if (value > fine)
    s.free[0].start = s.truth[0] / 1.4;
  fit = identify_both(&s.task);
  g_assert_cmpint(fit->physical->values[0].gap, ==, TR_PHYSICAL_OUT_OF_BOUNDS);
  g_assert_true(isnan(fit->physical->values[0].value));
  tr_fit_free(fit);
  tr_model_free(s.model);
}

/* Numbers of a channel, and one with a logarithmic step: driven by a motor, the sensor delayed and
 * with an offset. */
static void
test_channel(void)
{
  static const double late = 0.0037, off = 0.02;
  TrSimOptions options = {.h = SAMPLING,
                          .duration = (N_SAMPLES - 1) * SAMPLING,
                          .compliance_scale = 1,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  double pose[TR_POSE], twist[TR_TWIST], t[N_SAMPLES], u[N_SAMPLES], truth[5];
  Swing s;
  TrTrajectory *motion;
  TrFit *fit;

  set_up(&s);
  for (int k = 0; k < N_SAMPLES; k++) {
    t[k] = k * SAMPLING;
    u[k] = sin(9 * t[k] + 4 * t[k] * t[k]);
  }
  s.model->motors[0].gain = 0.5;
  s.channels[1] = (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_SAMPLES, .t = t, .y = u};
  s.log.n_channels = 2;
  tr_forward_kinematics(pose, twist, s.model, (double[]){0.5}, (double[]){0});
  tr_assert_ok(tr_simulate(&motion, s.model, &(TrSimCase){pose, twist, 1, &s.channels[1]}, &options,
                           NULL, NULL),
               NULL);
  for (int k = 0; k < N_SAMPLES; k++) {
    s.t[k] = t[k] + late;
    s.y[k] = tr_joint_position(s.model, 0, tr_trajectory_pose(motion, k)) + off;
  }
  tr_trajectory_free(motion);
  s.free[0].transform = TR_TRANSFORM_LOG;
  add_free(&s, "motor.m1.gain", 0.3);
  for (int i = 0; i < 2; i++)
    s.free[s.task.n_free++] =
        (TrFree){.param = {.kind = i ? TR_PARAM_CHANNEL_DELAY : TR_PARAM_CHANNEL_OFFSET},
                 .min = -INFINITY,
                 .max = INFINITY,
                 .prior_sigma = INFINITY};
  memcpy(truth, (const double[]){s.truth[0], s.truth[1], 0.5, off, late}, sizeof truth);
  fit = identify_both(&s.task);
  for (int i = 0; i < s.task.n_free; i++) {
    const TrPhysicalValue *v = &fit->physical->values[i];

    g_test_message("%g: stepper %+.2e, h %+.2e, h/2 %+.2e, h = 0 %+.2e", truth[i],
                   fit->estimates[i].value / truth[i] - 1, v->coarse / truth[i] - 1,
                   v->fine / truth[i] - 1, v->value / truth[i] - 1);
    g_assert_cmpfloat(fabs(v->value - truth[i]), <, hypot(v->step, v->smoothing) + v->noise);
    tr_assert_close(v->value, truth[i], 2e-3, 0);
  }
  tr_fit_free(fit);
  tr_model_free(s.model);
}

typedef struct Polls {
  int polls, events, until;
} Polls;

static bool
count_polls(void *user, const void *event)
{
  Polls *polls = user;

  polls->polls++;
  polls->events += event != NULL;
  return polls->polls < polls->until;
}

/* The monitor receives no events, and may stop at any time; the fit stays as it is. */
static void
test_monitor(void)
{
  Swing s;
  TrFit *fit;
  Polls polls = {.until = INT_MAX};

  set_up(&s);
  fit = identify(&s.task);
  s.task.monitor = (TrMonitor){count_polls, &polls};
  tr_assert_ok(tr_physical(fit, &s.task), NULL);
  g_assert_cmpint(polls.polls, >, 10);
  g_assert_cmpint(polls.events, ==, 0);
  tr_fit_free(fit);
  for (int until = 1; until < polls.polls; until += 7) {
    Polls limited = {.until = until};

    s.task.monitor = (TrMonitor){0};
    fit = identify(&s.task);
    s.task.monitor = (TrMonitor){count_polls, &limited};
    g_assert_cmpint(tr_physical(fit, &s.task), ==, TR_CANCELLED);
    g_assert_null(fit->physical);
    g_assert_cmpint(fit->status, ==, TR_OK);
    tr_fit_free(fit);
  }
  tr_model_free(s.model);
}

static void
test_not_for_all(void)
{
  Swing s;
  TrFit *fit;
  TrError error = {0};

  set_up(&s);
  s.task.settings.max_iterations = 1;
  g_assert_cmpint(tr_identify(&fit, &s.task, &error), ==, TR_NOT_CONVERGED);
  g_assert_false(tr_physical_applies(&s.task, fit));
  /* computed regardless, it has the reason for missing values */
  tr_assert_ok(tr_physical(fit, &s.task), NULL);
  g_assert_cmpint(fit->physical->status, ==, TR_NOT_CONVERGED);
  g_assert_nonnull(strstr(fit->physical->message, "h = 0.01 s"));
  for (int i = 0; i < N_FREE; i++)
    g_assert_true(isnan(fit->physical->values[i].value));
  tr_fit_free(fit);

  s.task.settings.max_iterations = 20;
  s.task.settings.formulation = TR_FORMULATION_EXPLICIT;
  s.task.settings.compliance_scale = 1e5;
  fit = identify(&s.task);
  g_assert_false(tr_physical_applies(&s.task, fit));
  tr_fit_free(fit);
  s.task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  s.task.n_free = 0;
  fit = identify(&s.task);
  g_assert_false(tr_physical_applies(&s.task, fit));
  tr_fit_free(fit);
  tr_model_free(s.model);
}

/* Damping times that are numbers stay: errors fall with h only.  Those of c h leave c h/3 in the
 * extrapolation, which changes by as much when all steps are doubled: one sigma. */
static void
test_damping_time(void)
{
  Swing s;
  TrFit *fit;

  set_up(&s);
  s.model->joints[0].damping_time = 0.02;
  fit = identify_both(&s.task);
  g_assert_true(fit->physical->keeps_damping_time);
  for (int i = 0; i < N_FREE; i++) {
    const TrPhysicalValue *v = &fit->physical->values[i];

    g_test_message("%s: h %+.2e, h/2 %+.2e, h = 0 %+.2e", ids[i], v->coarse / s.truth[i] - 1,
                   v->fine / s.truth[i] - 1, v->value / s.truth[i] - 1);
    g_assert_cmpfloat(fabs(v->value - s.truth[i]), <, 1.96 * hypot(v->step, v->smoothing));
  }
  tr_fit_free(fit);
  tr_model_free(s.model);
}

/* The release of the Furuta pendulum from its closed-form equations: the arm's viscous coefficient
 * of the stepper is at its bound, and the mechanism's is not. */
static void
test_release(void)
{
  static const char *const names[4] = {"body.A.inertia.zz", "body.B.inertia.yy", "joint.h1.viscous",
                                       "joint.h2.viscous"};
  static const double truth[4] = {0.003, 0.004, 1e-3, 1e-4}, limit[4] = {0.01, 0.01, 0.15, 0.15};
  TrModel *model = tr_mechanism_furuta();
  TrLogSetup s = {0};
  TrFit *fit;

  for (int j = 0; j < 2; j++) {
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-9;
    model->joints[j].damping_time = NAN;
  }
  if (!tr_log_set_up(&s, "ref/furuta_release_ode_truth.csv", model, false)) {
    tr_log_tear_down(&s);
    return;
  }
  tr_log_free(&s, names, (const double[]){0.01, 0.01, 1e-4, 1e-4}, 4);
  s.task.settings.formulation = TR_FORMULATION_PREDICTED;
  s.task.settings.kappa = 1e5;
  s.task.settings.observations = TR_OBSERVE_LOCAL_FIT;
  fit = identify_both(&s.task);
  g_assert_true(fit->estimates[2].at_bound);
  g_assert_cmpstr(model->joints[fit->physical->turn_joint].name, ==, "h2");
  for (int i = 0; i < 4; i++)
    tr_assert_close(fit->physical->values[i].value, truth[i], limit[i] / 2, 0);
  tr_fit_free(fit);
  tr_log_tear_down(&s);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/physical/formula", test_formula);
  g_test_add_func("/engine/est/physical/smoothing", test_smoothing);
  g_test_add_func("/engine/est/physical/accuracy", test_accuracy);
  g_test_add_func("/engine/est/physical/influence", test_influence);
  g_test_add_func("/engine/est/physical/noise", test_noise);
  g_test_add_func("/engine/est/physical/scatter", test_scatter);
  g_test_add_func("/engine/est/physical/gaps", test_gaps);
  g_test_add_func("/engine/est/physical/channel", test_channel);
  g_test_add_func("/engine/est/physical/monitor", test_monitor);
  g_test_add_func("/engine/est/physical/not-for-all", test_not_for_all);
  g_test_add_func("/engine/est/physical/damping-time", test_damping_time);
  g_test_add_func("/engine/est/physical/release", test_release);
  return g_test_run();
}
