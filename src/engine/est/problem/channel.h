/* Parameters of a log's channels: offset, scale and delay of a sensor or of a motor's input.
 *
 * The samples were made with offset0, scale0 and delay0 (signal/log.h).  With other values,
 *
 *   y' = (y + offset0) scale/scale0 - offset
 *
 * and a sensor's value stamped t shows the mechanism at t - (delay - delay0), a motor's acts at t +
 * (delay - delay0). */
#pragma once

#include "engine/est/prepare/prepare.h"
#include "engine/est/step/residual.h"

/* Numbers of a channel, and the indices of the parameters that set them (-1: fixed). */
typedef struct TrChannelState {
  const TrChannel *channel;
  const TrDriveCurve *curve; /* of a drive, else NULL */
  double offset, scale, delay, start, start_rate;
  double limit; /* of the motor, 0: none */
  bool is_hat;  /* weights of a step's samples (signal/window.h) */
  int offset_index, scale_index, delay_index, start_index, start_rate_index;
} TrChannelState;

/* Sets up the state of a channel from a task: free numbers get their indices in task->free, tied
 * ones the indices after those. */
void tr_channel_state_init(
    TrChannelState *state, const TrTask *task, const TrPreparedLog *prepared, int log, int channel);

/* Returns whether a number of the channel is a parameter. */
static inline bool
tr_channel_state_is_free(const TrChannelState *state)
{
  return state->offset_index >= 0 || state->scale_index >= 0 || state->delay_index >= 0 ||
         state->start_index >= 0 || state->start_rate_index >= 0;
}

/* Sets the channel's numbers from the parameters (free ones, then tied ones). */
void tr_channel_state_use(TrChannelState *state, const double *parameters);

/* Returns y' of a value y, and its derivatives by offset and scale; either may be NULL. */
double
tr_channel_correct(const TrChannelState *state, double y, double *by_offset, double *by_scale);

/* Returns the mean input of the step at t with the present numbers. */
double tr_channel_input(const TrChannelState *state, double t, double h);

/* Sets numbers[TR_DRIVE_NUMBERS]: the position and rates that a drive prescribes for the step at t.
 */
void tr_channel_drive(double *numbers, const TrChannelState *state, double t, double h);

/* Derivatives of tr_channel_input() and tr_channel_drive() for the step at t, written to the slopes
 * of the parameters that the channel has. */
void tr_channel_input_slopes(TrInputSlope *slopes, const TrChannelState *state, double t, double h);
