/* Start state of a simulation that is compared with a log: time, pose and twist.
 *
 * The stepper's velocity at a node is the mean over the step before it (theory 3.7), so the twist
 * is that half a step h of the simulation before the time of the pose. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/sim/simulate.h"

/* Origins of a start state. */
typedef enum TrStartState {
  TR_START_ESTIMATED,   /* the log's estimated motion */
  TR_START_FIRST_SAMPLE /* first samples of the position sensors; joints without one at their start,
                           or following in a loop */
} TrStartState;

/* Position, rate and acceleration at a time, from a local cubic. */
typedef struct TrLocalMotion {
  double position, rate, acceleration;
  double third;     /* a sixth of the third derivative */
  size_t n_samples; /* samples used */
} TrLocalMotion;

/* Fits a local cubic to samples at and after t[0], times strictly increasing, and evaluates it at
 * the time `at`. The window grows as long as the scatter around its cubic stays near sigma and the
 * least of all shorter ones, so that it is long for noisy samples of a slow motion and short for
 * exact samples of a fast motion.  A rate that is zero within three standard deviations counts as
 * rest: most logs start at rest.  Samples at the very beginning that contradict the next ones are
 * left out. sigma > 0: of one sample.  With fewer than five samples the model is a line, with one a
 * point at rest. */
void tr_local_motion(
    TrLocalMotion *out, const double *t, const double *y, size_t n, double at, double sigma);

/* Start from the log's samples, at its start; driven joints from their drives. pose: [n_bodies x
 * 7], twist: [n_bodies x 6]. */
TR_NODISCARD TrStatus tr_start_from_samples(
    double *pose, double *twist, const TrModel *model, const TrLog *log, double h, TrError *error);

/* Start at the model's start pose, with driven joints at the positions and rates of their drives at
 * options->start, for steps of options->h. */
TR_NODISCARD TrStatus tr_start_from_drives(double *pose,
                                           double *twist,
                                           const TrModel *model,
                                           const TrLog *log,
                                           const TrSimOptions *options,
                                           TrError *error);

/* Coordinates and rates of the joints that are stated. */
typedef struct TrJointStart {
  const double *position, *rate; /* [n_joints] of hinges and slides [rad, m; rad/s, m/s]; NAN: the
                                    model's start at rest, or following in a loop */
  const TrLog *log;              /* inputs, and motion of the driven joints */
} TrJointStart;

/* Start with joints at stated coordinates and rates, driven ones as their drives prescribe.  Where
 * nothing is driven, the twist is that of half a step before, from the forces at rest.  In a loop
 * the coordinates are reached as closely as it allows. */
TR_NODISCARD TrStatus tr_start_from_joints(double *pose,
                                           double *twist,
                                           const TrModel *model,
                                           const TrJointStart *joints,
                                           const TrSimOptions *options,
                                           TrError *error);

/* Twist half a step before a rest at a pose: half of the velocity gained in the first step,
 * backwards. options: duration is ignored. */
TR_NODISCARD TrStatus tr_start_at_rest(double *twist,
                                       const double *pose,
                                       const TrModel *model,
                                       const TrLog *log,
                                       const TrSimOptions *options);

/* Start from an estimated motion of a log: its first pose, and the twist with which the stepper
 * reaches its second one, found by simulating that step, in steps of options->h or close to it.
 * options: start and duration are ignored. */
TR_NODISCARD TrStatus tr_start_from_motion(double *pose,
                                           double *twist,
                                           const TrTrajectory *motion,
                                           const TrModel *model,
                                           const TrLog *log,
                                           const TrSimOptions *options);

/* Start from a node of an estimated motion, not the first: its pose, and the mean velocity of the
 * step before it, from which the stepper continues. */
void tr_start_from_node(double *pose, double *twist, const TrTrajectory *motion, int node);
