#include "engine/est/problem/impulses.h"

#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/linalg/vec.h"

static size_t
find(const TrImpulses *impulses, int node, int freedom)
{
  return (size_t)node * (size_t)impulses->n_freedoms + (size_t)freedom;
}

const TrImpulse *
tr_impulse(const TrImpulses *impulses, int node, int freedom)
{
  return impulses->all + find(impulses, node, freedom);
}

const double *
tr_impulse_row(const TrImpulses *impulses, int node, int freedom)
{
  return impulses->rows + find(impulses, node, freedom) * (size_t)impulses->columns;
}

TrImpulses *
tr_impulses_new(TrProblem *problem)
{
  TR_ASSERT(problem && problem->context.joint_sigma && !problem->impulses);

  int n_freedoms = problem->mechanism->n_freedoms;
  int columns = problem->formulation->touched * problem->node_size + problem->p;
  size_t n = (size_t)problem->first[problem->prepared->n_logs] * (size_t)n_freedoms;
  TrImpulses *impulses = calloc(1, sizeof *impulses);

  if (!impulses)
    return NULL;
  *impulses = (TrImpulses){.n_freedoms = n_freedoms,
                           .columns = columns,
                           .all = calloc(n + 1, sizeof *impulses->all),
                           .rows = calloc(n * (size_t)columns + 1, sizeof *impulses->rows)};
  if (!impulses->all || !impulses->rows) {
    tr_impulses_free(impulses, problem);
    return NULL;
  }
  problem->impulses = impulses;
  problem->arrow_use = TR_ARROW_STALE; /* impulses come with the next linearisation */
  return impulses;
}

void
tr_impulses_free(TrImpulses *impulses, TrProblem *problem)
{
  if (!impulses)
    return;
  if (problem->impulses == impulses)
    problem->impulses = NULL;
  free(impulses->all);
  free(impulses->rows);
  free(impulses);
}

/* row[columns] and the impulse: sums over the step's rows with the factors v[n]. */
static void
project(TrImpulse *out,
        double *row,
        const TrImpulses *impulses,
        const TrProblem *problem,
        const double *v,
        const TrArrowResidual *residual)
{
  int n = problem->step_rows, columns = impulses->columns;
  size_t stride = (size_t)(columns - problem->p + tr_problem_visited(problem));

  *out = (TrImpulse){.squares = tr_vec_square(v, n)};
  if (out->squares == 0)
    return;
  memset(row, 0, (size_t)columns * sizeof *row);
  for (int i = 0; i < n; i++) {
    const double *jac = residual->jac + (size_t)i * stride;

    if (v[i] == 0)
      continue;
    out->value += v[i] * residual->r[i];
    for (int c = 0; c < columns; c++)
      row[c] += v[i] * jac[c];
  }
}

void
tr_impulses_keep(TrProblem *problem, const TrArrowResidual *residual)
{
  TrImpulses *impulses = problem->impulses;

  for (int i = 0; i < impulses->n_freedoms; i++) {
    size_t at = find(impulses, residual->block, i);

    project(&impulses->all[at], impulses->rows + at * (size_t)impulses->columns, impulses, problem,
            problem->visited_probe + (size_t)(i * problem->step_rows), residual);
  }
}
