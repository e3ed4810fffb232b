#include "io/base/queue.h"

#include <pthread.h>

struct TrammelQueue {
  pthread_mutex_t lock;
  pthread_cond_t has_come;
  GDestroyNotify free_thing;
  guint capacity, first, n;
  gpointer things[]; /* [capacity] a ring */
};

TrammelQueue *
trammel_queue_new(guint capacity, GDestroyNotify free_thing)
{
  TrammelQueue *queue = g_malloc0(sizeof *queue + capacity * sizeof *queue->things);

  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->has_come, NULL);
  queue->free_thing = free_thing;
  queue->capacity = capacity;
  return queue;
}

void
trammel_queue_free(TrammelQueue *queue)
{
  gpointer thing;

  while ((thing = trammel_queue_try_pop(queue)))
    queue->free_thing(thing);
  pthread_cond_destroy(&queue->has_come);
  pthread_mutex_destroy(&queue->lock);
  g_free(queue);
}

void
trammel_queue_push(TrammelQueue *queue, gpointer thing)
{
  pthread_mutex_lock(&queue->lock);
  g_assert(thing && queue->n < queue->capacity);
  queue->things[(queue->first + queue->n++) % queue->capacity] = thing;
  pthread_cond_signal(&queue->has_come);
  pthread_mutex_unlock(&queue->lock);
}

static gpointer
pop(TrammelQueue *queue, gboolean waits)
{
  gpointer thing = NULL;

  pthread_mutex_lock(&queue->lock);
  while (waits && queue->n == 0)
    pthread_cond_wait(&queue->has_come, &queue->lock);
  if (queue->n > 0) {
    thing = queue->things[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->n--;
  }
  pthread_mutex_unlock(&queue->lock);
  return thing;
}

gpointer
trammel_queue_pop(TrammelQueue *queue)
{
  return pop(queue, TRUE);
}

gpointer
trammel_queue_try_pop(TrammelQueue *queue)
{
  return pop(queue, FALSE);
}
