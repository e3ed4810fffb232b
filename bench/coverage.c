/* Coverage of the stated intervals: logs with known truth, process and sensor noise are drawn,
 * identified with kappa and sensor variances from the data, and compared with the truth.
 *
 * Usage: measure-coverage [--draws N] [--seed S] [--check]
 *
 * Prints for each mechanism the estimated kappa against the true one and for each parameter the
 * mean error, the scatter, the mean sigma and the coverage of value +- 1.96 sigma. --check prints
 * the table as comments of TAP and judges it. */
#include <glib.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/order.h"
#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/signal/window.h"
#include "engine/sim/spook.h"
#include "support/mechanisms.h"

enum { N_NODES = 801, MAX_FREE = 5, MAX_JOINTS = 2, MAX_BODIES = 2, MOST_DRAWS = 100000 };

#define STEP        0.01
#define NOISE       1e-3
#define TRUE_KAPPA  100.0
#define START_RATIO 1.3

/* Two-sided 95 % of a normal variable. */
#define QUANTILE 1.96

/* Criteria of --check: coverage of 90 to 98 %, unless so few draws often show as much at a true
 * coverage of 95 %: their count c passes, too, while P(C <= c) and P(C >= c) of the binomial
 * distribution are no smaller than RARE; and the median kappa within a factor of the true one. */
#define NOMINAL      0.95
#define LOWEST       0.90
#define HIGHEST      0.98
#define RARE         5e-4
#define KAPPA_FACTOR 1.5

typedef struct Setting {
  const char *name;
  TrModel *(*create)(void);
  double position[MAX_JOINTS], rate[MAX_JOINTS];
  bool is_driven;
  const char *free[MAX_FREE + 1]; /* ends with NULL */
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

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-15, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
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
    d->model->sensors[j].sigma = 3 * NOISE; /* three times the true one: it has to be estimated */
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
    g_assert_true(tr_param_find(&f->param, d->model, setting->free[d->n_free]));
    d->truth[d->n_free] = tr_param_get(d->model, f->param);
    f->start = START_RATIO * d->truth[d->n_free];
  }
  d->task = (TrTask){.model = d->model,
                     .n_free = d->n_free,
                     .free = d->free,
                     .n_logs = 1,
                     .logs = &d->log,
                     .settings = tr_settings_default()};
  d->task.settings.formulation = TR_FORMULATION_PREDICTED; /* of the stepper that draws the logs */
  d->task.settings.observations = TR_OBSERVE_NODE;
  d->task.settings.h = STEP;
  for (int k = 0; k < N_NODES; k++) {
    d->t[k] = k * STEP;
    d->u[k] = 3 * sin(2 * G_PI * (0.5 + 0.15 * d->t[k]) * d->t[k]);
  }
}

/* Motion under the true parameters and random impulses on the bodies, and its noisy samples. */
static bool
simulate(Draw *d, GRand *random)
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
        push[i] = sigma * draw_normal(random);
      tr_spook_set_impulse(spook, push);
      ok = tr_spook_step(spook, pose, twist, &u) == TR_OK;
    }
    for (int j = 0; j < d->model->n_joints; j++)
      d->y[j][k] = tr_joint_position(d->model, j, pose) + NOISE * draw_normal(random);
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

static void
print(const char *margin, const Draw *d, const Tally *tally, double kappa)
{
  printf("%s%s: %d draws and %d that failed, kappa: true %g, median %.4g\n", margin,
         d->setting->name, tally->draws, tally->failed, TRUE_KAPPA, kappa);
  printf("%s  %-20s %10s %12s %12s %12s %9s\n", margin, "parameter", "truth", "mean error",
         "scatter", "rms sigma", "coverage");
  for (int i = 0; i < d->n_free; i++) {
    double n = tally->used[i], mean = tally->sum[i] / n;

    printf("%s  %-20s %10.4g %12.2e %12.2e %12.2e %7.1f %%%s\n", margin, d->setting->free[i],
           d->truth[i], mean, sqrt(fmax(tally->square[i] / n - mean * mean, 0)),
           sqrt(tally->sigma[i] / n), 100 * tally->covered[i] / n,
           tally->used[i] < tally->draws ? " (not always)" : "");
  }
}

/* Probability of one count under the binomial distribution. */
static double
tell_probability(int count, int n)
{
  return exp(lgamma(n + 1.0) - lgamma(count + 1.0) - lgamma(n - count + 1.0) +
             count * log(NOMINAL) + (n - count) * log(1 - NOMINAL));
}

