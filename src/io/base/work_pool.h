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

typedef struct TrammelFarm TrammelFarm;

typedef struct {
  /* Computes a piece; called on any thread, at the same time as others. */
  void (*work)(gpointer user_data, gsize piece);
  /* Returns the result of a piece for other processes (floating), and stores a result received from
   * one; nullable if there are no other processes. */
  GVariant *(*give)(gpointer user_data, gsize piece);
  void (*take)(gpointer user_data, gsize piece, GVariant *result);
  const GVariantType *type; /* type of the results */
} TrammelFarmJob;

/* Returns a work pool; free with trammel_farm_free(). threads: total number, including the
 * caller's; 0: one per processor. exchange: nullable, must outlive the pool. */
TrammelFarm *trammel_farm_new(int threads, const TrExchange *exchange);
void trammel_farm_free(TrammelFarm *farm);

/* Returns the number of threads that each piece of a round may use, so that all threads together
 * are busy. */
int trammel_farm_get_share(const TrammelFarm *farm, gsize n_pieces);

/* Computes the pieces 0 .. n_pieces - 1; returns in all processes when all of them have the
 * results. stop: set when this process is to end; if any process stops, TRUE is returned in all. */
gboolean trammel_farm_run(TrammelFarm *farm,
                          gsize n_pieces,
                          const TrammelFarmJob *job,
                          const gint *stop,
                          gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelFarm, trammel_farm_free)

G_END_DECLS
