#include "bench/setup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Start damping of the outer loop (theory 7.4). */
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
bench_begin(TrProblem *problem)
{
  TrCost cost;

  tr_problem_restart(problem);
  problem->linearizations = 1;
  problem->next_look = INT_MAX;
  require(tr_problem_ops.linearize(problem, &cost), "linearize", NULL);
}

void
bench_iterate(TrProblem *problem)
{
  TrCost cost;
  double decrease, step, gradient;

  require(tr_problem_ops.solve(problem, DAMPING, &decrease, &step, &gradient), "solve", NULL);
  require(tr_problem_ops.try_ahead(problem, &cost), "try", NULL);
  tr_problem_ops.accept(problem);
  require(tr_problem_ops.take_ahead(problem, &cost), "linearize", NULL);
}

TrArrow *
bench_arrow_new_like(const TrArrow *arrow)
{
  int *lengths = calloc((size_t)arrow->n_chains + 1, sizeof *lengths);
  TrArrow *made;

  require(lengths ? TR_OK : TR_NO_MEMORY, "lengths", NULL);
  for (int i = 0; i < arrow->n_chains; i++)
    lengths[i] = arrow->first[i + 1] - arrow->first[i];
  made = tr_arrow_new(arrow->n, arrow->bandwidth, arrow->border, arrow->n_chains, lengths);
  require(made ? TR_OK : TR_NO_MEMORY, "normal matrix", NULL);
  free(lengths);
  return made;
}

static TrStatus
add_to_arrow(void *user, const TrArrowResidual *residual)
{
  tr_arrow_add_residual(user, residual);
  return TR_OK;
}

void
bench_assemble(TrArrow *normal, TrProblem *problem)
{
  tr_arrow_clear(normal);
  require(tr_problem_visit(problem, add_to_arrow, normal), "assemble", NULL);
}
