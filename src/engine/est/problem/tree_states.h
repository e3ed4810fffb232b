/* States of a tree in the coordinates of its joints (theory 6.10): a node has as many unknowns as
 * the tree has freedoms, its poses meet the constraints, and a step has the impulses along the
 * freedoms as its residual. */
#pragma once

#include "engine/est/problem/private.h"

/* Sets problem->tree, node_size and step_rows where the mechanism is a tree of many bodies whose
 * task asks for nothing else; problem->tree stays NULL otherwise. */
void tr_problem_take_tree(TrProblem *problem);

/* Returns whether the problem of a task has a tree; false as well when memory is out. */
bool tr_problem_is_of_tree(const TrTask *task);

/* Computes the bases of all nodes at the present point; nothing without a tree. */
TR_NODISCARD TrStatus tr_problem_find_bases(TrProblem *problem);

/* Basis of a node, counted over all logs. */
double *tr_problem_basis(const TrProblem *problem, int node);

/* Converts the derivatives of a row by `touched` poses from `block` on to those by the coordinates;
 * the other columns follow.  Nothing without a tree. */
void tr_problem_gather_row(const TrProblem *problem, double *row, int block, int touched);

/* Impulses out[n_freedoms] along the freedoms of the residual r[n] of the step at a node. */
void tr_problem_gather_impulses(const TrProblem *problem, double *out, const double *r, int node);

/* tr_problem_retract() by the steps problem->scratch.r[count x n_freedoms]. */
TR_NODISCARD TrStatus tr_problem_retract_joints(TrProblem *problem, int node, int count);

/* Moves the present poses onto the constraints, the freedoms where they are. */
TR_NODISCARD TrStatus tr_problem_settle(TrProblem *problem);
