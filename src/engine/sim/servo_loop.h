/* Servos of a model along a motion: what their controllers see and hold (theory 4.8).
 *
 * A controller with a sample time T takes its samples at j T of the log's time axis, and what it
 * makes of one acts from j T + delay until the next:
 *
 *   e_j = set value(j T) - s(j T),  I_j = T (e_0 + .. + e_j),  D_j = (e_j - e_j-1)/T
 *
 * of a command of velocity with (s(j T) - s(j T - T))/T in place of s.  Without a sample time it
 * sees the means over the step's window, `delay` earlier.  s is the coordinate of the joint in the
 * nodes of the motion, linear between them; before the first node it rests, after the last one it
 * goes on at its last rate.  The integral is zero at the first node.  The set value of a hinge is
 * within half a turn of the first coordinate. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/signal/window.h"

/* Servos with their motion up to some node. */
typedef struct TrServoLoops TrServoLoops;

/* Nodes of the motion. */
typedef struct TrServoNodes {
  int n;        /* nodes that there will be at most */
  double start; /* [s] of node 0 */
  double h;     /* [s] */
} TrServoNodes;

/* Returns the servos of a model whose set values are in channels[n_motors] (NULL: zero), without a
 * node; NULL when memory is out.  Model and channels are kept by reference. */
TrServoLoops *tr_servo_loops_new(const TrModel *model,
                                 const TrChannel *const *channels,
                                 const TrServoNodes *nodes);
void tr_servo_loops_free(TrServoLoops *loops);

/* Number of servos; servo i is that of the i-th motor that has one. */
int tr_servo_loops_count(const TrServoLoops *loops);

/* Returns the joint of a servo. */
int tr_servo_loops_joint(const TrServoLoops *loops, int i);

/* Appends a node: the coordinates place[count] of the servos' joints, those of hinges up to whole
 * turns.  The first one is before node 0, by a step h. */
void tr_servo_loops_append(TrServoLoops *loops, const double *place);

/* Fills the servos' inputs of the step of length h at t among u[n_inputs], and the mean inputs of
 * their motors.  For one t after the other in order of time; at least node 0 is there. */
void tr_servo_loops_inputs(double *u, TrServoLoops *loops, double t, double h);

/* Length of a step, and the share of a damping that acts on the rate after it. */
typedef struct TrServoStep {
  double h;
  double share;
} TrServoStep;

/* Equivalent inertia of a joint's servos that act without delay and sample time: the torque per
 * unit of effort times h share kd + h^2 kp/4, of a command of velocity kp and ki in place of kd and
 * kp.  With it the stepper takes the change of the effort over the step into account, so that stiff
 * gains do not limit h.  0 where the effort is at its limit. */
double tr_servo_inertia(const TrModel *model, int joint, const double *u, TrServoStep step);
