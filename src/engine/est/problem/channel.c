#include "engine/est/problem/channel.h"

#include <math.h>

#include "engine/signal/window.h"

static double
scale_of(const TrChannel *channel)
{
  return channel->scale != 0 ? channel->scale : 1;
}

static int
find_index(const TrTask *task, TrParamKind kind, int log, int channel)
{
  for (int i = 0; i < task->n_free + task->n_ties; i++) {
    TrParam p = i < task->n_free ? task->free[i].param : task->ties[i - task->n_free].param;

    if (p.kind == kind && p.owner == log && p.axis == channel)
      return i;
  }
  return -1;
}

void
tr_channel_state_init(
    TrChannelState *state, const TrTask *task, const TrPreparedLog *prepared, int log, int channel)
{
  TR_ASSERT(state && task && prepared && log >= 0 && log < task->n_logs);

  const TrChannel *c = &task->logs[log].channels[channel];

  *state = (TrChannelState){.channel = c,
                            .offset = c->offset,
                            .scale = scale_of(c),
                            .delay = c->delay,
                            .start = c->start,
                            .start_rate = c->start_rate,
                            .offset_index = find_index(task, TR_PARAM_CHANNEL_OFFSET, log, channel),
                            .scale_index = find_index(task, TR_PARAM_CHANNEL_SCALE, log, channel),
                            .delay_index = find_index(task, TR_PARAM_CHANNEL_DELAY, log, channel),
                            .start_index = find_index(task, TR_PARAM_CHANNEL_START, log, channel),
                            .start_rate_index =
                                find_index(task, TR_PARAM_CHANNEL_START_RATE, log, channel)};
  if (c->kind != TR_SIGNAL_MOTOR)
    return;
  state->limit = task->model->motors[c->index].limit;
  state->is_hat = prepared->inputs->is_hat;
  if (task->model->motors[c->index].drive != TR_DRIVE_NONE)
    state->curve = &prepared->inputs->curves[c->index];
}

void
tr_channel_state_use(TrChannelState *state, const double *parameters)
{
  double *numbers[] = {&state->offset, &state->scale, &state->delay, &state->start,
                       &state->start_rate};
  int indices[] = {state->offset_index, state->scale_index, state->delay_index, state->start_index,
                   state->start_rate_index};

  for (size_t i = 0; i < TR_COUNT(numbers); i++)
    if (indices[i] >= 0)
      *numbers[i] = parameters[indices[i]];
}

double
tr_channel_correct(const TrChannelState *state, double y, double *by_offset, double *by_scale)
{
  const TrChannel *c = state->channel;
  double unscaled = (y + c->offset) / scale_of(c);

  if (by_offset)
    *by_offset = -1;
  if (by_scale)
    *by_scale = unscaled;
  return unscaled * state->scale - state->offset;
}

/* Range of sample values that the motor's limit admits. */
static TrRange
find_range(const TrChannelState *state)
{
  TrRange range = tr_range_of_limit(state->limit);
  double slope, at_zero = tr_channel_correct(state, 0, NULL, NULL);
  double ends[2];

  if (!(state->limit > 0))
    return range;
  slope = state->scale / scale_of(state->channel);
  ends[0] = (range.least - at_zero) / slope;
  ends[1] = (range.most - at_zero) / slope;
  return (TrRange){fmin(ends[0], ends[1]), fmax(ends[0], ends[1])};
}

/* Weights of the step at t on the stamps of the samples. */
static TrStepWindow
find_window(const TrChannelState *state, double t, double h)
{
  return (TrStepWindow){t - (state->delay - state->channel->delay), h, state->is_hat};
}

double
tr_channel_input(const TrChannelState *state, double t, double h)
{
  TrChannelMean mean =
      tr_channel_step_mean(state->channel, find_window(state, t, h), find_range(state));

  return tr_channel_correct(state, mean.value, NULL, NULL);
}

static void
evaluate_drive(TrDriveStep *step, const TrChannelState *state, double t, double h)
{
  TrDriveNumbers numbers = {.offset = state->offset,
                            .scale = state->scale,
                            .late = state->delay - state->channel->delay,
                            .start = state->start,
                            .start_rate = state->start_rate};

  tr_drive_curve_step(step, state->curve, &numbers, t, h);
}

void
tr_channel_drive(double *numbers, const TrChannelState *state, double t, double h)
{
  TrDriveStep step;

  evaluate_drive(&step, state, t, h);
  numbers[0] = step.position.value;
  numbers[1] = step.rate.value;
  numbers[2] = step.rate_after.value;
}

static void
fill_drive_slopes(TrInputSlope *slopes, const TrChannelState *state, double t, double h)
{
  TrDriveStep step;
  const TrDriveValue *values[TR_DRIVE_NUMBERS] = {&step.position, &step.rate, &step.rate_after};

  evaluate_drive(&step, state, t, h);
  for (int i = 0; i < TR_DRIVE_NUMBERS; i++) {
    const TrDriveValue *v = values[i];
    double by[] = {v->by_offset, v->by_scale, v->by_late, v->by_start, v->by_start_rate};
    int indices[] = {state->offset_index, state->scale_index, state->delay_index,
                     state->start_index, state->start_rate_index};

    for (size_t k = 0; k < TR_COUNT(by); k++)
      if (indices[k] >= 0) {
        slopes[indices[k]].motor = state->channel->index;
        slopes[indices[k]].drive[i] = by[k];
      }
  }
}

/* Slopes of the mean input. */
static void
fill_mean_slopes(TrInputSlope *slopes, const TrChannelState *state, double t, double h)
{
  const TrChannel *c = state->channel;
  TrStepWindow window = find_window(state, t, h);
  TrRange range = find_range(state);
  TrChannelMean mean = tr_channel_step_mean(c, window, range);

  if (state->offset_index >= 0)
    slopes[state->offset_index] = (TrInputSlope){c->index, -mean.inside, {0}};
  if (state->scale_index >= 0)
    slopes[state->scale_index] =
        (TrInputSlope){c->index, (mean.part + c->offset * mean.inside) / scale_of(c), {0}};
  if (state->delay_index >= 0) {
    double change = tr_channel_step_slope(c, window, range);

    slopes[state->delay_index] =
        (TrInputSlope){c->index, -change * state->scale / scale_of(c), {0}};
  }
}

void
tr_channel_input_slopes(TrInputSlope *slopes, const TrChannelState *state, double t, double h)
{
  if (state->curve)
    fill_drive_slopes(slopes, state, t, h);
  else
    fill_mean_slopes(slopes, state, t, h);
}
