/* The factorisation by one thread and by two, in time on the wall: with the second core as the
 * machine has it, and with a core kept busy by somebody else.  Tells something only on a machine
 * without other load. */
#include <glib.h>

#include "bench/report.h"
#include "bench/setup.h"
#include "bench/stopwatch.h"

enum { N_NODES = 1000, TURNS = 41 };

typedef struct Solve {
  const TrArrow *normal; /* before elimination */
  TrArrow *arrow;
  double *x, *border;
} Solve;

static void
prepare(void *user)
{
  Solve *solve = user;

  tr_arrow_copy(solve->arrow, solve->normal);
}

static void
run(void *user)
{
  Solve *solve = user;

  if (tr_arrow_eliminate(solve->arrow, NULL) != TR_OK)
    g_error("The normal matrix is not positive definite.");
  tr_arrow_back_substitute(solve->x, solve->arrow, solve->border);
}

static void
init(Solve *solve, const TrArrow *normal, TrTeam *team)
{
  *solve = (Solve){.normal = normal, .arrow = bench_arrow_new_like(normal)};
  solve->arrow->team = team;
  solve->x = g_new(double, normal->first[1] * normal->n);
  solve->border = g_new0(double, normal->border);
}

static void
clear(Solve *solve)
{
  tr_arrow_free(solve->arrow);
  g_free(solve->x);
  g_free(solve->border);
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
    bench_report("factor and solve, on the wall", row, c[i].name, 1e3 * c[i].seconds, "ms");
  bench_report("factor and solve, on the wall", row, "speed-up", c[0].seconds / c[1].seconds, "x");
}

int
main(void)
{
  BenchSetup setup;
  Solve solves[2];
  BenchContestant c[2] = {{"one thread", prepare, run, &solves[0], 0},
                          {"two threads", prepare, run, &solves[1], 0}};
  TrTeam *team = tr_team_new(2);
  TrArrow *normal;
  GThread *other;
  int stop = 0;

  bench_setup_init(&setup, bench_furuta_new(N_NODES));
  normal = bench_arrow_new_like(setup.problem->arrow);
  bench_assemble(normal, setup.problem);
  init(&solves[0], normal, NULL);
  init(&solves[1], normal, team);
  measure("second core as it is", c);
  other = g_thread_new("busy", keep_busy, &stop);
  measure("a core kept busy", c);
  g_atomic_int_set(&stop, 1);
  g_thread_join(other);
  clear(&solves[0]);
  clear(&solves[1]);
  tr_arrow_free(normal);
  tr_team_free(team);
  bench_setup_clear(&setup);
  return 0;
}