static bool
is_covered(int covered, int n)
{
  double share = n > 0 ? (double)covered / n : 0, fewer = 0, more = 0;

  if (n == 0 || (share >= LOWEST && share <= HIGHEST))
    return n > 0;
  for (int c = 0; c <= n; c++)
    *(c <= covered ? &fewer : &more) += tell_probability(c, n);
  return fewer >= RARE && more + tell_probability(covered, n) >= RARE;
}

static void
report(int *point, bool *is_good, bool good, const char *text)
{
  printf("%sok %d - %s\n", good ? "" : "not ", ++*point, text);
  *is_good = *is_good && good;
}

/* TAP: the kappa and each parameter of a mechanism. */
static bool
judge(int *point, const Draw *d, const Tally *tally, double kappa)
{
  bool is_good = true, is_near = kappa >= TRUE_KAPPA / KAPPA_FACTOR &&
                                 kappa <= TRUE_KAPPA * KAPPA_FACTOR && tally->failed == 0;
  g_autofree char *found = g_strdup_printf(
      "%s: median kappa %.4g of %d draws, true %g (limit a factor of %g), %d "
      "failed (limit 0)",
      d->setting->name, kappa, tally->draws, TRUE_KAPPA, KAPPA_FACTOR, tally->failed);

  report(point, &is_good, is_near, found);
  for (int i = 0; i < d->n_free; i++) {
    int covered = tally->covered[i], n = tally->used[i];
    g_autofree char *text =
        g_strdup_printf("%s: %s covered in %d of %d draws (limit %g to %g %%, or not rarer than "
                        "%g at %g %%)",
                        d->setting->name, d->setting->free[i], covered, n, 100 * LOWEST,
                        100 * HIGHEST, RARE, 100 * NOMINAL);

    report(point, &is_good, n == tally->draws && is_covered(covered, n), text);
  }
  return is_good;
}

/* point is NULL without a check. */
static bool
run(const Setting *setting, int draws, guint seed, int *point)
{
  static Draw d;
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);
  g_autofree double *kappa = g_new0(double, draws);
  Tally tally = {.kappa = kappa};
  double median;
  bool is_good;

  set_up(&d, setting);
  for (int i = 0; i < draws; i++) {
    TrFit *fit = NULL;
    TrError error = {0};

    if (!simulate(&d, random) || tr_identify(&fit, &d.task, &error) != TR_OK) {
      tally.failed++;
      fprintf(stderr, "draw %d: %s (%s)\n", i, fit ? fit->message : error.text,
              fit ? tr_status_text(fit->status) : "no fit");
    } else {
      count(&tally, &d, fit);
    }
    tr_fit_free(fit);
  }
  median = tr_median(kappa, (size_t)tally.draws);
  print(point ? "# " : "", &d, &tally, median);
  is_good = point ? judge(point, &d, &tally, median) : tally.failed == 0;
  tr_model_free(d.model);
  return is_good;
}

int
main(int argc, char **argv)
{
  int draws = 200, seed = 0, point = 0;
  gboolean check = FALSE;
  bool is_good = true;
  const GOptionEntry entries[] = {
      {"draws", 'n', 0, G_OPTION_ARG_INT, &draws, "Logs per mechanism (200)", "N"},
      {"seed", 's', 0, G_OPTION_ARG_INT, &seed, "Of the noise (0)", "S"},
      {"check", 0, 0, G_OPTION_ARG_NONE, &check, "Judge the table, as TAP", NULL},
      {NULL, 0, 0, 0, NULL, NULL, NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new(NULL);
  g_autoptr(GError) error = NULL;

  g_option_context_add_main_entries(context, entries, NULL);
  if (!g_option_context_parse(context, &argc, &argv, &error) || argc > 1) {
    fprintf(stderr, "%s\n", error ? error->message : "There are no arguments but the options.");
    return 2;
  }
  if (draws < 1 || draws > MOST_DRAWS) {
    fprintf(stderr, "--draws is %d; it has to be between 1 and %d.\n", draws, MOST_DRAWS);
    return 2;
  }
  for (size_t i = 0; i < TR_COUNT(settings); i++)
    is_good = run(&settings[i], draws, (guint)seed, check ? &point : NULL) && is_good;
  if (check)
    printf("1..%d\n", point);
  return is_good ? 0 : 1;
}
