/* A sampled input between its samples: values, and means over windows. */
#pragma once

#include "engine/signal/log.h"

/* Integral of the channel's value over [from, to] divided by to - from; between samples the value
 * is held, or linear when the channel says so, outside them the first or last value holds.  At
 * least one sample; from < to. */
double tr_channel_mean(const TrChannel *channel, double from, double to);

/* The channel's value at t, held or linear as above. */
double tr_channel_value(const TrChannel *channel, double t);
