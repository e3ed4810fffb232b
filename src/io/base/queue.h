/* Queue of items that threads pass to each other.
 *
 * Uses POSIX locks: ThreadSanitizer does not see GLib's. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct TrammelQueue TrammelQueue;

/* Returns a queue of at most `capacity` items; items that are still in it are freed with it.  Free
 * with trammel_queue_free(). */
TrammelQueue *trammel_queue_new(guint capacity, GDestroyNotify free_thing);
void trammel_queue_free(TrammelQueue *queue);

/* Appends an item, which must not be NULL; there must be room. */
void trammel_queue_push(TrammelQueue *queue, gpointer thing);

/* Removes and returns the oldest item; waits until there is one. */
gpointer trammel_queue_pop(TrammelQueue *queue);

/* Removes and returns the oldest item, or NULL if the queue is empty. */
gpointer trammel_queue_try_pop(TrammelQueue *queue);

G_END_DECLS
