#include "engine/signal/correlate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/order.h"
#include "engine/linalg/dense.h"
#include "engine/signal/noise.h"

/* Limits of the grid points; of a longer log the stretch with the most motion is used. */
enum { MAX_POINTS = 20000, MIN_POINTS = 40, MAX_SHIFTS = 400 };

/* Signal-to-noise ratio of the rate at which the window stops growing. */
#define WANTED_SIGNAL_TO_NOISE 30
enum { MAX_REACH = 64 };

/* Frequencies of the spectrum, and the ratio of the peak to the noise at its upper end. */
enum { N_FREQUENCIES = 240, MAX_SPECTRUM_POINTS = 4096 };
#define PEAK_OVER_NOISE 30

/* Variance below this share of the squared mean is rounding. */
#define ROUNDING 1e-24

static double
find_step(TrSeries s)
{
  double *steps = malloc((s.n + 1) * sizeof *steps), step;

  if (!steps || s.n < 2) {
    free(steps);
    return NAN;
  }
  for (size_t i = 0; i + 1 < s.n; i++)
    steps[i] = s.t[i + 1] - s.t[i];
  step = tr_quantile(steps, s.n - 1, 0.5);
  free(steps);
  return step;
}

/* Resamples the series at start + i step, linear between its samples. */
static void
resample(double *out, size_t n, double start, double step, TrSeries s)
{
  size_t at = 0;

  for (size_t i = 0; i < n; i++) {
    double t = start + (double)i * step;

    while (at + 2 < s.n && s.t[at + 1] <= t)
      at++;
    out[i] = s.y[at] + (s.y[at + 1] - s.y[at]) * (t - s.t[at]) / (s.t[at + 1] - s.t[at]);
  }
}

/* First of `width` points among n with the largest sum of squared steps. */
static size_t
find_busiest(const double *q, size_t n, size_t width)
{
  double sum = 0, most = 0;
  size_t best = 0;

  for (size_t i = 1; i < n; i++) {
    double in = q[i] - q[i - 1];

    sum += in * in;
    if (i >= width) {
      double out = q[i - width + 1] - q[i - width];

      sum -= out * out;
    }
    if (i + 1 >= width && sum > most) {
      most = sum;
      best = i + 1 - width;
    }
  }
  return best;
}

/* Half a window [points] that raises the rate above the noise of q. */
static size_t
choose_reach(const double *q, size_t n)
{
  double noise = fmax(tr_signal_noise(q, n), tr_signal_quantum(q, n) / sqrt(12));
  size_t reach = 1;

  while (reach < MAX_REACH && 8 * reach < n) {
    double sum = 0;

    for (size_t i = reach; i + reach < n; i++)
      sum += (q[i + reach] - q[i - reach]) * (q[i + reach] - q[i - reach]);
    if (sqrt(sum / (double)(n - 2 * reach)) >= WANTED_SIGNAL_TO_NOISE * sqrt(2) * noise)
      break;
    reach *= 2;
  }
  return reach;
}

/* Both channels at the same instants, `step` apart. */
typedef struct Grid {
  const double *q, *w; /* [n] */
  size_t n;
  double step;
} Grid;

/* Mean rates over the windows; both have n - 2 reach values. */
static void
smooth(double *a, double *b, const Grid *grid, size_t reach)
{
  const double *q = grid->q, *w = grid->w;
  size_t n = grid->n;
  double step = grid->step;
  double sum = 0;

  for (size_t i = 0; i < 2 * reach; i++)
    sum += (w[i] + w[i + 1]) / 2;
  for (size_t k = 0; k + 2 * reach < n; k++) {
    a[k] = (q[k + 2 * reach] - q[k]) / (2 * (double)reach * step);
    b[k] = sum / (2 * (double)reach);
    if (k + 2 * reach + 1 < n)
      sum += (w[k + 2 * reach] + w[k + 2 * reach + 1]) / 2 - (w[k] + w[k + 1]) / 2;
  }
}

