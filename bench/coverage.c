/* How often the stated intervals hold: known-truth logs with process and sensor noise are drawn,
 * identified with kappa and sensor variances from the data, and compared with the truth.
 *
 * Usage: coverage [--draws N] [--seed S] [--brief]
 *
 * Prints for each mechanism the kappa that was found against the true one and for each parameter
 * the mean error, the scatter, the mean sigma and the coverage of value +- 1.96 sigma.  --brief
 * prints TAP with loose limits, for few draws. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify.h"
#include "engine/mbs/kinematics.h"
#include "engine/signal/window.h"
#include "engine/sim/spook.h"
#include "support/mechanisms.h"

enum { N_NODES = 801, MAX_FREE = 12, MAX_JOINTS = 2, MAX_BODIES = 2 };

#define STEP        0.01
#define NOISE       1e-3
#define TRUE_KAPPA  100.0
#define START_RATIO 1.3

/* Two-sided 95 % of a normal variable. */
#define QUANTILE 1.96

typedef struct Setting {
  const char *name;
  TrModel *(*create)(void);
  double position[MAX_JOINTS], rate[MAX_JOINTS];
  bool is_driven;
  const char *free[MAX_FREE];
} Setting;

static const Setting settings[] = {
    {.name = "Furuta pendulum, driven",
     .create = tr_mechanism_furuta,
     .position = {0, 0.3},
     .is_driven = true,
     .free = {"body.A.inertia.zz", "body.B.inertia.yy", "joint.h1.viscous", "joint.h2.viscous",
              "motor.m1.gain"}},
    {.name = "double pendulum, released",
     .create = tr_mechanism_double_pendulum,
     .position = {1.2, 0.4},
     .free = {"body.A.inertia.zz", "body.B.inertia.zz", "joint.h1.viscous", "joint.h2.viscous"}},
};

typedef struct Draw {
  const Setting *setting;
  TrModel *model;
  int n_free;
  TrFree free[MAX_FREE];
  double truth[MAX_FREE];
  double t[N_NODES], u[N_NODES], y[MAX_JOINTS][N_NODES];
  TrChannel channels[MAX_JOINTS + 1];
  TrLog log;
  TrTask task;
} Draw;

typedef struct Tally {
  int draws, failed, covered[MAX_FREE], used[MAX_FREE];
  double sum[MAX_FREE], square[MAX_FREE], sigma[MAX_FREE];
  double *kappa; /* [draws] */
} Tally;

static unsigned long long random_state;

static double
draw_uniform(void)
{
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return ((double)(random_state >> 11) + 0.5) / 9007199254740992.0;
}

