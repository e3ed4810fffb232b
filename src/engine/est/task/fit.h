/* Result of an identification: motions, estimates with their uncertainty, history, and what the
 * studies around a fit add to it.
 *
 *   min  w sum |r_k|^2 + sum (y(q) - y)^2/sigma^2 + sum ((p - mean)/sigma_prior)^2
 *   w = kappa/sigma0^2 * 0.01/h,  1/sigma0^2 = mean over the mapped sensors of 1/sigma^2
 *
 * with rho((y(q) - y)^2/sigma^2) for the sensors' terms where a robust loss is set
 * (est/task/loss.h). (theory 6.1; r_k is the external impulse that would explain step k, by the
 * formulation.)  The function is reentrant; its inputs are not changed and may be shared between
 * threads. */
#pragma once

#include <stdint.h>

#include "engine/est/task/task.h"

typedef struct TrCost {
  double total; /* of the terms below, weighted as in the formula above */
  double observation, state, prior;
} TrCost;

/* One linearisation of the outer loop. */
typedef struct TrIteration {
  int iteration; /* 0 = start values */
  TrCost cost;
  double damping;    /* Marquardt factor on the parameters, or what is added to the diagonal */
  double step;       /* largest scaled parameter step, in units of the parameter's scale */
  double gradient;   /* largest scaled gradient component */
  double gain_ratio; /* actual over predicted decrease; NAN for iteration 0 */
  double seconds;    /* since the start of the call */
  int round;    /* fit that it belongs to, from 1: where kappa is looked for there are several */
  double kappa; /* of that fit; costs at different kappa cannot be compared */
} TrIteration;

/* How the variances were found where kappa comes from the data. */
typedef struct TrVariances {
  int rounds;         /* fits, 0: kappa was not looked for */
  bool is_settled;    /* kappa no longer moves */
  bool is_quiet;      /* the logs show no state error at all: kappa is at its upper limit */
  double state_sigma; /* of a component of r at this h [N s, N m s]; NAN where not looked for */
} TrVariances;

/* Fit of one sensor in one log. */
typedef struct TrSensorFit {
  int sensor;
  double sigma;           /* of one sample, as used */
  bool is_at_floor;       /* the data ask for less, but it is what the samples resolve */
  size_t n_samples;       /* samples that entered */
  double rmse;            /* of one residual (node value or sample), SI */
  double fit_percent;     /* 100 (1 - |y - y_hat| / |y - mean y|) */
  double chi2_per_sample; /* mean of (residual/its sigma)^2 */
  int n_residuals;
  double *t, *measured, *estimated; /* [n_residuals] */
  double *scaled;                   /* [n_residuals] (estimated - measured)/its sigma */
  TrLoss loss;                      /* as used */
} TrSensorFit;

typedef struct TrLogFit {
  int n_nodes;
  TrTrajectory *trajectory; /* estimated motion */
  TrTrajectory *start;      /* the motion it began from: filtered measurements */
  double *state_residual;   /* [n_nodes x 6 n_bodies] r_k [N s, N m s]; 0 where no step is */
  int n_inputs;             /* of a step */
  double *input;            /* [n_nodes x n_inputs] of the step of each node (mbs/model/model.h) */
  double *friction_rate;    /* [n_joints] smoothing rates used */
  double unexplained;       /* rms of r_k over that of the inertial impulses M (v+ - v) of the
                               estimated motion; NAN without motion */
  double force_error; /* est/diagnose/unexplained_force.h: of the measured motion; NAN where a joint
                         is not measured */
  double *information; /* [n_nodes x n_free] share of what is known of each parameter that
                          the node's residuals add (est/uncertainty/information.h); NULL unless
                          asked for */
  int n_sensors;
  TrSensorFit *sensors; /* [n_sensors] those mapped in this log */
} TrLogFit;

typedef enum TrStopReason {
  TR_STOP_DECREASE, /* relative decrease below 1e-9 */
  TR_STOP_GRADIENT,
  TR_STOP_STEP,
  TR_STOP_ITERATIONS,
  TR_STOP_CANCELLED,
  TR_STOP_NO_DESCENT /* no step lowers the cost any more */
} TrStopReason;

typedef enum TrBound { TR_BOUND_NONE, TR_BOUND_LOWER, TR_BOUND_UPPER } TrBound;

typedef struct TrEstimate {
  double value;
  double sigma_linear; /* sqrt of the diagonal of S^-1 cost/dof; NAN where not determined */
  double sigma;        /* the larger of sigma_linear and the sandwich form (theory 10.2); NAN where
                          not determined */
  double scale;        /* of the weak prior */
  bool identifiable;
  bool at_bound;
  TrBound bound;   /* the one that it is at */
  double slope;    /* d cost/d value at that bound: > 0 the logs want it smaller; 0 elsewhere */
  double limit;    /* 95 % of what lies on the inner side of that bound: the interval is one-sided,
                      bound .. limit (est/uncertainty/bounds.h); NAN elsewhere, and where nothing shows
                      it */
  double prior_sd; /* of the stated prior, or of the weak default one as it is weighed */
  bool prior_is_stated; /* by the task */
  double data_share;    /* 1 - posterior variance/prior variance, as the cost weighs them
                           (est/uncertainty/information_share.h); NAN at a bound */
} TrEstimate;

/* A direction that the data do not determine: loadings by the scaled parameters. */
typedef struct TrDirection {
  double sd_ratio; /* posterior sd over the weak prior's sd along it */
  double *loading; /* [n_free] unit length */
} TrDirection;

/* A constraint at the solution, stated or by friction or inertia (est/lsq/constraints.h). */
typedef struct TrConstraintFit {
  char name[TR_NAME_SIZE];
  double value, least, most;
  bool is_active; /* on one of its sides, which takes a degree of freedom */
} TrConstraintFit;

