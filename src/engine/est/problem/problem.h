/* The least-squares problem of several logs: unknown states at all nodes and common parameters.
 *
 * The state error r = W(p) e is an impulse, so the cost falls when the masses in W shrink, whatever
 * the motion is.  In the mean it does by sum tr((I - Lev) dW W^-1), with the leverages Lev of
 * est/uncertainty/leverage.h; the marginal likelihood takes exactly that off again by its
 * determinant dr/dq+ (theory 6.7).  With the weight held, W_0 at the point that a step starts from,
 * the term is left out of the gradient altogether: J_f^T w r = 0 with J_f = W de/dp, whose
 * expectation is zero at the truth for any kappa.  The published joint cost is unbiased only where
 * kappa is so large that the states hardly move.
 *
 * All memory is taken by tr_problem_new(); linearising, solving and trying steps take none. */
#pragma once

#include "engine/est/lsq/constraints.h"
#include "engine/est/lsq/gauge.h"
#include "engine/est/lsq/lm.h"
#include "engine/est/prepare/prepare.h"
#include "engine/est/problem/channel.h"
#include "engine/est/problem/singularity.h"
#include "engine/est/step/formulation.h"
#include "engine/est/step/residual.h"
#include "engine/est/step/steps.h"
#include "engine/linalg/arrow.h"

/* Number of residuals by kind, for degrees of freedom. */
typedef struct TrCounts {
  long state, initial, observation, prior;
} TrCounts;

/* What the arrow's factor belongs to. */
typedef enum TrArrowUse {
  TR_ARROW_STALE,      /* a point that was left, or other weights */
  TR_ARROW_LINEARIZED, /* the present point, as TrLsqOps.linearize leaves it */
  TR_ARROW_INFORMED    /* the present point, as tr_problem_inform() leaves it */
} TrArrowUse;

/* What a pass over the residuals adds up. */
typedef struct TrSums {
  double state, observation; /* parts of the cost */
  double loss_excess;        /* sum of rho - rho' s: what it has beyond its weighted squares */
  double held_excess;        /* of a point tried ahead: what it has more with the held weight */
  TrCounts counts;
} TrSums;

/* What one thread evaluates residuals with. */
typedef struct TrProblemScratch {
  TrStageWork *work, *held_work;
  TrSteps *steps;          /* of formulations that have lanes; else NULL */
  double *jac, *r;         /* of a group of steps */
  double *held_r;          /* with the held weight */
  TrInputSlope *slopes;    /* [group x columns] of the present steps */
  double *effort_row;      /* [3n + columns] of the torque that is predicted */
  double *observation_row; /* [touched unknowns + columns] of one that is visited */
} TrProblemScratch;

struct TrProblem {
  const TrTask *task;
  TrPrepared *prepared;
  const TrFormulation *formulation;
  TrModel *model, *trial_model; /* with the present and the tried parameters */
  TrMechanism *mechanism;
  const TrStepKernels *kernels; /* of formulations that have lanes ... */
  int group;                    /* ... and how many steps they evaluate at once; 1 without them */
  TrStageContext context;       /* of the model in use */
  TrProblemScratch scratch;
  TrMechanism *held_mechanism;
  TrStageContext
      held;        /* of the point linearised at: its weight holds for the steps tried from it */
  TrParam *params; /* [n_columns + most_guests] free quantities, then tied ones, then guests */
  double *values;  /* [n_columns] their values */
  double *sigma, *sigma_w, *gamma;

  int n, p;      /* 6 n_bodies, parameters */
  int n_inputs;  /* of a step */
  int node_size; /* unknowns of a node: n, or 2n with velocities */
  int n_columns; /* parameters and tied quantities: columns of a stage's Jacobian */
  int n_guests;  /* columns behind them: 0, or most_guests while a linearisation looks for the gauge
                  */
  int most_guests, n_frozen; /* a gap for the gradient, then the frozen columns of what weighs: of
                                n_frozen parameters and of the quantities tied to them */
  int *
      frozen_column; /* [n_columns] place of a column's frozen form, its own where nothing weighs */
  int *first;        /* [n_logs + 1] node with which a log begins */
  double *pose;      /* [nodes x 7 n_bodies] present point */
  double *trial_pose;
  double *velocity; /* [nodes x n] of formulations that have it, else NULL */
  double *trial_velocity;
  double *parameters, *trial_parameters; /* [p] */
  double *step;                          /* [nodes x node_size] */
  double *parameter_step;                /* [p] */

