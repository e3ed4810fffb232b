/* Window means of a sampled input, and its values between samples. */
#pragma once

#include "engine/signal/log.h"

/* Range to which a channel is limited, least < most. */
typedef struct TrRange {
  double least, most;
} TrRange;

/* Returns -limit .. limit, and everything for a limit of 0. */
TrRange tr_range_of_limit(double limit);

/* Returns the nearest value within the range. */
double tr_range_clamp(TrRange range, double x);

/* Integral of the channel's value over [from, to] divided by to - from; between samples the value
 * is constant, or linear if the channel says so, outside them the first or last value holds.  At
 * least one sample; from < to. */
double tr_channel_mean(const TrChannel *channel, double from, double to);

/* The same with the values limited to a range. */
typedef struct TrChannelMean {
  double value;
  double inside; /* share of the window in which the channel is within the range */
  double part;   /* contribution of that share to the value */
} TrChannelMean;
TrChannelMean
tr_channel_mean_within(const TrChannel *channel, double from, double to, TrRange range);

/* Weights of an input in the step at t: even over t - h/2 .. t + h/2, or a hat that falls linearly
 * from t to zero at t - h and t + h.  Under the hat the mean force of a body of constant mass is
 * exactly its second difference over h^2, whatever the force does between the nodes. */
typedef struct TrStepWindow {
  double t, h;
  bool is_hat;
} TrStepWindow;

/* Returns the mean under the weights of a step. */
TrChannelMean tr_channel_step_mean(const TrChannel *channel, TrStepWindow step, TrRange range);

/* Returns its derivative by t. */
double tr_channel_step_slope(const TrChannel *channel, TrStepWindow step, TrRange range);

/* Returns the channel's value at t, constant or linear between samples as above. */
double tr_channel_value(const TrChannel *channel, double t);