/* Why a parameter has no physical value. */
typedef enum TrPhysicalGap {
  TR_PHYSICAL_KNOWN,
  TR_PHYSICAL_NOT_DETERMINED, /* by the data, in one of both fits */
  TR_PHYSICAL_AT_BOUND,       /* in one of both fits */
  TR_PHYSICAL_OUT_OF_BOUNDS   /* the extrapolation ends beyond a bound: the step is too long */
} TrPhysicalGap;

/* Value of one parameter at h = 0, and what it was extrapolated from
 * (est/identify/physical_values.h). */
typedef struct TrPhysicalValue {
  double value, sigma, systematic; /* NAN unless known */
  double coarse, fine;             /* p(h), p(h/2) */
  double smoothing;                /* what twice the smoothing rate changes in p(h) */
  double correlation;              /* rho of their noise; NAN where there is none */
  TrPhysicalGap gap;
} TrPhysicalValue;

typedef struct TrPhysical {
  TrStatus status;             /* of the fit that failed, else TR_OK: then there are values */
  char message[TR_ERROR_SIZE]; /* in words */
  double h;                    /* [s] of the coarse fit */
  double kappa;                /* of both fits */
  int iterations[2];           /* at h and h/2 */
  double seconds;              /* of both fits together */
  double turn;                 /* [rad] largest turn of a hinge in a step of h/2 ... */
  int turn_joint;              /* ... and which hinge; -1: there is none */
  bool keeps_damping_time;     /* a joint's damping time is a number */
  bool is_smoothed;            /* there is dry friction, which is smoothed */
  int n_free;
  TrPhysicalValue *values; /* [n_free] */
} TrPhysical;

/* Optimum that several starts ended in (est/identify/multistart.h). */
typedef struct TrOptimum {
  TrCost cost;
  double *parameters; /* [n_free] of the fit that stands for it */
  int start;          /* whose fit that is; 0: the task's own */
  int n_starts;       /* that ended here */
  bool has_own;       /* the task's own start did */
} TrOptimum;

typedef struct TrMultistart {
  uint64_t seed;
  int n_free;
  int n_starts; /* that were run: fewer than wanted when it was cancelled */
  int n_converged, n_stopped,
      n_failed; /* by how they ended; optima have the converged ones alone */
  int n_optima;
  TrOptimum *optima; /* [n_optima] the smallest cost first */
  double *storage;   /* of their parameters */
  bool own_failed;   /* the task's own start did not converge */
} TrMultistart;

enum { TR_MAX_KAPPA_TRIES = 11 };

/* One value of kappa of a search by open-loop error (est/identify/kappa_search.h). */
typedef struct TrKappaTry {
  double kappa;
  double score;    /* 1 = errors as large as the signal; NAN: no simulation, or nothing moves */
  TrStatus status; /* of the fit, or of the simulation where that failed */
} TrKappaTry;

typedef struct TrKappaSearch {
  int n_tries;
  TrKappaTry tries[TR_MAX_KAPPA_TRIES]; /* rising kappa */
  int chosen;        /* among the tries; -1: none has a useful score, or it was cancelled before */
  bool is_at_end;    /* the plateau of the best reaches one end of the range */
  bool is_flat;      /* all scores are equal: kappa does not matter for them */
  bool has_own_logs; /* scored on validation logs */
} TrKappaSearch;

typedef struct TrFit {
  TrStatus status; /* TR_OK, TR_CANCELLED, TR_NOT_CONVERGED, or why the last step failed */
  TrStopReason stop;
  char message[TR_ERROR_SIZE]; /* why it stopped, in words */
  char trouble[TR_ERROR_SIZE]; /* where a system is singular and what to do; empty: none is */
  int iterations;              /* linearisations */
  double seconds;
  double kappa, kappa_ref; /* used, and natural size (theory 8.2) */
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
  int n_null; /* the first ones: nothing that is measured changes along them (est/lsq/gauge.h) */
  TrDirection *directions;
  int n_history;
  TrIteration *history;       /* [n_history] */
  double *history_parameters; /* [n_history x n_free] */
  int n_constraints;
  TrConstraintFit *constraints; /* [n_constraints] */
  TrModel *model;               /* with the estimates in place */
  int n_logs;
  TrLogFit *logs;
  TrPhysical *physical;     /* values of the mechanism itself; NULL unless tr_physical() has run */
  TrMultistart *multistart; /* est/identify/multistart.h; NULL with one start */
  TrKappaSearch
      *kappa_search; /* est/identify/kappa_search.h; NULL unless kappa was looked for so */
} TrFit;

/* The weight of the state error of a finished fit, for others that are to be compared with it. */
void tr_settings_hold_kappa(TrSettings *settings, const TrFit *fit);

/* The same for the sensors: the sigmas of a finished fit. */
void tr_model_hold_sigmas(TrModel *model, const TrFit *fit);

/* Makes a task begin where a finished fit of it ended, start[n_free], with the weights of that fit
 * in a copy of the model, which it returns for the caller to free; NULL when memory is out. */
TrModel *tr_task_continue(TrTask *task, double *start, const TrFit *fit);

/* What the monitor gets after every accepted iterate (never on bare polls, where it is NULL). */
typedef struct TrFitEvent {
  TrIteration iteration;
  const double *parameters; /* [n_free] */
  int n_logs;
  const TrTrajectory *const *trajectories; /* [n_logs] present motion; twist is not filled */
  double seconds;
} TrFitEvent;

/* Each frees what it is given with its arrays; NULL is allowed. */
void tr_fit_free(TrFit *fit);
void tr_physical_free(TrPhysical *physical);
void tr_multistart_free(TrMultistart *multistart);
