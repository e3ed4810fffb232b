/* Identification: states of all logs and parameters from one nonlinear least-squares problem.
 *
 *   min  w sum |r_k|^2 + sum (y(q) - y)^2/sigma^2 + sum ((p - mean)/sigma_prior)^2
 *   w = kappa/sigma0^2 * 0.01/h,  1/sigma0^2 = mean over the mapped sensors of 1/sigma^2
 *
 * with rho((y(q) - y)^2/sigma^2) for the sensors' terms where a robust loss is set (est/loss.h).
 * (METHOD §3; r_k is the external impulse that would explain step k, defined by the formulation.)
 * All functions are reentrant; their inputs are not changed and may be shared between threads. */
#pragma once

#include "engine/base/monitor.h"
#include "engine/mbs/param.h"
#include "engine/mbs/trajectory.h"
#include "engine/signal/log.h"
#include "engine/sim/spook.h"

/* Observations made from the samples of a sensor. */
typedef enum TrObservations {
  TR_OBSERVE_LOCAL_FIT, /* local quadratic fit of the samples within h/2 of the node */
  TR_OBSERVE_NODE       /* the sample at the node */
} TrObservations;

/* Origin of kappa when the settings have no number (METHOD §6). */
typedef enum TrKappaRule {
  TR_KAPPA_AUTO,     /* variance components (est/variance.h); the default */
  TR_KAPPA_VALIDATE, /* smallest open-loop error (est/kappa_search.h) */
  TR_KAPPA_NATURAL   /* kappa_ref, not estimated */
} TrKappaRule;

/* Treatment of the weight W of the state error, r = W(p) e, while a step is tried. */
typedef enum TrWeighting {
  TR_WEIGHTING_AUTO,  /* frozen where kappa comes from the data, joint where it is stated */
  TR_WEIGHTING_JOINT, /* W follows the masses: the published cost, states and parameters at the
                         joint maximum */
  TR_WEIGHTING_HELD /* W of the point stepped from: the maximum of the marginal likelihood, to first
                       order (est/problem.h) */
} TrWeighting;

/* Residual formulations of METHOD §3 (est/formulation.h). */
typedef enum TrFormulationKind {
  TR_FORMULATION_PREDICTED,    /* unknown poses, enforced time stepping; the default */
  TR_FORMULATION_EXPLICIT,     /* poses and velocities, as published (paper 0) */
  TR_FORMULATION_SECOND_ORDER, /* as predicted, for a stepper of second order in h */
  TR_N_FORMULATIONS
} TrFormulationKind;

/* Returns the name in the project file; static. */
const char *tr_formulation_name(TrFormulationKind kind);

/* Returns the stepper whose parameters the formulation estimates. */
TrSolver tr_formulation_solver(TrFormulationKind kind);

/* Unknowns that Levenberg-Marquardt damping acts on. */
typedef enum TrDamping {
  TR_DAMP_PARAMETERS, /* on the parameters, relative to their curvature (METHOD §4); the default */
  TR_DAMP_ALL         /* on all unknowns alike, states included: paper 0, algorithm 1 */
} TrDamping;

enum { TR_MAX_THREADS = 64 };

/* Settings of a fit. */
typedef struct TrSettings {
  TrFormulationKind formulation;
  TrDamping damping;
  double kappa; /* > 0 [sensor variance / (N s)^2] at h = 0.01 s; NAN = by kappa_rule */
  TrKappaRule kappa_rule;
  TrWeighting weighting;
  double h; /* [s] > 0 */
  TrObservations observations;
  double compliance_scale;   /* multiplies the joints' compliances, >= 0 */
  double damping_scale;      /* multiplies the joints' damping times, >= 0 */
  double cutoff;             /* [Hz] of the zero-phase filter of the start values */
  double friction_rate;      /* [rad/s, m/s] overrides all joints' smoothing rates; NAN = theirs */
  int max_iterations;        /* linearisations, >= 1 */
  TrLossKind loss;           /* of the sensors without one of their own */
  TrInertiaRule consistency; /* of the bodies without one of their own */
  int threads; /* threads of a fit, 1 .. TR_MAX_THREADS; the bits are the same for any */
} TrSettings;

/* Returns the default settings. */
TrSettings tr_settings_default(void);

/* Everything that a fit is made from.  The arrays belong to the caller. */
typedef struct TrTask {
  const TrModel *model; /* values of the fixed quantities */
  int n_free;
  const TrFree *free; /* [n_free] empty: only states are estimated */
  int n_ties;
  const TrTie *ties; /* [n_ties] */
  int n_constraints;
  const TrLinear *constraints; /* [n_constraints] */
  int n_logs;
  const TrLog *logs; /* [n_logs] at least one */
  TrSettings settings;
  const double *warm_start; /* nullable [n_free]: start parameters instead of `start` */
  /* nullable: a fit of the same logs, with any step, whose motions and smoothing rates replace
   * those of the samples as start */
  const struct TrFit *warm_fit;
  bool wants_information; /* whether TrLogFit.information is filled */
  double warm_kappa;      /* > 0: start of the rounds where kappa comes from the data */
  int n_validation;
  const TrLog *validation; /* [n_validation] scored, not fitted: TR_KAPPA_VALIDATE */
  TrMonitor monitor;
} TrTask;

