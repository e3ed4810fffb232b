/* Uncertainty of the parameters by delays that are not known (theory 10.12).
 *
 * Delays x of the channels have the standard deviations s about their stated values before the logs
 * are seen, independent of one another.  With the information S_x and the gradient g of them all,
 * the parameters and the states eliminated, and v the variance of a score per its information,
 *
 *   P = (S_x/v + diag(s)^-2)^-1,   m = -P g/v,   |m_i| <= sqrt(3) s_i
 *
 * are covariance and mean after the logs were seen; sqrt(3) s is the end of an interval within
 * which a delay is evenly likely.  The parameters are reported at x = 0 and follow by G = -S^-1
 * S_px, so that they have the mean square error
 *
 *   G^T (P + m m^T) G
 *
 * by them.  A shift of all signals together has neither information nor effect and adds nothing; a
 * delay that the logs determine adds little unless they contradict the stated value. */
#pragma once

#include "engine/base/base.h"

/* Delays at the end of a fit, in any units; the arrays are used up. */
typedef struct TrTiming {
  int n, p;            /* delays, parameters */
  double *sd;          /* [n] s > 0 */
  double *information; /* [n x n] S_x, symmetric */
  double *gradient;    /* [n] g */
  double *response;    /* [n x p] G: change of the parameters by a unit of each delay */
  double variance;     /* v > 0 */
  double *product;     /* [n x p] scratch */
  double *bias;        /* [p] scratch */
} TrTiming;

/* Allocates the arrays, filled with zeros; false without memory.  tr_timing_clear() frees them. */
TR_NODISCARD bool tr_timing_init(TrTiming *timing, int n, int p);
void tr_timing_clear(TrTiming *timing);

/* Sets covariance[p x p].  Returns TR_NOT_DEFINITE where the information is not finite. */
TR_NODISCARD TrStatus tr_timing_covariance(double *covariance, TrTiming *timing);
