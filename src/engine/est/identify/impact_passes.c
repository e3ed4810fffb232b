#include "engine/est/identify/impact_passes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/impact_window.h"
#include "engine/est/identify/rounds.h"
#include "engine/est/solve/solve.h"

/* State error of a step, as a share of the typical impulse of inertia within the windows: large at
 * first, since a small one makes local minima, then small, since the motion follows the noise of
 * the poses where it is large. */
#define LARGE_SHARE 0.3
#define SMALL_SHARE 0.075

/* State error of the second pass by the impulse of the contacts, if the task does not state it. */
#define SECOND_IMPACT 0.05

/* Starts of friction beside the task's own: contacts make local minima. */
static const double far_frictions[] = {0.05, 0.6};

/* Starts of friction in the second pass, by that of the first: the next one where a fit does not
 * end, at a kink of the cost. */
static const double friction_factors[] = {1, 0.8, 1.25};

/* Restitution and radius, as a share of the least half size, of a fit that begins again where one
 * of them ended at its bound: the cost has no slope there. */
#define RESTITUTION_AGAIN 0.3
#define RADIUS_AGAIN      0.05

/* Standard deviations of the held quantities in the second pass, by those of the first one. */
#define HELD_SHARE 1e-4

/* Tasks of both passes. */
typedef struct Passes {
  const TrTask *task;
  TrTask first, second;
  TrLog *logs;   /* [n_logs] with the windows */
  TrFree *held;  /* [n_free] of the second pass */
  double *start; /* [n_free] */
  TrRounds rounds;
  TrImpactPasses *out;
} Passes;

/* Trims the logs to their windows, and sets kappa of both passes. */
static TrStatus
find_windows(Passes *passes, TrError *error)
{
  TrPrepared whole, windows;
  TrImpactWindows found;
  double change;
  TrStatus status;

  TR_TRY(tr_prepare(&whole, passes->task, error));
  status = tr_impact_windows_find(&found, passes->logs, passes->task->model, &whole);
  change = whole.sigma0 * whole.sigma0;
  tr_prepared_clear(&whole);
  TR_TRY(status);
  passes->out->n_windows = found.n;
  passes->out->before = found.before;
  passes->out->after = found.after;
  TR_TRY(tr_prepare(&windows, &passes->first, error));
  change /= windows.sigma0 * windows.sigma0;
  passes->first.settings.kappa = windows.kappa_ref * pow(TR_KAPPA_REF_SHARE / LARGE_SHARE, 2);
  passes->out->kappa = passes->first.settings.kappa * pow(LARGE_SHARE / SMALL_SHARE, 2);
  passes->second.settings.kappa = change * passes->out->kappa;
  tr_prepared_clear(&windows);
  return TR_OK;
}

static bool
is_better(const TrFit *fit, const TrFit *best)
{
  if (fit->status != TR_OK || best->status != TR_OK)
    return fit->status == TR_OK;
  return fit->cost.total < best->cost.total;
}

/* Runs a pass from passes->start and keeps the better fit, with the iterations of both.  TR_OK also
 * after a fit that did not converge, which the best says. */
static TrStatus
try_start(TrFit **best, Passes *passes, const TrTask *pass, TrError *error)
{
  TrFit *fit = NULL;
  TrStatus status;
  int iterations;

  passes->rounds.fits++;
  status = tr_task_run(&fit, pass, tr_task_solve, *best ? NULL : error);
  iterations = (*best ? (*best)->iterations : 0) + (fit ? fit->iterations : 0);
  if (!*best || (fit && is_better(fit, *best))) {
    TrFit *lost = *best;

    *best = fit;
    fit = lost;
  }
  tr_fit_free(fit);
  if (!*best || status == TR_NO_MEMORY || status == TR_CANCELLED)
    return status;
  (*best)->iterations = iterations;
  return TR_OK;
}

static double
clamp(double value, const TrFree *f)
{
  return fmin(fmax(value, f->min), f->max);
}

/* Sets passes->start to the task's own. */
static void
take_own_start(Passes *passes)
{
  for (int i = 0; i < passes->task->n_free; i++)
    passes->start[i] =
        passes->task->warm_start ? passes->task->warm_start[i] : passes->task->free[i].start;
}

