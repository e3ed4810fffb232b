/* Choice of the missing forces of a joint that explain what is left over there (theory 10.10):
 * forward selection, the most evident force first, each beside those before it. */
#pragma once

#include "engine/est/uncertainty/score_test.h"

/* Tests of the forces along one joint. */
typedef struct TrForceTests {
  int n;
  const TrScoreTest *tests;  /* [n] */
  const double *information; /* [n x n] S_x */
  double variance;           /* of unit weight */
  int n_chances;             /* tests of the whole fit, one of which may be significant by chance */
} TrForceTests;

/* Sets size[n] to the estimates of the chosen forces together, zero for the others: a force is
 * added while its t, beside those chosen before, is larger than chance makes one of n_chances in 95
 * % of cases.  TR_NO_MEMORY on failure. */
TR_NODISCARD TrStatus tr_force_selection(double *size, const TrForceTests *tests);
