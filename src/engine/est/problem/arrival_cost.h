/* Arrival cost of a window that slides along a log (theory 13.1): the information that the nodes
 * before the window carry on its first two nodes and on the parameters.
 *
 *   |R delta + d|^2,  delta = (q_0 - q_0', q_1 - q_1', p - p')   (on the manifold)
 *
 * R^T R and R^T d are the Schur complement and the gradient that remain when the leaving nodes are
 * eliminated from the residuals that touch them, linearised once, at the primed point.  A centre of
 * mass carries the poses along as in est/problem/problem.h: delta counts positions without that
 * part. */
#pragma once

#include "engine/est/problem/problem.h"

/* The cost, with scratch. */
typedef struct TrArrivalCost {
  int n, p, n_columns;   /* of the problem */
  int m;                 /* 2n + p */
  double *pose, *values; /* [2 x n_bodies x 7], [n_columns] the primed point */
  double *root, *offset; /* R [m x m], d [m] */
  double *delta, *r, *jac;
} TrArrivalCost;

/* Memory for problems of this size; NULL when memory is out.  The caller frees it with
 * tr_arrival_cost_free(). */
TrArrivalCost *tr_arrival_cost_new(const TrProblem *problem);
void tr_arrival_cost_free(TrArrivalCost *arrival);

/* Marginalises the first `leaving` nodes of the problem's only log at its present point: *out
 * becomes the cost that their residuals, an earlier arrival cost among them, leave on the next two
 * nodes and on the parameters.  Returns TR_NOT_DEFINITE when the residuals do not determine a
 * leaving node, or TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_arrival_cost_marginalise(TrArrivalCost *out,
                                                  TrProblem *problem,
                                                  int leaving);

/* Calls the visitor with the cost as residuals of the log's first two nodes. */
TR_NODISCARD TrStatus tr_arrival_cost_visit(TrArrivalCost *arrival,
                                            TrProblem *problem,
                                            TrVisit visit,
                                            void *user);
/* Value of the cost at the tried point. */
double tr_arrival_cost_try(TrArrivalCost *arrival, const TrProblem *problem);
