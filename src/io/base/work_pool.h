/* Work pool: independent pieces of work, shared by the threads of this process and by other
 * processes that run the same work (engine/base/exchange.h).
 *
 * Piece i is computed by process i mod size; within a process, threads take pieces as they become
 * free.  The result of a piece does not depend on the thread or process that computes it, so the
 * results are the same for any number of threads and processes. */
#pragma once

#include <gio/gio.h>

#include "engine/base/exchange.h"

G_BEGIN_DECLS

typedef struct TrammelWorkPool TrammelWorkPool;

typedef struct {
  /* Computes a piece; called on any thread, at the same time as others. */
  void (*work)(gpointer user_data, gsize piece);
  /* Returns the result of a piece for other processes (floating), and stores a result received from
   * one; nullable if there are no other processes. */
  GVariant *(*give)(gpointer user_data, gsize piece);
  void (*take)(gpointer user_data, gsize piece, GVariant *result);
  const GVariantType *type; /* type of the results */
} TrammelWorkPoolJob;

/* Returns a work pool; free with trammel_work_pool_free(). threads: total number, including the
 * caller's; 0: one per processor. exchange: nullable, must outlive the pool. */
TrammelWorkPool *trammel_work_pool_new(int threads, const TrExchange *exchange);
void trammel_work_pool_free(TrammelWorkPool *pool);

/* Returns the number of threads that each piece of a round may use, so that all threads together
 * are busy. */
int trammel_work_pool_get_share(const TrammelWorkPool *pool, gsize n_pieces);

/* Computes the pieces 0 .. n_pieces - 1; returns in all processes when all of them have the
 * results. stop: set when this process is to end; if any process stops, TRUE is returned in all. */
gboolean trammel_work_pool_run(TrammelWorkPool *pool,
                               gsize n_pieces,
                               const TrammelWorkPoolJob *job,
                               const gint *stop,
                               gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelWorkPool, trammel_work_pool_free)

G_END_DECLS
