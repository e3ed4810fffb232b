/* Result of an identification: motions, estimates with their uncertainty, history, and what the
 * studies around a fit add to it.
 *
 * Arrays belong to the fit; tr_fit_free() frees all of it. */
#pragma once

#include <stdint.h>

#include "engine/est/task/force_terms.h"
#include "engine/est/task/task.h"

/* Cost and its parts (theory 6.1). */
typedef struct TrCost {
  double total; /* sum of the terms below, as weighted in the fit */
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
  int joint, sensor;  /* whose variance moves most in the last round, -1: none; at most one */
  bool is_quiet;      /* no state error in the logs: kappa is at its upper limit */
  double state_sigma; /* of a component of r at this h [N s, N m s]; NAN where not estimated */
} TrVariances;

/* State error along a freedom of a joint. */
typedef struct TrStateSigma {
  int joint, kind;  /* TR_KIND_FORCE, TR_KIND_TORQUE */
  int group;        /* of freedoms with one variance */
  double sigma;     /* of the impulse in a step, as used [N s, N m s] */
  double inertial;  /* rms impulse of inertia in a step of the start motion */
  bool is_at_floor; /* the data imply less */
} TrStateSigma;

/* A force along a joint that the model lacks or does not, tested beside the parameters (theory
 * 10.10). */
typedef struct TrMissingForce {
  int joint, kind; /* TR_KIND_FORCE, TR_KIND_TORQUE */
  TrForceTerm term;
  double size;  /* of the force where the term is one [N, N m]; of suspected ones together */
  double usual; /* largest rms of the known forces there: inertia, gravity, or the joint's own */
  double t;     /* size by its standard deviation, of this force alone */
  bool is_suspected; /* chosen to explain what is left over (est/uncertainty/force_selection.h) */
  double *shift;     /* [n_free] change that it would make to the parameters */
} TrMissingForce;

/* Size of t above which a force is there, whatever the number of forces that were tested. */
#define TR_FORCE_FOUND 4.0

/* Fit of one sensor in one log. */
typedef struct TrSensorFit {
  int sensor;
  double sigma;           /* of one sample, as used */
  bool is_at_floor;       /* the data imply less, but this is the resolution of the samples */
  double scatter;         /* sigma that the samples alone show (est/prepare/noise.c) */
  size_t n_samples;       /* samples used */
  double rmse;            /* of one residual (node value or sample), SI */
  double fit_percent;     /* 100 (1 - |y - y_hat| / |y - mean y|) */
  double chi2_per_sample; /* mean of (residual/its sigma)^2 */
  int n_residuals;
  double *t, *measured, *estimated; /* [n_residuals] */
  double *scaled;                   /* [n_residuals] (estimated - measured)/its sigma */
  TrLoss loss;                      /* as used */
} TrSensorFit;

/* Prediction of a joint over its own time scale (est/predict/joint_prediction.h). */
typedef struct TrJointPrediction {
  double period; /* time scale of the estimated motion [s] */
  double error;  /* rms, by the standard deviation of the coordinate; NAN without a coordinate that
                    moves, INFINITY where the simulation fails */
} TrJointPrediction;

