#include "engine/est/uncertainty/bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/normal.h"
#include "engine/est/uncertainty/covariance.h"

static TrBound
find_bound(const TrProblem *problem, int i)
{
  double near = TR_BOUND_SHARE * problem->scale[i], value = problem->parameters[i];

  if (value - problem->floor[i] <= near)
    return TR_BOUND_LOWER;
  return problem->ceiling[i] - value <= near ? TR_BOUND_UPPER : TR_BOUND_NONE;
}

static TrStatus
find_constraints(TrFit *fit, TrProblem *problem)
{
  int n = tr_constraints_count(problem->constraints);

  tr_constraints_find_active(problem->constraints, problem->parameters, problem->scale);
  free(fit->constraints);
  fit->constraints = calloc((size_t)n + 1, sizeof *fit->constraints);
  fit->n_constraints = fit->constraints ? n : 0;
  if (!fit->constraints)
    return TR_NO_MEMORY;
  tr_constraints_describe(fit->constraints, problem->constraints, problem->parameters);
  return TR_OK;
}

/* Returns whether the weight of the motion's errors depends on a parameter, or on a quantity tied
 * to it. */
static bool
moves_weight(const TrProblem *problem, int i)
{
  const TrTask *task = problem->task;
  bool moves = tr_param_weighs(task->free[i].param);

  for (int t = 0; t < task->n_ties; t++)
    moves = moves || (task->ties[t].master == i && tr_param_weighs(task->ties[t].param));
  return problem->formulation->is_weighed && moves;
}

static void
take_slopes(TrFit *fit, const TrProblem *problem, bool of_weight)
{
  for (int i = 0; i < problem->p; i++)
    if (fit->estimates[i].at_bound && moves_weight(problem, i) == of_weight)
      fit->estimates[i].slope = 2 * *tr_arrow_corner(problem->arrow, problem->p, i);
}

TrStatus
tr_bounds_mark(TrFit *fit, TrProblem *problem)
{
  TR_ASSERT(fit && problem);

  for (int i = 0; i < problem->p; i++) {
    fit->estimates[i].bound = find_bound(problem, i);
    fit->estimates[i].at_bound = fit->estimates[i].bound != TR_BOUND_NONE;
  }
  return find_constraints(fit, problem);
}

TrStatus
tr_bounds_find(TrFit *fit, TrProblem *problem)
{
  bool any = false;
  TrCost cost;

  TR_TRY(tr_bounds_mark(fit, problem));
  for (int i = 0; i < problem->p; i++)
    any = any || (fit->estimates[i].at_bound && moves_weight(problem, i));
  if (any) {
    TR_TRY(tr_problem_ops.linearize(problem, &cost));
    take_slopes(fit, problem, true);
  }
  return TR_OK;
}

void
tr_bounds_take_slopes(TrFit *fit, const TrProblem *problem)
{
  take_slopes(fit, problem, false);
}

/* sigma, scaled, of a parameter at a bound if it were free beside the others; NAN where it is not
 * determined.  Scratch: row. */
static double
find_spread(TrPosterior *p, const TrFit *fit, int c)
{
  int q = p->q, n = fit->n_free;
  const double *s = fit->information + (size_t)c * (size_t)n;
  double own = s[c], sandwich = 0;

  /* row of the larger inverse: 1 for itself, -S^-1 s for the others, over what remains of S_cc */
  memset(p->row, 0, (size_t)n * sizeof *p->row);
  p->row[c] = 1;
  for (int a = 0; a < q; a++) {
    double sum = 0;

    for (int b = 0; b < q; b++)
      sum += p->spread[a * q + b] * s[p->index[b]];
    p->row[p->index[a]] = -sum;
    own -= s[p->index[a]] * sum;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sandwich += p->row[i] * p->row[j] * p->scores[i * p->stride + j];
  if (!(sqrt(p->variance / own) < TR_UNDETERMINED_SD))
    return NAN;
  return sqrt(fmax(p->variance / own, sandwich / (own * own)));
}

void
tr_bounds_limit(TrFit *fit, TrPosterior *posterior)
{
  const TrProblem *problem = posterior->problem;

  for (int i = 0; i < fit->n_free; i++) {
    TrEstimate *e = &fit->estimates[i];
    double by;

    if (!e->at_bound || !e->identifiable)
      continue;
    by = TR_NORMAL_ONE_SIDED_95 * e->scale * find_spread(posterior, fit, i);
    if (isfinite(by))
      e->limit = e->bound == TR_BOUND_LOWER ? fmin(e->value + by, problem->ceiling[i])
                                            : fmax(e->value - by, problem->floor[i]);
  }
}
