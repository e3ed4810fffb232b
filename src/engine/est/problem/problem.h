/* Least-squares problem of several logs: unknown states at all nodes and common parameters.
 *
 * The state error r = W(p) e is an impulse, so that the cost falls when the masses in W shrink,
 * whatever the motion is.  Its mean decrease is sum tr((I - Lev) dW W^-1), with the leverages Lev
 * of est/uncertainty/leverage.h; the determinant dr/dq+ in the marginal likelihood removes exactly
 * that term (theory 6.7).  With a frozen weight, W_0 at the point that a step starts from, the term
 * is left out of the gradient altogether: J_f^T w r = 0 with J_f = W de/dp, whose expectation is
 * zero at the truth for any kappa.  The published joint cost is unbiased only where kappa is so
 * large that the states hardly move.
 *
 * tr_problem_new() allocates all memory; linearising, solving and trying steps allocate none. */
#pragma once

#include "engine/est/lsq/constraints.h"
#include "engine/est/lsq/gauge.h"
#include "engine/est/lsq/lm.h"
#include "engine/est/prepare/prepare.h"
#include "engine/est/problem/channel.h"
#include "engine/est/problem/restraints.h"
#include "engine/est/problem/singularity.h"
#include "engine/est/step/formulation.h"
#include "engine/est/step/residual.h"
#include "engine/est/step/steps.h"
#include "engine/linalg/arrow.h"

/* Number of residuals by kind, for degrees of freedom. */
typedef struct TrCounts {
  long state, initial, observation, energy, prior;
} TrCounts;

/* State that the arrow's factor belongs to. */
typedef enum TrArrowUse {
  TR_ARROW_STALE,      /* an earlier point, or other weights */
  TR_ARROW_LINEARIZED, /* the present point, as TrLsqOps.linearize leaves it */
  TR_ARROW_INFORMED    /* the present point, as tr_problem_inform() leaves it */
} TrArrowUse;

/* Sums of a pass over the residuals. */
typedef struct TrSums {
  double state, observation; /* parts of the cost */
  double loss_excess;        /* sum of rho - rho' s: the cost less its weighted squares */
  double held_excess;        /* of a point tried ahead: additional cost with the frozen weight */
  TrCounts counts;
} TrSums;

/* Scratch of one thread for evaluating residuals. */
typedef struct TrProblemScratch {
  TrStepWork *work, *held_work;
  TrSteps *steps;                   /* of formulations with lanes; else NULL */
  double *jac, *r;                  /* of a group of steps */
  double *held_r;                   /* with the frozen weight */
  double *probe;                    /* [group x n_freedoms x n] of a group of steps */
  double *tangent;                  /* [n] of a tree's node */
  double *along;                    /* [n_freedoms] impulses along the freedoms */
  TrInputSlope *slopes;             /* [group x columns] of the present steps */
  double *effort_row;               /* [3n + columns] of a predicted torque */
  double *energy_step, *energy_row; /* rows of a step and of a window of est/problem/energy.h */
  double *observation_row;          /* [touched unknowns + columns] of a visited observation */
} TrProblemScratch;

/* Kinds of residuals that a visitor is passed: of the initial state, of a step, of a sensor, of an
 * energy balance. */
typedef enum TrVisited {
  TR_VISITED_INITIAL,
  TR_VISITED_STEP,
  TR_VISITED_READING,
  TR_VISITED_ENERGY
} TrVisited;

/* State of a problem: present and tried point, normal matrix, scratch. */
struct TrProblem {
  const TrTask *task;
  TrPrepared *prepared;
  const TrFormulation *formulation;
  TrModel *model, *trial_model; /* with the present and the tried parameters */
  TrMechanism *mechanism;
  const TrStepKernels *kernels; /* of formulations with lanes ... */
  int group;                    /* ... and the number of steps evaluated at once; 1 without lanes */
  TrStepContext context;        /* of the model in use */
  TrProblemScratch scratch;
  TrMechanism *held_mechanism;
  TrStepContext
      held; /* at the point of linearisation: its weight is used for the steps tried from it */
  struct TrLogNumbers *numbers; /* est/problem/log_numbers.h: models of the logs that have values of
                                   their own; NULL: none ... */
  int n_numbers;
  int *numbers_of_log; /* ... [n_logs] their indices, 0: the common ones */
  TrParam *params; /* [n_columns + max_auxiliary] free quantities, then tied ones, then auxiliary
                      columns */
  double *values;  /* [n_columns] their values */
  double *sigma, *sigma_w, *gamma;

