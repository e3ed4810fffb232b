#include "ui/pages/inspect/experiment-series.h"

#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"

static TrammelSeries *
make_curve(const char *name, const TrPlanner *p, const double *y, guint colour)
{
  return trammel_series_new(name, p->time, y, (gsize)p->n_samples,
                            &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_CYCLE, .index = colour});
}

GPtrArray *
trammel_experiment_motion_series(const TrammelDesign *d)
{
  GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  const TrTrajectory *motion = tr_trial_motion(d->trial);
  const TrModel *model = d->planner->model;
  g_autofree double *t = g_new(double, (gsize)motion->n_nodes);
  g_autofree double *q = g_new(double, (gsize)motion->n_nodes);

  for (int j = 0; j < model->n_joints; j++) {
    if (!tr_joint_has_axis(&model->joints[j]))
      continue;
    for (int k = 0; k < motion->n_nodes; k++) {
      t[k] = motion->start + k * motion->h;
      q[k] = tr_joint_position(model, j, tr_trajectory_pose(motion, k));
      if (k > 0 && tr_joint_turns(&model->joints[j]))
        q[k] = q[k - 1] + remainder(q[k] - q[k - 1], 2 * G_PI);
    }
    g_ptr_array_add(list, trammel_series_new(model->joints[j].name, t, q, (gsize)motion->n_nodes,
                                             &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_CYCLE,
                                                                   .index = list->len}));
  }
  return list;
}

GPtrArray *
trammel_experiment_input_series(const TrammelDesign *d)
{
  GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  const TrLog *log = &tr_trial_task(d->trial)->logs[0];

  for (int c = 0; c < log->n_channels; c++)
    if (log->channels[c].kind == TR_SIGNAL_MOTOR)
      g_ptr_array_add(list, make_curve(d->planner->model->motors[log->channels[c].index].name,
                                       d->planner, log->channels[c].y, list->len));
  return list;
}