  int *first_channel;       /* [n_logs + 1] */
  TrChannelState *channels; /* of all logs */
  double *input;            /* [nodes x n_inputs] with the numbers of the model in use */

  TrTeam *team;         /* of the task's threads; NULL for one */
  struct TrTwin *twins; /* [1 + n_twins] the problem and its twins (est/problem/parts.c) */
  int n_twins;
  struct TrPartResult *part_results; /* [2 n_logs] */
  struct TrPass *pass;               /* under way */
  TrArrow *arrow;
  TrArrow *normal; /* a copy before elimination, of TR_DAMP_ALL; else NULL */
  TrArrowUse arrow_use;
  bool damps_all;
  bool holds_weight;             /* TR_WEIGHTING_HELD of a formulation that is weighed */
  bool keeps_weight;             /* ... that of a model, wherever the steps begin */
  double *schur, *lower, *upper; /* [p x p], [p], [p] of the parameter step */
  double *own_information; /* [p] on each parameter before the states take their part, scaled */
  double *curvature;       /* [p] largest scaled diagonal of the Schur complement so far */
  void *boxqp;
  TrConstraints *constraints; /* hard ones beside the box; NULL for none */
  double *step_unit;          /* [p] what steps are counted in, for them */

  struct TrArrival
      *arrival;  /* est/problem/arrival_cost.h: instead of the initial residuals; NULL: these */
  double weight; /* of |r|^2: kappa/sigma0^2 0.01/h */
  double kappa;
  double *scale;           /* [p] natural size of each parameter */
  double *floor, *ceiling; /* [p] hard bounds */
  double *weak_weight;     /* [p] 1/variance of the weak default prior */
  double *start;           /* [p] parameters at the start */
  double noise;            /* mean of (residual/sigma)^2 there, at most one */
  TrGauge gauge;
  int linearizations, next_look; /* of the outer loop; when the gauge is looked for again, INT_MAX:
                                    never ... */
  int n_at_bound;                /* parameters at a bound when it was last looked */
  bool looks;                    /* ... and whether it is after the linearisation under way */
  bool is_ahead;                 /* the point linearised at is a tried one */
  TrCost cost;
  TrCounts counts;
  TrSums sums;             /* of the pass under way, or the last one */
  double tried_share;      /* of the step */
  double *loss_slope;      /* [n_logs x n_sensors] mean of psi' (est/task/loss.h) ... */
  bool loss_is_averaged;   /* ... in use instead of each residual's own weight */
  int visited_sensor;      /* of the observation that tr_problem_visit() shows */
  double predicted_states; /* decrease that the states alone give */
  double seconds_at_start;
  TrTrouble trouble;   /* where an operation failed last */
  bool task_is_silent; /* the monitor is not asked any more: the result is being finished */

  const TrTrajectory **views; /* [n_logs] over pose, for the monitor */
  TrTrajectory *view_storage; /* [n_logs] */
  TrIteration *history;       /* [tr_problem_history_size()] */
  double *history_parameters; /* [tr_problem_history_size() x p] */
  int n_history;
  int round;            /* fit under way, from 1 ... */
  bool round_has_moved; /* ... and whether a step of it has been accepted */
};

/* NULL when memory is out. */
TrProblem *tr_problem_new(const TrTask *task, TrPrepared *prepared);
void tr_problem_free(TrProblem *problem);

/* Back to the start parameters and motions. */
void tr_problem_restart(TrProblem *problem);

/* Takes over another task's weights, limits, priors and relaxation, at the present point, without
 * taking memory.  The task must ask for the same unknowns, logs, steps and observations
 * (est/task/compare.h); it stays the caller's. */
void tr_problem_retask(TrProblem *problem, const TrTask *task);

