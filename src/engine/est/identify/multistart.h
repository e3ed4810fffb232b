/* Fits from several starts, and the optima that they end in.
 *
 * The first start is the task's own.  The others are drawn, each parameter by itself:
 *   with a stated prior             from it
 *   between two bounds              uniformly; log-uniformly where both are positive
 *   else, of a positive quantity    log-uniformly over a tenth to ten times its start (or natural
 *                                   size, where that is not positive)
 *   else                            uniformly within 3 natural sizes of its start
 * within the bounds, and anew where the model would have no positive definite inertia.  The motion
 * begins with the measured one whatever the parameters are.
 *
 * The task's threads share the starts; what is found is the same for any number of them.  The
 * monitor is asked on all of these threads, one at a time.
 *
 * All fits have the cost of the first: its kappa and sigmas, and the weak prior about the task's
 * own start. Two ends are the same optimum when every parameter that both determine agrees within
 * the sum of their sigma_linear and 1e-3 of itself, and the estimated sensor values agree within
 * half a sigma (or half the residuals' rms where that is more).  Costs do not tell them apart:
 * along what the data do not determine, fits stay near where they began, and the weight of the
 * state error and the weak prior change with it.  For the same reason the own start's fit stands
 * for its optimum; of others it is the one with the smallest cost. */
#pragma once

#include <stdint.h>

#include "engine/base/exchange.h"
#include "engine/est/task/fit.h"

enum { TR_MAX_STARTS = 10000 };

/* The fit with the smallest cost, as tr_identify() gives it from the start that led there, with the
 * summary in (*fit)->multistart.  n_starts in 1 .. TR_MAX_STARTS; one start is tr_identify().  The
 * same seed gives the same starts, of which more begin with the same ones.  Cancelling ends with
 * the best of the finished fits as a cancelled one.  Returns what tr_identify() does: bad input is
 * refused at the first start. */
TR_NODISCARD TrStatus
tr_multistart(TrFit **fit, const TrTask *task, int n_starts, uint64_t seed, TrError *error);

/* The same among processes that share the starts that are drawn (exchange; NULL: this one is
 * alone), with the same result for any number of them, in all of them.  All fit the first start,
 * and the one that led to the best optimum once more where another one had found it.  When one of
 * them cannot go on, all end: TR_CANCELLED in the others. */
TR_NODISCARD TrStatus tr_multistart_shared(TrFit **fit,
                                           const TrTask *task,
                                           int n_starts,
                                           uint64_t seed,
                                           const TrExchange *exchange,
                                           TrError *error);

/* Start values of the i-th start, i >= 1: what tr_multistart() draws.  model: a copy of the task's
 * to try them in; values[n_free]. */
void tr_multistart_draw(double *values, const TrTask *task, TrModel *model, uint64_t seed, int i);

/* Whether the best optimum and the next differ by so little in cost that the data hardly tell them
 * apart: by less than 9 (three standard deviations) in units of cost/dof. */
bool tr_multistart_is_ambiguous(const TrFit *fit);
