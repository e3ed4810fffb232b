/* Physical values: parameters of the mechanism itself, beside those of the stepper at its step h
 * (theory 11).
 *
 * A fit estimates the parameters of the stepper: their errors against the mechanism are
 * discretisation, not noise, and no sigma covers them.  In formulation `second-order` they fall
 * with h^2, so that from its fits at h, h/2 and 2h, of the same logs and with the same kappa (the
 * setting, which is the weight at h = 0.01 s; an automatic one is that of the fit at h/2),
 *
 *   p0(h)     = (4 p(h/2) - p(h))/3
 *   physical  = p0(h) - delta,   delta = p(h, 2w) - p(h, w)
 *   step      = |p0(h) - p0(2h)|, or |p(h) - p(h/2)| where the fit at 2h has not ended well
 *   smoothing = |delta|/2
 *
 * step: errors that fall with h only, c h, leave c h/3 in p0(h), which is what step is then.
 *
 * delta is for dry friction, which the estimator smooths over the rates w (mbs/force/slip.h) and
 * the mechanism does not: the smoothed force is too small at low rates, and the fit compensates by
 * a larger Coulomb and a smaller viscous coefficient.  That error does not fall with h, but about
 * with w, so that the change with twice the rates is about p(h, w) - p(h, 0).
 *
 * An automatic step is halved while step is large beside the noise (theory 11.3).
 *
 * noise: by the influences of the steps on both fits, in which errors of the step cancel as in the
 * values (est/uncertainty/extrapolated_noise.h).
 *
 * Forces that the fit suspects (theory 10.10) are tested again at h/2: those that fall with h^2 are
 * discretisation, and marked.
 *
 * Joints whose damping time is a number keep it: their errors fall with h only.
 *
 * Models with impacts: est/identify/impact_replay.h. */
#pragma once

#include "engine/est/task/fit.h"

/* Returns whether there is something to compute: a converged fit with free parameters, of any
 * formulation but `explicit`. */
bool tr_physical_applies(const TrTask *task, const TrFit *fit);

/* Runs the fits, from the values and the motion of `fit`. The task's monitor is polled, without
 * events.  Returns TR_NO_MEMORY or TR_CANCELLED, without a result; else TR_OK. The caller frees
 * *out. */
TR_NODISCARD TrStatus tr_physical_new(TrPhysical **out, const TrTask *task, const TrFit *fit);

/* The same; the result goes to fit->physical, which tr_fit_free() frees. */
TR_NODISCARD TrStatus tr_physical(TrFit *fit, const TrTask *task);
