/* Start motion of a fit that begins with other centres of mass than the project's: poses are those
 * of the centres, and the joints stay closed. */
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/est/prepare/prepare.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/check.h"

#define SHIFT 0.005 /* [m] */

static void
set_up(TrMotorRig *rig, TrFree *centre)
{
  tr_motor_rig_set_up(
      rig, &(TrMotorRun){
               .n_nodes = TR_MOTOR_RIG_NODES, .noise = 1e-4, .drive = 2, .start = 1, .seed = 7});
  *centre = (TrFree){.min = -1, .max = 1, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&centre->param, rig->model, "body.A.com.x"));
  centre->start = tr_param_get(rig->model, centre->param);
  rig->task.free = centre;
  rig->task.n_free = 1;
}

/* Largest distance [m] of a motion's poses from those of the joint's angle with this centre. */
static double
measure_gap(const TrTrajectory *motion, const TrTask *task, double centre)
{
  TrModel *model = tr_model_copy(task->model);
  double gap = 0;

  tr_param_set(model, task->free[0].param, centre);
  for (int k = 0; k < motion->n_nodes; k++) {
    const double *pose = tr_trajectory_pose(motion, k);
    double angle = tr_joint_position(model, 0, pose), closed[TR_POSE];

    tr_forward_kinematics(closed, NULL, model, &angle, NULL);
    for (int i = 0; i < 3; i++)
      gap = fmax(gap, fabs(pose[i] - closed[i]));
  }
  tr_model_free(model);
  return gap;
}

/* The same of the motion that a task begins with. */
static double
measure_start(const TrTask *task, double centre)
{
  TrError error = {0};
  TrPrepared prepared;
  double gap;

  tr_assert_ok(tr_prepare(&prepared, task, &error), &error);
  gap = measure_gap(prepared.logs[0].start, task, centre);
  tr_prepared_clear(&prepared);
  return gap;
}

static void
test_samples(void)
{
  TrMotorRig rig;
  TrFree centre;
  double begin;

  set_up(&rig, &centre);
  begin = centre.start + SHIFT;
  g_assert_cmpfloat(measure_start(&rig.task, centre.start), <, 1e-12);
  rig.task.warm_start = &begin;
  g_assert_cmpfloat(measure_start(&rig.task, begin), <, 1e-12);
  tr_model_free(rig.model);
}

/* The motion of a fit belongs to the centres that this fit has found. */
static void
test_fit(void)
{
  TrMotorRig rig;
  TrFree centre;
  TrError error = {0};
  TrFit *fit;
  double begin, gap;

  set_up(&rig, &centre);
  begin = centre.start + SHIFT;
  rig.task.warm_start = &begin;
  tr_assert_ok(tr_identify(&fit, &rig.task, &error), &error);
  g_assert_cmpfloat(fabs(fit->estimates[0].value - begin), >, SHIFT / 2);
  /* the stepper keeps its joints a little open */
  gap = measure_gap(fit->logs[0].trajectory, &rig.task, fit->estimates[0].value);
  begin = fit->estimates[0].value - SHIFT;
  rig.task.warm_fit = fit;
  tr_assert_close(measure_start(&rig.task, begin), gap, 1e-9, 0);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/prepare/start-motion/samples", test_samples);
  g_test_add_func("/engine/est/prepare/start-motion/fit", test_fit);
  return g_test_run();
}
