/* The fits of several starts, shared by processes (base/exchange.h).
 *
 * Each process makes some fits of a round and tells the others what optima are told apart by:
 * status, cost, estimates with sigma_linear, and the scaled residuals.  What came from elsewhere is
 * a TrFit with these members alone (tr_fit_is_told()). */
#pragma once

#include "engine/base/exchange.h"
#include "engine/est/task/fit.h"

typedef struct TrShare {
  const TrExchange *exchange;
  int n;            /* fits of a full round, of all processes */
  int first, n_own; /* those of this one: first .. first + n_own - 1 */
  TrFit **fits;     /* [n] owned; NULL where there is none */
  TrStatus *states; /* [n] */
  TrFit *shape;     /* what is told of a fit, for its sizes */
  size_t n_told;    /* numbers of one fit */
  double *told;     /* [n_own x n_told] */
  void **all;       /* [size] what the processes gave ... */
  size_t *n_all;    /* [size] ... and its bytes */
  int *counts;      /* [size] */
} TrShare;

/* Agrees with the others on rounds of all their fits together; n_own: of this process, 0: memory
 * was out.  like: the task's own fit, for the sizes; NULL: memory was out.
 * TR_NO_MEMORY where it was here, TR_CANCELLED where another process does not go on. */
TR_NODISCARD TrStatus tr_share_init(TrShare *share,
                                    const TrExchange *exchange,
                                    const TrFit *like,
                                    int n_own);
void tr_share_clear(TrShare *share);

/* In place of tr_share_init(): lets the others know that this process does not go on. */
void tr_share_leave(const TrExchange *exchange);

/* How many of the first n fits of a round are this process's. */
int tr_share_count_own(const TrShare *share, int n);

/* Completes `fits` and `states` of the first n, of which the own ones are there.  TR_NO_MEMORY in
 * all processes when memory was out in one. */
TR_NODISCARD TrStatus tr_share_round(TrShare *share, int n);

/* Frees the fits of a round that were not taken. */
void tr_share_forget(TrShare *share);

/* Whether a fit is what another process told of one. */
bool tr_fit_is_told(const TrFit *fit);
