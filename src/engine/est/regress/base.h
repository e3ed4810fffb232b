/* Base parameters: the combinations of coefficients that the structure of a mechanism lets any
 * motion show (theory 15.6).
 *
 * Along generic motions the columns of the regressor depend on one another.  With the independent
 * ones chosen from the ground outwards, inertias before first moments before masses,
 *
 *   W z = W_i (z_i + K z_d),
 *
 * so that exactly the combinations z_i + K z_d can be known. */
#pragma once

#include "engine/est/regress/coefficients.h"
#include "engine/est/task/fit.h"

typedef struct TrBase {
  TrCoefficients coefficients;
  int rank;          /* combinations */
  int inertial_rank; /* those of the bodies' coefficients alone */
  int *lead;         /* [rank] their independent coefficients */
  double *factor;    /* [rank x coefficients.n] 1 at the lead; 0 at other leads */
  bool *is_idle;     /* [coefficients.n] no motion shows it */
} TrBase;

/* Finds the base parameters of a model along random motions; the same ones in each call.
 * TR_NO_MEMORY, or TR_BAD_MODEL with a sentence where loops do not close or all motion is
 * prescribed.  Free with tr_base_free(). */
TR_NODISCARD TrStatus tr_base_new(TrBase **out, const TrModel *model, TrError *error);
void tr_base_free(TrBase *base);

/* Values [rank] of the combinations in a model of the same structure. */
void tr_base_get(double *values, const TrBase *base, const TrModel *model);

/* Standard deviations [rank] of the combinations from a fit of a task: by its information, also
 * where its parameters are not determined one by one.  NAN where the fit leaves the combination
 * open, 0 where nothing in it is free.  TR_NO_MEMORY or TR_NOT_FINITE. */
TR_NODISCARD TrStatus tr_base_judge(double *sigma,
                                    const TrBase *base,
                                    const TrTask *task,
                                    const TrFit *fit);

/* Rows of the regressor [n x coefficients.n] along the random motions; allocates.  NULL when memory
 * is out or the model has none. */
double *tr_base_sample(int *n, const TrModel *model, const TrCoefficients *coefficients);

/* Base parameters by weighted least squares of the forces in logs (theory 15.6).  Combinations
 * without a free quantity are known, from the model; where nothing is free, the motors' gains are.
 * Where a gain is free, zero for all combinations explains every log: the values are then those of
 * the regression over the parameters, in which held numbers of the bodies set the scale. */
typedef struct TrBaseLogs {
  int n_sought, rank;    /* combinations that are sought, and directions that the logs determine */
  double *value, *sigma; /* [base->rank] NAN where not determined; sigma 0: known */
} TrBaseLogs;

/* Computes them from the logs of a task.  Errors: those of tr_regression(); free the arrays with
 * tr_base_logs_clear(). */
TR_NODISCARD TrStatus tr_base_from_logs(TrBaseLogs *out,
                                        const TrBase *base,
                                        const TrTask *task,
                                        TrError *error);
void tr_base_logs_clear(TrBaseLogs *logs);
