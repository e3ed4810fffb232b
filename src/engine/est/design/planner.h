/* Planner: what all plans for one wish have in common.
 *
 * A plan is x[n_numbers]: the numbers of the curves of all actors, and in the last place their
 * first harmonic [Hz], one of those of the wish.  The motion that it makes is simulated by the
 * stepper that the estimates belong to, from rest at the start of the joints.  A motor of force
 * that follows set-points is replaced by a drive; the force that this takes is then the motor's,
 * and gives its input. */
#pragma once

#include "engine/est/design/wish.h"
#include "engine/mbs/model/trajectory.h"

typedef struct TrPlanner {
  const TrTask *task;
  const TrWish *wish;
  TrModel *model; /* with the values known, and the noise of the fit */
  TrSettings settings;
  TrStateSigma *state_sigmas; /* of the fit; NULL without one */
  int n_freedoms;
  double *left;       /* [n_freedoms] variances of it without the fit's reversals
                         (est/design/reversals.h); NULL: the fit does not weigh errors by joint */
  bool has_reversals; /* those of a plan count (est/design/reversals.h) */
  double fit_step;    /* [s] of the fit */
  TrKnown known;
  double *now;            /* [known.n x known.n] S before the plan, as the criterion counts it */
  TrJudgement *region;    /* of what is known in fact, for drawn parameters */
  bool *is_of_interest;   /* [known.n] */
  double *friction_share; /* [n_joints] smoothing rate over the joint's rms rate; negative: the rate
                             itself, as stated */
  int n_sensors;
  int *sensors;   /* [n_sensors] with a channel */
  int n_samples;  /* of each channel */
  double *time;   /* [n_samples] */
  double sigma0;  /* of the sensors that kappa belongs to (est/identify/identify.h) */
  int n_curves;   /* numbers of the curves */
  int n_numbers;  /* of a plan: n_curves + 1 */
  double *margin; /* [n_limits] by which the limits are narrowed, as a share of their range */
} TrPlanner;

/* Returns a planner for a task, whose logs give h, sensors and channels, and a fit of it (NULL: the
 * start values, with sensors whose sigma is stated).  All must outlive it.  TR_BAD_SETTING with a
 * sentence where nothing is free, moved, or measured; free with tr_planner_free(). */
TR_NODISCARD TrStatus tr_planner_new(
    TrPlanner **out, const TrTask *task, const TrFit *fit, const TrWish *wish, TrError *error);
void tr_planner_free(TrPlanner *planner);

/* Initialises the curve of an actor in a plan x[n_numbers], which must outlive it. */
void
tr_planner_curve_init(TrPlanCurve *curve, const TrPlanner *planner, const double *x, int actor);

/* Number of steps in which a log of the machine is simulated for each of the fit: as many as there
 * are samples, twelve at most.  The errors of a step fall with its square, those of dry friction in
 * a step in which a joint reverses in proportion to it. */
int tr_planner_count_steps(const TrPlanner *planner);

/* Returns a planner with these shorter steps; its arrays are those of the one given. */
TrPlanner tr_planner_shorten(const TrPlanner *planner);

/* Standard deviation of the sensors together: 1/sigma0^2 is the mean of 1/sigma^2. */
double tr_planner_sigma0(const TrModel *model, const int *sensors, int n_sensors);
