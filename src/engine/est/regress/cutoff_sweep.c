#include "engine/est/regress/cutoff_sweep.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/order.h"
#include "engine/est/prepare/prepare.h"
#include "engine/est/regress/equations_private.h"
#include "engine/est/regress/regression.h"

/* First cutoff [Hz]. */
#define FIRST_CUTOFF 2.5

/* Share of the most determined parameters that a pair must have. */
#define DETERMINED_SHARE 0.75

/* Returns whether the logs determine a parameter: a bound determines those at it. */
static bool
is_determined(const TrFit *fit, int i)
{
  return fit->estimates[i].identifiable && !fit->estimates[i].at_bound;
}

/* Change between two fits; n: parameters that both determine; room: [n_free]. */
static double
compare(int *n, double *room, const TrFit *a, const TrFit *b)
{
  *n = 0;
  for (int i = 0; a && b && i < a->n_free; i++) {
    double first = a->estimates[i].value, second = b->estimates[i].value;

    if (is_determined(a, i) && is_determined(b, i) && fabs(first) + fabs(second) > 0)
      room[(*n)++] = fabs(second - first) / (fabs(second) + fabs(first));
  }
  return tr_median(room, (size_t)*n);
}

static int
count_determined(const TrFit *fit)
{
  int n = 0;

  for (int i = 0; fit && i < fit->n_free; i++)
    n += is_determined(fit, i);
  return n;
}

/* Chooses the pair; shared[k]: parameters that points k and k + 1 determine. */
static void
choose(TrCutoffSweep *out, const int shared[TR_MOST_CUTOFFS])
{
  int most = 0;

  out->best = -1;
  out->cutoff = NAN;
  for (int k = 0; k + 1 < out->n; k++)
    most = shared[k] > most ? shared[k] : most;
  for (int k = 0; k + 1 < out->n; k++)
    if (shared[k] > 0 && shared[k] >= DETERMINED_SHARE * most &&
        (out->best < 0 || out->points[k].change < out->points[out->best].change))
      out->best = k;
  if (out->best >= 0)
    out->cutoff = sqrt(2) * out->points[out->best].cutoff;
}

/* Passes polls on, but not the iterates of the sweep, which are no progress of a fit. */
static bool
poll_on(void *monitor, const void *event)
{
  return tr_monitor_goes_on(monitor, NULL);
}

/* Runs the regressions; fits[n] of them, NULL where one failed. */
static TrStatus
run(TrCutoffSweep *out, TrFit *fits[TR_MOST_CUTOFFS], const TrTask *task, TrError *error)
{
  TrTask own = *task;
  TrMonitor caller = task->monitor;
  double most = TR_MAX_CUTOFF_SHARE / tr_equations_step(task), cutoff = FIRST_CUTOFF;
  TrStatus status = TR_OK;
  bool any = false;

  own.monitor = (TrMonitor){poll_on, &caller};
  for (; out->n < TR_MOST_CUTOFFS && cutoff < most; cutoff *= 2) {
    TrFit **fit = &fits[out->n];

    own.settings.cutoff = cutoff;
    status = tr_regression(fit, &own, error);
    if (status == TR_CANCELLED || status == TR_NO_MEMORY)
      return status;
    out->points[out->n++] = (TrCutoffPoint){cutoff, count_determined(*fit), NAN};
    any = any || *fit;
  }
  return any || out->n == 0 ? TR_OK : status;
}

TrStatus
tr_cutoff_sweep(TrCutoffSweep *out, const TrTask *task, TrError *error)
{
  TR_ASSERT(out && tr_task_is_whole(task));

  TrFit *fits[TR_MOST_CUTOFFS] = {0};
  int shared[TR_MOST_CUTOFFS] = {0};
  double *room = calloc((size_t)task->n_free + 1, sizeof *room);
  TrStatus status;

  *out = (TrCutoffSweep){.best = -1, .cutoff = NAN};
  status = room ? run(out, fits, task, error) : TR_NO_MEMORY;
  for (int k = 0; status == TR_OK && k + 1 < out->n; k++)
    out->points[k].change = compare(&shared[k], room, fits[k], fits[k + 1]);
  if (status == TR_OK)
    choose(out, shared);
  for (int k = 0; k < TR_MOST_CUTOFFS; k++)
    tr_fit_free(fits[k]);
  free(room);
  return status;
}

TrStatus
tr_cutoff_settle(TrCutoffSweep *out, TrTask *task, TrError *error)
{
  TR_ASSERT(out && task);

  *out = (TrCutoffSweep){.best = -1, .cutoff = NAN};
  if (!task->settings.chooses_cutoff)
    return TR_OK;
  TR_TRY(tr_cutoff_sweep(out, task, error));
  if (isfinite(out->cutoff))
    task->settings.cutoff = out->cutoff;
  task->settings.chooses_cutoff = false;
  return TR_OK;
}

void
tr_cutoff_keep(TrSettings *settings, const TrFit *fit)
{
  TR_ASSERT(settings);

  if (!fit || !fit->regression)
    return;
  settings->cutoff = fit->regression->cutoff;
  settings->chooses_cutoff = false;
}

TrStatus
tr_regression_settled(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));

  TrTask own = *task;
  TrCutoffSweep sweep;

  *fit = NULL;
  TR_TRY(tr_cutoff_settle(&sweep, &own, error));
  return tr_regression(fit, &own, error);
}
