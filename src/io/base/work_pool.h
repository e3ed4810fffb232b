/* Independent pieces of work, shared by the threads of this process and by other processes that run
 * the same (engine/base/exchange.h).
 *
 * Piece i is done by process i mod size; within a process threads take pieces as they get free.
 * What a piece gives does not depend on who does it, so the results are the same for any number of
 * threads and processes. */
#pragma once

#include <gio/gio.h>

#include "engine/base/exchange.h"

G_BEGIN_DECLS

typedef struct TrammelFarm TrammelFarm;

typedef struct {
  /* Does a piece; on any thread, at the same time as others. */
  void (*work)(gpointer user_data, gsize piece);
  /* What a piece gave, for other processes (floating), and taking it over from one; nullable where
   * there are none. */
  GVariant *(*give)(gpointer user_data, gsize piece);
  void (*take)(gpointer user_data, gsize piece, GVariant *result);
  const GVariantType *type; /* of what is given */
} TrammelFarmJob;

/* threads: in all, the caller's among them; 0: one a processor.  exchange: nullable, outlives it.
 */
TrammelFarm *trammel_farm_new(int threads, const TrExchange *exchange);
void trammel_farm_free(TrammelFarm *farm);

/* How many threads each piece of a round may use, so that all of them together are busy. */
int trammel_farm_get_share(const TrammelFarm *farm, gsize n_pieces);

/* Does the pieces 0 .. n_pieces - 1; returns in all processes when all have the results.
 * stop: whether this process wants to end; TRUE is returned in all when one does. */
gboolean trammel_farm_run(TrammelFarm *farm,
                          gsize n_pieces,
                          const TrammelFarmJob *job,
                          const gint *stop,
                          gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelFarm, trammel_farm_free)

G_END_DECLS
