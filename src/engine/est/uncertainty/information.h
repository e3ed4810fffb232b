/* Information over time: the share of the information on each parameter that each moment of each
 * log contributes.
 *
 * With T_i the sensitivity of residual i to the parameters when the states follow, and u = S^-1
 * e_p/(S^-1)_pp the response of the other parameters to parameter p, the residuals of a node add
 * the share (S^-1)_pp sum w_i (T_i u)^2 to the information on p.  Over all nodes and the stated
 * priors the shares sum to one. */
#pragma once

#include "engine/est/uncertainty/posterior.h"

/* Fills `information` of all logs (NAN for parameters without sigma); visits the present point of
 * the problem with the weight of the state error as it is set.  Allocates memory; returns
 * TR_NO_MEMORY, or the error of the visit. */
TR_NODISCARD TrStatus tr_information(TrFit *fit, TrPosterior *posterior);

/* Shares of one log, summed over bins of equal length. */
typedef struct TrInformationBins {
  int n_bins, n_params;
  double *edges; /* [n_bins + 1] [s] of the log; each node lies in the middle of its step */
  double *share; /* [n_bins x n_params] NAN for parameters without sigma */
} TrInformationBins;

/* Fills at most max_bins bins from a fit whose task requested the information.  Returns
 * TR_NO_MEMORY or TR_OK; free with tr_information_bins_clear(). */
TR_NODISCARD TrStatus tr_information_bins(
    TrInformationBins *bins, const TrFit *fit, const TrTask *task, int log, int max_bins);
void tr_information_bins_clear(TrInformationBins *bins);
