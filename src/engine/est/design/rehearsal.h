/* Rehearsal of a plan: logs drawn from its simulation, with noise and unknown forces as the fit
 * found them, and fitted alone (theory 16.5).  The linearised sigmas of a plan count the steps near
 * a reversal of dry friction as exact as any other, and its noise as known; the fits of drawn logs
 * do not. */
#pragma once

#include "engine/est/design/search.h"

/* Result over the draws. */
typedef struct TrRehearsal {
  int n_draws;
  int n_converged;   /* draws that count (est/design/drawn_reports.h) */
  double *predicted; /* [known.n] sigma that a fit of the plan's log alone will report, in the
                        parameters' units */
  double *reported; /* [known.n] geometric mean of the sigmas that the fits of the draws report; NAN
                       where fewer than half report one */
  double *random;   /* [known.n] predicted scatter: the sigma before its correction */
  double *scatter;  /* [known.n] standard deviation of the estimates over the draws that count; NAN
                       of  fewer than two */
} TrRehearsal;

/* Number and seed of the draws. */
typedef struct TrRehearsalSize {
  int n_draws; /* at most */
  uint64_t seed;
  double precision; /* of log `reported` of each parameter of interest, one standard error, at which
                       draws end; 0: all are drawn */
} TrRehearsalSize;

/* Draws and fits logs of the plan with the settings of the task; the same seed draws the same.
 * TR_CANCELLED by the wish's monitor, whose events are NULL here.  Free with tr_rehearsal_clear().
 */
TR_NODISCARD TrStatus tr_rehearsal_run(TrRehearsal *out,
                                       const TrPlanner *planner,
                                       const TrPlan *plan,
                                       TrRehearsalSize size,
                                       TrError *error);
void tr_rehearsal_clear(TrRehearsal *rehearsal);
