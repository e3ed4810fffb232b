/* The arrival cost of a window that slides along a log (theory 13.1): what the nodes that have left
 * it say of its first two nodes and of the parameters.
 *
 *   |R delta + d|^2,  delta = (q_0 - q_0', q_1 - q_1', p - p')   (on the manifold)
 *
 * R^T R and R^T d are the Schur complement and the gradient that are left when the leaving nodes
 * are eliminated from the residuals that touch them, linearised once, at the primed point.  Centres
 * of mass carry poses along as in est/problem/problem.h: positions count in delta less that share.
 */
#pragma once

#include "engine/est/problem/problem.h"

typedef struct TrArrival {
  int n, p, n_columns;   /* of the problem */
  int m;                 /* 2n + p */
  double *pose, *values; /* [2 x n_bodies x 7], [n_columns] the primed point */
  double *root, *offset; /* R [m x m], d [m] */
  double *delta, *r, *jac;
} TrArrival;

/* Room for problems like this one; NULL when memory is out. */
TrArrival *tr_arrival_new(const TrProblem *problem);
void tr_arrival_free(TrArrival *arrival);

/* Takes the first `leaving` nodes of the problem's only log off its present point: what its
 * residuals, an arrival cost of its own among them, say of the next two nodes and of the
 * parameters. TR_NOT_DEFINITE when they leave a leaving node open, TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_arrival_marginalise(TrArrival *out, TrProblem *problem, int leaving);

/* The cost as residuals of the log's first two nodes, for a visitor; and its value at the tried
 * point. */
TR_NODISCARD TrStatus tr_arrival_visit(TrArrival *arrival,
                                       TrProblem *problem,
                                       TrVisit visit,
                                       void *user);
double tr_arrival_try(TrArrival *arrival, const TrProblem *problem);
