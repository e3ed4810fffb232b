/* Delay of a channel as its stamps leave it open (theory 10.12).
 *
 * A sample may belong to any time within half a sample period d of its stamp: a delay with standard
 * deviation d/sqrt(12), that of an even distribution over d (JCGM 100:2008, 4.3.7).  An input of
 * which it is not known how it runs between its samples is half a period later if it is held than
 * if it is linear: about the one that is used another delay, up to d/2 to one side, of mean square
 * d^2/12. */
#pragma once

#include "engine/signal/log.h"

/* Returns d [s]: the median of the steps of at least two samples.  NAN without memory. */
double tr_channel_period(const TrChannel *channel);

/* Returns the standard deviation [s] of the delay of samples of which only the stamps are known,
 * for a motor also without how it runs between them if `is_open`; 0 with less than two samples, NAN
 * without memory. */
double tr_channel_delay_sd(const TrChannel *channel, bool is_open);
