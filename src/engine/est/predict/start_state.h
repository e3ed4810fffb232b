/* Where a simulation that is compared with a log begins: time, pose and twist.
 *
 * The stepper's velocity at a node is the mean over the step before it (theory 3.7), so the twist
 * is that half a step h of the simulation before the time of the pose. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/sim/simulate.h"

typedef enum TrStartState {
  TR_START_ESTIMATED,   /* the log's estimated motion */
  TR_START_FIRST_SAMPLE /* first samples of the position sensors; joints without one at their start,
                           or following in a loop */
} TrStartState;

/* Position, rate and acceleration at a time, by a local cubic. */
typedef struct TrLocalMotion {
  double position, rate, acceleration;
  double third;     /* a sixth of the third derivative */
  size_t n_samples; /* that it was made from */
} TrLocalMotion;

/* From samples at and after t[0], times strictly increasing, at the time `at`.  The window grows as
 * long as the scatter around its cubic stays near sigma and the least of all shorter ones, so it is
 * long for noisy samples of a slow motion and short for exact ones of a fast motion.  Where its
 * rate is zero within three standard deviations it is a rest: most logs begin so.  Samples at the
 * very beginning that contradict the next ones are left out.  sigma > 0: of one sample.  With fewer
 * than five samples a line, with one a point at rest. */
void tr_local_motion(
    TrLocalMotion *out, const double *t, const double *y, size_t n, double at, double sigma);

/* From the log's samples, at its start; driven joints from their drives.  pose: [n_bodies x 7],
 * twist: [n_bodies x 6]. */
TR_NODISCARD TrStatus tr_start_from_samples(
    double *pose, double *twist, const TrModel *model, const TrLog *log, double h, TrError *error);

/* The model's start pose with driven joints where their drives want them at t, at their rates. */
TR_NODISCARD TrStatus tr_start_from_drives(double *pose,
                                           double *twist,
                                           const TrModel *model,
                                           const TrLog *log,
                                           double t,
                                           double h,
                                           TrError *error);

/* The twist half a step before a rest at a pose: half of what the first step gains, backwards.
 * options: duration is not looked at. */
TR_NODISCARD TrStatus tr_start_at_rest(double *twist,
                                       const double *pose,
                                       const TrModel *model,
                                       const TrLog *log,
                                       const TrSimOptions *options);

/* From an estimated motion of a log: its first pose, and the twist with which the stepper reaches
 * its second one, found by simulating that step, in steps of options->h or close to it.
 * options: start and duration are not looked at. */
TR_NODISCARD TrStatus tr_start_from_motion(double *pose,
                                           double *twist,
                                           const TrTrajectory *motion,
                                           const TrModel *model,
                                           const TrLog *log,
                                           const TrSimOptions *options);

/* The state of an estimated motion at one of its nodes but the first, as the stepper goes on from
 * it: its pose, and the mean velocity of the step before it. */
void tr_start_from_node(double *pose, double *twist, const TrTrajectory *motion, int node);
