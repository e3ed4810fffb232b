/* Check of the loops against the coordinates in a log: if the lengths do not allow these, the start
 * motion takes the nearest closed pose. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "io/check/private.h"

/* Closure error of a coordinate as a share of its range, one turn for angles: unknown lengths,
 * noise and contradictory sensors cause less. */
#define LACK_SHARE 0.1

typedef struct {
  double range, lack; /* largest error */
  double wanted, got; /* at that place */
  int node;
} Reach;

static Reach
compare(const TrammelCheck *check, int log, int joint, const double *wanted)
{
  const TrModel *model = check->task->model;
  const TrTrajectory *start = check->prepared->logs[log].start;
  gboolean turns = tr_joint_turns(&model->joints[joint]);
  double least = INFINITY, most = -INFINITY;
  Reach reach = {0};

  for (int k = 0; k < start->n_nodes; k++) {
    double got = tr_joint_position(model, joint, tr_trajectory_pose(start, k));
    double lack = turns ? remainder(wanted[k] - got, 2 * M_PI) : wanted[k] - got;

    least = fmin(least, wanted[k]);
    most = fmax(most, wanted[k]);
    if (fabs(lack) > fabs(reach.lack))
      reach = (Reach){.lack = lack, .wanted = got + lack, .got = got, .node = k};
  }
  reach.range = turns ? fmin(most - least, 2 * M_PI) : most - least;
  return reach;
}

/* Checks a joint that `signal` measures or drives. */
static void
check_joint(const TrammelCheck *check, int log, int joint, const char *signal, const double *wanted)
{
  const TrJoint *j = &check->task->model->joints[joint];
  TrammelPlace place = {.log = check->task->logs[log].name, .signal = signal};
  Reach reach = compare(check, log, joint, wanted);

  if (!(fabs(reach.lack) > LACK_SHARE * reach.range))
    return;
  trammel_findings_add(
      check->findings, &place, "warning", "loop-out-of-reach",
      N_("Log '%s': the loops do not let joint '%s' reach the values of '%s': at %.4g s the value "
         "is %.3g %s, the nearest that can be reached is %.3g. Correct lengths and frames of the "
         "joints, unit, sign or offset of the column, or the start of the joints if the mechanism "
         "is assembled in the other branch."),
      place.log, j->name, place.signal, reach.node * check->task->settings.h, reach.wanted,
      tr_joint_position_unit(j), reach.got);
}

static void
check_sensor(const TrammelCheck *check, int log, int sensor, double *wanted)
{
  const TrModel *model = check->task->model;
  const TrPreparedLog *prepared = &check->prepared->logs[log];
  const TrChannel *channel = tr_log_find(prepared->log, TR_SIGNAL_SENSOR, sensor);
  int joint = tr_sensor_position_joint(model, sensor);

  if (channel && joint >= 0 && tr_model_find_drive(model, joint) < 0 &&
      tr_prepare_nodes(wanted, 1, prepared, check->task, channel) == TR_OK)
    check_joint(check, log, joint, model->sensors[sensor].name, wanted);
}

static void
check_drive(const TrammelCheck *check, int log, int motor, double *wanted)
{
  const TrModel *model = check->task->model;
  const TrPreparedLog *prepared = &check->prepared->logs[log];
  int stride = tr_model_n_inputs(model), input = tr_model_drive_input(model, motor);

  if (model->motors[motor].drive == TR_DRIVE_NONE)
    return;
  for (int k = 0; k < prepared->n_nodes; k++)
    wanted[k] = prepared->input[k * stride + input];
  check_joint(check, log, model->motors[motor].joint, model->motors[motor].name, wanted);
}

void
trammel_check_reach(const TrammelCheck *check, int log)
{
  const TrModel *model = check->task->model;
  g_autofree double *wanted = g_new(double, (gsize)check->prepared->logs[log].n_nodes);

  for (int s = 0; s < model->n_sensors; s++)
    check_sensor(check, log, s, wanted);
  for (int m = 0; m < model->n_motors; m++)
    check_drive(check, log, m, wanted);
}
