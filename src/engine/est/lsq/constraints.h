/* Hard constraints of the parameter problem (theory 9.4, 9.5): rows least <= c . p <= most over the
 * free parameters, which every iterate meets.  The stages do not see them.
 *
 * They are what the task states, g1 >= g2 of smooth friction, and what keeps a body's inertia
 * realisable: its second moments Sigma = tr(I)/2 1 - I about the centre of mass are those of a
 * distribution of mass where Sigma is not negative.  TR_INERTIA_RULE_PRINCIPAL keeps the principal
 * axes of the start (equalities) and the three second moments along them above zero; with
 * TR_INERTIA_RULE_FULL v^T Sigma v >= delta holds for all directions v, of which those are added as
 * rows that a step would cross.  The set is convex: a share of a step that meets it meets it, too,
 * and parameters, priors and covariances stay those of the ids.  A body that begins thin keeps the
 * delta that it begins with. */
#pragma once

#include "engine/est/task/fit.h"

typedef struct TrConstraints TrConstraints;

/* *constraints = NULL where the task has none; TR_BAD_SETTING and TR_BAD_MODEL with a sentence for
 * what cannot be met, TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_constraints_new(TrConstraints **constraints,
                                         const TrTask *task,
                                         TrError *error);
void tr_constraints_free(TrConstraints *constraints);

/* The nearest parameters that meet them, counted in `scale`: values[p] in place. */
TR_NODISCARD TrStatus tr_constraints_project(TrConstraints *constraints,
                                             double *values,
                                             const double *floor,
                                             const double *ceiling,
                                             const double *scale);

/* x = argmin 1/2 x^T A x + g^T x with lower <= x <= upper and the constraints met by values + scale
 * x; the constraints that hold it back count as active from now on. */
TR_NODISCARD TrStatus tr_constraints_solve(TrConstraints *constraints,
                                           double *x,
                                           const double *a,
                                           const double *g,
                                           const double *lower,
                                           const double *upper,
                                           const double *values,
                                           const double *scale);

/* Whether a constraint depends on a parameter. */
bool tr_constraints_touch(const TrConstraints *constraints, int parameter);

/* Finds the active rows at values: equalities, and those on a side.  NULL is allowed here and
 * below. */
void
tr_constraints_find_active(TrConstraints *constraints, const double *values, const double *scale);

/* The active rows: their number, and one of them over the parameters [p]. */
int tr_constraints_n_active(const TrConstraints *constraints);
const double *tr_constraints_active_row(const TrConstraints *constraints, int i);

/* What a result says of them, fit[tr_constraints_count()]. */
int tr_constraints_count(const TrConstraints *constraints);
void tr_constraints_describe(TrConstraintFit *fit,
                             const TrConstraints *constraints,
                             const double *values);
