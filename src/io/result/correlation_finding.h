/* Pairs of estimates that the logs hardly tell apart: each is known much worse than a combination
 * of both. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Correlation from which on a pair is named: the combination is known seven times as well. */
#define TRAMMEL_CLOSE_CORRELATION 0.99

enum { TRAMMEL_MOST_PAIRS = 3 };

/* With the correlation r and the sigmas s: first - factor second, factor = r s_first/s_second, is
 * what the logs determine best, with sigma = s_first sqrt(1 - r^2). */
typedef struct {
  int first, second; /* parameters of the fit, first < second */
  double correlation, factor;
  double value, sigma; /* of the combination, in the unit of the first */
} TrammelCorrelatedPair;

/* The closest pairs, in falling order, no parameter twice; their number.  Pairs that a constraint
 * binds entirely are none. */
guint trammel_correlated_pairs_find(TrammelCorrelatedPair pairs[TRAMMEL_MOST_PAIRS],
                                    const TrFit *fit);

/* Appends "parameters-correlated" of each, in this order: info. */
void trammel_correlation_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
