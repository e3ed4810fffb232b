/* Evaluation of plans by one thread of a search, and their sizes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/design/condition.h"
#include "engine/est/design/search_private.h"

/* Criterion of a motion that cannot be simulated. */
#define FAILED_CRITERION 50

/* Steps in which a plan grows or shrinks until it meets the limits, the least and the largest
 * factor of one, and the steps between both sides. */
enum { SIZES = 12, BETWEEN = 4 };
#define LEAST_FACTOR 1.6
#define MOST_FACTOR  8.0

/* Least size of a plan, by that of its numbers; distance from the limits at which it is as large as
 * they allow. */
#define LEAST_SIZE 3e-3
#define NEAR       2e-2

TrStatus
tr_evaluator_init(TrEvaluator *e, TrSearch *search, TrStartResult *result)
{
  size_t n = (size_t)search->planner->known.n, size = (size_t)search->planner->n_numbers;

  *e = (TrEvaluator){.search = search,
                     .result = result,
                     .trial = tr_trial_new(search->planner),
                     .judgement = tr_judgement_new((int)n),
                     .s = calloc(n * n + 1, sizeof *e->s),
                     .x = calloc(size + 1, sizeof *e->x)};
  if (e->trial && e->judgement && e->s && e->x)
    return TR_OK;
  tr_evaluator_clear(e);
  return TR_NO_MEMORY;
}

void
tr_evaluator_clear(TrEvaluator *e)
{
  tr_trial_free(e->trial);
  tr_judgement_free(e->judgement);
  free(e->s);
  free(e->x);
}

void
tr_evaluator_move(TrEvaluator *e, const double *x)
{
  const double *excess;

  memcpy(e->x, x, (size_t)e->search->planner->n_numbers * sizeof *x);
  e->worst = TR_FAILED_EXCESS;
  e->criterion = e->merit = FAILED_CRITERION;
  e->worst_limit = -1;
  if (tr_trial_move(e->trial, x, NULL) != TR_OK)
    return;
  excess = tr_trial_excess(e->trial);
  e->worst = -1;
  for (int l = 0; l < tr_trial_n_limits(e->trial); l++)
    if (excess[l] > e->worst) {
      e->worst = excess[l];
      e->worst_limit = l;
    }
}

/* Tells the monitor. */
static void
tell(TrSearch *search)
{
  TrPlanEvent event = {.n_tried = search->n_tried,
                       .n_all = search->n_all,
                       .criterion = search->best,
                       .criterion_now = search->now,
                       .x = isfinite(search->best) ? search->best_x : NULL,
                       .after = search->best_after};

  if (!tr_monitor_goes_on(&search->planner->wish->monitor, &event))
    __atomic_store_n(&search->stops, true, __ATOMIC_RELAXED);
}

/* Takes the last point as the best so far of all starts, if it is. */
static void
offer(TrEvaluator *e, bool is_within)
{
  TrSearch *search = e->search;

  pthread_mutex_lock(&search->mutex);
  search->n_tried++;
  if (is_within && e->merit < search->best_merit) {
    search->best = e->criterion;
    search->best_merit = e->merit;
    memcpy(search->best_x, e->x, (size_t)search->planner->n_numbers * sizeof *e->x);
    if (tr_judge(search->best_after, &search->planner->known, search->planner->now, e->s) != TR_OK)
      search->best = search->best_merit = INFINITY;
  }
  tell(search);
  pthread_mutex_unlock(&search->mutex);
}

double
tr_evaluator_condition(const TrEvaluator *e)
{
  double condition;

  if (!e->search->base || tr_condition_find(&condition, e->search->base, e->trial, NULL) != TR_OK)
    return NAN;
  return condition;
}

