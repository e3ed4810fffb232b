#include "ui/session/run/curves.h"

#include <math.h>

#include "engine/est/prepare/prepare.h"
#include "engine/est/task/own_values.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/error.h"
#include "ui/session/text/format.h"

void
trammel_curve_free(gpointer data)
{
  TrammelCurve *curve = data;
  g_free(curve->name);
  g_free(curve->log_name);
  g_free(curve->t);
  g_free(curve->y);
  g_free(curve);
}

/* Returns a curve of `n` points still to be filled; *factor is from SI to its display unit. */
static TrammelCurve *
new_curve(const TrTask *task, int log, int sensor, gsize n, double *factor)
{
  const TrSensor *owner = &task->model->sensors[sensor];
  TrammelCurve *curve = g_new0(TrammelCurve, 1);

  curve->log = log;
  curve->sensor = sensor;
  curve->name = g_strdup(owner->name);
  curve->log_name = g_strdup(task->logs[log].name);
  curve->unit = trammel_display_unit(tr_sensor_unit(task->model, sensor), factor);
  curve->sigma = owner->sigma * *factor;
  curve->n = n;
  curve->t = g_new(double, n);
  curve->y = g_new(double, n);
  return curve;
}

GPtrArray *
trammel_curves_new_measured(const TrTask *task)
{
  GPtrArray *curves = g_ptr_array_new_with_free_func(trammel_curve_free);

  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++) {
      const TrChannel *channel = &task->logs[l].channels[c];
      if (channel->kind != TR_SIGNAL_SENSOR)
        continue;
      double factor;
      TrammelCurve *curve = new_curve(task, l, channel->index, channel->n, &factor);
      gboolean has_signs = tr_sensor_quaternion(task->model, channel->index) >= 0;
      if (has_signs)
        tr_prepare_signs(curve->y, &task->logs[l], task->model, channel);
      for (gsize i = 0; i < channel->n; i++) {
        curve->t[i] = channel->t[i];
        curve->y[i] = (has_signs ? curve->y[i] : 1) * channel->y[i] * factor;
      }
      g_ptr_array_add(curves, curve);
    }
  return curves;
}

/* Full turns that the samples of an angle are ahead of its readings y along the motion, at the
 * first sample that the motion has: the joint may turn before. */
static double
find_turns(const TrChannel *channel, const double *y, const TrTrajectory *motion)
{
  gsize k = 0;

  while (k + 1 < channel->n && channel->t[k] < motion->start)
    k++;
  double node = CLAMP((channel->t[k] - motion->start) / motion->h, 0, motion->n_nodes - 1);
  return round((channel->y[k] - y[(int)node]) / (2 * G_PI));
}

/* Returns the readings along the motion, shifted by full turns (angles) or with the sign
 * (orientations) that fits the first sample of the motion. */
static double *
dup_readings(const TrTask *task,
             const TrModel *model,
             const TrTrajectory *motion,
             const TrChannel *channel,
             int log)
{
  double *y = g_new(double, (gsize)motion->n_nodes), shift = 0, sign = 1;

  tr_motion_readings(y, model, channel->index, motion);
  if (channel->n && tr_sensor_is_angle(model, channel->index))
    shift = 2 * G_PI * find_turns(channel, y, motion);
  if (channel->n && tr_sensor_quaternion(model, channel->index) >= 0)
    sign = tr_prepare_first_sign(motion, &task->logs[log], model, channel);
  for (int k = 0; k < motion->n_nodes; k++)
    y[k] = sign * y[k] + shift;
  return y;
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
  g_autofree double *y = dup_readings(task, model, motion, channel, log);

  for (gsize i = 0, node = 0; node < nodes; node += stride, i++) {
    curve->t[i] = motion->start + (double)node * motion->h;
    curve->y[i] = y[node] * factor;
  }
  return curve;
}

GPtrArray *
trammel_curves_new_predicted(const TrTask *task,
                             const TrModel *model,
                             const TrTrajectory *const *trajectories,
                             gsize max_points)
{
  GPtrArray *curves = g_ptr_array_new_with_free_func(trammel_curve_free);

  for (int l = 0; l < task->n_logs; l++) {
    TrModel *own = task->logs[l].n_own > 0
                       ? trammel_need_memory(tr_log_model_new(model, &task->logs[l]))
                       : NULL;
    for (int c = 0; c < task->logs[l].n_channels; c++)
      if (task->logs[l].channels[c].kind == TR_SIGNAL_SENSOR)
        g_ptr_array_add(curves, predict(task, own ? own : model, trajectories[l],
                                        &task->logs[l].channels[c], l, max_points));
    tr_model_free(own);
  }
  return curves;
}

/* Returns the full turns between the samples of the log and the continuous ones of the score. */
static double
get_turns(const TrTask *task, int log, const TrSensorScore *score)
{
  if (!score->n_samples || !tr_sensor_is_angle(task->model, score->sensor))
    return 0;
  for (int c = 0; c < task->logs[log].n_channels; c++) {
    const TrChannel *channel = &task->logs[log].channels[c];
    if (channel->kind != TR_SIGNAL_SENSOR || channel->index != score->sensor)
      continue;
    for (gsize i = 0; i < channel->n; i++)
      if (channel->t[i] >= score->t[0])
        return 2 * G_PI * round((channel->y[i] - score->measured[0]) / (2 * G_PI));
  }
  return 0;
}

TrammelCurve *
trammel_curve_new_simulated(const TrTask *task, int log, const TrSensorScore *score)
{
  double factor, turns = get_turns(task, log, score);
  TrammelCurve *curve = new_curve(task, log, score->sensor, score->n_samples, &factor);

  for (gsize i = 0; i < score->n_samples; i++) {
    curve->t[i] = score->t[i];
    curve->y[i] = (score->simulated[i] + turns) * factor;
  }
  return curve;
}