static double
correlate(const double *a, const double *b, size_t n, double *ratio)
{
  double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;

  for (size_t i = 0; i < n; i++) {
    ma += a[i];
    mb += b[i];
  }
  ma /= (double)n;
  mb /= (double)n;
  for (size_t i = 0; i < n; i++) {
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
    ab += (a[i] - ma) * (b[i] - mb);
  }
  *ratio = aa > 0 ? sqrt(bb / aa) : 0;
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

/* Correlation of a_k and b_k+shift. */
static double
correlate_shifted(const double *a, const double *b, size_t n, ptrdiff_t shift, double *ratio)
{
  size_t by = (size_t)(shift < 0 ? -shift : shift);

  return shift < 0 ? correlate(a + by, b, n - by, ratio) : correlate(a, b + by, n - by, ratio);
}

static void
search_shifts(TrRatePair *out, const double *a, const double *b, size_t n, double max_delay)
{
  ptrdiff_t most = (ptrdiff_t)fmin(fmin(max_delay / out->step, MAX_SHIFTS), (double)n / 4);
  ptrdiff_t best = 0;
  double ratio, shape[3];

  out->correlation_0 = correlate_shifted(a, b, n, 0, &ratio);
  out->correlation = out->correlation_0;
  for (ptrdiff_t s = -most; s <= most; s++) {
    double r = correlate_shifted(a, b, n, s, &ratio);

    if (fabs(r) > fabs(out->correlation)) {
      out->correlation = r;
      best = s;
    }
  }
  for (int i = 0; i < 3; i++)
    shape[i] = fabs(correlate_shifted(a, b, n, best + i - 1, &ratio));
  double bend = shape[0] - 2 * shape[1] + shape[2];
  double fraction = bend < 0 ? fmax(-0.5, fmin(0.5, (shape[0] - shape[2]) / (2 * bend))) : 0;
  out->delay = ((double)best + fraction) * out->step;
  correlate_shifted(a, b, n, best, &ratio);
  out->factor = copysign(ratio, out->correlation);
}

/* Compares both; a and b are scratch of the grid's size. */
static bool
compare_on_grid(TrRatePair *out, const Grid *grid, double *a, double *b, double max_delay)
{
  size_t width = grid->n < MAX_POINTS ? grid->n : MAX_POINTS;
  size_t first = find_busiest(grid->q, grid->n, width);
  Grid part = {grid->q + first, grid->w + first, width, grid->step};
  size_t reach = choose_reach(part.q, width), m = width - 2 * reach;

  if (m < MIN_POINTS)
    return false;
  smooth(a, b, &part, reach);
  search_shifts(out, a, b, m, max_delay);
  return out->correlation != 0;
}

bool
tr_rate_pair(TrRatePair *out, TrSeries position, TrSeries rate, double max_delay)
{
  TR_ASSERT(out && tr_is_array(position.t, position.n) && tr_is_array(rate.t, rate.n));
  TR_ASSERT(max_delay >= 0);

  double step = find_step(position);
  bool ok = false;

  *out = (TrRatePair){.step = step};
  if (!(step > 0) || rate.n < 2)
    return false;

  double start = fmax(position.t[0], rate.t[0]);
  double length = fmin(position.t[position.n - 1], rate.t[rate.n - 1]) - start;
  size_t n = length > 0 ? (size_t)fmin(length / step, 4.0 * (double)position.n) + 1 : 0;
  double *grid = n >= MIN_POINTS ? malloc(4 * n * sizeof *grid) : NULL;

  if (grid) {
    resample(grid, n, start, step, position);
    resample(grid + n, n, start, step, rate);
    ok = compare_on_grid(out, &(Grid){grid, grid + n, n, step}, grid + 2 * n, grid + 3 * n,
                         max_delay);
  }
  free(grid);
  return ok;
}

bool
tr_regress(TrRegression *out, const double *y, const double *x, size_t n, int m)
{
  TR_ASSERT(out && tr_is_array(y, n) && tr_is_array(x, n));
  TR_ASSERT(m > 0);

  double normal[TR_REGRESSORS * TR_REGRESSORS] = {0}, right[TR_REGRESSORS] = {0},
                                size[TR_REGRESSORS] = {0}, mean = 0, total = 0, rest = 0;

  TR_ASSERT(m <= TR_REGRESSORS);
  *out = (TrRegression){0};
  for (size_t i = 0; i < n; i++)
    mean += y[i] / (double)n;
  for (size_t i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      size[j] += x[i * (size_t)m + (size_t)j] * x[i * (size_t)m + (size_t)j];
  for (int j = 0; j < m; j++)
    size[j] = size[j] > 0 ? 1 / sqrt(size[j]) : 0;
  for (size_t i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double xj = size[j] * x[i * (size_t)m + (size_t)j];

      right[j] += xj * y[i];
      for (int k = 0; k <= j; k++)
        normal[j * m + k] += xj * size[k] * x[i * (size_t)m + (size_t)k];
    }
  for (int j = 0; j < m; j++)
    normal[j * m + j] += 1e-12;
  if (tr_dense_cholesky(normal, m) != TR_OK)
    return false;
  tr_dense_cholesky_solve(right, normal, m, 1);
  for (int j = 0; j < m; j++)
    out->coefficient[j] = right[j] * size[j];
  for (size_t i = 0; i < n; i++) {
    double e = y[i];

    for (int j = 0; j < m; j++) {
      double part = out->coefficient[j] * x[i * (size_t)m + (size_t)j];

      e -= part;
      out->contribution[j] += part * (y[i] - mean);
    }
    rest += e * e;
    total += (y[i] - mean) * (y[i] - mean);
  }
  if (!(total > ROUNDING * (double)n * mean * mean))
    return false;
  for (int j = 0; j < m; j++)
    out->contribution[j] /= total;
  out->share = 1 - rest / total;
  return true;
}

/* Power of the rate (differences d, Hann window) at w [rad per point]. */
static double
measure_power(const double *y, size_t m, size_t stride, double w)
{
  double re = 0, im = 0;

  for (size_t i = 1; i < m; i++) {
    double window = 1 - cos(2 * M_PI * (double)i / (double)m);
    double d = window * (y[i * stride] - y[(i - 1) * stride]);

    re += d * cos(w * (double)i);
    im += d * sin(w * (double)i);
  }
  return re * re + im * im;
}

double
tr_dominant_frequency(const double *y, size_t n, double step)
{
  TR_ASSERT(tr_is_array(y, n));

  double position[N_FREQUENCIES], best = 0, best_position = 0, frequency = 0;
  size_t stride = n / MAX_SPECTRUM_POINTS + 1, m = n / stride;
  double point = (double)stride * step, low = 2 / ((double)m * point), top = 0.5 / point;

  if (m < MIN_POINTS || !(top > low))
    return 0;
  for (int f = 0; f < N_FREQUENCIES; f++) {
    double at = low * pow(top / low, (f + 0.5) / N_FREQUENCIES), w = 2 * M_PI * at * point;
    double power = measure_power(y, m, stride, w);

    /* white noise of the position is flat in the position's own spectrum */
    position[f] = power / (2 - 2 * cos(w));
    if (power > best && at < top / 2) {
      best = power;
      best_position = position[f];
      frequency = at;
    }
  }
  double floor = tr_quantile(position + 2 * N_FREQUENCIES / 3, N_FREQUENCIES / 3, 0.5);
  return best_position > PEAK_OVER_NOISE * floor ? frequency : 0;
}
