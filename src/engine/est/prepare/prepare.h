/* Preparation of logs for the estimator: nodes, inputs per step, observations, start values.
 *
 * Node k of a log is at start + k h.  The step of node k spans t_k - h/2 .. t_k + h/2; its input is
 * the mean of the log's over that span (theory 5.1).  Every sample is used once: joined with its
 * neighbours into one value at the node (local quadratic fit), or alone at its own stamp. */
#pragma once

#include "engine/est/prepare/state_error.h"
#include "engine/est/task/fit.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/sim/inputs.h"

/* Knowledge that a log gives of a joint before anything is estimated. */
typedef enum TrSeen {
  TR_SEEN_NOT,     /* nothing: its coordinate starts at zero */
  TR_SEEN_RATE,    /* its rate; the angle or place at the start is assumed */
  TR_SEEN_POSITION /* its coordinate, by a sensor of its own or of bodies */
} TrSeen;

/* One observation of a sensor. */
typedef struct TrObservation {
  int sensor, channel; /* of the model, of the log */
  int node;            /* between this node ... */
  double fraction;     /* ... and the next, 0 <= fraction < 1 */
  double t, y;         /* [s], in the unit of the sensor */
  double variance;     /* of y */
  int n_samples;       /* samples that it was made from ... */
  size_t first;        /* ... from this one on, counted over the channel's used samples */
} TrObservation;

/* Typical motion of a joint and what drives it: rms values of its coordinate over the start
 * motions. Joints without a coordinate have zeros. */
typedef struct TrJointSize {
  double force;   /* [N m, N] the largest of inertia's, gravity's, and the joint's own motors',
                     springs' and friction's */
  double rate;    /* [rad/s, m/s] */
  double stretch; /* [rad, m] of its spring */
} TrJointSize;

/* A prepared log. */
typedef struct TrPreparedLog {
  const TrLog *log;
  TrModel *own_model; /* with the log's own values; NULL: the task's */
  int n_nodes;
  TrInputs *inputs;   /* source of `input` */
  double *input;      /* [n_nodes x n_inputs] */
  double *smoothing;  /* [n_joints] smoothing rates of dry friction */
  double *widest;     /* [n_joints] the first of these, ... */
  double *narrowest;  /* [n_joints] ... and the last that a fit may narrow them to
                         (est/solve/narrow.h) */
  TrSeen *seen;       /* [n_joints] source of the start motion of each joint */
  double *step_share; /* [n_nodes] share of each step's weight; NULL where nothing is excluded */
  int n_observations;
  TrObservation *observations;
  TrTrajectory *start; /* filtered measurements, constraints fulfilled; twists filled */
} TrPreparedLog;

/* State error at kappa_ref, as a share of the rms of the sizes of a step's impulses. */
#define TR_KAPPA_REF_SHARE 0.03

/* All prepared logs of a task, and scales found from them. */
typedef struct TrPrepared {
  int n_logs;
  TrPreparedLog *logs;
  int n_sensors;
  double *sigma;       /* [n_sensors] of one sample, as used; NAN where no log has the sensor */
  double *sigma_floor; /* [n_sensors] resolution of the samples: quantum/sqrt(12), or a quarter of
                          their scatter where they are not quantised */
  double *sigma_data;  /* [n_sensors] estimate from the samples, largest over the logs */
  double *motion;      /* [n_sensors] sd of the samples, largest over the logs */
  double sigma0;       /* 1/sigma0^2 = mean over the mapped sensors of 1/sigma^2 */
  TrStateError state_error;
  TrJointSize *joint_size; /* [n_joints] */
  double kappa_ref;        /* natural size of kappa (theory 8.2) */
  double *input_range;     /* [n_motors] largest minus smallest input over all logs */
} TrPrepared;

/* Checks settings and logs and prepares them; the caller clears *prepared with tr_prepared_clear().
 * Errors name the log and the channel. */
TR_NODISCARD TrStatus tr_prepare(TrPrepared *prepared, const TrTask *task, TrError *error);

/* The same with the start motions of another task that has the same logs, steps, bodies and joints
 * (nullable: its own), and with the sizes of the state error and the joints measured on them.  In
 * closed loops and of many bodies these are most of the work. */
TR_NODISCARD TrStatus tr_prepare_along(TrPrepared *prepared,
                                       const TrTask *task,
                                       const TrPrepared *motions,
                                       TrError *error);
void tr_prepared_clear(TrPrepared *prepared);

/* Estimates each sensor's noise from the samples and sets its sigma: the stated one, or the mean
 * variance over the logs that have the sensor (prepare/noise.c). */
void tr_prepare_noise(TrPrepared *prepared, const TrTask *task);

/* Multiplies the variance of a sensor's samples by `factor` (prepare/noise.c). */
void tr_prepared_scale_noise(TrPrepared *prepared, int sensor, double factor);

/* Measures the state error's sizes and prepared->joint_size on the start motions
 * (prepare/state_error.c). */
TR_NODISCARD TrStatus tr_prepare_state_error(TrPrepared *prepared, const TrTask *task);

/* Measures the sizes of the state error again with the values of another model, the task's with
 * other values; within a group the shares follow them, unless they are stated.  Groups and
 * prepared->joint_size stay, and all stays where nothing can be measured, as with masses that are
 * not positive.  Fails only without memory. */
