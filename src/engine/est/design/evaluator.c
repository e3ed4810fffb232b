/* Evaluation of plans by one thread of a search, and their improvement. */
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/design/search_private.h"

/* Excess, and criterion, of a motion that cannot be simulated. */
#define FAILED_EXCESS    10
#define FAILED_CRITERION 50

/* First step of the improvement, by the rms of the numbers. */
#define FIRST_STEP 0.3

/* Steps in which a plan grows or shrinks until it meets the limits, then halvings between. */
enum { SIZES = 12, HALVINGS = 6 };
#define GROWTH 1.6

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
  e->worst = FAILED_EXCESS;
  e->criterion = FAILED_CRITERION;
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
  if (is_within && e->criterion < search->best) {
    search->best = e->criterion;
    memcpy(search->best_x, e->x, (size_t)search->planner->n_numbers * sizeof *e->x);
    if (tr_judge(search->best_after, &search->planner->known, search->planner->now, e->s) != TR_OK)
      search->best = INFINITY;
  }
  tell(search);
  pthread_mutex_unlock(&search->mutex);
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
  if (e->worst < FAILED_EXCESS && tr_trial_inform(e->s, e->trial) == TR_OK &&
      tr_judge(e->judgement, &p->known, p->now, e->s) == TR_OK)
    e->criterion =
        tr_criterion_value(p->wish->criterion, e->judgement, &p->known, p->is_of_interest);
  is_within = e->worst <= TR_ON_LIMIT && e->criterion < FAILED_CRITERION;
  if (is_within && e->criterion < result->criterion) {
    result->criterion = e->criterion;
    memcpy(result->x, x, (size_t)p->n_numbers * sizeof *x);
    memcpy(result->information, e->s, n * n * sizeof *e->s);
  }
  offer(e, is_within);
}

/* Moves x times a factor. */
static bool
keeps_limits(TrEvaluator *e, double *scaled, const double *x, double factor)
{
  for (int i = 0; i < e->search->planner->n_numbers; i++)
    scaled[i] = factor * x[i];
  tr_evaluator_move(e, scaled);
  return e->worst <= 0;
}

bool
tr_evaluator_fit(TrEvaluator *e, double *x, double most)
{
  int n = e->search->planner->n_numbers, k;
  double *scaled = calloc((size_t)n + 1, sizeof *scaled), factor = fmin(1, most), beyond;

  if (!scaled)
    return false;
  if (keeps_limits(e, scaled, x, factor)) {
    for (beyond = factor; beyond < most && keeps_limits(e, scaled, x, beyond);
         beyond = fmin(GROWTH * beyond, most))
      factor = beyond;
  } else {
    for (k = 0; k < SIZES; k++) {
      beyond = factor;
      factor /= GROWTH;
      if (keeps_limits(e, scaled, x, factor))
        break;
    }
    e->result->blocking = e->worst_limit;
    if (k == SIZES) {
      free(scaled);
      return false;
    }
  }
  for (k = 0; k < HALVINGS && beyond > factor; k++) {
    double between = sqrt(factor * beyond);

    if (keeps_limits(e, scaled, x, between))
      factor = between;
    else
      beyond = between;
  }
  for (int i = 0; i < n; i++)
    x[i] *= factor;
  free(scaled);
  return true;
}

/* Evaluates a point once for criterion and limits. */
static void
visit(TrEvaluator *e, const double *x, unsigned n)
{
  if (memcmp(e->x, x, n * sizeof *x) != 0)
    tr_evaluator_try(e, x);
}

/* Improvement under way. */
typedef struct Improvement {
  TrEvaluator *evaluator;
  nlopt_opt opt;
} Improvement;

/* nlopt_func; ends the improvement when the monitor asks for it. */
static double
get_criterion(unsigned n, const double *x, double *gradient, void *data)
{
  const Improvement *improvement = data;

  if (__atomic_load_n(&improvement->evaluator->search->stops, __ATOMIC_RELAXED))
    nlopt_force_stop(improvement->opt);
  visit(improvement->evaluator, x, n);
  return improvement->evaluator->criterion;
}

/* nlopt_mfunc */
static void
get_excess(unsigned m, double *out, unsigned n, const double *x, double *gradient, void *data)
{
  TrEvaluator *e = data;
  const double *excess;

  visit(e, x, n);
  excess = tr_trial_excess(e->trial);
  for (unsigned l = 0; l < m; l++)
    out[l] = e->worst < FAILED_EXCESS ? excess[l] : FAILED_EXCESS;
}

void
tr_evaluator_improve(TrEvaluator *e, int n_evaluations)
{
  unsigned n = (unsigned)e->search->planner->n_numbers;
  unsigned m = (unsigned)tr_trial_n_limits(e->trial);
  nlopt_opt opt = nlopt_create(NLOPT_LN_COBYLA, n);
  double *x = malloc(n * sizeof *x), least, square = 0;
  Improvement improvement = {e, opt};

  if (!opt || !x || n_evaluations < 1) { /* NLopt would take none as no limit */
    nlopt_destroy(opt);
    free(x);
    return;
  }
  memcpy(x, e->result->x, n * sizeof *x);
  for (unsigned i = 0; i < n; i++)
    square += x[i] * x[i];
  e->x[0] = NAN;
  nlopt_set_min_objective(opt, get_criterion, &improvement);
  nlopt_add_inequality_mconstraint(opt, m, get_excess, e, NULL);
  nlopt_set_initial_step1(opt, fmax(FIRST_STEP * sqrt(square / n), 1e-3));
  nlopt_set_maxeval(opt, n_evaluations);
  nlopt_set_xtol_rel(opt, 1e-4);
  (void)nlopt_optimize(opt, x, &least); /* the best within the limits is kept on the way */
  nlopt_destroy(opt);
  free(x);
}
