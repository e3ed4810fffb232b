/* Times that can be compared on a machine with other work: the thread stays on one core, its own
 * CPU time counts, contestants take turns, the median of the turns is kept. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ties the calling thread to the core that it runs on; what it starts afterwards stays there. */
void bench_pin(void);

/* CPU time of the calling thread, and time on the wall [s]. */
double bench_cpu_seconds(void);
double bench_wall_seconds(void);

/* One of those that are compared. */
typedef struct BenchContestant {
  const char *name;
  void (*prepare)(void *user); /* before each turn, untimed; NULL: nothing */
  void (*run)(void *user);     /* what is timed */
  void *user;
  double seconds; /* median time of a turn, filled by bench_race() */
} BenchContestant;

/* Lets all run `turns` times, in turn; the second one with time on the wall, for those that have
 * several threads. */
void bench_race(BenchContestant *contestants, int n, int turns);
void bench_race_on_wall(BenchContestant *contestants, int n, int turns);

#ifdef __cplusplus
}
#endif
