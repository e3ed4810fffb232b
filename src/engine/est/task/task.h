/* Task of an identification: model, free parameters, logs and settings.
 *
 * A task is plain data and belongs to its caller.  The engine does not change it, and several
 * threads may read it. */
#pragma once

#include "engine/base/monitor.h"
#include "engine/mbs/model/param.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/signal/log.h"
#include "engine/sim/spook.h"

/* Observations made from the samples of a sensor. */
typedef enum TrObservations {
  TR_OBSERVE_LOCAL_FIT, /* local quadratic fit of the samples within h/2 of the node */
  TR_OBSERVE_NODE       /* the sample at the node */
} TrObservations;

/* Origin of kappa when the settings have no number (theory 8). */
typedef enum TrKappaRule {
  TR_KAPPA_AUTO,     /* variance components (est/solve/variance.h); the default */
  TR_KAPPA_VALIDATE, /* smallest open-loop error (est/identify/kappa_search.h) */
  TR_KAPPA_NATURAL   /* kappa_ref, not estimated */
} TrKappaRule;

/* Treatment of the weight W of the state error, r = W(p) e, while a step is tried. */
typedef enum TrWeighting {
  TR_WEIGHTING_AUTO,  /* held */
  TR_WEIGHTING_JOINT, /* W follows the masses, and all bodies' impulses count alike: the published
                         cost, states and parameters at the joint maximum */
  TR_WEIGHTING_HELD /* W of the point stepped from, the maximum of the marginal likelihood to first
                       order (est/problem/problem.h); impulses by joint
                       (est/step/joint_weight.c) */
} TrWeighting;

/* Residual formulations (theory 6, est/step/formulation.h). */
typedef enum TrFormulationKind {
  TR_FORMULATION_PREDICTED,    /* unknown poses, enforced time stepping */
  TR_FORMULATION_EXPLICIT,     /* poses and velocities, as published (theory 6.9) */
  TR_FORMULATION_SECOND_ORDER, /* as predicted, for a stepper of second order in h; the default */
  TR_FORMULATION_REGRESSION,   /* inverse dynamics along the measured motion (est/regress) */
  TR_N_FORMULATIONS
} TrFormulationKind;

/* Unknowns that Levenberg-Marquardt damping acts on. */
typedef enum TrDamping {
  TR_DAMP_PARAMETERS, /* on the parameters, relative to their curvature (theory 7.3); the default */
  TR_DAMP_ALL         /* on all unknowns alike, states included (theory 7.6) */
} TrDamping;

enum { TR_MAX_THREADS = 64 };

/* Settings of a fit. */
typedef struct TrSettings {
  TrFormulationKind formulation;
  TrDamping damping;
  double kappa; /* > 0 [sensor variance / (N s)^2] at h = 0.01 s; NAN = by kappa_rule */
  TrKappaRule kappa_rule;
  TrWeighting weighting;
  double h;       /* [s] > 0; NAN = automatic, in the settings of a project alone */
  bool h_is_auto; /* whether h was chosen from the logs (est/prepare/choose_step.h) */
  TrObservations observations;
  double compliance_scale;   /* multiplies the joints' compliances, >= 0 */
  double damping_scale;      /* multiplies the joints' damping times, >= 0 */
  double cutoff;             /* [Hz] of the zero-phase filter of the start values, and of that of a
                                regression ... */
  bool chooses_cutoff;       /* ... which finds its own instead (est/regress/cutoff_sweep.h) */
  double friction_rate;      /* [rad/s, m/s] overrides all joints' smoothing rates; NAN = theirs */
  int max_iterations;        /* linearisations, >= 1; 0 = tr_settings_limit() */
  TrLossKind loss;           /* of the sensors without one of their own */
  TrInertiaRule consistency; /* of the bodies without one of their own */
  double inertia_prior; /* >= 0 weight of the log-det distance of inertias from their start in a
                           regression that keeps them realisable */
  double energy;        /* [s] > 0: window of the energy observations (est/problem/energy.h); 0:
                           none */
  double impact_error;  /* >= 0 relative sd of the impulse of contacts, beside the state error */
  int threads;          /* threads of a fit, 1 .. TR_MAX_THREADS; the bits are the same for any */
} TrSettings;

/* Returns the default settings; h is a number, for callers that have no logs. */
TrSettings tr_settings_default(void);

/* Limit of the linearisations of a fit with n_free free parameters: the one that is set, else
 * max(20, 10 + 3 n_free). */
int tr_settings_limit(const TrSettings *settings, int n_free);

/* Distance of the parameters from the minimum [sigma] that the next step of a converged fit
 * predicts at most. */
#define TR_ACCURACY 1e-3

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
  bool wants_influence;   /* whether TrLogFit.influence is filled */
  bool wants_checks;      /* whether the model is checked: TrFit.forces, TrLogFit.predictions */
  bool gives_up;          /* a fit from above (theory 8.3) whose cost falls too slowly ends with
                             TR_STOP_SLOW, and one from below after few rounds, or the first that
                             does not converge, for callers that have another way */
  bool begins_below;      /* the rounds begin where the motion follows the samples (theory 8.3),
                             not from above */
  double warm_kappa;      /* > 0: start of the rounds where kappa comes from the data */
  double accuracy;        /* [sigma] > 0: distance from the minimum at which a fit ends, instead of
                             TR_ACCURACY */
  int n_validation;
  const TrLog *validation; /* [n_validation] scored, not fitted: TR_KAPPA_VALIDATE */
  TrMonitor monitor;
} TrTask;

/* Returns whether the task has a model and the arrays that its counts announce; for assertions. */
bool tr_task_is_whole(const TrTask *task);

/* Id and unit of a quantity of the model or of a channel (`log.<log>.<signal>.offset`, `.scale`,
 * `.delay`); the unit is static. */
void tr_task_param_id(char id[TR_ID_SIZE], const TrTask *task, TrParam param);
const char *tr_task_param_unit(const TrTask *task, TrParam param);

/* Those of a free quantity, 0 <= index < n_free. */
void tr_task_free_id(char id[TR_ID_SIZE], const TrTask *task, int index);
const char *tr_task_free_unit(const TrTask *task, int index);

/* Returns whether a quantity is free, or tied to one that is. */
bool tr_task_frees(const TrTask *task, TrParam param);

/* Checks the settings and the free quantities of a task (task.c).  Returns TR_OK or the error,
 * named in `error`. */
TR_NODISCARD TrStatus tr_settings_check(const TrSettings *settings, TrError *error);
