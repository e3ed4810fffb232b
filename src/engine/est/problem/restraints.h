/* Restraints of slip rates where dry friction changes over a step that overshoots (theory 7.4d).
 *
 * Where a joint reverses or begins to slip, the force changes by up to twice the Coulomb force over
 * the smoothing rate, and a Gauss-Newton step goes across as if it did not.  Damping of the
 * parameters does not help, and a step that is shortened as a whole waits for its worst node.  So
 * where the whole step raised the cost of a time step by E, while a rate v of dry friction that it
 * depends on changed by d across the smoothing rate, the next few linearisations get the curvature
 * that was seen: a residual v(x + step) - v(x), which is 0 at the present point, with the weight
 * E/d^2.  It has no gradient, so that ends of the loop stay where they are. */
#pragma once

#include "engine/linalg/arrow.h"

struct TrProblem;

/* Restraints of all time steps. */
typedef struct TrRestraints {
  double *cost;   /* [nodes] of the steps at the last linearisation, by their first node */
  double *weight; /* [nodes x n_joints x 2] of the rates before and after its middle node */
  int left;       /* linearisations that they are still for; 0: there are none */
} TrRestraints;

/* Takes memory for a problem with dry friction whose time steps touch three nodes of poses; a
 * problem without needs none.  Returns false when memory is out.  tr_restraints_clear() frees. */
bool tr_restraints_init(TrRestraints *restraints, const struct TrProblem *problem);
void tr_restraints_clear(TrRestraints *restraints);

/* Returns whether the next linearisation has restraints, which are weaker than those of the one
 * before. */
bool tr_restraints_begin(struct TrProblem *problem);

/* Ends all restraints; returns whether the last linearisation had some. */
bool tr_restraints_drop(struct TrProblem *problem);

/* Keeps the cost of a visited time step, and adds its restraints to the normal matrix. */
void tr_restraints_add(struct TrProblem *problem, const TrArrowResidual *step);

/* TrLsqOps.restrain: finds the restraints by trying the whole step. */
TR_NODISCARD TrStatus tr_restraints_find(void *self);