  int n, p;        /* 6 n_bodies, parameters */
  int n_inputs;    /* of a step */
  TrTree *tree;    /* in whose coordinates the nodes are (problem/tree_states.h); NULL: poses */
  double *basis;   /* [nodes x tr_tree_basis_size()] of the tree at the point of linearisation */
  int node_size;   /* unknowns of a node: n, 2n with velocities, or the freedoms of the tree */
  int step_rows;   /* of a visited step: step_blocks n, or the freedoms of the tree */
  int n_columns;   /* parameters and tied quantities: columns of a step's Jacobian */
  int n_auxiliary; /* auxiliary columns behind them: 0, or max_auxiliary while a linearisation
                    determines the gauge */
  int max_auxiliary, n_frozen; /* a gap for the gradient, then the frozen columns of n_frozen
                                parameters that W depends on, and of the quantities tied to them */
  int *frozen_column; /* [n_columns] index of a column's frozen form; its own where W does not
                         depend on it */
  int *first;         /* [n_logs + 1] first node of a log */
  double *pose;       /* [nodes x 7 n_bodies] present point */
  double *trial_pose;
  double *velocity; /* [nodes x n] of formulations with velocities, else NULL */
  double *trial_velocity;
  double *parameters, *trial_parameters; /* [p] */
  double *whitening; /* [nodes x 2 n_freedoms x n] of the steps, at the point of linearisation; NULL
                        where the state error is not weighed by joint */
  double *impact_share; /* [nodes] factor on the weight of a step with impulses of contacts, at the
                           last point of linearisation; NULL without contacts */
  struct TrSwitching *switching; /* est/problem/switching.h; NULL where all joints always hold */
  double *step;                  /* [nodes x node_size] */
  double *parameter_step;        /* [p] */

  int *first_channel;       /* [n_logs + 1] */
  TrChannelState *channels; /* of all logs */
  double *input;            /* [nodes x n_inputs] at the values of the model in use */

  TrTeam *team;         /* of the task's threads; NULL for one */
  struct TrTwin *twins; /* [1 + n_twins] the problem and its twins (est/problem/parts.c) */
  int n_twins;
  struct TrPartResult *part_results; /* [2 n_logs] */
  struct TrPass *pass;               /* under way */
  TrArrow *arrow;
  TrArrow *normal; /* a copy before elimination, of TR_DAMP_ALL; else NULL */
  TrArrowUse arrow_use;
  bool damps_all;
  bool weight_is_frozen_in_step; /* TR_WEIGHTING_HELD of a formulation with a weight */
  bool keeps_weight;             /* ... the weight of a model, wherever the steps begin */
  double *schur, *lower, *upper; /* [p x p], [p], [p] of the parameter step */
  double *own_information; /* [p] on each parameter before the states are eliminated, scaled */
  double *curvature;       /* [p] largest scaled diagonal of the Schur complement so far */
  void *boxqp;
  TrConstraints *constraints; /* hard ones beside the box; NULL for none */
  double *step_unit;          /* [p] unit of the steps, for the constraints */

