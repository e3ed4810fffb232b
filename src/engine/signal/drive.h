/* Drive curve: the motion that the channel of a driven joint prescribes (theory 2.5).
 *
 * The channel holds position, velocity or acceleration.  The last two are integrated exactly
 * between samples (constant or linear), from the first sample on, and start at `start` with
 * `start_rate`. Positions are joined by a cubic through the samples; where four or more of them lie
 * within h/2 of the requested time, by their local quadratic fit instead, like observations.
 * Before the first and after the last sample the channel's value is constant. */
#pragma once

#include "engine/signal/log.h"

/* A curve over the samples of one channel. */
typedef struct TrDriveCurve {
  const TrChannel *channel;
  int order;        /* integrations: 0 position, 1 velocity, 2 acceleration */
  double *y;        /* [n] samples without the offset and scale that they were made with */
  double *position; /* [n] y integrated `order` times up to each sample */
  double *rate;     /* [n] derivative of position: for order 2 the first integral, else unused */
} TrDriveCurve;

/* Numbers of the channel in which the motion is linear, and its delay. */
typedef struct TrDriveNumbers {
  double offset, scale; /* of the channel, in its own unit */
  double late;          /* [s] beyond the delay that the samples were made with */
  double start;         /* [rad] or [m] at the channel's first sample; orders 1 and 2 */
  double start_rate;    /* [rad/s] or [m/s]; order 2 */
} TrDriveNumbers;

/* A number of a step and its derivatives by these numbers. */
typedef struct TrDriveValue {
  double value;
  double by_offset, by_scale, by_late, by_start, by_start_rate;
} TrDriveValue;

/* Numbers of a drive in a step: position at its node, mean rate since the node before and until the
 * node after it. */
typedef struct TrDriveStep {
  TrDriveValue position, rate, rate_after;
} TrDriveStep;

/* Initialises a curve, with continuous angles.  False when memory is out; the channel is kept by
 * reference. */
bool tr_drive_curve_init(TrDriveCurve *curve, const TrChannel *channel, int order, bool is_angle);
void tr_drive_curve_clear(TrDriveCurve *curve);

/* Returns the numbers that the channel's samples were made with. */
TrDriveNumbers tr_drive_curve_numbers(const TrDriveCurve *curve);

/* Prescribed position at t; h: distance of the nodes. */
void tr_drive_curve_at(TrDriveValue *out,
                       const TrDriveCurve *curve,
                       const TrDriveNumbers *numbers,
                       double t,
                       double h);

/* All numbers of a step at t.  A position outside the samples is unknown, so that a rate from or to
 * it is replaced by the one on the other side. */
void tr_drive_curve_step(
    TrDriveStep *out, const TrDriveCurve *curve, const TrDriveNumbers *numbers, double t, double h);
