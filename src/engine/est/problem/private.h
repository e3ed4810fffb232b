/* Internal interface of est/problem/problem. */
#pragma once

#include "engine/est/problem/problem.h"

/* Nodes that an observation can touch: those of two steps, between whose middles it lies. */
enum { TR_MAX_TOUCHED = 4 };

/* Number of parameter columns of a step's Jacobian at present. */
static inline int
tr_problem_columns(const TrProblem *problem)
{
  return problem->n_columns + problem->n_auxiliary;
}

/* Number of columns behind the states' in a visited row. */
static inline int
tr_problem_visited(const TrProblem *problem)
{
  return problem->p + (problem->n_auxiliary > 0 ? 1 + problem->n_frozen : 0);
}

/* Index of a parameter's frozen column in the arrow's border; the parameter's own index if there is
 * none at present. */
static inline int
tr_problem_frozen(const TrProblem *problem, int i)
{
  return problem->n_auxiliary > 0 && problem->frozen_column[i] != i
             ? problem->p + problem->frozen_column[i] - problem->n_columns
             : i;
}

/* Returns whether a parameter's unknown is its logarithm; constraints require sums of the
 * parameters themselves. */
static inline bool
tr_problem_is_relative(const TrProblem *problem, int i)
{
  return problem->task->free[i].transform == TR_TRANSFORM_LOG &&
         !tr_constraints_touch(problem->constraints, i);
}

/* Weight of a step: negligible where the log is excluded, less where bodies collide. */
static inline double
tr_problem_step_weight(const TrProblem *problem, int log, int node)
{
  const double *share = problem->prepared->logs[log].step_share;

  double weight = share ? problem->weight * share[node] : problem->weight;

  if (problem->impact_share && problem->task->settings.impact_error > 0)
    weight *= problem->impact_share[problem->first[log] + node];
  return weight;
}

/* Number of steps that are evaluated at once from `node` on, before `end`; one where joints are
 * switched in time. */
static inline int
tr_problem_group(const TrProblem *problem, int node, int end)
{
  int most = problem->switching ? 1 : problem->group;

  return end - node < most ? end - node : most;
}

/* Completes a problem that has its memory: parameters, states and inputs at the start, contexts,
 * and all weights (problem/start.c). */
void tr_problem_start(TrProblem *problem);

/* Derivative of the position of a body at a node (counted over all logs) by its centre of mass
 * along an axis of the body: R axis, in the world. */
void tr_problem_shift(double shift[3], const TrProblem *problem, int node, TrParam param);

/* Adds the displacement by the centres of mass of the tried share of the step to positions out[][3]
 * of the bodies of a node, `stride` numbers apart. */
void tr_problem_carry_state(const TrProblem *problem, double *out, int stride, int node);

/* Fills problem->scratch.slopes: derivatives of the inputs of `count` steps from `node` on by the
 * channels' numbers. */
void tr_problem_fill_slopes(const TrProblem *problem, int log, int node, int count);

/* Allocates memory for evaluating problem->group steps at once; false when memory is out. */
bool tr_problem_take_scratch(TrProblem *problem);
void tr_problem_give_scratch(TrProblem *problem);

/* Creates twins of the problem for the threads of its team; false when memory is out. */
bool tr_problem_make_twins(TrProblem *problem);
void tr_problem_free_twins(TrProblem *problem);

/* Work on a part (numbered like those of the arrow: both halves of each log), which adds to the
 * sums of the problem that it receives: the problem itself or a twin. */
typedef TrStatus (*TrPartWork)(TrProblem *problem, int part);

/* Runs the work for all parts, shared by the team; then the sums are those of all parts. */
TR_NODISCARD TrStatus tr_problem_share(TrProblem *problem, TrPartWork work);

/* Polls the task's monitor, on its own thread only and at some steps k. */
TR_NODISCARD TrStatus tr_problem_poll(const TrProblem *problem, int k);

/* Nodes and steps of a part, counted in its log: first .. *end - 1. */
int tr_problem_part_nodes(const TrProblem *problem, int part, int *end);
int tr_problem_part_steps(const TrProblem *problem, int part, int *end);

/* tr_problem_visit() of a part. */
TR_NODISCARD TrStatus tr_problem_visit_part(TrProblem *problem,
                                            int part,
                                            TrVisit visit,
                                            void *user);

