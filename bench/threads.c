/* An iteration of the outer loop by one thread and by two, in wall time: with the second core
 * free, and with a core kept busy by another program.  Meaningful only on a machine without
 * other load. */
#include <glib.h>

#include "bench/report.h"
#include "bench/setup.h"
#include "bench/stopwatch.h"

enum { N_NODES = 1000, TURNS = 41 };

static void
begin(void *user)
{
  BenchSetup *setup = user;

  bench_begin(setup->problem);
}

static void
iterate(void *user)
{
  BenchSetup *setup = user;

  bench_iterate(setup->problem);
}

static void
init(BenchSetup *setup, int threads)
{
  BenchCase *bench_case = bench_furuta_new(N_NODES);

  bench_case->task.settings.threads = threads;
  bench_setup_init(setup, bench_case);
}

static gpointer
keep_busy(gpointer data)
{
  while (!g_atomic_int_get((int *)data))
    continue;
  return NULL;
}

static void
measure(const char *row, BenchContestant c[2])
{
  bench_race_on_wall(c, 2, TURNS);
  for (int i = 0; i < 2; i++)
    bench_report("iteration, on the wall", row, c[i].name, 1e3 * c[i].seconds, "ms");
  bench_report("iteration, on the wall", row, "speed-up", c[0].seconds / c[1].seconds, "x");
}

int
main(void)
{
  BenchSetup setups[2];
  BenchContestant c[2] = {
      {.name = "one thread", .prepare = begin, .run = iterate, .user = &setups[0]},
      {.name = "two threads", .prepare = begin, .run = iterate, .user = &setups[1]}};
  GThread *other;
  int stop = 0;

  for (int i = 0; i < 2; i++)
    init(&setups[i], 1 + i);
  measure("second core as it is", c);
  other = g_thread_new("busy", keep_busy, &stop);
  measure("a core kept busy", c);
  g_atomic_int_set(&stop, 1);
  g_thread_join(other);
  for (int i = 0; i < 2; i++)
    bench_setup_clear(&setups[i]);
  return 0;
}