/* Fits of a problem whose variances come from the data (est/solve/variance.h), at most. */
enum { TR_MAX_ROUNDS = 15 };

/* Iterates that are kept of a fit, of all its rounds. */
size_t tr_problem_history_size(const TrTask *task);

/* The information on the parameters at the present point with the weight of the state error frozen,
 * states eliminated: the corner of the arrow, with all priors and without the gauge; and the
 * gauge's directions from it, which hold from now on. */
TR_NODISCARD TrStatus tr_problem_inform(TrProblem *problem);

/* The same, and TrLsqOps.linearize, where the problem's weights, limits and observations are those
 * of the linearisation before: nothing is done twice when that was of the present point. */
TR_NODISCARD TrStatus tr_problem_inform_on(TrProblem *problem);
TR_NODISCARD TrStatus tr_problem_linearize_on(TrProblem *problem, TrCost *cost);

/* From now on the state error of a problem that holds its weight is measured with that of a model,
 * which must last as long: a cost that can be compared between any parameters. */
void tr_problem_keep_weight(TrProblem *problem, const TrModel *model);

/* The operations of the outer loop; self is the problem. */
extern const TrLsqOps tr_problem_ops;

/* Poses of a node in an array of all nodes. */
static inline double *
tr_problem_pose(const TrProblem *problem, double *poses, int log, int node)
{
  size_t at = (size_t)(problem->first[log] + node);

  return poses + at * (size_t)(problem->n / 6) * TR_POSE;
}

/* States from a node on: of the present point, or of the tried one. */
TrStates tr_problem_states(const TrProblem *problem, bool trial, int log, int node);

/* From now on steps are evaluated one by one with problem->scratch.work, which keeps the last one's
 * multipliers. */
void tr_problem_single_steps(TrProblem *problem);

/* Visits every residual block of the present point with its Jacobian: rows [n_rows x (touched
 * node_size + p)] of blocks from `block` (counted over all logs), residuals, and their weight; with
 * guests the rows go on with a gap and n_frozen columns, as tr_arrow_add_residual() wants them.
 * Order is fixed.  What linearising and the sandwich covariance share. */
typedef TrStatus (*TrVisit)(void *user,
                            int block,
                            int touched,
                            const double *jac,
                            const double *r,
                            int n_rows,
                            double weight);
TR_NODISCARD TrStatus tr_problem_visit(TrProblem *problem, TrVisit visit, void *user);

/* The same without the steps that count: initial states, excluded steps, observations. */
TR_NODISCARD TrStatus tr_problem_visit_rest(TrProblem *problem, TrVisit visit, void *user);

/* What the priors and the gauge add to the information on parameters i and j. */
double tr_problem_prior_information(const TrProblem *problem, int i, int j);

/* Until the next linearisation of the loop observations with a robust loss are visited as what
 * least squares would see of them: residual psi/m with the weight m, m the mean of psi' over the
 * sensor's residuals in the log, as the covariance of an M-estimate wants them (est/task/loss.h).
 */
void tr_problem_average_losses(TrProblem *problem);

/* Makes a log's numbers those of the context. */
void tr_problem_use_log(TrProblem *problem, int log);

/* An observation beside its prediction. */
typedef struct TrObservationValue {
  int node, touched; /* it depends on these consecutive nodes */
  double measured;   /* with the channel's present numbers */
  double residual;   /* predicted - measured; angles to the nearest turn */
} TrObservationValue;

/* The consecutive nodes that an observation depends on now. */
int tr_observation_nodes(int *touched, const TrProblem *problem, int log, const TrObservation *o);

/* With poses of all nodes and the model in use.  Unless jac is NULL: jac[touched n + columns] by
 * the tangents of the nodes and by the parameters. */
void tr_observation_eval(TrObservationValue *out,
                         const TrProblem *problem,
                         int log,
                         const TrObservation *o,
                         double *poses,
                         double *jac);

/* Takes over parameters into a model and makes it the one that stages use. */
void tr_problem_use(TrProblem *problem, TrModel *model, const double *parameters);

/* Seconds of a monotonic clock. */
double tr_clock_seconds(void);
