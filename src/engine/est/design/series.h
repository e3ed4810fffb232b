/* Curves of a planned experiment, with rest at both ends (theory 16.1).
 *
 * A curve is `start + size s(t)`, s(0) = 0, with the numbers x of its shape:
 *
 *   fourier  s = sum_l (a_l/l) sin(l w t) - (b_l/l) (cos(l w t) - 1)
 *            with sum a_l = 0 and sum l b_l = 0: rate and acceleration are zero at both ends
 *   chirp    s = e(t) (c + a sin(phi)), phi' from f0 to f1 in proportion to t, e: edges of least
 *            jerk; x = a, c
 *   steps    levels, each held after a transition of least jerk; the last one is zero */
#pragma once

#include "engine/base/base.h"

typedef enum TrPlanShape {
  TR_SERIES_FOURIER,
  TR_SERIES_CHIRP,
  TR_SERIES_STEPS,
  TR_N_PLAN_SHAPES
} TrPlanShape;

enum { TR_MAX_HARMONICS = 40 };

/* A shape that all curves of a plan have. */
typedef struct TrPlanSeries {
  TrPlanShape shape;
  double duration;  /* [s] > 0 */
  double frequency; /* [Hz] w/(2 pi) of the first harmonic, f0 of a chirp; > 0 */
  int harmonics; /* 2 .. TR_MAX_HARMONICS; the chirp ends at harmonics times the frequency; steps:
                    number of levels */
} TrPlanSeries;

/* Value, rate and acceleration of a curve at a time. */
typedef struct TrPlanPoint {
  double value, rate, acceleration;
} TrPlanPoint;

/* Name in files, "fourier"; static. */
const char *tr_series_shape_name(TrPlanShape shape);

/* Number of numbers x of one curve: 2 (harmonics - 1), 2, levels - 1. */
int tr_series_count(const TrPlanSeries *series);

/* Curve with the numbers x. */
typedef struct TrPlanCurve {
  TrPlanSeries series;
  const double *x;
  double a[TR_MAX_HARMONICS], b[TR_MAX_HARMONICS]; /* of a Fourier series */
} TrPlanCurve;

/* Initialises a curve; the numbers must outlive it. */
void tr_series_curve_init(TrPlanCurve *curve, const TrPlanSeries *series, const double *x);

/* Point of s at time t. */
TrPlanPoint tr_series_at(const TrPlanCurve *curve, double t);
