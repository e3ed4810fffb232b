/* kappa by open-loop error (theory 8.5, TR_KAPPA_VALIDATE).
 *
 * Fits at the decades 1e-2 .. 1e6 of kappa_ref, each begun where its neighbour towards
 * TR_FIRST_KAPPA (est/task/kappa_rule.h) ended, then at the half decades beside the best; each is
 * simulated open loop through the validation logs of the task, or where it has none through the
 * fitted ones.
 *
 *   score = mean over logs and sensors of rms(y_sim - y)/sd(y)
 *
 * Scores within 1 % of the best one and next to it are a plateau: the kappa nearest to its middle
 * is taken (on a logarithmic scale), and the last fit is made there.  Where even the best
 * simulation is off by as much as the signal, as in a motion that any small error takes elsewhere,
 * the scores are chance, and none is taken.  On the fitted logs the score favours a large kappa,
 * whose fit comes close to that of a simulation. */
#pragma once

#include "engine/est/task/fit.h"

/* Range in units of kappa_ref, relative difference of scores that count as equal, and a score from
 * which on a simulation predicts nothing. */
#define TR_LEAST_KAPPA   1e-2
#define TR_MOST_KAPPA    1e6
#define TR_EQUAL_SCORES  0.01
#define TR_USELESS_SCORE 1.0

/* The fit at the kappa that is chosen, with the summary in (*fit)->kappa_search; contract of
 * tr_identify().  Where no kappa has a score the fit is that of TR_KAPPA_AUTO.  Cancelling ends
 * with the fit that was under way.  The monitor sees all fits. */
TR_NODISCARD TrStatus tr_kappa_search(TrFit **fit, const TrTask *task, TrError *error);
