/* Iterations whose instructions bench/check-count.py counts.
 *
 * Usage: bench-count CASE
 *
 * CASE is `furuta` or `chain` (four bodies).  Prints the instruction set of the kernels and the
 * number of steps in all iterations of count_iterations() together. */
#include <stdio.h>
#include <string.h>

#include "bench/setup.h"
#include "engine/base/cpu.h"

enum { N_NODES = 200, CHAIN_BODIES = 4, COUNTED = 2 };

/* The counted part, found by its name. */
static void __attribute__((noinline)) count_iterations(TrProblem *problem)
{
  for (int i = 0; i < COUNTED; i++)
    bench_iterate(problem);
}

int
main(int argc, char **argv)
{
  BenchSetup setup;
  BenchCase *bench_case = NULL;

  if (argc == 2 && strcmp(argv[1], "furuta") == 0)
    bench_case = bench_furuta_new(N_NODES);
  if (argc == 2 && strcmp(argv[1], "chain") == 0)
    bench_case = bench_chain_new(CHAIN_BODIES, N_NODES);
  if (!bench_case) {
    fprintf(stderr, "usage: bench-count furuta|chain\n");
    return 2;
  }
  bench_setup_init(&setup, bench_case);
  bench_begin(setup.problem);
  count_iterations(setup.problem);
  printf("%s %d\n", tr_cpu_name(tr_cpu()), COUNTED * N_NODES);
  bench_setup_clear(&setup);
  return 0;
}
