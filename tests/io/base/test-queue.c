/* Tests of a queue between threads: every item comes out once and in order, and no thread waits
 * forever. */
#include "io/base/queue.h"

enum { CAPACITY = 4, N_THINGS = 20000 };

/* Items in circulation: full ones to the main thread, empty ones back. */
typedef struct {
  TrammelQueue *empty, *full;
} Pair;

static gpointer
count_up(gpointer data)
{
  const Pair *pair = data;

  for (int i = 0; i < N_THINGS; i++) {
    int *thing = trammel_queue_pop(pair->empty);
    *thing = i;
    trammel_queue_push(pair->full, thing);
  }
  return NULL;
}

static void
test_two_threads(void)
{
  Pair pair = {trammel_queue_new(CAPACITY, g_free), trammel_queue_new(CAPACITY, g_free)};

  g_assert_null(trammel_queue_try_pop(pair.full));
  for (int i = 0; i < CAPACITY; i++)
    trammel_queue_push(pair.empty, g_new(int, 1));
  GThread *thread = g_thread_new("count", count_up, &pair);
  for (int i = 0; i < N_THINGS; i++) {
    int *thing = trammel_queue_pop(pair.full);
    g_assert_cmpint(*thing, ==, i);
    trammel_queue_push(pair.empty, thing);
  }
  g_thread_join(thread);
  g_assert_null(trammel_queue_try_pop(pair.full));
  trammel_queue_free(pair.full);
  trammel_queue_free(pair.empty); /* with what is in it */
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/queue/two-threads", test_two_threads);
  return g_test_run();
}
