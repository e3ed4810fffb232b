/* Correlated pairs of estimates: pairs that the logs hardly separate, because each is known much
 * worse than a combination of both.  They describe the fit: values, sigmas and correlation are
 * those of the stepper at its step, by noise. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Least correlation that is reported: the combination is then known seven times as well. */
#define TRAMMEL_CLOSE_CORRELATION 0.99

enum { TRAMMEL_MOST_PAIRS = 3 };

/* Pair of correlated parameters.  With the correlation r and the sigmas s, the combination first -
 * factor second, factor = r s_first/s_second, is the one that the logs determine best, with sigma =
 * s_first sqrt(1 - r^2). */
typedef struct {
  int first, second; /* parameters of the fit, first < second */
  double correlation, factor;
  double value, sigma; /* of the combination, in the unit of the first */
} TrammelCorrelatedPair;

/* Sets the closest pairs, in falling order, no parameter twice; returns their number.  Pairs that a
 * constraint determines entirely are left out. */
guint trammel_correlated_pairs_find(TrammelCorrelatedPair pairs[TRAMMEL_MOST_PAIRS],
                                    const TrFit *fit);

/* Appends the finding "parameters-correlated" (info) for each of these pairs, in this order. */
void trammel_correlation_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
