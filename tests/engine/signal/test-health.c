/* Clocks and channels with one planted fault each, and clean ones; rate pairs; regression. */
#include <glib.h>
#include <math.h>

#include "engine/signal/correlate.h"
#include "engine/signal/health.h"

enum { N = 4000 };
#define STEP 0.005

typedef struct {
  double t[N], y[N], w[N];
} Data;

/* Normal enough: sum of twelve uniform numbers. */
static double
draw(GRand *rand)
{
  double sum = -6;

  for (int i = 0; i < 12; i++)
    sum += g_rand_double(rand);
  return sum;
}

/* A swing of two frequencies with white noise, rounded to a quantum unless that is 0. */
static Data *
make_swing(double noise, double quantum)
{
  Data *d = g_new0(Data, 1);
  GRand *rand = g_rand_new_with_seed(7);

  for (int i = 0; i < N; i++) {
    double t = d->t[i] = i * STEP;

    d->y[i] = 0.8 * sin(5 * t) + 0.3 * sin(7.3 * t + 1) + noise * draw(rand);
    if (quantum > 0)
      d->y[i] = quantum * round(d->y[i] / quantum);
    d->w[i] = 4 * cos(5 * t) + 2.19 * cos(7.3 * t + 1) + 0.05 * draw(rand);
  }
  g_rand_free(rand);
  return d;
}

static TrSignalHealth
examine(const Data *d)
{
  TrSignalHealth health;

  g_assert_cmpint(tr_health_signal(&health, d->t, d->y, N), ==, TR_OK);
  return health;
}

static void
assert_clean(const TrSignalHealth *h)
{
  g_assert_false(h->constant);
  g_assert_cmpuint(h->n_stuck, ==, 0);
  g_assert_cmpuint(h->n_saturated, ==, 0);
  g_assert_cmpuint(h->n_spikes, ==, 0);
  g_assert_cmpuint(h->n_jumps, ==, 0);
}

static void
test_clean(void)
{
  static const double cases[][2] = {{0, 0}, {1e-3, 0}, {0, 1e-3}, {0, 0.02}, {1e-3, 1e-3}};

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree Data *d = make_swing(cases[i][0], cases[i][1]);
    TrSignalHealth h = examine(d);

    assert_clean(&h);
    g_assert_cmpuint(h.quiet.count, ==, 0);
    if (cases[i][1] > 0)
      g_assert_cmpfloat_with_epsilon(h.quantum, cases[i][1], 1e-9);
    if (cases[i][0] > 0)
      g_assert_cmpfloat_with_epsilon(h.noise, cases[i][0], 2e-4);
  }
}

/* An axis that goes to its end, waits, and comes back: the same extreme number for long. */
static void
test_dwell_is_no_fault(void)
{
  g_autofree Data *d = make_swing(0, 0);

  for (int i = 0; i < N; i++) {
    double phase = fmod(d->t[i], 4);
    double x = fmin(phase, 1) - fmin(fmax(phase - 2, 0), 1);
    d->y[i] = 1e-4 * round(1e4 * x * x * (3 - 2 * x));
  }
  TrSignalHealth h = examine(d);
  assert_clean(&h);
  g_assert_cmpuint(h.quiet.count, >, 0);
}

static void
test_constant(void)
{
  g_autofree Data *d = make_swing(0, 0);

  for (int i = 0; i < N; i++)
    d->y[i] = 3;
  g_assert_true(examine(d).constant);
}

static void
test_saturated(void)
{
  g_autofree Data *d = make_swing(1e-4, 0);

  for (int i = 0; i < N; i++)
    d->y[i] = fmin(d->y[i], 0.7);
  TrSignalHealth h = examine(d);
  g_assert_cmpuint(h.n_saturated, >=, 5);
  g_assert_cmpuint(h.saturated.count, >=, TR_STUCK_SAMPLES);
  g_assert_cmpfloat(d->y[h.saturated.first], ==, 0.7);
  g_assert_cmpuint(h.n_stuck + h.n_spikes + h.n_jumps, ==, 0);
}

static void
test_stuck(void)
{
  g_autofree Data *d = make_swing(1e-4, 1e-3);

  for (int i = 1200; i < 1290; i++)
    d->y[i] = d->y[1199];
  TrSignalHealth h = examine(d);
  g_assert_cmpuint(h.n_stuck, ==, 1);
  g_assert_cmpuint(h.stuck.first, ==, 1199);
  g_assert_cmpuint(h.stuck.count, ==, 91);
  g_assert_cmpuint(h.n_saturated + h.n_spikes + h.n_jumps, ==, 0);
}