/* Tries other starts of friction; none for a task that continues a fit. */
static TrStatus
try_frictions(TrFit **best, Passes *passes)
{
  bool has_friction = false;

  for (int i = 0; i < passes->task->n_free; i++)
    has_friction = has_friction || tr_impact_moves(passes->task, i);
  if (!has_friction || passes->task->warm_start)
    return TR_OK;
  for (size_t k = 0; k < TR_COUNT(far_frictions); k++) {
    take_own_start(passes);
    for (int i = 0; i < passes->task->n_free; i++)
      if (tr_impact_moves(passes->task, i))
        passes->start[i] = clamp(far_frictions[k], &passes->task->free[i]);
    TR_TRY(try_start(best, passes, &passes->first, NULL));
  }
  return TR_OK;
}

/* Least half size of a contact's shape, 0 of a sphere. */
static double
find_size(const TrModel *model, int contact)
{
  const TrContact *c = &model->contacts[contact];
  double least = INFINITY;

  for (int i = 0; i < 3; i++)
    if (c->size[i] > 0)
      least = fmin(least, c->size[i]);
  return isfinite(least) ? least : 0;
}

/* Fits again, from where the best fit ended, where a restitution or a radius is at its bound. */
static TrStatus
leave_bounds(TrFit **best, Passes *passes)
{
  bool is_stuck = false;

  for (int i = 0; i < passes->task->n_free; i++) {
    const TrFree *f = &passes->task->free[i];
    const TrEstimate *e = &(*best)->estimates[i];
    double again = e->value;

    if (e->bound == TR_BOUND_LOWER && f->param.kind == TR_PARAM_CONTACT_RESTITUTION)
      again = RESTITUTION_AGAIN;
    if (e->bound == TR_BOUND_LOWER && f->param.kind == TR_PARAM_CONTACT_RADIUS)
      again = RADIUS_AGAIN * find_size(passes->task->model, f->param.owner);
    is_stuck = is_stuck || again != e->value;
    passes->start[i] = clamp(again, f);
  }
  return is_stuck ? try_start(best, passes, &passes->first, NULL) : TR_OK;
}

/* Fits again, from where the best fit ended, with the small state error. */
static TrStatus
tighten(TrFit **fit, Passes *passes)
{
  TrFit *tight = NULL;
  TrTask task = passes->first;
  TrStatus status;

  for (int i = 0; i < passes->task->n_free; i++)
    passes->start[i] = (*fit)->estimates[i].value;
  task.warm_fit = *fit;
  task.settings.kappa = passes->out->kappa;
  status = try_start(&tight, passes, &task, NULL);
  if (!tight)
    return status;
  tight->iterations += (*fit)->iterations;
  tr_fit_free(*fit);
  *fit = tight;
  return status;
}

static TrStatus
run_first(TrFit **fit, Passes *passes, TrError *error)
{
  take_own_start(passes);
  TR_TRY(try_start(fit, passes, &passes->first, error));
  TR_TRY(try_frictions(fit, passes));
  if ((*fit)->status == TR_OK)
    TR_TRY(leave_bounds(fit, passes));
  return tighten(fit, passes);
}

/* Holds all quantities but the friction where the first pass has found them. */
static void
hold_found(Passes *passes, const TrFit *first)
{
  for (int i = 0; i < passes->task->n_free; i++) {
    const TrEstimate *e = &first->estimates[i];
    TrFree *f = &passes->held[i];

    *f = passes->task->free[i];
    passes->start[i] = e->value;
    if (tr_impact_moves(passes->task, i))
      continue;
    f->prior_mean = e->value;
    f->prior_sigma = HELD_SHARE * (e->sigma > 0 ? e->sigma : e->scale);
  }
}

/* Keeps the values and sigmas of the first pass. */
static void
keep_first(Passes *passes, const TrFit *first)
{
  for (int i = 0; i < first->n_free; i++) {
    passes->out->values[i] = first->estimates[i].value;
    passes->out->sigmas[i] = first->estimates[i].sigma;
  }
  passes->out->iterations = first->iterations;
}

