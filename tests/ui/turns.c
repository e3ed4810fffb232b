#include "ui/turns.h"

#include <time.h>

static struct {
  gint64 woke,
      worked_before; /* [us] of the clock and of this thread's processor time; 0: not yet */
  TestTurns turns;
} watch;

static gint64
get_thread_time(void)
{
  struct timespec now;

  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static gint
poll_and_measure(GPollFD *fds, guint n, gint timeout)
{
  gint64 busy = g_get_monotonic_time() - watch.woke;

  if (watch.woke) {
    watch.turns.longest = MAX(watch.turns.longest, busy);
    watch.turns.hardest = MAX(watch.turns.hardest, get_thread_time() - watch.worked_before);
    watch.turns.over += busy > 50 * 1000;
  }
  gint ready = g_poll(fds, n, timeout);
  watch.worked_before = get_thread_time();
  watch.woke = g_get_monotonic_time();
  return ready;
}

void
test_turns_begin(void)
{
  g_main_context_set_poll_func(NULL, poll_and_measure);
  watch.woke = 0;
  watch.turns = (TestTurns){0};
}

TestTurns
test_turns_get(void)
{
  return watch.turns;
}
