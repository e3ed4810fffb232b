#include "bench/setup.h"

#include <stdio.h>
#include <stdlib.h>

/* What the outer loop begins with (METHOD §4). */
#define DAMPING 1e-6

static void
require(TrStatus status, const char *what, const char *why)
{
  if (status == TR_OK)
    return;
  fprintf(stderr, "%s: %s\n", what, why && *why ? why : tr_status_text(status));
  exit(1);
}

void
bench_setup_init(BenchSetup *setup, BenchCase *bench_case)
{
  TrError error = {0};

  setup->bench_case = bench_case;
  require(tr_prepare(&setup->prepared, &bench_case->task, &error), "prepare", error.text);
  setup->problem = tr_problem_new(&bench_case->task, &setup->prepared);
  require(setup->problem ? TR_OK : TR_NO_MEMORY, "problem", NULL);
}

void
bench_setup_clear(BenchSetup *setup)
{
  tr_problem_free(setup->problem);
  tr_prepared_clear(&setup->prepared);
  bench_case_free(setup->bench_case);
}

void
bench_iterate(TrProblem *problem)
{
  TrCost cost;
  double decrease, step, gradient;

  require(tr_problem_ops.linearize(problem, &cost), "linearize", NULL);
  require(tr_problem_ops.solve(problem, DAMPING, &decrease, &step, &gradient), "solve", NULL);
  require(tr_problem_ops.try_step(problem, 1, &cost), "try", NULL);
}
