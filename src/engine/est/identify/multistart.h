/* Multistart: fits from several starts, and the distinct optima that they reach.
 *
 * The first start is the task's own.  The others are drawn, each parameter independently:
 *   with a stated prior             from it
 *   between two bounds              uniformly; log-uniformly where both are positive
 *   else, of a positive quantity    log-uniformly over a tenth to ten times its start (or natural
 *                                   size, where that is not positive)
 *   else                            uniformly within 3 natural sizes of its start
 * within the bounds, and again where the model would have no positive definite inertia.  The motion
 * starts from the measured one whatever the parameters are.
 *
 * The task's threads share the starts; the result is the same for any number of them.  The monitor
 * is called on all of these threads, one at a time.
 *
 * All fits have the cost of the first: its kappa and sigmas, and the weak prior about the task's
 * own start.  Where variances come from the data the optima are then fitted with variances of their
 * own, and the best is the one with the smallest -2 log L (identify/multistart_settle.h).  Two ends
 * are the same optimum when every parameter that both determine agrees within the sum of their
 * sigma_linear and 1e-3 of itself, and the estimated sensor values agree within half a sigma (or
 * half the residuals' rms where that is more).  Costs do not distinguish them: along undetermined
 * directions fits stay near their start, and the weight of the state error and the weak prior
 * change with it.  For the same reason the fit of the own start represents its optimum; any other
 * optimum is represented by its fit with the smallest cost. */
#pragma once

#include <stdint.h>

#include "engine/base/exchange.h"
#include "engine/est/task/fit.h"

enum { TR_MAX_STARTS = 10000 };

/* Options of the fits. */
typedef struct TrMultistartOptions {
  int n_starts; /* in 1 .. TR_MAX_STARTS; one is tr_identify() */
  uint64_t seed;
  const TrExchange *exchange; /* nullable: processes that share the drawn starts */
  /* Nullable: called on the calling thread whenever some more of the fits have ended. */
  void (*func)(void *user, const TrMultistart *so_far);
  void *user;
} TrMultistartOptions;

/* Runs the fits. *fit is the fit of the best optimum, as tr_identify() returns it from the start
 * that led there, with the summary in (*fit)->multistart.  The same seed draws the same starts; a
 * larger number begins with the same ones.  Cancelling ends with the best of the finished fits as a
 * cancelled one.  Returns the status of tr_identify(): bad input fails at the first start. */
TR_NODISCARD TrStatus
tr_multistart(TrFit **fit, const TrTask *task, int n_starts, uint64_t seed, TrError *error);

/* The same with all options.  Processes that share the starts all get the same result, for any
 * number of them.  All fit the first start, and once more the start of the best optimum where
 * another process had found it.  When one process cannot continue, all end: the others return
 * TR_CANCELLED. */
TR_NODISCARD TrStatus tr_multistart_run(TrFit **fit,
                                        const TrTask *task,
                                        const TrMultistartOptions *options,
                                        TrError *error);

/* Start values of the i-th start, i >= 1, as drawn by tr_multistart(). model: a copy of the task's,
 * in which they are tried; values[n_free]. */
void tr_multistart_draw(double *values, const TrTask *task, TrModel *model, uint64_t seed, int i);

/* Returns whether the best optimum and the next differ so little that the data hardly separate
 * them: by less than 9 (three standard deviations) in -2 log L, or in cost in units of cost/dof. */
bool tr_multistart_is_ambiguous(const TrFit *fit);