  struct TrArrivalCost
      *arrival;  /* est/problem/arrival_cost.h: in place of initial residuals; NULL: none */
  double weight; /* of |r|^2: kappa/sigma0^2 0.01/h */
  double chord;  /* widening of the slopes of dry friction in the next linearisation alone */
  double kappa;
  double energy_sigma;     /* [J] of the energy observations; INFINITY: not yet known */
  double *scale;           /* [p] natural size of each parameter */
  double *floor, *ceiling; /* [p] hard bounds */
  double *weak_weight;     /* [p] 1/variance of the weak default prior */
  double *start;           /* [p] parameters at the start */
  double noise;            /* mean of (residual/sigma)^2 there, at most one */
  TrGauge gauge;
  int linearizations, next_look; /* of the outer loop; linearisation of the next search for the
                                    gauge, INT_MAX: none ... */
  int n_at_bound;                /* parameters at a bound at the last search */
  bool looks;    /* ... and whether the linearisation under way is followed by one */
  bool is_ahead; /* the point of linearisation is a tried one */
  TrCost cost;
  TrCounts counts;
  TrSums sums;                 /* of the pass under way, or the last one */
  double tried_share;          /* of the step */
  double *loss_slope;          /* [n_logs x n_sensors] mean of psi' (est/task/loss.h) ... */
  bool loss_is_averaged;       /* ... used instead of each residual's own weight */
  TrVisited visited;           /* kind of the residuals that tr_problem_visit() passes ... */
  int visited_sensor;          /* ... and the sensor of a reading */
  TrRestraints restraints;     /* of slip rates ... */
  bool restrains;              /* ... and whether the linearisation under way has some */
  struct TrImpulses *impulses; /* est/problem/impulses.h: kept by linearisations; NULL: none */
  bool probes;                 /* visits of steps come with their probe ... */
  void *part_data;             /* of the work on parts under way */
  const double
      *visited_probe; /* ... [n_freedoms x step_rows] of the step that is passed; NULL: excluded */
  double predicted_states; /* predicted decrease by the states alone */
  double seconds_at_start;
  TrSingularity singularity; /* place of the last failure */
  bool task_is_silent;       /* the monitor is no longer called: the result is being completed */

  const TrTrajectory **views; /* [n_logs] over pose, for the monitor */
  TrTrajectory *view_storage; /* [n_logs] */
  TrIteration *history;       /* [tr_problem_history_size()] */
  double *history_parameters; /* [tr_problem_history_size() x p] */
  int n_history;
  int round;            /* fit under way, from 1 ... */
  bool round_has_moved; /* ... and whether a step of it has been accepted */
};

/* Returns a problem at the task's start, or NULL when memory is out.  Both arguments must outlive
 * it. */
TrProblem *tr_problem_new(const TrTask *task, TrPrepared *prepared);

/* The same with the poses of the bodies as unknowns for any mechanism: where the residual is needed
 * body by body, or nodes have an arrival cost. */
TrProblem *tr_problem_new_of_poses(const TrTask *task, TrPrepared *prepared);
void tr_problem_free(TrProblem *problem);

/* Memory that a run takes for each step of its fit, about [bytes]: with the covariance, and with
 * the fits at other steps. */
double tr_problem_step_bytes(const TrModel *model);

/* Resets the problem to the start parameters and motions. */
void tr_problem_restart(TrProblem *problem);

/* Sets another task's weights, limits, priors and relaxation, at the present point, without
 * allocating.  The task must have the same unknowns, logs, steps and observations
 * (est/task/compare.h); it stays the caller's. */
void tr_problem_retask(TrProblem *problem, const TrTask *task);

/* Largest number of fits of a problem whose variances are estimated from the data
 * (est/solve/variance.h).
 */
enum { TR_MAX_ROUNDS = 40 };

/* Most fits of a problem: in rounds, and of one kappa with narrower and narrower smoothing rates of
 * dry friction (est/solve/narrow.h). */
enum { TR_MAX_FITS = 2 * TR_MAX_ROUNDS + 6, TR_MAX_LEVELS = 10 };

/* Number of iterates that are kept of a fit, over all its rounds. */
size_t tr_problem_history_size(const TrTask *task);

/* Computes the information on the parameters at the present point with the weight of the state
 * error frozen and the states eliminated: the corner of the arrow, with all priors and without the
 * gauge; and from it the gauge's directions, which hold from now on.  Returns TR_NOT_DEFINITE or
 * TR_CANCELLED on failure. */
TR_NODISCARD TrStatus tr_problem_inform(TrProblem *problem);

/* The same, and TrLsqOps.linearize without restraints, for a problem whose weights, limits and
 * observations have not changed since the last linearisation: nothing is repeated if that was at
 * the present point. */
TR_NODISCARD TrStatus tr_problem_inform_on(TrProblem *problem);
TR_NODISCARD TrStatus tr_problem_linearize_on(TrProblem *problem, TrCost *cost);

/* Measures the state error from now on with the weight of a model, if the problem freezes its
 * weight: the costs of any parameters can then be compared.  The model must outlive the problem. */
void tr_problem_keep_weight(TrProblem *problem, const TrModel *model);

/* Operations of the outer loop; self is the problem. */
extern const TrLsqOps tr_problem_ops;

