/* The values of the mechanism itself, beside those of the stepper at its step h (theory 11).
 *
 * What a fit finds belongs to the stepper: its errors against the mechanism are discretisation, not
 * noise, and no sigma covers them.  In formulation `second-order` they fall with h^2, so from its
 * fits at h and h/2, of the same logs and with the same kappa (the setting, which is the weight at
 * h = 0.01 s; an automatic one is that of the fit at h/2),
 *
 *   physical   = (4 p(h/2) - p(h))/3
 *   systematic = |p(h/2) - p(h)| + |smoothing|
 *
 * The first part (the larger of that and |physical - p(h/2)|, a third of it) is about three times
 * what the extrapolation has taken off p(h/2), and enough, too, where errors fall with h only.
 *
 * The second is for dry friction, which the estimator smooths (mbs/force/axial.h) and the mechanism
 * does not: what is missing at low rates, Coulomb friction takes from viscous friction at high
 * ones. That error does not fall with h, but about with the smoothing rate w: what a step of Gauss
 * and Newton with twice the rate changes, about p(h, 2w) - p(h, w), is at least p(h, w) - p(h, 0).
 *
 * sigma: the fits at h and h/2 use the same samples, so with the sigmas s1 of p(h) and s2 of p(h/2)
 *
 *   sigma^2 = (16 s2^2 + s1^2 - 8 rho s1 s2)/9
 *
 * where rho is the correlation that the noise of the samples gives (est/uncertainty/sensitivity.h).
 * Unknown forces act on both fits alike, with a correlation close to one, so that sigma holds for
 * them with room to spare; it is never larger than (4 s2 + s1)/3.
 *
 * Joints whose damping time is a number keep it: their errors fall with h only, which systematic
 * covers. */
#pragma once

#include "engine/est/task/fit.h"

/* The word of the result file, "" for a known value; static. */
const char *tr_physical_gap_name(TrPhysicalGap gap);

/* Whether there is something to compute: a converged fit of another formulation than `explicit`
 * with free parameters. */
bool tr_physical_applies(const TrTask *task, const TrFit *fit);

/* Runs the fits, from the values and the motion of `fit`.  The task's monitor is asked, and gets
 * no events.  Returns TR_NO_MEMORY or TR_CANCELLED, without a result; else TR_OK. */
TR_NODISCARD TrStatus tr_physical_new(TrPhysical **out, const TrTask *task, const TrFit *fit);

/* The same, and gives the result to the fit (fit->physical, which tr_fit_free() frees). */
TR_NODISCARD TrStatus tr_physical(TrFit *fit, const TrTask *task);
