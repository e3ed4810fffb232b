/* Energy observations of a regression: the balance of energy over windows of samples as rows of
 * coefficients (theory 15.8).
 *
 *   row . z = [K + U] over the window + int rates . (friction, springs, motors) dt = 0
 *
 * No acceleration enters: stored energies are differences, and the others are work. */
#pragma once

#include "engine/est/regress/equations.h"

/* Returns whether the energy of a coefficient is stored in the motion, like that of an inertia. */
bool tr_coefficient_is_stored(TrCoefficientKind kind);

/* Computes the energies [J] per unit of the stored coefficients, out[coefficients.n], of the motion
 * that a regressor has taken at a pose; 0 for the others.  The model's com are 0. */
void tr_energy_stored(double *out,
                      const TrModel *model,
                      const TrCoefficients *coefficients,
                      const TrRegressor *regressor,
                      const double *pose);

/* Samples of a log for its windows. */
typedef struct TrEnergySamples {
  int n;                /* samples */
  int length;           /* of a window */
  double step;          /* [s] between samples */
  const double *stored; /* [n x coefficients.n] */
  const double *power;  /* [n x coefficients.n] of the others [W] per unit */
  const bool *lost;     /* [n] samples that no window may have */
} TrEnergySamples;

/* Writes the rows of the windows without lost samples behind each other into rows[.. x
 * coefficients.n], and their middle samples into middle[]; returns their number, at most
 * n/length. */
int tr_energy_rows(double *rows,
                   int *middle,
                   const TrEnergySamples *samples,
                   const TrCoefficients *coefficients);
