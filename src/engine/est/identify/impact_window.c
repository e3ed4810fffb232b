#include "engine/est/identify/impact_window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/order.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/gravity.h"

/* Share of the largest change of velocity from which on a step is an impact.  A log has impacts
 * where its largest change is more than twice what gravity makes of the velocity in a step, which a
 * body at rest shows, and more than four times the median, which the noise of the poses makes. */
#define IMPACT_SHARE   0.2
#define LEAST_BY_STEP  2.0
#define LEAST_BY_NOISE 4.0

/* Largest change of the noise of the poses, by its lower quartile, which flight and rest make.
 * Where it may exceed the share above, the velocities are means over more steps, whose noise is
 * less; at most over this part of a log. */
#define LARGEST_NOISE 3.5
enum { LEAST_PARTS = 8 };

/* Reach of a window after the impact by that before it, and the least steps before it. */
#define REACH_AFTER 1.75
#define LEAST_STEPS 4

/* Changes of velocity of a log. */
typedef struct Changes {
  int n;
  int reach;      /* steps that a velocity is the mean over */
  double *size;   /* [n] at node k + reach [m/s] */
  double *sorted; /* [n] scratch */
  double noise;   /* [m/s] lower quartile of the lesser change, in flight or at rest, over a step */
  double largest; /* 0 where there is no impact */
  double in_steps; /* the largest by what gravity makes of the velocity in a step */
} Changes;

/* Largest change of velocity of a body at a node beside that of an acceleration g [m/s]. */
static double
measure_change(const TrTrajectory *motion, int node, int reach, const double g[3])
{
  double most = 0, time = reach * motion->h;

  for (int b = 0; b < motion->n_bodies; b++) {
    const double *before = tr_trajectory_pose(motion, node - reach) + b * TR_POSE;
    const double *at = tr_trajectory_pose(motion, node) + b * TR_POSE;
    const double *after = tr_trajectory_pose(motion, node + reach) + b * TR_POSE;
    double sum = 0;

    for (int i = 0; i < 3; i++) {
      double change = (after[i] - 2 * at[i] + before[i]) / time - g[i] * time;

      sum += change * change;
    }
    most = fmax(most, sqrt(sum));
  }
  return most;
}

/* Sets the noise of the poses. */
static void
measure_noise(Changes *changes, const TrTrajectory *motion)
{
  static const double none[3] = {0};

  for (int k = 0; k < changes->n; k++)
    changes->sorted[k] =
        fmin(changes->size[k], measure_change(motion, k + changes->reach, changes->reach, none));
  changes->noise = tr_quantile(changes->sorted, (size_t)changes->n, 0.25);
}

/* Returns whether changes from step to step are those of impacts. */
static bool
has_impacts(Changes *changes, double most, double fall)
{
  memcpy(changes->sorted, changes->size, (size_t)changes->n * sizeof *changes->sorted);
  return most > fmax(LEAST_BY_STEP * fall,
                     LEAST_BY_NOISE * tr_median(changes->sorted, (size_t)changes->n));
}

/* Measures the changes over so many steps.  Returns whether the noise leaves no doubt about the
 * first impact; over more steps than one only such changes count. */
static bool
measure_over(Changes *changes, const TrTrajectory *motion, int reach, const double g[3])
{
  double most = 0, fall = tr_vec3_norm(g) * motion->h;
  bool is_clear;

  changes->reach = reach;
  changes->n = motion->n_nodes - 2 * reach;
  changes->largest = changes->in_steps = 0;
  for (int k = 0; k < changes->n; k++) {
    changes->size[k] = measure_change(motion, k + reach, reach, g);
    most = fmax(most, changes->size[k]);
  }
  if (reach == 1)
    measure_noise(changes, motion);
  is_clear = IMPACT_SHARE * most > LARGEST_NOISE * changes->noise / reach;
  if (!(fall > 0) || (reach == 1 ? !has_impacts(changes, most, fall)
                                 : !is_clear || most <= LEAST_BY_STEP * fall * reach))
    return false;
  changes->largest = most;
  changes->in_steps = most / fall;
  return is_clear;
}

/* Measures the changes of a log, over the least steps that leave no doubt, else over one.  Its
 * gravity may be its own. */
static TrStatus
measure_log(Changes *changes, const TrModel *model, const TrPreparedLog *log)
{
  int reach = 1;
  double g[3];

  changes->size = calloc((size_t)log->n_nodes, sizeof *changes->size);
  changes->sorted = calloc((size_t)log->n_nodes, sizeof *changes->sorted);
  if (!changes->size || !changes->sorted)
    return TR_NO_MEMORY;
  tr_gravity_vector(g, &(log->own_model ? log->own_model : model)->gravity);
  while (!measure_over(changes, log->start, reach, g)) {
    reach *= 2;
    if (reach * LEAST_PARTS > log->n_nodes) {
      measure_over(changes, log->start, 1, g);
      break;
    }
  }
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
  for (int end = k + changes->reach; k + 1 < changes->n && k + 1 < end; k++)
    if (changes->size[k + 1] <= changes->size[k])
      break;
  k += changes->reach;
  first = k - (int)(windows->before / motion->h);
  log->start = motion->start + (first > 0 ? first : 0) * motion->h;
  log->end = fmin(log->end, motion->start + k * motion->h + windows->after);
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
