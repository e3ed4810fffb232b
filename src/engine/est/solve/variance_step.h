/* Step of the logarithms of variances towards their restricted maximum likelihood.
 *
 * A variance i with squares s_i and nu_i degrees of freedom is found where f_i = log(s_i/nu_i) is
 * zero, in units of the present variance.  By the average information c (Gilmour, Thompson and
 * Cullis 1995; est/uncertainty/leverage.h) Newton's step d of all logarithms follows from
 *
 *   sum_j c_ij d_j = s_i f_i
 *
 * without coupling, c_ij = delta_ij s_i, it is f itself, and far from the end, where the largest f
 * is above one, the step is nearer to f.  Its length is corrected by the secant of each variance's
 * last step, because the information is an average one. */
#pragma once

#include "engine/base/base.h"

/* A variance in one round; changes are those of its logarithm.  All zero before the first. */
typedef struct TrVarianceChange {
  double found;                 /* f; NAN where the residuals do not show the variance */
  double squares;               /* s, in units of the variance */
  double pooled;                /* those of them that are another's, and not coupled */
  double least, most;           /* limits of the change, least <= most */
  bool is_floored;              /* f is below the least change: it goes there, uncoupled */
  double newton, newton_before; /* d, and that of the last round */
  double length;                /* of the last change by d; 0: none */
  double change;
  double variance; /* of the logarithm found, by the information */
} TrVarianceChange;

/* Begins a round: the variance is not shown, and its change unlimited. */
void tr_variance_change_begin(TrVarianceChange *v);

/* Sets the changes of all[n] by coupling[n x n].  Returns TR_NO_MEMORY, TR_NOT_FINITE for bad
 * numbers, or TR_OK. */
TR_NODISCARD TrStatus tr_variance_step(TrVarianceChange *all, int n, const double *coupling);
