/* A queue of things that threads hand to each other.
 *
 * Of POSIX's locks and not GLib's, which ThreadSanitizer does not see. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct TrammelQueue TrammelQueue;

/* Of at most `capacity` things at a time; those that are still in it are freed with it. */
TrammelQueue *trammel_queue_new(guint capacity, GDestroyNotify free_thing);
void trammel_queue_free(TrammelQueue *queue);

/* There must be room; the thing is not NULL. */
void trammel_queue_push(TrammelQueue *queue, gpointer thing);

/* The oldest one; waits until there is one. */
gpointer trammel_queue_pop(TrammelQueue *queue);

/* The same, or NULL where there is none now. */
gpointer trammel_queue_try_pop(TrammelQueue *queue);

G_END_DECLS
