/* Which seconds of which log carry the information on each parameter.
 *
 * With T_i the sensitivity of residual i to the parameters when the states follow, and
 * u = S^-1 e_p/(S^-1)_pp how the other parameters follow parameter p, the residuals of a node add
 * the share (S^-1)_pp sum w_i (T_i u)^2 to what is known of p.  Over all nodes and the stated
 * priors that is one. */
#pragma once

#include "engine/est/uncertainty/posterior.h"

/* Fills `information` of all logs (NAN for parameters without sigma); the problem visits its
 * present point with the weight of the state error as it is set.  Takes memory. */
TR_NODISCARD TrStatus tr_information(TrFit *fit, TrPosterior *posterior);

/* One log's shares summed over stretches of equal length. */
typedef struct TrInformationBins {
  int n_bins, n_params;
  double *edges; /* [n_bins + 1] seconds of the log; each node lies in the middle of its step */
  double *share; /* [n_bins x n_params] NAN for parameters without sigma */
} TrInformationBins;

/* At most max_bins bins of a fit whose task wanted the information.  TR_NO_MEMORY or TR_OK; free
 * with tr_information_bins_clear(). */
TR_NODISCARD TrStatus tr_information_bins(
    TrInformationBins *bins, const TrFit *fit, const TrTask *task, int log, int max_bins);
void tr_information_bins_clear(TrInformationBins *bins);
