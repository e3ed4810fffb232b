/* Times that can be compared on a machine with other work: the thread stays on one core, its own
 * CPU time counts, contestants take turns, the median of the turns is kept. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ties the calling thread to its present core; threads that it starts afterwards stay there. */
void bench_pin(void);

/* CPU time of the calling thread, and time on the wall [s]. */
double bench_cpu_seconds(void);
double bench_wall_seconds(void);

/* One of the compared functions. */
typedef struct BenchContestant {
  const char *name;
  void (*prepare)(void *user); /* before each turn, untimed; NULL: nothing */
  void (*run)(void *user);     /* the timed function */
  void *user;
  double seconds; /* median time of a turn, filled by bench_race() */
} BenchContestant;

/* Runs all `turns` times, in turn; the second function measures wall time, for contestants with
 * several threads. */
void bench_race(BenchContestant *contestants, int n, int turns);
void bench_race_on_wall(BenchContestant *contestants, int n, int turns);

#ifdef __cplusplus
}
#endif
