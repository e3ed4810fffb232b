/* Improvement of a plan by a search without derivatives, with linear models of merit and limits
 * (NLopt's COBYLA), and the way back to limits that the plan passes (theory 16.4). */
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/design/search_private.h"

/* First step by the rms of the numbers, the one of the way back by the excess too, and the least
 * one. */
#define FIRST_STEP 0.3
#define BACK_STEP  2.0
#define LEAST_STEP 1e-3

/* Simulations of the way back for each number, and how far within the limits it heads, by the first
 * excess: the search gets close to where it heads, but rarely there. */
enum { BACK_TRIALS = 4 };
#define BACK_DEPTH 0.3

/* Search under way; on the way back to the limits, it only simulates, and ends where it is within.
 */
typedef struct Improvement {
  TrEvaluator *evaluator;
  nlopt_opt opt;
  double *x;    /* [n_numbers] of a point, with the frequency of the start */
  double depth; /* within the limits, where a way back heads; 0: an improvement */
  bool is_within;
} Improvement;

/* Evaluates a point once for merit and limits. */
static void
visit(Improvement *improvement, const double *x, unsigned n)
{
  TrEvaluator *e = improvement->evaluator;

  if (memcmp(e->x, x, n * sizeof *x) == 0)
    return;
  memcpy(improvement->x, x, n * sizeof *x);
  if (improvement->depth == 0) {
    tr_evaluator_try(e, improvement->x);
    return;
  }
  tr_evaluator_move(e, improvement->x);
  if (e->worst > 0)
    return;
  improvement->is_within = true;
  memcpy(e->result->x, x, n * sizeof *x);
  nlopt_force_stop(improvement->opt);
}

/* nlopt_func: the merit; on the way back the same for all plans.  Ends the search when the monitor
 * asks for it. */
static double
get_merit(unsigned n, const double *x, double *gradient, void *data)
{
  Improvement *improvement = data;

  if (__atomic_load_n(&improvement->evaluator->search->stops, __ATOMIC_RELAXED))
    nlopt_force_stop(improvement->opt);
  visit(improvement, x, n);
  return improvement->evaluator->merit;
}

/* nlopt_mfunc */
static void
get_excess(unsigned m, double *out, unsigned n, const double *x, double *gradient, void *data)
{
  Improvement *improvement = data;
  const TrEvaluator *e = improvement->evaluator;
  const double *parts;

  visit(improvement, x, n);
  parts = tr_trial_parts(e->trial);
  for (unsigned l = 0; l < m; l++)
    out[l] = e->worst < TR_FAILED_EXCESS ? parts[l] + improvement->depth : TR_FAILED_EXCESS;
}

static double
get_rms(const double *x, unsigned n)
{
  double square = 0;

  for (unsigned i = 0; i < n; i++)
    square += x[i] * x[i];
  return sqrt(square / n);
}

/* Searches from the plan of the result; returns whether a way back came within the limits. */
static bool
search(TrEvaluator *e, double depth, double first_step, int n_trials)
{
  unsigned n = (unsigned)e->search->planner->n_curves;
  unsigned m = (unsigned)tr_trial_n_parts(e->trial);
  nlopt_opt opt = nlopt_create(NLOPT_LN_COBYLA, n);
  double *x = malloc((n + 1) * sizeof *x), least;
  Improvement improvement = {e, opt, malloc((n + 1) * sizeof *x), depth, false};

  if (opt && x && improvement.x && n_trials > 0) { /* NLopt would take none as no limit */
    memcpy(x, e->result->x, n * sizeof *x);
    improvement.x[n] = e->result->x[n];
    e->x[0] = NAN;
    nlopt_set_min_objective(opt, get_merit, &improvement);
    nlopt_add_inequality_mconstraint(opt, m, get_excess, &improvement, NULL);
    nlopt_set_initial_step1(opt, fmax(first_step * get_rms(x, n), LEAST_STEP));
    nlopt_set_maxeval(opt, n_trials);
    nlopt_set_xtol_rel(opt, 1e-4);
    (void)nlopt_optimize(opt, x, &least); /* the best within the limits is kept on the way */
  }
  nlopt_destroy(opt);
  free(improvement.x);
  free(x);
  return improvement.is_within;
}

/* Brings the plan of the result within limits that it passes, by as little as it can; returns
 * whether that was possible. */
static bool
come_back(TrEvaluator *e)
{
  int n_trials = BACK_TRIALS * (e->search->planner->n_curves + 1);
  double excess;

  tr_evaluator_move(e, e->result->x);
  excess = e->worst;
  return excess <= 0 ||
         search(e, BACK_DEPTH * excess, fmin(BACK_STEP * excess, FIRST_STEP), n_trials) ||
         tr_evaluator_fit(e, e->result->x, 1);
}

void
tr_evaluator_improve(TrEvaluator *e, int n_trials)
{
  if (!isfinite(e->result->merit) && come_back(e))
    tr_evaluator_try(e, e->result->x);
  if (isfinite(e->result->merit))
    (void)search(e, 0, FIRST_STEP, n_trials);
}