/* The same for its observations alone. */
TR_NODISCARD TrStatus tr_problem_visit_observations(TrProblem *problem,
                                                    int part,
                                                    TrVisit visit,
                                                    void *user);

/* ... and for its energy observations alone (est/problem/energy.h). */
TR_NODISCARD TrStatus tr_problem_visit_energy(TrProblem *problem,
                                              int part,
                                              TrVisit visit,
                                              void *user);

/* TrPartWork that adds the cost of the tried point. */
TR_NODISCARD TrStatus tr_problem_try_part(TrProblem *problem, int part);

/* Consecutive steps of a log, at most problem->group of them. */
typedef struct TrStepGroup {
  int log, node, count; /* node of the first step */
} TrStepGroup;

/* Evaluates a group of steps: residuals problem->scratch.r[count x rows] and, with_jac, Jacobians
 * problem->scratch.jac[count x rows x columns], both whitened by joint; `hold` applies the frozen
 * weight.  Notes the step that fails, unless it is a tried one. */
TR_NODISCARD TrStatus tr_problem_evaluate_steps(
    TrProblem *problem, bool trial, TrStepGroup group, bool with_jac, bool hold);

/* Evaluates one step by the scalar functions, without whitening and with its own weight: residual
 * problem->scratch.r, and with_jac its Jacobian problem->scratch.jac. */
TR_NODISCARD TrStatus
tr_problem_evaluate_plain(TrProblem *problem, bool trial, int log, int node, bool with_jac);

/* Residuals problem->scratch.held_r[count x n], with the frozen weight, of the steps evaluated last
 * with their own weight. */
void tr_problem_hold_steps(TrProblem *problem, int count);

/* Keeps the whitening of a group that has been evaluated with its Jacobians, as that of the point
 * of linearisation ... */
void tr_problem_keep_whitening(TrProblem *problem, TrStepGroup group);

/* ... and applies it to r[n] of a step that was evaluated without: the first step_rows numbers. */
void tr_problem_whiten(double *r, const TrProblem *problem, int log, int node);

/* Fills problem->scratch.probe[count x n_freedoms x n] of the steps evaluated last
 * (tr_step_joint_probe()). */
void tr_problem_probe_steps(TrProblem *problem, bool hold, int count);

/* Residuals problem->scratch.r[count x n] of `predicted` for `count` steps of any motion pose[count
 * + 2 x n_bodies x 7] under inputs u[count x n_inputs], count <= problem->group. */
TR_NODISCARD TrStatus tr_problem_evaluate_motion(TrProblem *problem,
                                                 const double *pose,
                                                 const double *u,
                                                 int count);
/* Returns a joint of the i-th of these steps. */
TrStepJoint tr_problem_joint(const TrProblem *problem, int joint, int i);

/* Returns the inputs [n_inputs] of a node's step. */
const double *tr_problem_input(const TrProblem *problem, int log, int node);

/* Returns the force of a drive in the i-th step of the group evaluated last [N m] or [N]. */
double tr_problem_drive_force(const TrProblem *problem, int drive, int i);

/* Number of steps from `node` on that are evaluated at once; 0 behind the last one. */
int tr_problem_group_size(const TrProblem *problem, int log, int node);

/* Largest |g| of the group evaluated last [m, 1]. */
double tr_problem_violation(const TrProblem *problem);

/* Computes the tried states of `count` nodes (counted over all logs) from the steps in
 * problem->scratch.r. */
TR_NODISCARD TrStatus tr_problem_retract(TrProblem *problem, int node, int count);

/* TrLsqOps.solve */
TR_NODISCARD TrStatus
tr_problem_solve(void *self, double damping, double *decrease, double *step, double *gradient);

/* Completes the normal equations after assembly: eliminates the states, or keeps the matrix for
 * tr_problem_solve() to damp; `looks`: finds the gauge's directions. */
TR_NODISCARD TrStatus tr_problem_finish_normal(TrProblem *problem, bool looks);

/* Moves the tried point by the whole step. */
TR_NODISCARD TrStatus tr_problem_try_whole(TrProblem *problem);

/* Eliminates the states after assembly. */
TR_NODISCARD TrStatus tr_problem_eliminate(TrProblem *problem);

/* Finds the gauge's directions after elimination; about a fit's end they are those of the whole
 * box. */
TR_NODISCARD TrStatus tr_problem_look(TrProblem *problem);
