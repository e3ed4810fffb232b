/* Test problems for least squares of More, Garbow and Hillstrom 1981, by their numbers there:
 * standard starts and known minima. */
#pragma once

#include "engine/est/lsq/dense_lsq.h"

typedef struct TrMghProblem {
  int number;
  const char *name;
  int m, n;
  TrDenseFunc func; /* user is the problem */
  double start[TR_DENSE_MAX_UNKNOWNS];
  double minima[2];                       /* sums of squares as printed; -1 where there is none */
  double solution[TR_DENSE_MAX_UNKNOWNS]; /* of minima[0], all zero where not stated */
} TrMghProblem;

extern const TrMghProblem tr_mgh_problems[];
extern const int tr_n_mgh_problems;