/* Fit of one log. */
typedef struct TrLogFit {
  int n_nodes;
  TrTrajectory *trajectory; /* estimated motion */
  TrTrajectory *start;      /* start motion: filtered measurements */
  double *state_residual;   /* [n_nodes x 6 n_bodies] r_k [N s, N m s]; 0 at nodes without a step */
  double *joint_impulse; /* [n_nodes x n_freedoms] estimates of the impulses along the freedoms of
                            the joints that are missing in each step [N s, N m s] */
  int n_inputs;          /* of a step */
  double *input;         /* [n_nodes x n_inputs] of the step of each node (mbs/model/model.h) */
  double *friction_rate; /* [n_joints] smoothing rates used */
  double unexplained;    /* rms of r_k over that of the inertial impulses M (v+ - v) of the
                                  estimated motion; NAN without motion */
  double force_error; /* est/diagnose/unexplained_force.h: of the measured motion; NAN where a joint
                         is not measured */
  TrJointPrediction *predictions; /* [n_joints]; NULL unless requested */
  double *information; /* [n_nodes x n_free] share of the information on each parameter that
                               the node's residuals add (est/uncertainty/information.h); NULL unless
                               requested */
  double *influence;   /* [n_nodes x n_free] of the residuals of a step on each estimate
                          (est/uncertainty/scores.h), in its unit, 0 at a bound; NULL unless
                          requested */
  TrModel *model;      /* with the estimates and the log's own values (est/task/own_values.h); NULL:
                          that of the fit */
  int n_sensors;
  TrSensorFit *sensors; /* [n_sensors] those mapped in this log */
} TrLogFit;

/* Reasons for the end of the outer loop: constant, brief words for the window, exact words for
 * files, with the tolerance in the place of %s. */
#define TR_STOP_LIST(X)                                                                            \
  X(TR_STOP_DECREASE, "the cost no longer falls",                                                  \
    "the cost no longer falls by more than %s of itself")                                          \
  X(TR_STOP_ROUNDING, "the cost no longer falls", "the cost cannot fall further within rounding")  \
  X(TR_STOP_ZERO, "the cost no longer falls", "the residuals are zero within rounding")            \
  X(TR_STOP_GRADIENT, "the minimum is reached",                                                    \
    "the next step would lower the cost by less than %s of itself")                                \
  X(TR_STOP_STEP, "the step is zero", "the step is zero")                                          \
  X(TR_STOP_SLOW, "the cost falls too slowly",                                                     \
    "the cost falls too slowly for a state error so small")                                        \
  X(TR_STOP_ITERATIONS, "the limit of iterations is reached",                                      \
    "the limit of iterations is reached")                                                          \
  X(TR_STOP_CANCELLED, "the best values so far are kept, without sigma",                           \
    "the best values so far are kept")                                                             \
  X(TR_STOP_NO_DESCENT, "no step lowers the cost; the best values are kept",                       \
    "no step lowers the cost; the best values are kept")

typedef enum TrStopReason {
#define TR_STOP_ENUM(code, brief, exact) code,
  TR_STOP_LIST(TR_STOP_ENUM)
#undef TR_STOP_ENUM
} TrStopReason;

/* Outcomes of a fit in words: status, word; every status that is not listed is a failure. */
#define TR_OUTCOME_LIST(X)                                                                         \
  X(TR_OK, "Converged")                                                                            \
  X(TR_CANCELLED, "Stopped by you")                                                                \
  X(TR_NOT_CONVERGED, "Not converged")                                                             \
  X(TR_NOT_DEFINITE, "Failed")

/* Bounds that a parameter can reach. */
typedef enum TrBound { TR_BOUND_NONE, TR_BOUND_LOWER, TR_BOUND_UPPER } TrBound;

/* Estimate of a parameter. */
typedef struct TrEstimate {
  double value;
  double sigma_linear; /* sqrt of the diagonal of S^-1 cost/dof; NAN where not determined */
  /* the larger of sigma_linear and the sandwich form (theory 10.2); NAN where not determined */
  double sigma;
  double scale; /* of the weak prior */
  bool identifiable;
  bool at_bound;
  TrBound bound; /* the bound reached */
  double slope; /* d cost/d value at that bound: > 0 the data favour a smaller value; 0 elsewhere */
  /* 95 % limit on the inner side of that bound: the interval is one-sided, bound .. limit
   * (est/uncertainty/bounds.h); NAN elsewhere and where it is not determined */
  double limit;
  double prior_sd;      /* of the stated prior, or of the weak default one as weighted */
  bool prior_is_stated; /* by the task */
  /* 1 - posterior variance/prior variance, as the cost weighs them
   * (est/uncertainty/information_share.h); NAN at a bound */
  double data_share;
} TrEstimate;

