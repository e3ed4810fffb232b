/* Exchange among processes that share one piece of work: each computes a part and receives the
 * parts of the others.  The caller starts the processes and provides the communication.
 *
 * All processes run the same program on the same input and reach the same exchanges in the same
 * order, so that each continues with the same numbers. */
#pragma once

#include <stddef.h>

/* Exchange of one process; the functions are provided by the caller. */
typedef struct TrExchange {
  int rank, size; /* 0 <= rank < size */
  /* Sends `mine` to all; all[r], n_all[r]: data of process r, allocated by malloc() for the caller.
   * Ends the program if the others cannot be reached. */
  void (*gather)(void *user, const void *mine, size_t n_mine, void *all[], size_t n_all[]);
  void *user;
} TrExchange;

/* Rank of this process; NULL is a single process. */
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
