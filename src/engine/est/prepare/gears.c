/* Check of the speed of joints with gears: velocities are differences of poses, which resolve less
 * than half a turn a step. */
#include <math.h>
#include <stdlib.h>

#include "engine/est/prepare/prepare.h"

/* Largest step of each joint's coordinate, of the joints that the log shows. */
static void
find_steps(double *most, const double *coordinates, int n_joints, int n_nodes)
{
  for (int j = 0; j < n_joints; j++) {
    most[j] = 0;
    for (int k = 0; k + 1 < n_nodes; k++) {
      double step = fabs(coordinates[(k + 1) * n_joints + j] - coordinates[k * n_joints + j]);

      if (step > most[j])
        most[j] = step;
    }
  }
}

/* ... and of the joints that gears drive, one gear further at every call. */
static void
go_on(double *most, const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++) {
    const TrGear *g = &model->joints[j].gear;

    if (model->joints[j].type != TR_JOINT_GEAR)
      continue;
    most[g->second] = fmax(most[g->second], fabs(g->ratio) * most[g->first]);
    most[g->first] = fmax(most[g->first], most[g->second] / fabs(g->ratio));
  }
}

static TrStatus
check_end(
    const TrPreparedLog *log, const TrTask *task, int gear, int end, double most, TrError *error)
{
  const TrJoint *joint = &task->model->joints[end];
  double h = task->settings.h;

  if (!tr_joint_turns(joint) || most < M_PI)
    return TR_OK;
  return tr_error_set(
      error, TR_BAD_MODEL,
      "log '%s': gear '%s' turns joint '%s' by up to %.3g rad in a step of h = %g s, but poses "
      "only resolve less than half a turn; make h less than %.2g s, or leave out this wheel and "
      "give its inertia to a motor of the slower joint: rotor_inertia, with the ratio as gear",
      log->log->name, task->model->joints[gear].name, joint->name, most, h, h * M_PI / most);
}

TrStatus
tr_prepare_check_gears(const double *coordinates,
                       const TrPreparedLog *log,
                       const TrTask *task,
                       TrError *error)
{
  const TrModel *model = task->model;
  double *most = malloc(((size_t)model->n_joints + 1) * sizeof *most);
  TrStatus status = most ? TR_OK : TR_NO_MEMORY;

  if (most)
    find_steps(most, coordinates, model->n_joints, log->n_nodes);
  for (int g = 0; most && g < tr_model_n_gears(model); g++)
    go_on(most, model);
  for (int j = 0; j < model->n_joints && status == TR_OK; j++) {
    const TrGear *g = &model->joints[j].gear;

    if (model->joints[j].type != TR_JOINT_GEAR)
      continue;
    status = check_end(log, task, j, g->first, most[g->first], error);
    if (status == TR_OK)
      status = check_end(log, task, j, g->second, most[g->second], error);
  }
  free(most);
  return status;
}