/* A direction that the data do not determine: loadings by the scaled parameters. */
typedef struct TrDirection {
  double sd_ratio; /* posterior sd over the weak prior's sd along it */
  double *loading; /* [n_free] unit length */
} TrDirection;

/* A constraint at the solution: stated, or from friction or inertia (est/lsq/constraints.h). */
typedef struct TrConstraintFit {
  char name[TR_NAME_SIZE];
  double value, least, most;
  bool is_active; /* on one of its sides, which takes a degree of freedom */
} TrConstraintFit;

/* Reason for a missing physical value. */
typedef enum TrPhysicalGap {
  TR_PHYSICAL_KNOWN,
  TR_PHYSICAL_NOT_DETERMINED, /* by the data, in one of both fits */
  TR_PHYSICAL_AT_BOUND,       /* in one of both fits */
  TR_PHYSICAL_OUT_OF_BOUNDS,  /* the extrapolation ends beyond a bound: the step is too long */
  TR_PHYSICAL_NOT_COMPUTED,   /* not wanted, or stopped before */
  TR_PHYSICAL_FAILED          /* a fit for it did not converge */
} TrPhysicalGap;

/* Physical value of a parameter. */
typedef struct TrPhysicalValue {
  double value;
  double noise, step, smoothing; /* standard deviations: parts of the sigma of `value` (reported.h);
                                    these four are NAN unless known */
  double coarse, fine;           /* p(h), p(h/2); through impacts p and p found again */
  TrPhysicalGap gap;
} TrPhysicalValue;

typedef struct TrPhysical {
  TrStatus status;             /* of the fit that failed, else TR_OK: then there are values */
  char message[TR_ERROR_SIZE]; /* in words */
  double h;                    /* [s] of the coarse fit */
  double kappa;                /* of both fits */
  int iterations[2];           /* at h and h/2 */
  double h_replayed; /* [s] of the logs simulated through impacts, which the second fit is of; NAN:
                        none */
  double seconds;    /* of both fits together */
  double turn;       /* [rad] largest rotation of a hinge in a step of h/2 ... */
  int turn_joint;    /* ... and its joint; -1: no hinge */
  bool keeps_damping_time; /* a joint's damping time is a number */
  bool is_smoothed;        /* there is dry friction, which is smoothed */
  int n_free;
  TrPhysicalValue *values; /* [n_free] */
  int n_forces;
  bool *fades; /* [n_forces] of the suspected forces of the fit: it falls with the step, and is
                  discretisation; NULL where none is suspected */
} TrPhysical;

/* A distinct optimum. */
typedef struct TrOptimum {
  TrCost cost;        /* at the weights of the own start's fit */
  double likelihood;  /* -2 log L at its own variances; NAN where they are not its own */
  double *parameters; /* [n_free] of the representing fit */
  int start;          /* of the representing fit; 0: the task's own */
  int n_starts;       /* that ended here */
  bool has_own;       /* the task's own start ended here */
} TrOptimum;

/* End of the fit of one start. */
typedef struct TrStartEnd {
  TrStatus status;
  double cost;        /* NAN where there is no fit */
  int optimum;        /* index of its optimum; -1 unless it converged */
  double *parameters; /* [n_free]; NAN where there is no fit */
} TrStartEnd;

/* Summary of the fits; owned by the fit. */
typedef struct TrMultistart {
  uint64_t seed;
  int n_free;
  int n_starts; /* that were run: fewer than wanted when it was cancelled */
  int n_converged, n_stopped,
      n_failed; /* by how they ended; optima have the converged ones alone */
  int n_optima;
  TrOptimum *optima; /* [n_optima] the best first: by likelihood where it is known, then by cost */
  TrStartEnd *ends;  /* [n_starts] in the order of the starts, the task's own first */
  double *storage;   /* of the parameters of both */
  bool own_failed;   /* the task's own start did not converge */
} TrMultistart;

