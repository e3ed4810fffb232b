/* From logs to what the estimator works on: nodes, inputs per step, observations, start values.
 *
 * Node k of a log is at start + k h.  The step of node k spans t_k - h/2 .. t_k + h/2; its input is
 * the mean of the log's over that span (theory 5.1).  Every sample is used once: joined with its
 * neighbours into one value at the node (local quadratic fit), or by itself at its own stamp. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/sim/inputs.h"

/* What a log shows of a joint before anything is estimated. */
typedef enum TrSeen {
  TR_SEEN_NOT,     /* nothing: its coordinate begins at zero */
  TR_SEEN_RATE,    /* how it changes, from an angle or place that is guessed */
  TR_SEEN_POSITION /* its coordinate, by a sensor of its own or of bodies */
} TrSeen;

/* One observation of a sensor. */
typedef struct TrObservation {
  int sensor, channel; /* of the model, of the log */
  int node;            /* between this node ... */
  double fraction;     /* ... and the next, 0 <= fraction < 1 */
  double t, y;         /* [s], in the unit of the sensor */
  double variance;     /* of y */
  int n_samples;       /* that it was made from ... */
  size_t first;        /* ... from this one on, counted over the channel's used samples */
} TrObservation;

typedef struct TrPreparedLog {
  const TrLog *log;
  int n_nodes;
  TrInputs *inputs;   /* where they come from */
  double *input;      /* [n_nodes x n_inputs] */
  double *smoothing;  /* [n_joints] smoothing rates of dry friction */
  TrSeen *seen;       /* [n_joints] what the start motion knows of them */
  double *step_share; /* [n_nodes] of each step's weight; NULL where nothing is excluded */
  int n_observations;
  TrObservation *observations;
  TrTrajectory *start; /* filtered measurements, constraints fulfilled; twists filled */
} TrPreparedLog;

typedef struct TrPrepared {
  int n_logs;
  TrPreparedLog *logs;
  int n_sensors;
  double *sigma;       /* [n_sensors] of one sample, as used; NAN where no log has the sensor */
  double *sigma_floor; /* [n_sensors] least that the samples resolve: quantum/sqrt(12), or a quarter
                          of their scatter where they are not quantised */
  double *sigma_data;  /* [n_sensors] what the samples show of it, largest over the logs */
  double *motion;      /* [n_sensors] sd of the samples, largest over the logs */
  double sigma0;       /* 1/sigma0^2 = mean over the mapped sensors of 1/sigma^2 */
  double kappa_ref;    /* natural size of kappa (theory 8.2) */
  double *input_range; /* [n_motors] largest minus smallest input over all logs */
} TrPrepared;

/* Checks settings and logs and prepares them.  Errors name the log and the channel. */
TR_NODISCARD TrStatus tr_prepare(TrPrepared *prepared, const TrTask *task, TrError *error);

/* The same with the start motions of another task that has the same logs, steps, bodies and joints
 * (nullable: its own); in closed loops they are most of the work. */
TR_NODISCARD TrStatus tr_prepare_along(TrPrepared *prepared,
                                       const TrTask *task,
                                       const TrPrepared *motions,
                                       TrError *error);
void tr_prepared_clear(TrPrepared *prepared);

/* What the samples show of each sensor's noise, and its sigma: the stated one, or the mean variance
 * over the logs that have the sensor (prepare/noise.c). */
void tr_prepare_noise(TrPrepared *prepared, const TrTask *task);

/* Makes the variance of a sensor's samples `factor` times what it was (prepare/noise.c). */
void tr_prepared_scale_noise(TrPrepared *prepared, int sensor, double factor);

/* The zero-phase filter of the start motion: its order, and the share of the sampling rate above
 * which there is nothing left to filter. */
enum { TR_START_ORDER = 2 };
#define TR_MAX_CUTOFF_SHARE 0.45

/* Observations of one log (prepare/observations.c). */
TR_NODISCARD TrStatus tr_prepare_observations(TrPreparedLog *out,
                                              const TrTask *task,
                                              const double *sigma);

/* Coordinates [n_nodes x n_joints] of joints that no sensor of their own shows, from those of
 * bodies and of rates, as far as these reach; with what is known of each in out->seen
 * (prepare/inverse.c).  The others hold their coordinates already and are TR_SEEN_POSITION. */
TR_NODISCARD TrStatus tr_prepare_inverse(double *coordinates,
                                         TrPreparedLog *out,
                                         const TrTask *task);

/* Whether some joint moves in more ways than it has coordinates, so that these do not make a pose.
 */
bool tr_prepare_must_close(const TrModel *model);

/* Poses of out->start that meet the constraints and, as nearly as it goes, the coordinates [n_nodes
 * x n_joints] (NAN: any) and what sensors of points, orientations and rates of joints show; the
 * coordinates become those of the poses (prepare/close.c). */
TR_NODISCARD TrStatus tr_prepare_close(double *coordinates,
                                       TrPreparedLog *out,
                                       const TrTask *task,
                                       TrAssembly *assembly,
                                       TrError *error);

/* Whether gears turn a joint by less than half a turn a step, as far as the coordinates [n_nodes x
 * n_joints] that the log shows tell (prepare/gears.c).  TR_BAD_MODEL names gear, joint and step. */
TR_NODISCARD TrStatus tr_prepare_check_gears(const double *coordinates,
                                             const TrPreparedLog *log,
                                             const TrTask *task,
                                             TrError *error);

/* The samples of a channel at the nodes, evenly sampled and filtered like the start motion;
 * out[0], out[stride], ... (prepare/start.c). */
TR_NODISCARD TrStatus tr_prepare_nodes(
    double *out, int stride, const TrPreparedLog *log, const TrTask *task, const TrChannel *c);

/* Signs [c->n] that take the jumps between a quaternion and its negative out of the channels of a
 * TR_SENSOR_BODY_ORIENTATION: of a channel of it, from the others at the same stamps; the first is
 * one (prepare/signs.c). */
void tr_prepare_signs(double *signs, const TrLog *log, const TrModel *model, const TrChannel *c);

/* One or minus one: whether the first samples of these channels agree with a motion. */
double tr_prepare_first_sign(const TrTrajectory *motion,
                             const TrLog *log,
                             const TrModel *model,
                             const TrChannel *c);

/* The pose of a node, behind the first, from those before it: the last step once more. */
void tr_prepare_go_on(TrTrajectory *start, int node);

/* Start motion and smoothing rates of one log (prepare/start.c). */
TR_NODISCARD TrStatus tr_prepare_start(TrPreparedLog *out, const TrTask *task, TrError *error);

/* Checks the free quantities, ties and constraints of a task (task_check.c); TR_BAD_SETTING. */
TR_NODISCARD TrStatus tr_task_check_free(const TrTask *task, TrError *error);

/* Whether t lies in an excluded range. */
bool tr_log_excludes(const TrLog *log, double t);

/* The channel of a log that carries a sensor or motor, or NULL. */
const TrChannel *tr_log_find(const TrLog *log, TrSignalKind kind, int index);
