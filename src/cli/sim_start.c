#include "cli/sim_start.h"

#include <math.h>
#include <string.h>

#include "cli/report.h"
#include "engine/mbs/kinematics.h"
#include "io/error.h"

/* A straight line through this many samples gives the rate at the start; few, since the motion
 * bends, and not two, since encoders are coarse. */
enum { RATE_SAMPLES = 10 };

gboolean
trammel_start_parse(TrammelStart *start, const char *word, GError **error)
{
  if (g_str_equal(word, "first-sample"))
    *start = TRAMMEL_START_FIRST_SAMPLE;
  else if (g_str_equal(word, "estimated"))
    *start = TRAMMEL_START_ESTIMATED;
  else if (g_str_equal(word, "model"))
    *start = TRAMMEL_START_MODEL;
  else
    return trammel_cli_refuse(
        error, "--start: there is no '%s'; use first-sample, estimated or model", word);
  return TRUE;
}

/* Position and rate of one sensor at the log's start. */
static void
read_first_sample(double *position, double *rate, const TrChannel *channel, double start)
{
  size_t first = 0, n;
  double t_mean = 0, y_mean = 0, tt = 0, ty = 0;

  while (first + 1 < channel->n && channel->t[first] < start)
    first++;
  n = MIN((size_t)RATE_SAMPLES, channel->n - first);
  for (size_t i = first; i < first + n; i++) {
    t_mean += channel->t[i] / (double)n;
    y_mean += channel->y[i] / (double)n;
  }
  for (size_t i = first; i < first + n; i++) {
    tt += (channel->t[i] - t_mean) * (channel->t[i] - t_mean);
    ty += (channel->t[i] - t_mean) * (channel->y[i] - y_mean);
  }
  *position = channel->y[first];
  *rate = tt > 0 ? ty / tt : 0;
}

static void
start_at_first_sample(double *pose, double *twist, const TrTask *task)
{
  const TrLog *log = &task->logs[0];
  g_autofree double *position = g_new0(double, task->model->n_joints);
  g_autofree double *rate = g_new0(double, task->model->n_joints);

  for (int i = 0; i < log->n_channels; i++) {
    const TrChannel *channel = &log->channels[i];
    int joint;
    if (channel->kind != TR_SIGNAL_SENSOR || channel->n == 0)
      continue;
    joint = task->model->sensors[channel->index].joint;
    read_first_sample(&position[joint], &rate[joint], channel, log->start);
  }
  tr_forward_kinematics(pose, twist, task->model, position, rate);
}

static gboolean
start_at_estimate(double *pose, double *twist, const TrTask *full, GError **error)
{
  TrTask task = *full;
  TrError detail = {0};
  TrFit *fit = NULL;
  TrStatus status;
  gsize n = (gsize)task.model->n_bodies;

  task.n_free = 0;
  task.n_logs = 1;
  status = tr_identify(&fit, &task, &detail);
  if (!fit) {
    trammel_error_set_status(error, status, &detail);
    return FALSE;
  }
  memcpy(pose, tr_trajectory_pose(fit->logs[0].trajectory, 0), n * TR_POSE * sizeof(double));
  memcpy(twist, tr_trajectory_twist(fit->logs[0].trajectory, 0), n * TR_TWIST * sizeof(double));
  tr_fit_free(fit);
  return TRUE;
}

gboolean
trammel_start_find(double *pose,
                   double *twist,
                   TrammelStart start,
                   const TrModel *model,
                   const TrammelProblem *problem,
                   GError **error)
{
  g_autofree double *zero = g_new0(double, model->n_joints);

  switch (start) {
  case TRAMMEL_START_FIRST_SAMPLE:
    start_at_first_sample(pose, twist, trammel_problem_get_task(problem));
    return TRUE;
  case TRAMMEL_START_ESTIMATED:
    return start_at_estimate(pose, twist, trammel_problem_get_task(problem), error);
  case TRAMMEL_START_MODEL:
    break;
  }
  tr_forward_kinematics(pose, twist, model, zero, zero);
  return TRUE;
}