/* Id and unit of a quantity of the model or of a channel (`log.<log>.<signal>.offset`, `.scale`,
 * `.delay`); the unit is static. */
void tr_task_param_id(char id[TR_ID_SIZE], const TrTask *task, TrParam param);
const char *tr_task_param_unit(const TrTask *task, TrParam param);

/* Returns whether the formulation is `explicit` and a compliance is so small (1e-6 and below) that
 * its iteration fails, as published (METHOD §3). */
bool tr_task_is_stiff(const TrTask *task);

/* Cost and its parts. */
typedef struct TrCost {
  double total; /* of the terms below, weighted as in the formula above */
  double observation, state, prior;
} TrCost;

/* One linearisation of the outer loop. */
typedef struct TrIteration {
  int iteration; /* 0 = start values */
  TrCost cost;
  double damping;    /* Marquardt factor on the parameters, or the term added to the diagonal */
  double step;       /* largest scaled parameter step, in units of the parameter's scale */
  double gradient;   /* largest scaled gradient component */
  double gain_ratio; /* actual over predicted decrease; NAN for iteration 0 */
  double seconds;    /* since the start of the call */
  int round;         /* fit that it belongs to, from 1; a search for kappa runs several */
  double kappa;      /* of that fit; costs at different kappa cannot be compared */
} TrIteration;

/* Variances estimated from the data together with kappa. */
typedef struct TrVariances {
  int rounds;         /* fits; 0: kappa was not estimated */
  bool is_settled;    /* kappa no longer moves */
  bool is_quiet;      /* no state error in the logs: kappa is at its upper limit */
  double state_sigma; /* of a component of r at this h [N s, N m s]; NAN where not estimated */
} TrVariances;

/* Fit of one sensor in one log. */
typedef struct TrSensorFit {
  int sensor;
  double sigma;           /* of one sample, as used */
  bool is_at_floor;       /* the data imply less, but this is the resolution of the samples */
  size_t n_samples;       /* samples used */
  double rmse;            /* of one residual (node value or sample), SI */
  double fit_percent;     /* 100 (1 - |y - y_hat| / |y - mean y|) */
  double chi2_per_sample; /* mean of (residual/its sigma)^2 */
  int n_residuals;
  double *t, *measured, *estimated; /* [n_residuals] */
  double *scaled;                   /* [n_residuals] (estimated - measured)/its sigma */
  TrLoss loss;                      /* as used */
} TrSensorFit;

/* Fit of one log. */
typedef struct TrLogFit {
  int n_nodes;
  TrTrajectory *trajectory; /* estimated motion */
  TrTrajectory *start;      /* start motion: filtered measurements */
  double *state_residual;   /* [n_nodes x 6 n_bodies] r_k [N s, N m s]; 0 at nodes without a step */
  int n_inputs;             /* of a step */
  double *input;            /* [n_nodes x n_inputs] of the step of each node (mbs/model.h) */
  double *friction_rate;    /* [n_joints] smoothing rates used */
  double unexplained;       /* rms of r_k over that of the inertial impulses M (v+ - v) of the
                               estimated motion; NAN without motion */
  double force_error;       /* est/force_error.h: of the measured motion; NAN where a joint is not
                               measured */
  double *information;      /* [n_nodes x n_free] share of the information on each parameter that
                               the node's residuals add (est/information.h); NULL unless
                               requested */
  int n_sensors;
  TrSensorFit *sensors; /* [n_sensors] those mapped in this log */
} TrLogFit;

/* Reasons for the end of the outer loop. */
typedef enum TrStopReason {
  TR_STOP_DECREASE, /* relative decrease below 1e-9 */
  TR_STOP_GRADIENT,
  TR_STOP_STEP,
  TR_STOP_ITERATIONS,
  TR_STOP_CANCELLED,
  TR_STOP_NO_DESCENT /* no step lowers the cost any more */
} TrStopReason;

/* Bounds that a parameter can reach. */
typedef enum TrBound { TR_BOUND_NONE, TR_BOUND_LOWER, TR_BOUND_UPPER } TrBound;

