/* Fits of several starts, shared by processes (base/exchange.h).
 *
 * Each process runs some fits of a round and sends the others the numbers by which optima are
 * distinguished: status, cost, estimates with sigma_linear, and the scaled residuals.  A received
 * fit is a TrFit with these members only (tr_fit_is_reported()). */
#pragma once

#include "engine/base/exchange.h"
#include "engine/est/task/fit.h"

/* State of the sharing in one process. */
typedef struct TrShare {
  const TrExchange *exchange;
  int n;             /* fits of a full round, of all processes */
  int first, n_own;  /* those of this one: first .. first + n_own - 1 */
  TrFit **fits;      /* [n] owned; NULL where there is none */
  TrStatus *states;  /* [n] */
  TrFit *shape;      /* a received fit, for its sizes */
  size_t n_reported; /* numbers of one fit */
  double *told;      /* [n_own x n_reported] */
  void **all;        /* [size] data received from the processes ... */
  size_t *n_all;     /* [size] ... and its bytes */
  int *counts;       /* [size] */
} TrShare;

/* Agrees with the others on rounds of all their fits together. n_own: fits of this process, 0 when
 * memory was out; like: the task's own fit, for the sizes, NULL when memory was out.  Returns
 * TR_NO_MEMORY where it was out here, TR_CANCELLED where another process does not continue. */
TR_NODISCARD TrStatus tr_share_init(TrShare *share,
                                    const TrExchange *exchange,
                                    const TrFit *like,
                                    int n_own);
void tr_share_clear(TrShare *share);

/* In place of tr_share_init(): notifies the others that this process does not continue. */
void tr_share_leave(const TrExchange *exchange);

/* Number of the first n fits of a round that are this process's. */
int tr_share_count_own(const TrShare *share, int n);

/* Completes `fits` and `states` of the first n, of which the own ones are set.  Returns
 * TR_NO_MEMORY in all processes when memory was out in one. */
TR_NODISCARD TrStatus tr_share_round(TrShare *share, int n);

/* Frees the fits of a round that were not taken. */
void tr_share_forget(TrShare *share);

/* Returns whether a fit was received from another process. */
bool tr_fit_is_reported(const TrFit *fit);
