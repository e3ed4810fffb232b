#include "engine/est/identify/multistart_settle.h"

#include <math.h>
#include <string.h>

#include "engine/est/solve/solve.h"

/* Optima that are fitted again; those behind them cost too much more to be the best. */
enum { MOST_SETTLED = 8 };

void
tr_optima_swap(TrMultistart *out, TrFit **fits, int a, int b)
{
  TR_ASSERT(out && fits && a >= 0 && b >= 0 && a < out->n_optima && b < out->n_optima);
  TrOptimum optimum = out->optima[a];
  TrFit *fit = fits[a];

  out->optima[a] = out->optima[b];
  fits[a] = fits[b];
  out->optima[b] = optimum;
  fits[b] = fit;
  for (int i = 0; i < out->n_starts; i++) {
    int *at = &out->ends[i].optimum;

    *at = *at == a ? b : *at == b ? a : *at;
  }
}

/* Takes the values and the likelihood of a fit into its optimum. */
static void
take_values(TrSettle *s, int k)
{
  TrOptimum *o = &s->out->optima[k];

  o->likelihood = s->fits[k]->likelihood;
  for (int i = 0; i < s->out->n_free; i++)
    o->parameters[i] = s->fits[k]->estimates[i].value;
}

/* Fits an optimum with variances of its own; where that fails it stays as it is. */
static TrStatus
settle_one(TrSettle *s, int k)
{
  TrTask task = *s->task;
  TrFit *fit = NULL;
  TrStatus status;

  task.model = s->model;
  task.warm_start = s->out->optima[k].parameters;
  task.warm_fit = NULL;
  task.warm_kappa = s->kappa;
  status = tr_task_run(&fit, &task, tr_task_solve, NULL);
  if (status != TR_OK || isnan(fit->likelihood)) {
    tr_fit_free(fit);
    return status == TR_CANCELLED || status == TR_NO_MEMORY ? status : TR_OK;
  }
  tr_fit_free(s->fits[k]);
  s->fits[k] = fit;
  take_values(s, k);
  return TR_OK;
}

/* Adds an optimum to an earlier one, and removes it. */
static void
join(TrSettle *s, int into, int from)
{
  TrMultistart *out = s->out;

  if (out->optima[from].has_own)
    tr_optima_swap(s->out, s->fits, into, from);
  out->optima[into].n_starts += out->optima[from].n_starts;
  for (int i = 0; i < out->n_starts; i++)
    if (out->ends[i].optimum == from)
      out->ends[i].optimum = into;
  while (from + 1 < out->n_optima) {
    tr_optima_swap(s->out, s->fits, from, from + 1);
    from++;
  }
  tr_fit_free(s->fits[from]);
  s->fits[from] = NULL;
  out->n_optima--;
}

static void
join_same(TrSettle *s, bool (*are_same)(const TrFit *, const TrFit *))
{
  for (int a = 0; a < s->out->n_optima; a++)
    for (int b = s->out->n_optima - 1; b > a; b--)
      if (!isnan(s->out->optima[a].likelihood) && !isnan(s->out->optima[b].likelihood) &&
          are_same(s->fits[a], s->fits[b]))
        join(s, a, b);
}

static bool
is_before(const TrOptimum *a, const TrOptimum *b)
{
  return !isnan(a->likelihood) && !(a->likelihood >= b->likelihood);
}

TrStatus
tr_settle_optima(TrSettle *s, bool (*are_same)(const TrFit *, const TrFit *))
{
  TR_ASSERT(s && s->out && are_same);

  if (s->out->n_optima < 2)
    return TR_OK;
  for (int k = 0; k < s->out->n_optima; k++)
    if (s->out->optima[k].has_own)
      take_values(s, k);
    else if (k < MOST_SETTLED)
      TR_TRY(settle_one(s, k));
  join_same(s, are_same);
  for (int k = 1; k < s->out->n_optima; k++)
    for (int at = k; at > 0 && is_before(&s->out->optima[at], &s->out->optima[at - 1]); at--)
      tr_optima_swap(s->out, s->fits, at, at - 1);
  return TR_OK;
}