/* Returns the poses of a node in an array of all nodes. */
static inline double *
tr_problem_pose(const TrProblem *problem, double *poses, int log, int node)
{
  size_t at = (size_t)(problem->first[log] + node);

  return poses + at * (size_t)(problem->n / 6) * TR_POSE;
}

/* Returns the states from a node on: of the present point, or of the tried one. */
TrStates tr_problem_states(const TrProblem *problem, bool trial, int log, int node);

/* Evaluates steps one by one from now on, with problem->scratch.work, which keeps the multipliers
 * of the last one. */
void tr_problem_single_steps(TrProblem *problem);

/* Returns whether a parameter is at its bound. */
static inline bool
tr_problem_is_at_bound(const TrProblem *problem, int i)
{
  double value = problem->parameters[i];

  return value <= problem->floor[i] || value >= problem->ceiling[i];
}

/* Returns the number of residuals of the last evaluation, of all kinds. */
static inline long
tr_problem_n_residuals(const TrProblem *problem)
{
  const TrCounts *c = &problem->counts;

  return c->state + c->initial + c->observation + c->energy + c->prior;
}

/* Returns the number of unknowns of the states. */
static inline long
tr_problem_n_states(const TrProblem *problem)
{
  return (long)problem->first[problem->prepared->n_logs] * problem->node_size;
}

/* Weight of an initial residual, which constraints alone have. */
static inline double
tr_problem_initial_weight(const TrProblem *problem)
{
  double scale = tr_step_constraint_scale(&problem->context);

  return scale * scale * problem->weight;
}

/* Visits every residual block of the present point with its Jacobian: rows [n_rows x (touched
 * node_size + p)] of blocks from `block` (counted over all logs), residuals, and their weight; with
 * auxiliary columns the rows continue with a gap and n_frozen columns, as tr_arrow_add_residual()
 * requires.  The order is fixed.  Linearisation and sandwich covariance are both computed by
 * visitors. */
typedef TrStatus (*TrVisit)(void *user, const TrArrowResidual *residual);
TR_NODISCARD TrStatus tr_problem_visit(TrProblem *problem, TrVisit visit, void *user);

/* The same for the steps alone, at the nodes of each log that are multiples of the stride. */
TR_NODISCARD TrStatus tr_problem_visit_steps(TrProblem *problem,
                                             int stride,
                                             TrVisit visit,
                                             void *user);

/* The same without Jacobians, jac is NULL; after tr_problem_single_steps(). */
TR_NODISCARD TrStatus tr_problem_visit_residuals(TrProblem *problem,
                                                 int stride,
                                                 TrVisit visit,
                                                 void *user);

/* Element (i, j) of the information that the priors and the gauge add. */
double tr_problem_prior_information(const TrProblem *problem, int i, int j);

/* Visits observations with a robust loss, until the next linearisation of the loop, as the
 * equivalent least-squares residual: psi/m with the weight m, m the mean of psi' over the sensor's
 * residuals in the log, as the covariance of an M-estimate requires (est/task/loss.h). */
void tr_problem_average_losses(TrProblem *problem);

/* Selects a log: its numbers become those of the context. */
void tr_problem_use_log(TrProblem *problem, int log);

/* An observation beside its prediction. */
typedef struct TrObservationValue {
  int node, touched; /* consecutive nodes that it depends on */
  double measured;   /* with the channel's present numbers */
  double residual;   /* predicted - measured; angles to the nearest turn */
} TrObservationValue;

/* Returns the first of the consecutive nodes that an observation depends on at the present delay;
 * their number in *touched. */
int tr_observation_nodes(int *touched, const TrProblem *problem, int log, const TrObservation *o);

/* Evaluates an observation from the poses of all nodes and the model in use.  If jac is not
 * NULL, also jac[touched n + columns], the derivative by the tangents of the nodes and by the
 * parameters. */
void tr_observation_eval(TrObservationValue *out,
                         const TrProblem *problem,
                         int log,
                         const TrObservation *o,
                         double *poses,
                         double *jac);

/* Writes parameters into a model and makes it the one in use. */
void tr_problem_use(TrProblem *problem, TrModel *model, const double *parameters);

/* Returns seconds of a monotonic clock. */
double tr_clock_seconds(void);
