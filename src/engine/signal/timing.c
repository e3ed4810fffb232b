#include "engine/signal/timing.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/order.h"

double
tr_channel_period(const TrChannel *channel)
{
  TR_ASSERT(channel && channel->n > 1);

  double period, *steps = malloc((channel->n - 1) * sizeof *steps);

  if (!steps)
    return NAN;
  for (size_t i = 0; i + 1 < channel->n; i++)
    steps[i] = channel->t[i + 1] - channel->t[i];
  period = tr_median(steps, channel->n - 1);
  free(steps);
  return period;
}

double
tr_channel_delay_sd(const TrChannel *channel, bool is_open)
{
  TR_ASSERT(channel);
  if (channel->n < 2)
    return 0;
  return tr_channel_period(channel) *
         sqrt((channel->kind == TR_SIGNAL_MOTOR && is_open ? 2 : 1) / 12.0);
}
