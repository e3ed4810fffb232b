#include "engine/est/design/series.h"

#include <math.h>

/* Share of the duration in which a chirp rises, and falls. */
#define EDGE 0.1

/* Share of a level's time that the transition to it takes. */
#define TRANSITION 0.5

const char *
tr_series_shape_name(TrPlanShape shape)
{
  static const char *const names[TR_N_PLAN_SHAPES] = {"fourier", "chirp", "steps"};

  TR_ASSERT(shape < TR_N_PLAN_SHAPES);
  return names[shape];
}

int
tr_series_count(const TrPlanSeries *series)
{
  TR_ASSERT(series && series->harmonics >= 2);
  if (series->shape == TR_SERIES_CHIRP)
    return 2;
  return series->shape == TR_SERIES_STEPS ? series->harmonics - 1 : 2 * (series->harmonics - 1);
}

/* out[n] = the vector across v[n] with the coordinates x[n - 1] in the basis that the reflection of
 * the first axis onto v leaves. */
static void
spread_across(double *out, const double *v, const double *x, int n)
{
  double u[TR_MAX_HARMONICS], length = 0, along = 0, square = 0;

  for (int i = 0; i < n; i++)
    length += v[i] * v[i];
  length = sqrt(length);
  for (int i = 0; i < n; i++)
    u[i] = v[i] / length + (i == 0);
  for (int i = 0; i < n; i++) {
    out[i] = i == 0 ? 0 : x[i - 1];
    along += u[i] * out[i];
    square += u[i] * u[i];
  }
  for (int i = 0; i < n; i++)
    out[i] -= 2 * along / square * u[i];
}

void
tr_series_curve_init(TrPlanCurve *curve, const TrPlanSeries *series, const double *x)
{
  TR_ASSERT(curve && series && x && series->harmonics <= TR_MAX_HARMONICS);

  double ones[TR_MAX_HARMONICS], rising[TR_MAX_HARMONICS];
  int n = series->harmonics;

  curve->series = *series;
  curve->x = x;
  if (series->shape != TR_SERIES_FOURIER)
    return;
  for (int l = 0; l < n; l++) {
    ones[l] = 1;
    rising[l] = l + 1;
  }
  spread_across(curve->a, ones, x, n);
  spread_across(curve->b, rising, x + n - 1, n);
}

static TrPlanPoint
fourier_at(const TrPlanCurve *curve, double t)
{
  double w = 2 * M_PI * curve->series.frequency, c1 = cos(w * t), s1 = sin(w * t);
  double c = 1, s = 0; /* of the harmonic, by the sum of angles */
  TrPlanPoint p = {0};

  for (int l = 0; l < curve->series.harmonics; l++) {
    double k = l + 1, a = curve->a[l], b = curve->b[l], before = c;

    c = before * c1 - s * s1;
    s = s * c1 + before * s1;
    p.value += a / k * s - b / k * (c - 1);
    p.rate += w * (a * c + b * s);
    p.acceleration += k * w * w * (b * c - a * s);
  }
  return p;
}

/* Edge from 0 at u = 0 to 1 at u = 1 and its derivatives by u. */
static TrPlanPoint
rise(double u)
{
  if (u <= 0 || u >= 1)
    return (TrPlanPoint){u >= 1, 0, 0};
  return (TrPlanPoint){u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * (1 - u) * (1 - u),
                       60 * u * (1 - u) * (1 - 2 * u)};
}

static TrPlanPoint
chirp_at(const TrPlanSeries *series, const double *x, double t)
{
  double edge = EDGE * series->duration, last = series->frequency * series->harmonics;
  double sweep = 2 * M_PI * (last - series->frequency) / series->duration;
  double w = 2 * M_PI * series->frequency + sweep * t;
  double phi = 2 * M_PI * series->frequency * t + sweep * t * t / 2, a = x[0];
  bool falls = t > series->duration / 2;
  TrPlanPoint e = rise((falls ? series->duration - t : t) / edge);
  TrPlanPoint s = {x[1] + a * sin(phi), a * w * cos(phi),
                   a * (sweep * cos(phi) - w * w * sin(phi))};

  e.rate *= (falls ? -1 : 1) / edge;
  e.acceleration /= edge * edge;
  return (TrPlanPoint){e.value * s.value, e.rate * s.value + e.value * s.rate,
                       e.acceleration * s.value + 2 * e.rate * s.rate + e.value * s.acceleration};
}

static TrPlanPoint
steps_at(const TrPlanSeries *series, const double *x, double t)
{
  double length = series->duration / series->harmonics, move = TRANSITION * length;
  int k = (int)fmax(0, fmin(series->harmonics - 1, floor(t / length)));
  double from = k > 0 ? x[k - 1] : 0, to = k < series->harmonics - 1 ? x[k] : 0;
  TrPlanPoint p = rise((t - k * length) / move);

  return (TrPlanPoint){from + (to - from) * p.value, (to - from) * p.rate / move,
                       (to - from) * p.acceleration / (move * move)};
}

TrPlanPoint
tr_series_at(const TrPlanCurve *curve, double t)
{
  TR_ASSERT(curve);
  switch (curve->series.shape) {
  case TR_SERIES_CHIRP:
    return chirp_at(&curve->series, curve->x, t);
  case TR_SERIES_STEPS:
    return steps_at(&curve->series, curve->x, t);
  default:
    return fourier_at(curve, t);
  }
}
