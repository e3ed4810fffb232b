/* What the files of a problem share. */
#pragma once

#include "engine/est/problem/problem.h"

/* Nodes that an observation can touch: those of two steps, between whose middles it is. */
enum { TR_MAX_TOUCHED = 4 };

static inline double
tr_square_sum(const double *r, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += r[i] * r[i];
  return sum;
}

/* Columns of a stage's parameters now. */
static inline int
tr_problem_columns(const TrProblem *problem)
{
  return problem->n_columns + problem->n_guests;
}

/* Columns behind the states' in a visited row. */
static inline int
tr_problem_visited(const TrProblem *problem)
{
  return problem->p + (problem->n_guests > 0 ? 1 + problem->n_frozen : 0);
}

/* Place of a parameter in the arrow's border, of its frozen column where there is one now. */
static inline int
tr_problem_frozen(const TrProblem *problem, int i)
{
  return problem->n_guests > 0 && problem->frozen_column[i] != i
             ? problem->p + problem->frozen_column[i] - problem->n_columns
             : i;
}

static inline bool
tr_problem_is_at_bound(const TrProblem *problem, int i)
{
  double value = problem->parameters[i];

  return value <= problem->floor[i] || value >= problem->ceiling[i];
}

/* Whether a parameter's unknown is its logarithm; constraints want sums of the parameters. */
static inline bool
tr_problem_is_relative(const TrProblem *problem, int i)
{
  return problem->task->free[i].transform == TR_TRANSFORM_LOG &&
         !tr_constraints_touch(problem->constraints, i);
}

/* Fills a problem that has its memory: parameters, states and inputs at the start, what stages work
 * with, and all weights (problem/start.c). */
void tr_problem_start(TrProblem *problem);

/* How the position of a body at a node (counted over all logs) follows its centre of mass along an
 * axis of the body: R axis, in the world. */
void tr_problem_shift(double shift[3], const TrProblem *problem, int node, TrParam param);

/* Slopes of the inputs of `count` steps from `node` on by the channels' numbers, into
 * problem->scratch.slopes. */
void tr_problem_fill_slopes(const TrProblem *problem, int log, int node, int count);

/* Memory that steps are evaluated in, problem->group of them at once; false when it is out. */
bool tr_problem_take_scratch(TrProblem *problem);
void tr_problem_give_scratch(TrProblem *problem);

/* Twins for the threads of the problem's team; false when memory is out. */
bool tr_problem_make_twins(TrProblem *problem);
void tr_problem_free_twins(TrProblem *problem);

/* Work on a part (counted like those of the arrow: both halves of each log), which adds to the
 * sums of the problem that it gets: the problem itself or a twin of it. */
typedef TrStatus (*TrPartWork)(TrProblem *problem, int part);

/* Does it for all parts, shared by the team; the sums are those of all parts then. */
TR_NODISCARD TrStatus tr_problem_share(TrProblem *problem, TrPartWork work);

/* Whether the pass under way has been cancelled by another thread. */
bool tr_problem_pass_is_cancelled(const TrProblem *problem);

/* Nodes and steps of a part, counted in its log: first .. *end - 1. */
int tr_problem_part_nodes(const TrProblem *problem, int part, int *end);
int tr_problem_part_steps(const TrProblem *problem, int part, int *end);

/* tr_problem_visit() of a part. */
TR_NODISCARD TrStatus tr_problem_visit_part(TrProblem *problem,
                                            int part,
                                            TrVisit visit,
                                            void *user);

/* TrPartWork: adds the cost of the tried point. */
TR_NODISCARD TrStatus tr_problem_try_part(TrProblem *problem, int part);

/* Residuals problem->scratch.r[count x rows] and, if wanted, Jacobians problem->scratch.jac[count x
 * rows x columns] of `count` steps from `node`, count <= problem->group; `hold` gives them the held
 * weight.  Notes the step that fails, unless it is a tried one. */
TR_NODISCARD TrStatus tr_problem_evaluate_steps(
    TrProblem *problem, bool trial, int log, int node, int count, bool with_jac, bool hold);

/* Residuals problem->scratch.held_r[count x n] of the steps evaluated last with their own weight,
 * with the held one. */
void tr_problem_hold_steps(TrProblem *problem, int count);

/* Residuals problem->scratch.r[count x n] of `predicted` for `count` steps of any motion pose[count
 * + 2 x n_bodies x 7] under inputs u[count x n_inputs], count <= problem->group; and the joints of
 * the i-th of them. */
TR_NODISCARD TrStatus tr_problem_evaluate_motion(TrProblem *problem,
                                                 const double *pose,
                                                 const double *u,
                                                 int count);
TrStepJoint tr_problem_joint(const TrProblem *problem, int joint, int i);

/* Inputs [n_inputs] of a node's step. */
const double *tr_problem_input(const TrProblem *problem, int log, int node);

/* What a drive does in the i-th step of the group evaluated last [N m] or [N]. */
double tr_problem_drive_force(const TrProblem *problem, int drive, int i);

/* Steps from `node` on that are evaluated at once; 0 behind the last one. */
int tr_problem_group_size(const TrProblem *problem, int log, int node);

/* Largest |g| of the group evaluated last [m, 1]. */
double tr_problem_violation(const TrProblem *problem);

/* Tried states of `count` nodes (counted over all logs) by the steps in problem->scratch.r. */
void tr_problem_retract(TrProblem *problem, int node, int count);

/* TrLsqOps.solve */
TR_NODISCARD TrStatus
tr_problem_solve(void *self, double damping, double *decrease, double *step, double *gradient);

/* After assembly: eliminates the states, or keeps the matrix for tr_problem_solve() to damp; looks
 * for the gauge's directions where asked to. */
TR_NODISCARD TrStatus tr_problem_finish_normal(TrProblem *problem, bool looks);

/* After assembly: eliminates the states. */
TR_NODISCARD TrStatus tr_problem_eliminate(TrProblem *problem);

/* After elimination: finds the gauge's directions, which are those of the whole box about a fit's
 * end. */
TR_NODISCARD TrStatus tr_problem_look(TrProblem *problem);
