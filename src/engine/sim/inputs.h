/* Inputs of steps (mbs/model/model.h) from a log's motor channels. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/signal/drive.h"
#include "engine/sim/servo_loop.h"

/* Inputs of a model from channels. */
typedef struct TrInputs {
  const TrModel *model;
  int n_motors;               /* of the model, which may be freed before the inputs */
  const TrChannel **channels; /* [n_motors] NULL: none */
  TrDriveCurve *curves;       /* [n_motors] of drives that have a channel */
  bool is_hat;                /* weights of a step's samples (signal/window.h); not, at first */
  TrServoLoops *servos;       /* NULL without servos, and until the motion is there */
  double *place;              /* [servos] of a node */
} TrInputs;

/* Returns the inputs of the motor channels that have samples.  Model and channels are kept by
 * reference, and not used by tr_inputs_free(); NULL when memory is out.  The caller frees it. */
TrInputs *tr_inputs_new(const TrModel *model, int n_channels, const TrChannel *channels);
void tr_inputs_free(TrInputs *inputs);

/* Returns TR_BAD_LOG when a drive has no channel. */
TR_NODISCARD TrStatus tr_inputs_check(const TrInputs *inputs, TrError *error);

/* Gives the servos of the model room for a motion; no effect without servos.  False when memory is
 * out. */
bool tr_inputs_take_servos(TrInputs *inputs, const TrServoNodes *nodes);

/* Gives the servos of the model a whole motion; false when memory is out. */
bool tr_inputs_follow(TrInputs *inputs, const TrTrajectory *motion);

/* Begins the motion of the servos, if the model has any, with node 0 at this pose and twist, and
 * with the node that its twist has a step h before; false when memory is out. */
bool tr_inputs_begin(TrInputs *inputs, const double *pose, const double *twist, double h);

/* Appends the next node to the motion of the servos, if the model has any. */
void tr_inputs_see(TrInputs *inputs, const double *pose);

/* Computes u[n_inputs] of the step at t, with nodes h apart; zero for motors without a channel, and
 * for servos without a motion. */
void tr_inputs_at(double *u, const TrInputs *inputs, double t, double h);