/* Estimate of a parameter. */
typedef struct TrEstimate {
  double value;
  double sigma_linear; /* sqrt of the diagonal of S^-1 cost/dof; NAN where not determined */
  double sigma;        /* the larger of sigma_linear and the sandwich form of METHOD §6; NAN where
                          not determined */
  double scale;        /* of the weak prior */
  bool identifiable;
  bool at_bound;
  TrBound bound; /* the bound reached */
  double slope; /* d cost/d value at that bound: > 0 the data favour a smaller value; 0 elsewhere */
  double limit; /* 95 % limit on the inner side of that bound: the interval is one-sided, bound
                   .. limit (est/bounds.h); NAN elsewhere and where it is not determined */
  double prior_sd;      /* of the stated prior, or of the weak default one as weighted */
  bool prior_is_stated; /* by the task */
  double data_share;    /* 1 - posterior variance/prior variance, as the cost weighs them
                           (est/data_share.h); NAN at a bound */
} TrEstimate;

/* A direction that the data do not determine: loadings by the scaled parameters. */
typedef struct TrDirection {
  double sd_ratio; /* posterior sd over the weak prior's sd along it */
  double *loading; /* [n_free] unit length */
} TrDirection;

/* A constraint at the solution: stated, or from friction or inertia (est/constraints.h). */
typedef struct TrConstraintFit {
  char name[TR_NAME_SIZE];
  double value, least, most;
  bool is_active; /* on one of its sides, which takes a degree of freedom */
} TrConstraintFit;

typedef struct TrPhysical TrPhysical; /* est/physical.h */

/* Result of a fit; it owns its arrays. */
typedef struct TrFit {
  TrStatus status; /* TR_OK, TR_CANCELLED, TR_NOT_CONVERGED, or the error of the last step */
  TrStopReason stop;
  char message[TR_ERROR_SIZE]; /* reason of the stop, in words */
  char trouble[TR_ERROR_SIZE]; /* place of a singularity and what to do; empty: none */
  int iterations;              /* linearisations */
  double seconds;
  double kappa, kappa_ref; /* used, and natural size (METHOD §3) */
  bool holds_weight;       /* TR_WEIGHTING_HELD */
  TrVariances variances;
  TrCost cost;
  double observation_mse, state_mse; /* mean of (y - y_hat)^2 SI, mean of |r|^2 per component */
  long n_residuals, n_states, dof;
  double constraint_violation; /* largest |g| over the nodes [m, 1] */
  int n_free;
  TrEstimate *estimates; /* [n_free] */
  double *covariance;    /* [n_free x n_free] belongs to sigma; NAN rows where not determined */
  double *information; /* [n_free x n_free] S with all stated priors, scaled: in units of `scale` */
  int n_directions;
  int n_null; /* the first ones: gauge freedoms (est/gauge.h) */
  TrDirection *directions;
  int n_history;
  TrIteration *history;       /* [n_history] */
  double *history_parameters; /* [n_history x n_free] */
  int n_constraints;
  TrConstraintFit *constraints; /* [n_constraints] */
  TrModel *model;               /* with the estimates */
  int n_logs;
  TrLogFit *logs;
  TrPhysical *physical;               /* physical values; NULL unless tr_physical() has run */
  struct TrMultistart *multistart;    /* est/multistart.h; NULL with one start */
  struct TrKappaSearch *kappa_search; /* est/kappa_search.h; NULL without a search */
} TrFit;

/* Sets kappa and the weighting of the settings to those of a finished fit, so that other fits can
 * be compared with it. */
void tr_settings_hold_kappa(TrSettings *settings, const TrFit *fit);

/* Sets the sigmas of the model's sensors to those of a finished fit. */
void tr_model_hold_sigmas(TrModel *model, const TrFit *fit);

/* Makes a task start where a finished fit of it ended: start[n_free], and the weights of that fit
 * in a copy of the model, which is returned and belongs to the caller; NULL when memory is out. */
TrModel *tr_task_continue(TrTask *task, double *start, const TrFit *fit);

/* Event for the monitor after every accepted iterate (bare polls pass NULL). */
typedef struct TrFitEvent {
  TrIteration iteration;
  const double *parameters; /* [n_free] */
  int n_logs;
  const TrTrajectory *const *trajectories; /* [n_logs] present motion; twist is not filled */
  double seconds;
} TrFitEvent;

/* Runs the fit.  On TR_OK, TR_CANCELLED, TR_NOT_CONVERGED and after a numerical failure *fit holds
 * the best iterate; on bad input *fit is NULL and `error` says what to correct.  The caller frees
 * *fit. */
TR_NODISCARD TrStatus tr_identify(TrFit **fit, const TrTask *task, TrError *error);
void tr_fit_free(TrFit *fit);

/* Returns whether a direction moves a parameter: by its loading, or, where its value is small
 * beside its natural size, by more than itself within the weak prior's sd. */
bool tr_fit_is_moved(const TrFit *fit, int direction, int parameter);
