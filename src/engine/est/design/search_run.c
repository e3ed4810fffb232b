/* Starts of a search, shared by threads and processes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/design/search_private.h"

/* Numbers of a result beside those of its arrays. */
enum { FIXED = 5 };

/* Work of a round: the starts of this process among all. */
typedef struct Round {
  TrSearch *search;
  TrTeamFunction function;
  int rank, size;
} Round;

static void
run_own(void *data, int task)
{
  const Round *round = data;

  round->function(round->search, round->rank + task * round->size);
}

/* Numbers of a result in the storage of all. */
static size_t
count_numbers(const TrSearch *search)
{
  return (size_t)search->planner->n_numbers +
         (size_t)(search->planner->known.n * search->planner->known.n) + FIXED;
}

/* Copies results to and from rows of numbers. */
static void
pack(double *row, const TrSearch *search, const TrStartResult *r)
{
  size_t n = (size_t)search->planner->n_numbers, s = count_numbers(search) - n - FIXED;

  row[0] = r->criterion;
  row[1] = r->n_tried;
  row[2] = r->blocking;
  row[3] = r->condition;
  row[4] = r->merit;
  memcpy(row + FIXED, r->x, n * sizeof *row);
  memcpy(row + FIXED + n, r->information, s * sizeof *row);
}

static void
unpack(TrStartResult *r, const TrSearch *search, const double *row)
{
  size_t n = (size_t)search->planner->n_numbers, s = count_numbers(search) - n - FIXED;

  r->criterion = row[0];
  r->n_tried = (int)row[1];
  r->blocking = (int)row[2];
  r->condition = row[3];
  r->merit = row[4];
  memcpy(r->x, row + FIXED, n * sizeof *row);
  memcpy(r->information, row + FIXED + n, s * sizeof *row);
}

/* Exchanges the results of the n starts. */
static void
share(TrSearch *search, int n, const TrExchange *exchange)
{
  size_t width = count_numbers(search), size = (size_t)exchange->size;
  size_t n_own = ((size_t)n + size - 1) / size;
  double *own = calloc(n_own * width + 1, sizeof *own);
  void **all = calloc(size, sizeof *all);
  size_t *n_all = calloc(size, sizeof *n_all);

  for (size_t i = 0; own && i < n_own; i++)
    if ((size_t)exchange->rank + i * size < (size_t)n)
      pack(own + i * width, search, &search->results[(size_t)exchange->rank + i * size]);
  if (own && all && n_all)
    exchange->gather(exchange->user, own, n_own * width * sizeof *own, all, n_all);
  for (size_t r = 0; all && r < size; r++) {
    for (size_t i = 0; all[r] && i < n_own && r + i * size < (size_t)n; i++)
      unpack(&search->results[r + i * size], search, (double *)all[r] + i * width);
    free(all[r]);
  }
  free(own);
  free(all);
  free(n_all);
}

void
tr_search_run(TrSearch *search, int n, TrTeamFunction function)
{
  const TrExchange *exchange = search->planner->wish->exchange;
  Round round = {search, function, tr_exchange_rank(exchange), tr_exchange_size(exchange)};
  int n_own = (n - round.rank + round.size - 1) / round.size;

  tr_team_run(search->team, n_own, run_own, &round);
  if (exchange)
    share(search, n, exchange);
}
