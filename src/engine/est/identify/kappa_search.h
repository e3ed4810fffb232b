/* kappa by open-loop error (theory 8.5, TR_KAPPA_VALIDATE).
 *
 * Fits at the decades 1e-2 .. 1e6 of kappa_ref, each started where its neighbour towards
 * TR_FIRST_KAPPA (est/solve/variance.h) ended, then at the half decades beside the best; each is
 * simulated open loop through the validation logs of the task, or through the fitted logs where it
 * has none.
 *
 *   score = mean over logs and sensors of rms(y_sim - y)/sd(y)
 *
 * Scores within 1 % of the best one and next to it are a plateau: the kappa nearest to its middle
 * (on a logarithmic scale) is chosen, and the last fit is made there.  Where even the best
 * simulation errs by as much as the signal, as in a chaotic motion, the scores are chance, and none
 * is chosen.  On the fitted logs the score favours a large kappa, whose fit comes close to that of
 * a simulation. */
#pragma once

#include "engine/est/task/fit.h"

/* Range in units of kappa_ref, relative difference of scores that count as equal, and a score from
 * which on a simulation predicts nothing. */
#define TR_LEAST_KAPPA   1e-2
#define TR_MOST_KAPPA    1e6
#define TR_EQUAL_SCORES  0.01
#define TR_USELESS_SCORE 1.0

/* Runs the search; *fit is the fit at the chosen kappa, with the summary in (*fit)->kappa_search;
 * contract of tr_identify().  Where no kappa has a score the fit is that of TR_KAPPA_AUTO.
 * Cancelling ends with the fit under way.  The monitor receives the events of all fits. */
TR_NODISCARD TrStatus tr_kappa_search(TrFit **fit, const TrTask *task, TrError *error);
