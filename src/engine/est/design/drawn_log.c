#include "engine/est/design/drawn_log.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/design/trial_private.h"
#include "engine/est/predict/parametric_bootstrap.h"
#include "engine/est/predict/state_pushes.h"

struct TrDrawnLog {
  TrPlanner planner; /* with the shorter step */
  int n_steps;       /* of these in a step of the fit */
  TrTrial *trial;
  TrTask task;
};

/* Simulates the motion under random impulses. */
static TrStatus
move(TrDrawnLog *d, const double *x, const TrFit *truth, TrRandom *random)
{
  const TrTask *task = tr_trial_task(d->trial);
  double of_short_step = tr_bootstrap_state_sigma(task, truth);
  TrStatePushes pushes;
  TrStatus status = tr_state_pushes_init(&pushes, truth, of_short_step * sqrt(d->n_steps), random);

  pushes.factor = sqrt(1.0 / d->n_steps);
  d->trial->push = tr_state_push;
  d->trial->push_user = &pushes;
  if (status == TR_OK)
    status = tr_trial_move(d->trial, x, NULL);
  d->trial->push = NULL;
  tr_state_pushes_clear(&pushes);
  return status;
}

TrStatus
tr_drawn_log_new(TrDrawnLog **out,
                 const TrPlanner *planner,
                 const double *x,
                 const TrFit *truth,
                 TrRandom *random)
{
  TR_ASSERT(out && planner && x && truth && random);

  TrDrawnLog *d = calloc(1, sizeof *d);
  TrStatus status = TR_NO_MEMORY;

  *out = d;
  if (!d)
    return status;
  d->planner = tr_planner_shorten(planner);
  d->n_steps = tr_planner_count_steps(planner);
  d->trial = tr_trial_new(&d->planner);
  if (d->trial)
    status = move(d, x, truth, random);
  if (status == TR_OK) {
    tr_trial_add_noise(d->trial, random);
    d->task = *tr_trial_task(d->trial);
    d->task.settings.h = planner->settings.h;
  } else {
    tr_drawn_log_free(d);
    *out = NULL;
  }
  return status;
}

void
tr_drawn_log_free(TrDrawnLog *d)
{
  if (!d)
    return;
  tr_trial_free(d->trial);
  free(d);
}

const TrTask *
tr_drawn_log_task(const TrDrawnLog *d)
{
  TR_ASSERT(d);
  return &d->task;
}