TR_NODISCARD TrStatus tr_prepare_state_error_again(TrPrepared *prepared,
                                                   const TrTask *task,
                                                   const TrModel *model);

/* The first with the sizes that were measured for another task along the same motion; the shares
 * are those of this task. */
TR_NODISCARD TrStatus tr_prepare_state_error_like(TrPrepared *prepared,
                                                  const TrTask *task,
                                                  const TrPrepared *from);

/* Returns the natural size of a free quantity (theory 9.1), in its unit: what its weak prior and
 * the steps of the solver are measured in (prepare/natural_size.c). */
double tr_natural_size(const TrPrepared *prepared, const TrTask *task, const TrFree *f);

/* Standard deviation of the weak prior of parameters without a stated one, in natural sizes (theory
 * 9.1). */
#define TR_WEAK_PRIOR_SD 10.0

/* Order of the zero-phase filter of the start motion, and the share of the sampling rate above
 * which nothing is left to filter. */
enum { TR_START_ORDER = 2 };
#define TR_MAX_CUTOFF_SHARE 0.45

/* Fills the observations of one log (prepare/observations.c). */
TR_NODISCARD TrStatus tr_prepare_observations(TrPreparedLog *out,
                                              const TrTask *task,
                                              const double *sigma);

/* Fills the coordinates [n_nodes x n_joints] of joints without a sensor of their own, from sensors
 * of bodies and of rates as far as possible, and out->seen (prepare/inverse.c).  The other joints
 * are TR_SEEN_POSITION, and their coordinates are set already. */
TR_NODISCARD TrStatus tr_prepare_inverse(double *coordinates,
                                         TrPreparedLog *out,
                                         const TrTask *task);

/* Returns whether some joint has more degrees of freedom than coordinates, so that these do not
 * define a pose. */
bool tr_prepare_must_close(const TrModel *model);

/* Finds poses of out->start that meet the constraints and fit best the coordinates [n_nodes x
 * n_joints] (NAN: any) and the readings of sensors of points, orientations and rates of joints; the
 * coordinates become those of the poses (prepare/close.c). */
TR_NODISCARD TrStatus tr_prepare_close(double *coordinates,
                                       TrPreparedLog *out,
                                       const TrTask *task,
                                       TrAssembly *assembly,
                                       TrError *error);

/* Checks that gears turn a joint by less than half a turn a step, by the coordinates [n_nodes x
 * n_joints] that the log shows (prepare/gears.c).  TR_BAD_MODEL names gear, joint and step. */
TR_NODISCARD TrStatus tr_prepare_check_gears(const double *coordinates,
                                             const TrPreparedLog *log,
                                             const TrTask *task,
                                             TrError *error);

/* Writes the samples of a channel at the nodes, evenly sampled and filtered like the start motion,
 * to out[0], out[stride], ... (prepare/start.c). */
TR_NODISCARD TrStatus tr_prepare_nodes(
    double *out, int stride, const TrPreparedLog *log, const TrTask *task, const TrChannel *c);

/* Returns the value at t, linear between the samples y[c->n] of a channel; *at: the last sample
 * before an earlier t, 0 at first. */
double tr_prepare_interpolate(const TrChannel *c, const double *y, double t, size_t *at);

/* Gives the servos of out->inputs the motion that they saw: the samples of the sensors of their
 * joints as they are, since a controller acts on its sensor, noise included; without such a sensor
 * the start motion (prepare/seen_by_servos.c). */
TR_NODISCARD TrStatus tr_prepare_servos(TrPreparedLog *out, const TrTask *task);

/* Signs [c->n] that remove the jumps between a quaternion and its negative from a channel that
 * reads a quaternion, found from its other channels at the same stamps; the first is one
 * (prepare/signs.c). */
void tr_prepare_signs(double *signs, const TrLog *log, const TrModel *model, const TrChannel *c);

/* Returns the factor, one or minus one, of those signs with which the samples agree with a motion:
 * found at the first sample that the motion has, since the body may turn before. */
double tr_prepare_first_sign(const TrTrajectory *motion,
                             const TrLog *log,
                             const TrModel *model,
                             const TrChannel *c);

/* Extrapolates the pose of a node, not the first, from those before it: repeats the last step. */
void tr_prepare_go_on(TrTrajectory *start, int node);

/* Fills start motion and smoothing rates of one log (prepare/start.c). */
TR_NODISCARD TrStatus tr_prepare_start(TrPreparedLog *out, const TrTask *task, TrError *error);

/* Checks the free quantities, ties and constraints of a task (task_check.c); TR_BAD_SETTING. */
TR_NODISCARD TrStatus tr_task_check_free(const TrTask *task, TrError *error);

/* Farthest coordinate [rad] or [m] of a joint in the start motions of all logs, as compared with
 * its limits (prepare/extreme.c). */
double
tr_prepared_extreme(const TrPrepared *prepared, const TrModel *model, int joint, bool is_upper);

/* Returns whether t lies in an excluded range. */
bool tr_log_excludes(const TrLog *log, double t);

/* Returns the channel of a log that carries a sensor or motor, or NULL. */
const TrChannel *tr_log_find(const TrLog *log, TrSignalKind kind, int index);