/* Says in the message what was fitted on what. */
static void
describe(TrFit *fit, const TrFit *first)
{
  size_t used = strlen(fit->message);

  if (fit->status == TR_OK && first->status != TR_OK) {
    fit->status = first->status;
    fit->stop = first->stop;
    snprintf(fit->message, sizeof fit->message, "In the windows around the first impacts: %.*s",
             TR_ERROR_SIZE / 2, first->message);
    return;
  }
  snprintf(fit->message + used, sizeof fit->message - used,
           " Two passes: all parameters in windows around the first impacts, then the friction of "
           "the contacts on the whole logs.");
}

/* Fits the friction on the whole logs, from the next start where a fit does not end. */
static TrStatus
try_factors(TrFit **fit, Passes *passes, const TrFit *first, TrError *error)
{
  for (size_t k = 0; k < TR_COUNT(friction_factors) && (!*fit || (*fit)->status != TR_OK); k++) {
    for (int i = 0; i < first->n_free; i++)
      if (tr_impact_moves(passes->task, i))
        passes->start[i] =
            clamp(friction_factors[k] * first->estimates[i].value, &passes->task->free[i]);
    TR_TRY(try_start(fit, passes, &passes->second, error));
  }
  return TR_OK;
}

static TrStatus
run_second(TrFit **fit, Passes *passes, const TrFit *first, TrError *error)
{
  TrStatus status;

  keep_first(passes, first);
  hold_found(passes, first);
  status = try_factors(fit, passes, first, error);
  if (!*fit)
    return status;
  (*fit)->iterations += first->iterations;
  (*fit)->passes = passes->out;
  passes->out = NULL;
  if (status == TR_CANCELLED)
    return status;
  describe(*fit, first);
  TR_TRY(tr_impact_merge(*fit, first, passes->task));
  return (*fit)->status;
}

static TrImpactPasses *
new_out(int n_free)
{
  TrImpactPasses *out = calloc(1, sizeof *out);

  if (!out)
    return NULL;
  out->n_free = n_free;
  out->values = calloc((size_t)n_free + 1, sizeof *out->values);
  out->sigmas = calloc((size_t)n_free + 1, sizeof *out->sigmas);
  if (out->values && out->sigmas)
    return out;
  tr_impact_passes_free(out);
  return NULL;
}

static bool
open_passes(Passes *passes)
{
  const TrTask *task = passes->task;
  size_t n = (size_t)task->n_free + 1;

  passes->out = new_out(task->n_free);
  passes->logs = calloc((size_t)task->n_logs, sizeof *passes->logs);
  passes->held = calloc(n, sizeof *passes->held);
  passes->start = calloc(n, sizeof *passes->start);
  if (!passes->out || !passes->logs || !passes->held || !passes->start)
    return false;
  memcpy(passes->logs, task->logs, (size_t)task->n_logs * sizeof *passes->logs);
  passes->rounds.monitor = &task->monitor;
  passes->first = *task;
  passes->first.monitor = tr_rounds_monitor(&passes->rounds);
  passes->first.settings.weighting = TR_WEIGHTING_HELD;
  passes->second = passes->first;
  passes->first.logs = passes->logs;
  passes->first.warm_fit = NULL; /* its motion is that of the whole logs */
  passes->first.wants_checks = passes->first.wants_information = false;
  passes->first.wants_influence = false;
  passes->second.free = passes->held;
  passes->first.warm_start = passes->second.warm_start = passes->start;
  if (!(task->settings.impact_error > 0))
    passes->second.settings.impact_error = SECOND_IMPACT;
  return true;
}

static void
close_passes(Passes *passes)
{
  tr_impact_passes_free(passes->out);
  free(passes->logs);
  free(passes->held);
  free(passes->start);
}

TrStatus
tr_impact_passes(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));
  Passes passes = {.task = task};
  TrFit *first = NULL;
  double begin = tr_clock_seconds();
  TrStatus status = open_passes(&passes) ? find_windows(&passes, error) : TR_NO_MEMORY;

  *fit = NULL;
  if (status == TR_OK)
    status = run_first(&first, &passes, error);
  if (status == TR_OK || (status == TR_CANCELLED && first))
    status = run_second(fit, &passes, first, error);
  if (*fit)
    (*fit)->seconds = tr_clock_seconds() - begin;
  tr_fit_free(first);
  close_passes(&passes);
  return status;
}
