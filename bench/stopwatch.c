#include "bench/stopwatch.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "engine/base/order.h"

void
bench_pin(void)
{
  cpu_set_t set;

  CPU_ZERO(&set);
  CPU_SET((size_t)sched_getcpu(), &set);
  /* where that is forbidden, times are only less steady */
  (void)!sched_setaffinity(0, sizeof set, &set);
}

static double
read_clock(clockid_t clock)
{
  struct timespec now;

  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double
bench_cpu_seconds(void)
{
  return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double
bench_wall_seconds(void)
{
  return read_clock(CLOCK_MONOTONIC);
}

static double
time_turn(const BenchContestant *c, double (*now)(void))
{
  double start;

  if (c->prepare)
    c->prepare(c->user);
  start = now();
  c->run(c->user);
  return now() - start;
}

static void
race(BenchContestant *contestants, int n, int turns, double (*now)(void))
{
  double *seconds = calloc((size_t)(n * turns), sizeof *seconds);

  if (!seconds)
    abort();
  for (int t = 0; t < turns; t++)
    for (int i = 0; i < n; i++)
      seconds[i * turns + t] = time_turn(&contestants[i], now);
  for (int i = 0; i < n; i++)
    contestants[i].seconds = tr_median(seconds + i * turns, (size_t)turns);
  free(seconds);
}

void
bench_race(BenchContestant *contestants, int n, int turns)
{
  race(contestants, n, turns, bench_cpu_seconds);
}

void
bench_race_on_wall(BenchContestant *contestants, int n, int turns)
{
  race(contestants, n, turns, bench_wall_seconds);
}
