/* Impulses of the state error along the freedoms of the joints, as the last linearisation found
 * them: their derivatives are few of those of a step, so that restricted likelihoods need no second
 * pass over the steps (theory 8.4). */
#pragma once

#include "engine/est/problem/problem.h"

/* Impulse v^T r' along a freedom in a step, r' [n] the whitened state error. */
typedef struct TrImpulse {
  double value;   /* in units of the freedom's sigma */
  double squares; /* v^T v: 0 where the motion is prescribed or the step is excluded */
} TrImpulse;

/* Impulses of all steps. */
typedef struct TrImpulses {
  int n_freedoms;
  int columns;    /* unknowns of the touched nodes, then p parameters */
  TrImpulse *all; /* [nodes x n_freedoms], by the first touched node of the step */
  double *rows;   /* [nodes x n_freedoms x columns] derivatives of the values */
} TrImpulses;

/* Attaches memory to a problem with errors weighed by joint, of which each linearisation keeps the
 * impulses from now on; returns NULL when memory is out.  tr_impulses_free() detaches it. */
TrImpulses *tr_impulses_new(TrProblem *problem);
void tr_impulses_free(TrImpulses *impulses, TrProblem *problem);

/* Keeps the impulses of a visited step. */
void tr_impulses_keep(TrProblem *problem, const TrArrowResidual *residual);

/* Impulse and its derivatives [columns] along a freedom in the step that begins with a node
 * (counted over all logs). */
const TrImpulse *tr_impulse(const TrImpulses *impulses, int node, int freedom);
const double *tr_impulse_row(const TrImpulses *impulses, int node, int freedom);