/* Judges the last point by its information. */
static void
judge(TrEvaluator *e)
{
  const TrPlanner *p = e->search->planner;

  if (tr_trial_inform(e->s, e->trial) != TR_OK ||
      tr_judge(e->judgement, &p->known, p->now, e->s) != TR_OK)
    return;
  e->criterion = tr_criterion_value(p->wish->criterion, e->judgement, &p->known, p->is_of_interest);
  e->condition = tr_evaluator_condition(e);
  e->merit = tr_search_merit(e->search, e->x, e->criterion, e->condition);
}

void
tr_evaluator_try(TrEvaluator *e, const double *x)
{
  TrPlanner *p = e->search->planner;
  TrStartResult *result = e->result;
  size_t n = (size_t)p->known.n;
  bool is_within;

  tr_evaluator_move(e, x);
  result->n_tried++;
  if (e->worst < TR_FAILED_EXCESS)
    judge(e);
  is_within = e->worst <= TR_ON_LIMIT && e->criterion < FAILED_CRITERION;
  if (is_within && e->merit < result->merit) {
    result->criterion = e->criterion;
    result->merit = e->merit;
    result->condition = e->condition;
    memcpy(result->x, x, (size_t)p->n_numbers * sizeof *x);
    memcpy(result->information, e->s, n * n * sizeof *e->s);
  }
  offer(e, is_within);
}

/* Sizing of a plan: the numbers x and the scaled ones, the largest factor that keeps the limits,
 * the smallest one that does not, and the worst excess of each. */
typedef struct Sizing {
  TrEvaluator *e;
  const double *x;
  double *scaled; /* [n_numbers] with the frequency of x */
  double within, beyond, excess_within, excess_beyond;
} Sizing;

/* Moves x times a factor; returns whether it keeps the limits. */
static bool
try_size(Sizing *s, double factor)
{
  for (int i = 0; i < s->e->search->planner->n_curves; i++)
    s->scaled[i] = factor * s->x[i];
  tr_evaluator_move(s->e, s->scaled);
  if (s->e->worst <= 0) {
    s->within = factor;
    s->excess_within = s->e->worst;
    return true;
  }
  s->beyond = factor;
  s->excess_beyond = s->e->worst;
  s->e->result->blocking = s->e->worst_limit;
  return false;
}

/* Finds a size on each side of the limits, or one of `most` times within them; false where even the
 * smallest is beyond.  The motion, and so 1 + excess, is about in proportion to the size. */
static bool
enclose(Sizing *s, double most)
{
  double factor = fmin(1, most);

  for (int k = 0; k < SIZES; k++) {
    if (try_size(s, factor)) {
      if (s->beyond > 0 || factor >= most)
        return true;
      factor *= fmin(fmax(1 / (1 + s->excess_within), LEAST_FACTOR), MOST_FACTOR);
      factor = fmin(factor, most);
    } else {
      if (s->within > 0)
        return true;
      factor /= fmin(fmax(1 + s->excess_beyond, LEAST_FACTOR), MOST_FACTOR);
      if (factor < LEAST_SIZE)
        return false;
    }
  }
  return s->within > 0;
}

/* Goes on between both sides, where a straight line between them meets the limits, but well apart
 * from either. */
static void
close_in(Sizing *s)
{
  for (int k = 0; k < BETWEEN && s->beyond > 0 && s->excess_within < -NEAR; k++) {
    double share = s->excess_within / (s->excess_within - s->excess_beyond);

    share = fmin(fmax(share - NEAR / 2, 0.1), 0.9);
    (void)try_size(s, s->within + share * (s->beyond - s->within));
  }
}

bool
tr_evaluator_fit(TrEvaluator *e, double *x, double most)
{
  int n = e->search->planner->n_curves;
  Sizing sizing = {.e = e, .x = x, .scaled = calloc((size_t)n + 1, sizeof *sizing.scaled)};
  bool is_possible;

  if (sizing.scaled)
    sizing.scaled[n] = x[n];
  is_possible = sizing.scaled && enclose(&sizing, most);
  if (is_possible)
    close_in(&sizing);
  for (int i = 0; is_possible && i < n; i++)
    x[i] *= sizing.within;
  free(sizing.scaled);
  return is_possible;
}