static void
test_spikes(void)
{
  g_autofree Data *d = make_swing(1e-3, 0);

  d->y[700] += 0.4;
  d->y[2100] -= 0.6;
  TrSignalHealth h = examine(d);
  g_assert_cmpuint(h.n_spikes, ==, 2);
  g_assert_cmpuint(h.spike, ==, 2100);
  g_assert_cmpuint(h.n_stuck + h.n_saturated + h.n_jumps, ==, 0);
}

static void
test_wraps(void)
{
  g_autofree Data *d = make_swing(1e-3, 0);

  for (int i = 0; i < N; i++)
    d->y[i] = remainder(3 * d->t[i] + d->y[i], 2 * G_PI);
  TrSignalHealth h = examine(d);
  g_assert_cmpuint(h.n_jumps, >, 5);
  g_assert_cmpfloat_with_epsilon(h.jump, 2 * G_PI, 0.02);
  g_assert_cmpuint(h.n_stuck + h.n_saturated + h.n_spikes, ==, 0);
}

static void
test_quiet_window(void)
{
  g_autofree Data *d = make_swing(0, 0);
  g_autoptr(GRand) rand = g_rand_new_with_seed(3);

  for (int i = 0; i < N; i++)
    d->y[i] = (i < 600 ? 0.2 : d->y[i]) + 2e-3 * draw(rand);
  TrSignalHealth h = examine(d);
  g_assert_cmpuint(h.quiet.first + h.quiet.count, <=, 600);
  g_assert_cmpfloat_with_epsilon(h.quiet_sigma, 2e-3, 3e-4);
}

static void
test_clock(void)
{
  g_autofree Data *d = make_swing(0, 0);
  TrClockHealth h;

  g_assert_cmpint(tr_health_clock(&h, d->t, N), ==, TR_OK);
  g_assert_cmpuint(h.n, ==, N);
  g_assert_cmpuint(h.n_back + h.n_equal + h.n_gaps, ==, 0);
  g_assert_cmpfloat_with_epsilon(h.step, STEP, 1e-12);
  g_assert_cmpfloat(h.jitter_p99, <, 1e-12);

  d->t[10] = d->t[9];
  d->t[500] = d->t[490];
  d->t[77] = NAN;
  for (int i = 3000; i < N; i++)
    d->t[i] += 0.3;
  g_assert_cmpint(tr_health_clock(&h, d->t, N), ==, TR_OK);
  g_assert_cmpuint(h.n, ==, N - 1);
  g_assert_cmpuint(h.n_equal, ==, 1);
  g_assert_cmpuint(h.first_equal, ==, 10);
  g_assert_cmpuint(h.n_back, ==, 1);
  g_assert_cmpuint(h.first_back, ==, 500);
  g_assert_cmpuint(h.n_gaps, ==, 1);
  g_assert_cmpfloat_with_epsilon(h.gap_to - h.gap_from, STEP + 0.3, 1e-9);

  g_assert_cmpint(tr_health_clock(&h, d->t, 1), ==, TR_OK);
  g_assert_true(isnan(h.step));
}

static void
test_jitter(void)
{
  g_autofree Data *d = make_swing(0, 0);
  g_autoptr(GRand) rand = g_rand_new_with_seed(5);
  TrClockHealth h;

  for (int i = 0; i < N; i++)
    d->t[i] += 0.4 * STEP * g_rand_double(rand);
  g_assert_cmpint(tr_health_clock(&h, d->t, N), ==, TR_OK);
  g_assert_cmpfloat_with_epsilon(h.jitter_p99, 0.36 * STEP, 0.03 * STEP);
  g_assert_cmpuint(h.n_gaps, ==, 0);
}

static TrRatePair
pair(const Data *d, double factor, double delay)
{
  g_autofree double *t = g_new(double, N), *w = g_new(double, N);
  TrRatePair out;

  for (int i = 0; i < N; i++) {
    t[i] = d->t[i] + delay;
    w[i] = factor * d->w[i];
  }
  g_assert_true(tr_rate_pair(&out, (TrSeries){d->t, d->y, N}, (TrSeries){t, w, N}, 0.25));
  return out;
}

