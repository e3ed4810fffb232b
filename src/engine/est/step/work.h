/* Work of the impulses that a step lacks, which is what the balance of its energy lacks (theory
 * 15.8). */
#pragma once

#include "engine/est/step/residual.h"

/* Returns (v + v+)/2 . r [J] of impulses r[n] in the step that `work` has just evaluated. */
double tr_step_work(const TrStepWork *work, const double *r);

/* Adds its derivative to row[3n + n_params], after tr_step_linearize() with a step h [s]; jac is
 * the Jacobian of r. */
void tr_step_add_work_row(
    double *row, const TrStepWork *work, double h, const double *r, const double *jac);
