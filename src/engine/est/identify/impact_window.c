#include "engine/est/identify/impact_window.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/order.h"
#include "engine/mbs/model/gravity.h"

/* Share of the largest change of velocity from which on a step is an impact.  A log has impacts
 * where its largest change is more than twice what gravity makes of the velocity in a step, which a
 * body at rest shows, and more than four times the median, which the noise of the poses makes. */
#define IMPACT_SHARE   0.2
#define LEAST_BY_STEP  2.0
#define LEAST_BY_NOISE 4.0

/* Reach of a window after the impact by that before it, and the least steps before it. */
#define REACH_AFTER 1.75
#define LEAST_STEPS 4

/* Changes of velocity of a log. */
typedef struct Changes {
  int n;
  double *size;    /* [n] in the step of node k + 1 [m/s] */
  double *sorted;  /* [n] scratch */
  double largest;  /* 0 where there is no impact */
  double in_steps; /* the largest by what gravity makes of the velocity in a step */
} Changes;

/* Largest change of velocity of a body in the step of a node that gravity does not explain [m/s].
 */
static double
measure_change(const TrTrajectory *motion, int node, const double g[3])
{
  double most = 0, h = motion->h;

  for (int b = 0; b < motion->n_bodies; b++) {
    const double *before = tr_trajectory_pose(motion, node - 1) + b * TR_POSE;
    const double *at = tr_trajectory_pose(motion, node) + b * TR_POSE;
    const double *after = tr_trajectory_pose(motion, node + 1) + b * TR_POSE;
    double sum = 0;

    for (int i = 0; i < 3; i++) {
      double change = (after[i] - 2 * at[i] + before[i]) / h - g[i] * h;

      sum += change * change;
    }
    most = fmax(most, sqrt(sum));
  }
  return most;
}

/* Judges whether the log has impacts. */
static void
judge(Changes *changes, double gravity_step)
{
  double most = 0, noise = tr_median(changes->sorted, (size_t)changes->n);

  for (int k = 0; k < changes->n; k++)
    most = fmax(most, changes->size[k]);
  if (!(gravity_step > 0) || most <= fmax(LEAST_BY_STEP * gravity_step, LEAST_BY_NOISE * noise))
    return;
  changes->largest = most;
  changes->in_steps = most / gravity_step;
}

/* Measures the changes of a log; its gravity may be its own. */
static TrStatus
measure_log(Changes *changes, const TrModel *model, const TrPreparedLog *log)
{
  double g[3];

  changes->n = log->n_nodes - 2;
  changes->size = calloc((size_t)log->n_nodes, sizeof *changes->size);
  changes->sorted = calloc((size_t)log->n_nodes, sizeof *changes->sorted);
  if (!changes->size || !changes->sorted)
    return TR_NO_MEMORY;
  tr_gravity_vector(g, &(log->own_model ? log->own_model : model)->gravity);
  for (int k = 0; k < changes->n; k++)
    changes->size[k] = changes->sorted[k] = measure_change(log->start, k + 1, g);
  judge(changes, sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * log->start->h);
  return TR_OK;
}

/* Trims a log to the window around its first impact; returns whether it has one. */
static bool
trim(TrLog *log,
     const TrTrajectory *motion,
     const Changes *changes,
     double least,
     const TrImpactWindows *windows)
{
  int k = 0, first;

  while (k < changes->n && changes->size[k] < least)
    k++;
  if (changes->largest == 0 || k == changes->n)
    return false;
  first = k + 1 - (int)(windows->before / motion->h);
  log->start = motion->start + (first > 0 ? first : 0) * motion->h;
  log->end = fmin(log->end, motion->start + (k + 1) * motion->h + windows->after);
  return true;
}

/* Finds the windows from the changes of all logs. */
static void
find(TrImpactWindows *windows, TrLog *logs, const Changes *changes, const TrPrepared *prepared)
{
  double least = 0, steps = 0;
  int n = 0;

  for (int l = 0; l < prepared->n_logs; l++) {
    least = fmax(least, IMPACT_SHARE * changes[l].largest);
    steps += changes[l].in_steps;
    n += changes[l].largest > 0;
  }
  if (n == 0)
    return;
  windows->before = fmax(steps / n, LEAST_STEPS) * prepared->logs[0].start->h;
  windows->after = REACH_AFTER * windows->before;
  for (int l = 0; l < prepared->n_logs; l++)
    windows->n += trim(&logs[l], prepared->logs[l].start, &changes[l], least, windows);
}

TrStatus
tr_impact_windows_find(TrImpactWindows *windows,
                       TrLog *logs,
                       const TrModel *model,
                       const TrPrepared *prepared)
{
  TR_ASSERT(windows && logs && model && prepared);
  Changes *changes = calloc((size_t)prepared->n_logs + 1, sizeof *changes);
  TrStatus status = changes ? TR_OK : TR_NO_MEMORY;

  *windows = (TrImpactWindows){0};
  for (int l = 0; status == TR_OK && l < prepared->n_logs; l++)
    status = measure_log(&changes[l], model, &prepared->logs[l]);
  if (status == TR_OK)
    find(windows, logs, changes, prepared);
  for (int l = 0; changes && l < prepared->n_logs; l++) {
    free(changes[l].size);
    free(changes[l].sorted);
  }
  free(changes);
  return status;
}