/* Passes of a fit of thrown bodies (est/identify/impact_passes.h); owned by the fit. */
typedef struct TrImpactPasses {
  int n_windows;        /* logs with a window in the first pass; the others count whole */
  double before, after; /* [s] reach of a window from the first impact */
  double kappa;         /* of the first pass */
  int iterations;       /* of the first pass, from all its starts */
  int n_free;
  double *values, *sigmas; /* [n_free] of the first pass; NAN where not determined */
} TrImpactPasses;

enum { TR_MAX_KAPPA_TRIES = 11 };

/* Fit and score at one kappa. */
typedef struct TrKappaTry {
  double kappa;
  double score;    /* 1 = errors as large as the signal; NAN: no simulation, or nothing moves */
  TrStatus status; /* of the fit, or of the simulation where that failed */
} TrKappaTry;

/* Summary of a search. */
typedef struct TrKappaSearch {
  int n_tries;
  TrKappaTry tries[TR_MAX_KAPPA_TRIES]; /* rising kappa */
  int chosen;        /* among the tries; -1: none has a useful score, or it was cancelled before */
  bool is_at_end;    /* the plateau of the best reaches one end of the range */
  bool is_flat;      /* all scores are equal: kappa does not matter for them */
  bool has_own_logs; /* scored on validation logs */
} TrKappaSearch;

/* Quantity that the task states, and what the logs would make of it
 * (est/identify/preferences.h). */
typedef struct TrPreference {
  TrParam param;   /* of a channel: of the first log that has it */
  double value;    /* as stated */
  double change;   /* x */
  double t;        /* of the change */
  double decrease; /* of the cost with it, as a share of the cost */
  double *shift;   /* [n_free] of the parameters, in their units */
} TrPreference;

typedef struct TrPreferences {
  int n;
  TrPreference
      *all; /* [n] those that can be told from the parameters, the largest decrease first */
  double *storage;
} TrPreferences;

/* Forces along a freedom in a regression. */
typedef struct TrRegressionForce {
  int joint;
  double rmse; /* of the equations' residuals [N m] or [N] */
  double rms;  /* of the motors' forces; of the largest part of the equation where there are none */
} TrRegressionForce;

/* Summary of a regression (est/regress/regression.h). */
typedef struct TrRegressionFit {
  double step, cutoff; /* [s] between samples, [Hz] of the filter */
  int n_rows;          /* equations of a freedom */
  int n_lost;          /* samples in which the measured joints leave a motion open */
  TrInertiaRule consistency;
  int n_freedoms;
  TrRegressionForce *forces; /* [n_freedoms] over all logs */
} TrRegressionFit;

/* Energy observations of a fit (est/problem/energy.h). */
typedef struct TrEnergyFit {
  int n_windows;     /* of all logs; 0: none */
  double window;     /* [s] */
  double sigma, rms; /* [J] as used, and of the residuals */
} TrEnergyFit;

