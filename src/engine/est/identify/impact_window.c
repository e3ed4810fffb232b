#include "engine/est/identify/impact_window.h"

#include <math.h>

#include "engine/mbs/model/gravity.h"

/* Share of the largest change of velocity from which on a step is an impact, and what that change
 * is at least, in units of what gravity makes of the velocity in a step: a body at rest shows one.
 */
#define IMPACT_SHARE 0.2
#define LEAST_SHARE  2.0

/* Reach of a window after the impact by that before it, and the least steps before it. */
#define REACH_AFTER 1.75
#define LEAST_STEPS 4

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

static double
find_largest_change(const TrTrajectory *motion, const double g[3])
{
  double most = 0;

  for (int k = 1; k + 1 < motion->n_nodes; k++)
    most = fmax(most, measure_change(motion, k, g));
  return most;
}

/* Returns the first node whose step changes the velocity by `least` or more, or 0. */
static int
find_impact(const TrTrajectory *motion, const double g[3], double least)
{
  for (int k = 1; k + 1 < motion->n_nodes; k++)
    if (measure_change(motion, k, g) >= least)
      return k;
  return 0;
}

/* Sets g to the acceleration of gravity in a log; returns its size. */
static double
get_gravity(double g[3], const TrModel *model, const TrPreparedLog *log)
{
  tr_gravity_vector(g, &(log->own_model ? log->own_model : model)->gravity);
  return sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/* Trims a log to the window around a node of its start motion. */
static void
trim(TrLog *log, const TrTrajectory *motion, int node, const TrImpactWindows *windows)
{
  int first = node - (int)(windows->before / motion->h);

  log->start = motion->start + (first > 0 ? first : 0) * motion->h;
  log->end = fmin(log->end, motion->start + node * motion->h + windows->after);
}

/* Largest change of velocity in a log that gravity does not explain [m/s], and that by what gravity
 * makes of it in a step, INFINITY without gravity. */
typedef struct Change {
  double size, share;
} Change;

static Change
measure_log(const TrModel *model, const TrPreparedLog *log)
{
  double g[3], gravity = get_gravity(g, model, log);
  double size = find_largest_change(log->start, g);

  return (Change){size, size > 0 ? size / (gravity * log->start->h) : 0};
}

/* Returns the change of velocity from which on a step is an impact, INFINITY without one or without
 * gravity, and sets the reach of the windows: the mean over the logs with impacts. */
static double
find_threshold(TrImpactWindows *windows, const TrModel *model, const TrPrepared *prepared)
{
  double least = 0, sum = 0, h = prepared->logs[0].start->h;
  int n = 0;

  for (int l = 0; l < prepared->n_logs; l++) {
    Change change = measure_log(model, &prepared->logs[l]);

    if (change.share > LEAST_SHARE)
      least = fmax(least, IMPACT_SHARE * change.size);
    if (isinf(change.share))
      return INFINITY;
  }
  for (int l = 0; least > 0 && l < prepared->n_logs; l++) {
    Change change = measure_log(model, &prepared->logs[l]);

    if (change.size < least)
      continue;
    sum += change.share;
    n++;
  }
  if (n == 0)
    return INFINITY;
  windows->before = fmax(sum / n, LEAST_STEPS) * h;
  windows->after = REACH_AFTER * windows->before;
  return least;
}

TrImpactWindows
tr_impact_windows_find(TrLog *logs, const TrModel *model, const TrPrepared *prepared)
{
  TR_ASSERT(logs && model && prepared);
  TrImpactWindows windows = {0};
  double least = find_threshold(&windows, model, prepared);

  for (int l = 0; isfinite(least) && l < prepared->n_logs; l++) {
    const TrTrajectory *motion = prepared->logs[l].start;
    double g[3];
    int node;

    get_gravity(g, model, &prepared->logs[l]);
    node = find_impact(motion, g, least);
    if (node > 0)
      trim(&logs[l], motion, node, &windows);
    windows.n += node > 0;
  }
  return windows;
}
