/* A sampled input between its samples: values, and means over windows. */
#pragma once

#include "engine/signal/log.h"

/* Values that a channel is held within, least < most. */
typedef struct TrRange {
  double least, most;
} TrRange;

/* -limit .. limit, and everything for a limit of 0. */
TrRange tr_range_of_limit(double limit);

double tr_range_clamp(TrRange range, double x);

/* Integral of the channel's value over [from, to] divided by to - from; between samples the value
 * is held, or linear when the channel says so, outside them the first or last value holds.  At
 * least one sample; from < to. */
double tr_channel_mean(const TrChannel *channel, double from, double to);

/* The same where values beyond a range count as the end of it. */
typedef struct TrChannelMean {
  double value;
  double inside; /* share of the window in which the channel is within the range */
  double part;   /* what that share adds to the value */
} TrChannelMean;
TrChannelMean
tr_channel_mean_within(const TrChannel *channel, double from, double to, TrRange range);

/* The channel's value at t, held or linear as above. */
double tr_channel_value(const TrChannel *channel, double t);