static void
test_rate_pair(void)
{
  static const double factors[] = {1, -1, 57.29577951308232, 1e-3, -9.549296585513721};
  static const double delays[] = {0, 0.012, -0.0071, 0.1};
  g_autofree Data *d = make_swing(1e-3, 2e-3);

  for (guint i = 0; i < G_N_ELEMENTS(factors); i++)
    for (guint j = 0; j < G_N_ELEMENTS(delays); j++) {
      TrRatePair p = pair(d, factors[i], delays[j]);

      g_assert_cmpfloat_with_epsilon(p.factor / factors[i], 1, 0.01);
      g_assert_cmpfloat(p.correlation * factors[i], >, 0);
      g_assert_cmpfloat(fabs(p.correlation), >, 0.99);
      g_assert_cmpfloat_with_epsilon(p.delay, delays[j], 0.0008);
    }
}

static void
test_unrelated_channels(void)
{
  g_autofree Data *d = make_swing(1e-3, 0);
  g_autoptr(GRand) rand = g_rand_new_with_seed(11);

  for (int i = 0; i < N; i++)
    d->w[i] = draw(rand);
  g_assert_cmpfloat(fabs(pair(d, 1, 0).correlation), <, 0.5);
}

static void
test_regress(void)
{
  g_autofree Data *d = make_swing(0, 0);
  g_autofree double *x = g_new(double, 3 * N), *y = g_new(double, N);
  TrRegression r;

  for (int i = 0; i < N; i++) {
    x[3 * i] = d->y[i];
    x[3 * i + 1] = 1e3 * d->w[i];
    x[3 * i + 2] = 1;
    y[i] = 2 * d->y[i] - 0.5 * d->w[i] + 7;
  }
  g_assert_true(tr_regress(&r, y, x, N, 3));
  g_assert_cmpfloat_with_epsilon(r.coefficient[0], 2, 1e-6);
  g_assert_cmpfloat_with_epsilon(r.coefficient[1], -0.5e-3, 1e-9);
  g_assert_cmpfloat_with_epsilon(r.coefficient[2], 7, 1e-6);
  g_assert_cmpfloat_with_epsilon(r.share, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon(r.contribution[0] + r.contribution[1] + r.contribution[2], 1,
                                 1e-6);
  for (int i = 0; i < N; i++)
    y[i] = 1;
  g_assert_false(tr_regress(&r, y, x, N, 3));
}

static void
test_frequency(void)
{
  g_autofree Data *d = make_swing(1e-4, 0);
  g_autoptr(GRand) rand = g_rand_new_with_seed(2);

  g_assert_cmpfloat_with_epsilon(tr_dominant_frequency(d->y, N, STEP), 5 / (2 * G_PI), 0.03);
  for (int i = 0; i < N; i++)
    d->y[i] = sin(80 * d->t[i]) + 1e-2 * draw(rand);
  g_assert_cmpfloat_with_epsilon(tr_dominant_frequency(d->y, N, STEP), 80 / (2 * G_PI), 0.4);
  for (int i = 0; i < N; i++)
    d->y[i] = draw(rand);
  g_assert_cmpfloat(tr_dominant_frequency(d->y, N, STEP), ==, 0);
}

static void
test_reversals(void)
{
  g_autofree Data *d = make_swing(1e-2, 0);

  for (int i = 0; i < N; i++)
    d->y[i] = sin(G_PI * d->t[i]) + 0.01 * sin(900 * d->t[i]);
  g_assert_cmpuint(tr_count_reversals(d->y, N, 0.1), ==, 20);
  for (int i = 0; i < N; i++)
    d->y[i] = d->t[i] + 0.01 * sin(900 * d->t[i]);
  g_assert_cmpuint(tr_count_reversals(d->y, N, 0.1), ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/health/clean", test_clean);
  g_test_add_func("/engine/health/dwell", test_dwell_is_no_fault);
  g_test_add_func("/engine/health/constant", test_constant);
  g_test_add_func("/engine/health/saturated", test_saturated);
  g_test_add_func("/engine/health/stuck", test_stuck);
  g_test_add_func("/engine/health/spikes", test_spikes);
  g_test_add_func("/engine/health/wraps", test_wraps);
  g_test_add_func("/engine/health/quiet", test_quiet_window);
  g_test_add_func("/engine/health/clock", test_clock);
  g_test_add_func("/engine/health/jitter", test_jitter);
  g_test_add_func("/engine/health/rate-pair", test_rate_pair);
  g_test_add_func("/engine/health/unrelated", test_unrelated_channels);
  g_test_add_func("/engine/health/regress", test_regress);
  g_test_add_func("/engine/health/frequency", test_frequency);
  g_test_add_func("/engine/health/reversals", test_reversals);
  return g_test_run();
}
