/* Plans that keep the limits with any parameters of their present 95 % region (theory 16.4). */
#include <math.h>
#include <string.h>

#include "engine/est/design/safety.h"
#include "engine/est/design/search_private.h"

/* Rounds in which limits are narrowed by what the draws pass them, and shrinkings after these. */
enum { SAFETY_ROUNDS = 3, SHRINKINGS = 20 };
#define SHRINK 0.85

/* Largest margin. */
#define MOST_MARGIN 0.9

/* Tries smaller and smaller plans with the drawn parameters. */
static TrStatus
shrink(TrPlan *plan, TrSearch *search, TrEvaluator *e)
{
  int n = search->planner->n_curves;

  for (int k = 0; k < SHRINKINGS && plan->n_failed > 0; k++) {
    TrSafety safety;

    for (int i = 0; i < n; i++)
      plan->x[i] *= SHRINK;
    plan->shrunk *= SHRINK;
    TR_TRY(tr_safety_try(&safety, search->planner, plan->x));
    plan->n_failed = safety.n_failed;
    plan->blocking = safety.worst_limit;
    tr_safety_clear(&safety);
  }
  e->result->criterion = e->result->merit = INFINITY;
  tr_evaluator_try(e, plan->x);
  tr_plan_take(plan, e->result, search->planner->known.n);
  return TR_OK;
}

/* Narrows the limits by what the drawn parameters pass them; returns whether any was. */
static bool
narrow(TrPlanner *p, const TrSafety *safety)
{
  bool any = false;

  for (int l = 0; l < p->wish->n_limits; l++)
    if (safety->excess[l] > 1e-3) {
      p->margin[l] = fmin(p->margin[l] + 1.1 * safety->excess[l], MOST_MARGIN);
      any = true;
    }
  return any;
}

TrStatus
tr_search_narrow(TrSearch *search)
{
  TrPlanner *p = search->planner;
  TrSafety safety;
  bool any;

  if (p->wish->n_draws < 1 || __atomic_load_n(&search->stops, __ATOMIC_RELAXED))
    return TR_OK;
  TR_TRY(tr_safety_try(&safety, p, search->results[0].x));
  any = narrow(p, &safety);
  tr_safety_clear(&safety);
  for (int i = 0; any && i < search->n_results; i++)
    search->results[i].merit = INFINITY;
  if (any)
    search->best = search->best_merit = INFINITY;
  return TR_OK;
}

TrStatus
tr_search_secure(TrPlan *plan, TrSearch *search, TrEvaluator *e)
{
  TrPlanner *p = search->planner;

  for (int round = 0; p->wish->n_draws > 0; round++) {
    TrSafety safety;
    bool any;

    TR_TRY(tr_safety_try(&safety, p, plan->x));
    plan->n_draws = safety.n_draws;
    plan->n_failed = safety.n_failed;
    plan->blocking = safety.n_failed > 0 ? safety.worst_limit : -1;
    any = narrow(p, &safety);
    tr_safety_clear(&safety);
    if (plan->n_failed == 0 || !any || round == SAFETY_ROUNDS ||
        __atomic_load_n(&search->stops, __ATOMIC_RELAXED))
      break;
    memcpy(e->result->x, plan->x, (size_t)plan->n_numbers * sizeof *plan->x);
    e->result->merit = search->best = search->best_merit = INFINITY;
    tr_evaluator_improve(e, p->wish->n_evaluations / 2);
    if (!isfinite(e->result->merit))
      break;
    tr_plan_take(plan, e->result, search->planner->known.n);
  }
  return plan->n_failed > 0 ? shrink(plan, search, e) : TR_OK;
}
