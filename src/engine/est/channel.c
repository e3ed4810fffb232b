#include "engine/est/channel.h"

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
tr_channel_state_init(TrChannelState *state, const TrTask *task, int log, int channel)
{
  const TrChannel *c = &task->logs[log].channels[channel];

  *state = (TrChannelState){.channel = c,
                            .offset = c->offset,
                            .scale = scale_of(c),
                            .delay = c->delay,
                            .offset_index = find_index(task, TR_PARAM_CHANNEL_OFFSET, log, channel),
                            .scale_index = find_index(task, TR_PARAM_CHANNEL_SCALE, log, channel),
                            .delay_index = find_index(task, TR_PARAM_CHANNEL_DELAY, log, channel)};
}

void
tr_channel_state_use(TrChannelState *state, const double *parameters)
{
  if (state->offset_index >= 0)
    state->offset = parameters[state->offset_index];
  if (state->scale_index >= 0)
    state->scale = parameters[state->scale_index];
  if (state->delay_index >= 0)
    state->delay = parameters[state->delay_index];
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

double
tr_channel_input(const TrChannelState *state, double from, double to)
{
  double late = state->delay - state->channel->delay;

  return tr_channel_correct(state, tr_channel_mean(state->channel, from - late, to - late), NULL,
                            NULL);
}

void
tr_channel_input_slopes(TrInputSlope *slopes, const TrChannelState *state, double from, double to)
{
  const TrChannel *c = state->channel;
  double late = state->delay - c->delay;
  double mean = tr_channel_mean(c, from - late, to - late), by_offset, by_scale;

  tr_channel_correct(state, mean, &by_offset, &by_scale);
  if (state->offset_index >= 0)
    slopes[state->offset_index] = (TrInputSlope){c->index, by_offset};
  if (state->scale_index >= 0)
    slopes[state->scale_index] = (TrInputSlope){c->index, by_scale};
  if (state->delay_index >= 0) {
    double change = tr_channel_value(c, to - late) - tr_channel_value(c, from - late);

    slopes[state->delay_index] =
        (TrInputSlope){c->index, -change / (to - from) * state->scale / scale_of(c)};
  }
}