/* Result of a fit; it owns its arrays. */
typedef struct TrFit {
  TrStatus status; /* TR_OK, TR_CANCELLED, TR_NOT_CONVERGED, or the error of the last step */
  TrStopReason stop;
  char message[TR_ERROR_SIZE];     /* reason of the stop, in words */
  char singularity[TR_ERROR_SIZE]; /* place of a singularity and what to do; empty: none */
  int iterations;                  /* linearisations */
  double seconds;
  double kappa, kappa_ref;       /* used, and natural size (theory 8.2) */
  bool weight_is_frozen_in_step; /* TR_WEIGHTING_HELD */
  TrVariances variances;
  int n_freedoms;             /* of the joints (est/prepare/state_error.h) */
  TrStateSigma *state_sigmas; /* [n_freedoms] */
  int n_forces;
  TrMissingForce *forces; /* [n_forces] tested ones, in the order of the joints; NULL where none */
  double *force_shifts;   /* of them all */
  TrEnergyFit energy;
  TrCost cost;
  double likelihood; /* -2 log L, restricted (est/uncertainty/likelihood.h); NAN: unknown */
  double tolerance;  /* relative decrease of the cost that ends the fit (theory 7.4b); 0: unknown */
  double observation_mse, state_mse; /* mean of (y - y_hat)^2 SI, mean of |r|^2 per component */
  long n_residuals, n_states, dof;
  double constraint_violation; /* largest |g| over the nodes [m, 1] */
  int n_free;
  TrEstimate *estimates; /* [n_free] */
  double *covariance;    /* [n_free x n_free] belongs to sigma; NAN rows where not determined */
  double *information; /* [n_free x n_free] S with all stated priors, scaled: in units of `scale` */
  int n_directions;
  int n_null; /* the first ones: gauge freedoms (est/lsq/gauge.h) */
  TrDirection *directions;
  int n_history;
  TrIteration *history;       /* [n_history] */
  double *history_parameters; /* [n_history x n_free] */
  int n_constraints;
  TrConstraintFit *constraints; /* [n_constraints] */
  TrModel *model;               /* with the estimates */
  int n_logs;
  TrLogFit *logs;
  TrPhysical *physical;       /* physical values; NULL unless tr_physical() has run */
  TrPreferences *preferences; /* NULL unless tr_preferences_find() has run, which also sets: */
  double *timing;           /* [n_free x n_free] mean square error by unknown delays of the channels
                               (est/uncertainty/timing.h), 0 where all are known; NULL: not computed */
  TrMultistart *multistart; /* est/identify/multistart.h; NULL with one start */
  TrImpactPasses *passes;   /* NULL but for thrown bodies */
  TrKappaSearch
      *kappa_search; /* est/identify/kappa_search.h; NULL unless kappa was looked for so */
  TrRegressionFit *regression; /* NULL unless it was one: no stepper stands behind the values */
} TrFit;

/* Returns the model of a log: that of the fit, or its own. */
static inline const TrModel *
tr_fit_model_of_log(const TrFit *fit, int log)
{
  return fit->logs[log].model ? fit->logs[log].model : fit->model;
}

/* Returns the physical value of a parameter from two fits of it: `value` and its parts are NAN, and
 * the gap says whether `value` can be reported. */
TrPhysicalValue tr_physical_value_begin(const TrFree *free,
                                        const TrEstimate *coarse,
                                        const TrEstimate *fine,
                                        double value);

/* Records that there are no physical values: the status of the fit that failed, which one it was,
 * and what it said, "" for the text of the status. */
void tr_physical_give_up(TrPhysical *out, TrStatus status, const char *which, const char *text);

/* Return the words of the tables above; static. */
const char *tr_outcome_text(TrStatus status);
const char *tr_stop_text(TrStopReason stop); /* the brief ones */

/* Returns the sensor whose noise is largest beside that of its samples, if it is more than twenty
 * times that, and the factor in *ratio: such a sensor takes what the model lacks.  NULL if there is
 * none. */
const TrSensorFit *tr_fit_find_taken(double *ratio, const TrFit *fit);

/* Sets kappa and the weighting of the settings to those of a finished fit, so that other fits can
 * be compared with it. */
void tr_settings_hold_kappa(TrSettings *settings, const TrFit *fit);

/* Sets the sigmas of the model's sensors, and the ratios of its joints' state errors, to those of a
 * finished fit. */
void tr_model_hold_sigmas(TrModel *model, const TrFit *fit);

/* Makes a task start where a finished fit of it ended: start[n_free], and the weights of that fit,
 * but for the kappa of one in two passes, in a copy of the model, which is returned and belongs to
 * the caller; NULL when memory is out. */
TrModel *tr_task_continue(TrTask *task, double *start, const TrFit *fit);

/* Event for the monitor after every accepted iterate (bare polls pass NULL). */
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
void tr_preferences_free(TrPreferences *preferences);
void tr_multistart_free(TrMultistart *multistart);
void tr_impact_passes_free(TrImpactPasses *passes);
