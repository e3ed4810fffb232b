#include "ui/session/curves.h"

#include <math.h>

#include "engine/mbs/kinematics.h"
#include "ui/session/format.h"

static void
free_curve(gpointer data)
{
  TrammelCurve *curve = data;
  g_free(curve->name);
  g_free(curve->log_name);
  g_free(curve->t);
  g_free(curve->y);
  g_free(curve);
}

/* A curve of `n` points still to be filled; *factor is from SI to its display unit. */
static TrammelCurve *
new_curve(const TrTask *task, int log, int sensor, gsize n, double *factor)
{
  const TrSensor *owner = &task->model->sensors[sensor];
  TrammelCurve *curve = g_new0(TrammelCurve, 1);

  curve->log = log;
  curve->sensor = sensor;
  curve->name = g_strdup(owner->name);
  curve->log_name = g_strdup(task->logs[log].name);
  curve->unit =
      trammel_display_unit(tr_joint_position_unit(&task->model->joints[owner->joint]), factor);
  curve->sigma = owner->sigma * *factor;
  curve->n = n;
  curve->t = g_new(double, n);
  curve->y = g_new(double, n);
  return curve;
}

GPtrArray *
trammel_curves_new_measured(const TrTask *task)
{
  GPtrArray *curves = g_ptr_array_new_with_free_func(free_curve);

  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++) {
      const TrChannel *channel = &task->logs[l].channels[c];
      if (channel->kind != TR_SIGNAL_SENSOR)
        continue;
      double factor;
      TrammelCurve *curve = new_curve(task, l, channel->index, channel->n, &factor);
      for (gsize i = 0; i < channel->n; i++) {
        curve->t[i] = channel->t[i];
        curve->y[i] = channel->y[i] * factor;
      }
      g_ptr_array_add(curves, curve);
    }
  return curves;
}

/* Moves `angle` by whole turns next to `last`, so that a hinge that turns over draws one line. */
static double
unwrap(double angle, double last)
{
  return angle - 2 * G_PI * round((angle - last) / (2 * G_PI));
}

static TrammelCurve *
predict(const TrTask *task,
        const TrModel *model,
        const TrTrajectory *motion,
        const TrChannel *channel,
        int log,
        gsize max_points)
{
  gsize nodes = (gsize)motion->n_nodes;
  gsize stride = max_points && nodes > max_points ? (nodes + max_points - 1) / max_points : 1;
  double factor;
  TrammelCurve *curve =
      new_curve(task, log, channel->index, (nodes + stride - 1) / stride, &factor);
  int joint = model->sensors[channel->index].joint;
  gboolean turns = model->joints[joint].type == TR_JOINT_HINGE;
  double last = channel->n ? channel->y[0] : 0;

  for (gsize i = 0, node = 0; node < nodes; node++) {
    double y = tr_joint_position(model, joint, tr_trajectory_pose(motion, (int)node));
    last = turns ? unwrap(y, last) : y;
    if (node % stride)
      continue;
    curve->t[i] = motion->start + (double)node * motion->h;
    curve->y[i++] = last * factor;
  }
  return curve;
}

GPtrArray *
trammel_curves_new_predicted(const TrTask *task,
                             const TrModel *model,
                             const TrTrajectory *const *trajectories,
                             gsize max_points)
{
  GPtrArray *curves = g_ptr_array_new_with_free_func(free_curve);

  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++)
      if (task->logs[l].channels[c].kind == TR_SIGNAL_SENSOR)
        g_ptr_array_add(curves, predict(task, model, trajectories[l], &task->logs[l].channels[c], l,
                                        max_points));
  return curves;
}
