/* Inputs of steps (mbs/model/model.h) from a log's motor channels. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/signal/drive.h"

/* Inputs of a model from channels. */
typedef struct TrInputs {
  const TrModel *model;
  int n_motors;               /* of the model, which may be freed before the inputs */
  const TrChannel **channels; /* [n_motors] NULL: none */
  TrDriveCurve *curves;       /* [n_motors] of drives that have a channel */
  bool is_hat;                /* weights of a step's samples (signal/window.h); not, at first */
} TrInputs;

/* Returns the inputs of the motor channels that have samples.  Model and channels are kept by
 * reference, and not used by tr_inputs_free(); NULL when memory is out.  The caller frees it. */
TrInputs *tr_inputs_new(const TrModel *model, int n_channels, const TrChannel *channels);
void tr_inputs_free(TrInputs *inputs);

/* Returns TR_BAD_LOG when a drive has no channel. */
TR_NODISCARD TrStatus tr_inputs_check(const TrInputs *inputs, TrError *error);

/* Computes u[n_inputs] of the step at t, with nodes h apart; zero for motors without a channel. */
void tr_inputs_at(double *u, const TrInputs *inputs, double t, double h);
