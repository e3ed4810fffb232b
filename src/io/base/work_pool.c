#include "io/base/work_pool.h"

#include <stdlib.h>

#include "engine/base/team.h"
#include "engine/est/task/fit.h"

struct TrammelWorkPool {
  TrTeam *team;
  const TrExchange *exchange;
};

TrammelWorkPool *
trammel_work_pool_new(int threads, const TrExchange *exchange)
{
  TrammelWorkPool *pool = g_new0(TrammelWorkPool, 1);
  int wanted = threads > 0 ? threads : (int)g_get_num_processors();

  pool->team = tr_team_new(CLAMP(wanted, 1, TR_MAX_THREADS));
  pool->exchange = exchange;
  return pool;
}

void
trammel_work_pool_free(TrammelWorkPool *pool)
{
  tr_team_free(pool->team);
  g_free(pool);
}

/* Returns the number of pieces of this process. */
static gsize
count_own(const TrammelWorkPool *pool, gsize n_pieces)
{
  gsize rank = (gsize)tr_exchange_rank(pool->exchange);
  gsize size = (gsize)tr_exchange_size(pool->exchange);

  return n_pieces > rank ? (n_pieces - rank + size - 1) / size : 0;
}

int
trammel_work_pool_get_share(const TrammelWorkPool *pool, gsize n_pieces)
{
  gsize own = MAX(count_own(pool, n_pieces), 1);

  return MAX(tr_team_threads(pool->team) / (int)MIN(own, TR_MAX_THREADS), 1);
}

typedef struct {
  const TrammelWorkPool *pool;
  const TrammelWorkPoolJob *job;
  const gint *stop;
  gpointer user_data;
} Round;

static void
run_piece(void *data, int task)
{
  const Round *round = data;
  const TrExchange *exchange = round->pool->exchange;

  if (!g_atomic_int_get(round->stop))
    round->job->work(round->user_data, (gsize)task * (gsize)tr_exchange_size(exchange) +
                                           (gsize)tr_exchange_rank(exchange));
}

/* (stop, [result of each own piece]); pieces left out because of a stop give nothing. */
static GVariant *
pack(const Round *round, gsize n_pieces)
{
  const TrExchange *exchange = round->pool->exchange;
  g_autoptr(GVariantType) type = g_variant_type_new_array(round->job->type);
  GVariantBuilder results;
  gboolean stop = g_atomic_int_get(round->stop) != 0;

  g_variant_builder_init(&results, type);
  for (gsize i = (gsize)exchange->rank; i < n_pieces && !stop; i += (gsize)exchange->size)
    g_variant_builder_add_value(&results, round->job->give(round->user_data, i));
  return g_variant_new("(b@*)", stop, g_variant_builder_end(&results));
}

/* Stores the results of process `rank`; TRUE when it wants to stop. */
static gboolean
unpack(const Round *round, int rank, void *data, gsize size)
{
  const TrExchange *exchange = round->pool->exchange;
  g_autofree char *result = g_variant_type_dup_string(round->job->type);
  g_autofree char *type = g_strdup_printf("(ba%s)", result);
  g_autoptr(GVariant) given = g_variant_ref_sink(
      g_variant_new_from_data(G_VARIANT_TYPE(type), data, size, TRUE, free, data));
  g_autoptr(GVariant) results = g_variant_get_child_value(given, 1);
  gboolean stop;

  g_variant_get_child(given, 0, "b", &stop);
  for (gsize i = 0; i < g_variant_n_children(results) && rank != exchange->rank; i++) {
    g_autoptr(GVariant) one = g_variant_get_child_value(results, i);
    round->job->take(round->user_data, i * (gsize)exchange->size + (gsize)rank, one);
  }
  return stop;
}

static gboolean
exchange_results(const Round *round, gsize n_pieces)
{
  const TrExchange *exchange = round->pool->exchange;
  g_autoptr(GVariant) mine = g_variant_ref_sink(pack(round, n_pieces));
  g_autofree void **all = g_new0(void *, exchange->size);
  g_autofree gsize *n_all = g_new0(gsize, exchange->size);
  gboolean stop = FALSE;

  exchange->gather(exchange->user, g_variant_get_data(mine), g_variant_get_size(mine), all, n_all);
  for (int rank = 0; rank < exchange->size; rank++)
    stop |= unpack(round, rank, all[rank], n_all[rank]);
  return stop;
}

gboolean
trammel_work_pool_run(TrammelWorkPool *pool,
                      gsize n_pieces,
                      const TrammelWorkPoolJob *job,
                      const gint *stop,
                      gpointer user_data)
{
  Round round = {.pool = pool, .job = job, .stop = stop, .user_data = user_data};

  tr_team_run(pool->team, (int)count_own(pool, n_pieces), run_piece, &round);
  if (tr_exchange_size(pool->exchange) > 1)
    return exchange_results(&round, n_pieces);
  return g_atomic_int_get(stop) != 0;
}
