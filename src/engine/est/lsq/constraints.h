/* Hard constraints of the parameter problem (theory 9.4, 9.5): rows least <= c . p <= most over the
 * free parameters, which every iterate meets.  The step residuals do not depend on them.
 *
 * They come from the task, from smooth friction (g1 >= g2), and from the condition that a body's
 * inertia is realisable: its second moments Sigma = tr(I)/2 1 - I about the centre of mass are
 * those of a distribution of mass where Sigma is positive semidefinite.  TR_INERTIA_RULE_PRINCIPAL
 * keeps the principal axes of the start (equalities) and the three second moments along them above
 * zero; with TR_INERTIA_RULE_FULL v^T Sigma v >= delta holds for all directions v, of which those
 * that a step would cross are added as rows.  The set is convex, so that a share of a feasible step
 * is feasible, too, and parameters, priors and covariances stay those of the ids.  A body that
 * starts thin keeps the delta that it starts with. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/linalg/boxqp.h"

/* Constraints of a task; made by tr_constraints_new(). */
typedef struct TrConstraints TrConstraints;

/* Sets *constraints to NULL where the task has none.  Returns TR_BAD_SETTING or TR_BAD_MODEL,
 * with a sentence on the constraint that cannot be met, or TR_NO_MEMORY. The caller frees
 * *constraints. */
TR_NODISCARD TrStatus tr_constraints_new(TrConstraints **constraints,
                                         const TrTask *task,
                                         TrError *error);
void tr_constraints_free(TrConstraints *constraints);

/* Moves values[p] to the nearest parameters that meet the constraints, distances in units of
 * `scale`. */
TR_NODISCARD TrStatus tr_constraints_project(TrConstraints *constraints,
                                             double *values,
                                             const double *floor,
                                             const double *ceiling,
                                             const double *scale);

/* x = argmin 1/2 x^T A x + g^T x subject to lower <= x <= upper and to the constraints at values +
 * scale x.  The constraints that limit x count as active from now on. */
TR_NODISCARD TrStatus tr_constraints_solve(TrConstraints *constraints,
                                           double *x,
                                           const TrBoxqp *box,
                                           const double *values,
                                           const double *scale);

/* A row least <= row . p <= most that holds throughout a fit. */
typedef struct TrConstraintRow {
  const double *row;  /* [p] */
  double least, most; /* infinite where free; both equal: an equality */
  bool is_moment;     /* the least second moment of a body along an axis */
} TrConstraintRow;

/* Number of these rows, and one of them.  NULL has none. */
int tr_constraints_n_rows(const TrConstraints *constraints);
TrConstraintRow tr_constraints_row(const TrConstraints *constraints, int i);

/* Returns whether a constraint depends on a parameter. */
bool tr_constraints_touch(const TrConstraints *constraints, int parameter);

/* Finds the active rows at values: equalities, and rows on one of their sides.  NULL is allowed
 * here and below. */
void
tr_constraints_find_active(TrConstraints *constraints, const double *values, const double *scale);

/* Number of active rows, and one of them over the parameters [p]. */
int tr_constraints_n_active(const TrConstraints *constraints);
const double *tr_constraints_active_row(const TrConstraints *constraints, int i);

/* Number of constraints that a result lists, and their description in fit[tr_constraints_count()].
 */
int tr_constraints_count(const TrConstraints *constraints);
void tr_constraints_describe(TrConstraintFit *fit,
                             const TrConstraints *constraints,
                             const double *values);
