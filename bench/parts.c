/* Times of the parts of an iteration, per step: evaluation of residuals and Jacobian, assembly of
 * the normal matrix, its factorisation, back substitution, and the trial of a step, each
 * separately; and the outer loop, which may do several of them at once.  By the number of steps and
 * by the number of bodies.  And the memory of a problem, per step. */
#include <glib.h>
#include <malloc.h>

#include "bench/report.h"
#include "bench/setup.h"
#include "bench/stopwatch.h"

/* Every part of an iteration, on a problem of its own. */
typedef struct Parts {
  BenchSetup setup;
  TrArrow *normal; /* before elimination */
  double *border;  /* [p] a step of the parameters */
  double bytes;    /* of the problem */
} Parts;

static TrStatus
look_away(void *user, const TrArrowResidual *residual)
{
  return TR_OK;
}

static void
evaluate(void *user)
{
  Parts *parts = user;

  if (tr_problem_visit(parts->setup.problem, look_away, NULL) != TR_OK)
    g_error("The residuals could not be evaluated.");
}

static void
evaluate_and_assemble(void *user)
{
  Parts *parts = user;

  bench_assemble(parts->normal, parts->setup.problem);
}

static void
copy_normal(void *user)
{
  Parts *parts = user;

  tr_arrow_copy(parts->setup.problem->arrow, parts->normal);
}

static void
factor(void *user)
{
  Parts *parts = user;

  if (tr_arrow_eliminate(parts->setup.problem->arrow, NULL) != TR_OK)
    g_error("The normal matrix is not positive definite.");
}

static void
substitute(void *user)
{
  Parts *parts = user;

  tr_arrow_back_substitute(parts->setup.problem->step, parts->setup.problem->arrow, parts->border);
}

static void
try_step(void *user)
{
  Parts *parts = user;
  TrCost cost;

  if (tr_problem_ops.try_step(parts->setup.problem, 1, &cost) != TR_OK)
    g_error("The step could not be tried.");
}

static void
begin(void *user)
{
  Parts *parts = user;

  bench_begin(parts->setup.problem);
}

static void
iterate(void *user)
{
  Parts *parts = user;

  bench_iterate(parts->setup.problem);
}

static double
bytes_in_use(void)
{
  struct mallinfo2 info = mallinfo2();

  return (double)(info.uordblks + info.hblkhd);
}

static void
init(Parts *parts, BenchCase *bench_case)
{
  double before = bytes_in_use();

  bench_setup_init(&parts->setup, bench_case);
  parts->bytes = bytes_in_use() - before;
  parts->normal = bench_arrow_new_like(parts->setup.problem->arrow);
  parts->border = g_new0(double, parts->normal->border + 1);
}

static void
clear(Parts *parts)
{
  tr_arrow_free(parts->normal);
  g_free(parts->border);
  bench_setup_clear(&parts->setup);
}

static void
measure(const char *table, const char *row, BenchCase *bench_case, int turns)
{
  Parts parts;
  BenchContestant c[] = {{"evaluation", NULL, evaluate, &parts, 0},
                         {"assembly", NULL, evaluate_and_assemble, &parts, 0},
                         {"factorisation", copy_normal, factor, &parts, 0},
                         {"back substitution", NULL, substitute, &parts, 0},
                         {"trial", begin, try_step, &parts, 0},
                         {"iteration", begin, iterate, &parts, 0}};
  double steps;

  init(&parts, bench_case);
  steps = parts.setup.prepared.logs[0].n_nodes;
  bench_race(c, G_N_ELEMENTS(c), turns);
  c[1].seconds -= c[0].seconds;
  for (size_t i = 0; i < G_N_ELEMENTS(c); i++)
    bench_report(table, row, c[i].name, 1e6 * c[i].seconds / steps, "us/step");
  bench_report(table, row, "memory", parts.bytes / steps / 1024, "KB/step");
  clear(&parts);
}

int
main(void)
{
  static const struct {
    int n, turns;
  } lengths[] = {{1000, 9}, {10000, 3}, {100000, 1}},
    chains[] = {{1, 9}, {2, 9}, {4, 5}, {8, 3}, {12, 2}, {20, 1}};

  bench_pin();
  for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++) {
    g_autofree char *row = g_strdup_printf("%d steps", lengths[i].n);

    measure("parts by steps (Furuta)", row, bench_furuta_new(lengths[i].n), lengths[i].turns);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(chains); i++) {
    g_autofree char *row =
        g_strdup_printf("%d %s", chains[i].n, chains[i].n == 1 ? "body" : "bodies");

    measure("parts by bodies (chain, 200 steps)", row, bench_chain_new(chains[i].n, 200),
            chains[i].turns);
  }
  return 0;
}
