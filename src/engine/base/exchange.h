/* Processes that share one piece of work, each of which computes a part and hears of the others':
 * who starts them and how they talk is the business of whoever fills this in.
 *
 * All processes run the same program on the same input and come to the same exchanges in the same
 * order, so that each goes on with the same numbers. */
#pragma once

#include <stddef.h>

typedef struct TrExchange {
  int rank, size; /* 0 <= rank < size */
  /* Gives `mine` to all; all[r], n_all[r]: what process r gave, taken by malloc() for the caller.
   * Ends the program where the others cannot be reached. */
  void (*gather)(void *user, const void *mine, size_t n_mine, void *all[], size_t n_all[]);
  void *user;
} TrExchange;

/* NULL is a process alone. */
static inline int
tr_exchange_rank(const TrExchange *exchange)
{
  return exchange ? exchange->rank : 0;
}

static inline int
tr_exchange_size(const TrExchange *exchange)
{
  return exchange ? exchange->size : 1;
}
