#include "io/check/sensor_sign_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/regress/regression.h"
#include "engine/est/task/task_subset.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Share of a joint's forces that a regression leaves over: above the first the sign is doubted; the
 * opposite one must leave at most the second, and half of what this one leaves. */
#define DOUBTED   0.3
#define EXPLAINED 0.3
#define DECREASE  0.5

/* Bodies of a mechanism, and joints of a log whose sign is tried, at most: a regression of many
 * bodies takes longer than a user waits for a check. */
enum { MOST_BODIES = 6, MOST_TRIALS = 2 };

/* One log with its regression. */
typedef struct {
  const TrammelCheck *check;
  TrTaskSubset *subset;
} Trial;

/* TRUE if a joint between the world and the parent of `joint` can move: without one, both signs are
 * mirror images of each other. */
static gboolean
is_carried(const TrModel *model, int joint)
{
  for (int body = model->joints[joint].parent; body >= 0;) {
    int carrier = -1;

    for (int j = 0; j < model->n_joints && carrier < 0; j++)
      if (model->joints[j].child == body && !tr_joint_only_acts(&model->joints[j]))
        carrier = j;
    if (carrier < 0)
      return FALSE;
    if (tr_joint_has_axis(&model->joints[carrier]))
      return TRUE;
    body = model->joints[carrier].parent;
  }
  return FALSE;
}

/* Returns the channel of the only sensor of the joint's position in a log, or -1. */
static int
find_channel(const TrModel *model, const TrLog *log, int joint)
{
  int found = -1;

  for (int c = 0; c < log->n_channels; c++) {
    const TrChannel *channel = &log->channels[c];
    const TrSensor *sensor =
        channel->kind == TR_SIGNAL_SENSOR ? &model->sensors[channel->index] : NULL;

    if (!sensor || sensor->joint != joint)
      continue;
    if (sensor->type != TR_SENSOR_JOINT_POSITION || found >= 0)
      return -1;
    found = c;
  }
  return found;
}

/* Share of the forces along a joint that a regression leaves over; NAN where it has none. */
static double
get_left_over(const TrFit *fit, int joint)
{
  for (int i = 0; fit && fit->regression && i < fit->regression->n_freedoms; i++)
    if (fit->regression->forces[i].joint == joint)
      return fit->regression->forces[i].rmse / fit->regression->forces[i].rms;
  return NAN;
}

/* The same, of a regression with the samples of a channel times -1. */
static double
find_left_over_turned(const TrTask *task, int joint, int channel)
{
  const TrLog *log = &task->logs[0];
  g_autofree TrChannel *channels =
      g_memdup2(log->channels, sizeof *channels * (gsize)log->n_channels);
  g_autofree double *y = g_new(double, channels[channel].n + 1);
  TrLog turned = *log;
  TrTask other = *task;
  TrFit *fit = NULL;
  double share;

  for (gsize i = 0; i < channels[channel].n; i++)
    y[i] = -channels[channel].y[i];
  channels[channel].y = y;
  turned.channels = channels;
  other.logs = &turned;
  share = tr_regression(&fit, &other, NULL) == TR_OK ? get_left_over(fit, joint) : NAN;
  tr_fit_free(fit);
  return share;
}

static void
report(const Trial *trial, int joint, int channel, double left, double turned)
{
  const TrammelCheck *check = trial->check;
  const TrTask *task = &trial->subset->task;
  int log = trial->subset->log_index[0], mapping;
  guint at = check->log_index[log];
  TrammelPlace place = {.log = task->logs[0].name,
                        .signal = task->model->sensors[task->logs[0].channels[channel].index].name};

  trammel_findings_add(
      check->findings, &place, "warning", "sensor-sign",
      N_("Sensor '%s' seems to have the wrong sign: a regression leaves %.0f %% of "
         "the forces on joint '%s' unexplained, with the opposite sign %.0f %%."),
      place.signal, 100 * left, task->model->joints[joint].name, 100 * turned);
  mapping = trammel_check_find_channel(check, log, place.signal);
  if (mapping >= 0)
    trammel_findings_fix_number(
        check->findings, -trammel_project_get_mapping(check->project, at, (guint)mapping)->sign,
        "logs[%u].channels[%d].sign", at, mapping);
}

/* Judges a joint by the regression of its log; returns whether that took another one. */
static gboolean
judge_joint(const Trial *trial, const TrFit *fit, int joint, int channel)
{
  double left = get_left_over(fit, joint), turned;

  if (!(left > DOUBTED))
    return FALSE;
  turned = find_left_over_turned(&trial->subset->task, joint, channel);
  if (turned < EXPLAINED && turned < DECREASE * left)
    report(trial, joint, channel, left, turned);
  return TRUE;
}

/* Returns the channel that shows a joint whose sign can be seen, or -1. */
static int
find_suspect(const TrTask *task, int joint)
{
  const TrModel *model = task->model;

  if (!tr_joint_has_axis(&model->joints[joint]) || tr_model_has_motor(model, joint) ||
      model->joints[joint].spring.stiffness != 0 || !is_carried(model, joint))
    return -1;
  return find_channel(model, &task->logs[0], joint);
}

static void
judge_log(const Trial *trial)
{
  const TrTask *task = &trial->subset->task;
  TrFit *fit = NULL;
  int n_trials = 0;

  for (int j = 0; j < task->model->n_joints && n_trials < MOST_TRIALS; j++) {
    int channel = find_suspect(task, j);

    if (channel < 0)
      continue;
    if (!fit && tr_regression(&fit, task, NULL) != TR_OK)
      break;
    n_trials += judge_joint(trial, fit, j, channel);
  }
  tr_fit_free(fit);
}

void
trammel_check_sensor_signs(const TrammelCheck *check)
{
  const TrTask *task = check->task;
  g_autofree bool *wanted = g_new0(bool, (gsize)task->n_logs);

  if (!tr_model_is_tree(task->model) || task->model->n_bodies > MOST_BODIES)
    return;
  for (int l = 0; l < task->n_logs; l++) {
    Trial trial = {.check = check};

    wanted[l] = true;
    trial.subset = tr_task_subset_new(task, wanted);
    wanted[l] = false;
    if (trial.subset)
      judge_log(&trial);
    tr_task_subset_free(trial.subset);
  }
}