static double
draw_normal(void)
{
  double u = draw_uniform(), v = draw_uniform();

  return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

static void
set_up(Draw *d, const Setting *setting)
{
  *d = (Draw){.setting = setting, .model = setting->create()};
  if (setting->is_driven)
    d->model->motors[0].gain = 0.1;
  for (int j = 0; j < d->model->n_joints; j++) {
    d->model->joints[j].compliance_linear = d->model->joints[j].compliance_angular = 1e-9;
    d->model->joints[j].damping_time = NAN;
    d->model->joints[j].friction.viscous *= 5; /* far from its bound at zero */
    d->model->sensors[j].sigma = 3 * NOISE;    /* three times what it is: the data have to tell */
    d->channels[j] =
        (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = j, .n = N_NODES, .t = d->t, .y = d->y[j]};
  }
  d->channels[d->model->n_joints] =
      (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_NODES, .t = d->t, .y = d->u};
  d->log = (TrLog){.name = "log",
                   .end = (N_NODES - 1) * STEP,
                   .n_channels = d->model->n_joints + setting->is_driven,
                   .channels = d->channels};
  for (; setting->free[d->n_free]; d->n_free++) {
    TrFree *f = &d->free[d->n_free];

    *f = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    if (!tr_param_find(&f->param, d->model, setting->free[d->n_free]))
      exit(2);
    d->truth[d->n_free] = tr_param_get(d->model, f->param);
    f->start = START_RATIO * d->truth[d->n_free];
  }
  d->task = (TrTask){.model = d->model,
                     .n_free = d->n_free,
                     .free = d->free,
                     .n_logs = 1,
                     .logs = &d->log,
                     .settings = tr_settings_default()};
  d->task.settings.observations = TR_OBSERVE_NODE;
  d->task.settings.h = STEP;
  for (int k = 0; k < N_NODES; k++) {
    d->t[k] = k * STEP;
    d->u[k] = 3 * sin(2 * M_PI * (0.5 + 0.15 * d->t[k]) * d->t[k]);
  }
}

/* Motion under the true parameters and random impulses on the bodies, and its noisy samples. */
static bool
simulate(Draw *d)
{
  TrSpookOptions options = {.h = STEP, .compliance_scale = 1, .damping_scale = 1};
  TrSpook *spook = tr_spook_new(d->model, &options);
  double pose[MAX_BODIES * TR_POSE], twist[MAX_BODIES * TR_TWIST], push[MAX_BODIES * TR_TWIST];
  double sigma = NOISE / sqrt(TRUE_KAPPA);
  const TrChannel *motor = &d->channels[d->model->n_joints];
  bool ok = spook != NULL;

  tr_forward_kinematics(pose, twist, d->model, d->setting->position, d->setting->rate);
  for (int k = 0; ok && k < N_NODES; k++) {
    if (k > 0) {
      double t = (k - 1) * STEP;
      double u = d->setting->is_driven ? tr_channel_mean(motor, t - STEP / 2, t + STEP / 2) : 0;

      for (int i = 0; i < d->model->n_bodies * TR_TWIST; i++)
        push[i] = sigma * draw_normal();
      tr_spook_set_impulse(spook, push);
      ok = tr_spook_step(spook, pose, twist, &u) == TR_OK;
    }
    for (int j = 0; j < d->model->n_joints; j++)
      d->y[j][k] = tr_joint_position(d->model, j, pose) + NOISE * draw_normal();
  }
  tr_spook_free(spook);
  return ok;
}

static void
count(Tally *tally, const Draw *d, const TrFit *fit)
{
  tally->kappa[tally->draws++] = fit->kappa;
  for (int i = 0; i < d->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];
    double error = e->value - d->truth[i];

    if (isnan(e->sigma))
      continue;
    tally->used[i]++;
    tally->sum[i] += error;
    tally->square[i] += error * error;
    tally->sigma[i] += e->sigma * e->sigma;
    tally->covered[i] += fabs(error) <= QUANTILE * e->sigma;
  }
}

static int
compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double
median(double *x, int n)
{
  qsort(x, (size_t)n, sizeof *x, compare);
  return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

static void
print(const Draw *d, Tally *tally)
{
  printf("%s: %d draws (%d failed), kappa: true %g, median %.4g\n", d->setting->name, tally->draws,
         tally->failed, TRUE_KAPPA, median(tally->kappa, tally->draws));
  printf("  %-20s %10s %12s %12s %12s %9s\n", "parameter", "truth", "mean error", "scatter",
         "rms sigma", "coverage");
  for (int i = 0; i < d->n_free; i++) {
    double n = tally->used[i], mean = tally->sum[i] / n;

    printf("  %-20s %10.4g %12.2e %12.2e %12.2e %7.1f %%%s\n", d->setting->free[i], d->truth[i],
           mean, sqrt(tally->square[i] / n - mean * mean), sqrt(tally->sigma[i] / n),
           100 * tally->covered[i] / n, tally->used[i] < tally->draws ? " (not always)" : "");
  }
}

static bool
run(const Setting *setting, int draws)
{
  static Draw d;
  Tally tally = {0};

  tally.kappa = calloc((size_t)draws + 1, sizeof *tally.kappa);
  set_up(&d, setting);
  for (int i = 0; i < draws; i++) {
    TrFit *fit = NULL;
    TrError error = {0};

    if (!simulate(&d) || tr_identify(&fit, &d.task, &error) != TR_OK) {
      tally.failed++;
      fprintf(stderr, "draw %d: %s (%s)\n", i, fit ? fit->message : error.text,
              fit ? tr_status_text(fit->status) : "no fit");
    } else {
      count(&tally, &d, fit);
    }
    tr_fit_free(fit);
  }
  print(&d, &tally);
  free(tally.kappa);
  tr_model_free(d.model);
  return tally.failed == 0;
}

int
main(int argc, char **argv)
{
  int draws = 200;

  for (int i = 1; i + 1 < argc; i += 2)
    if (strcmp(argv[i], "--draws") == 0)
      draws = atoi(argv[i + 1]);
    else if (strcmp(argv[i], "--seed") == 0)
      random_state = strtoull(argv[i + 1], NULL, 10);
  for (size_t i = 0; i < TR_COUNT(settings); i++)
    run(&settings[i], draws);
  return 0;
}
