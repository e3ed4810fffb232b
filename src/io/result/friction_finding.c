#include "io/result/friction_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"

/* Change of the rate in a step in units of the smoothing rate. */
#define MOST_JUMP 2.0

static gboolean
has_dry_friction(const TrTask *task, int joint)
{
  const TrFriction *friction = &task->model->joints[joint].friction;
  gboolean is_dry = tr_friction_is_dry(friction->model);

  for (int i = 0; is_dry && i < task->n_free; i++)
    if (task->free[i].param.kind == TR_PARAM_COULOMB && task->free[i].param.owner == joint)
      return TRUE;
  return is_dry && friction->coulomb > 0;
}

/* rms change of a joint's rate from one step to the next. */
static double
find_rate_step(const TrModel *model, int joint, const TrTrajectory *motion)
{
  double turn = tr_joint_turns(&model->joints[joint]) ? 2 * G_PI : INFINITY, sum = 0;
  double before = NAN, place = NAN;

  for (int k = 0; k < motion->n_nodes; k++) {
    double now = tr_joint_position(model, joint, tr_trajectory_pose(motion, k));
    double moved = isinf(turn) ? now - place : remainder(now - place, turn);

    if (k > 1)
      sum += pow((moved - before) / motion->h, 2);
    before = moved;
    place = now;
  }
  return sqrt(sum / MAX(motion->n_nodes - 2, 1));
}

/* Joint and log with the sharpest friction relative to the step. */
typedef struct {
  int log, joint;
  double jump, rate, rate_step;
} Sharpest;

static Sharpest
find_sharpest(const TrTask *task, const TrFit *fit)
{
  Sharpest worst = {.joint = -1, .jump = MOST_JUMP};

  for (int l = 0; l < fit->n_logs; l++)
    for (int j = 0; j < task->model->n_joints; j++) {
      const TrLogFit *log = &fit->logs[l];
      double rate_step;

      if (!log->start || !has_dry_friction(task, j))
        continue;
      rate_step = find_rate_step(task->model, j, log->start);
      if (rate_step > worst.jump * log->friction_rate[j])
        worst =
            (Sharpest){l, j, rate_step / log->friction_rate[j], log->friction_rate[j], rate_step};
    }
  return worst;
}

void
trammel_friction_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  Sharpest worst;

  if (fit->status != TR_NOT_CONVERGED)
    return;
  worst = find_sharpest(task, fit);
  if (worst.joint < 0)
    return;

  const TrJoint *joint = &task->model->joints[worst.joint];
  TrammelPlace place = {.log = task->logs[worst.log].name, .signal = joint->name};
  const char *unit = tr_joint_velocity_unit(joint);
  double proposed = trammel_round_digits(worst.rate_step, 1);

  trammel_findings_add(
      findings, &place, "warning", "friction-too-sharp",
      N_("Log '%s': the fit has not converged, and the dry friction of joint '%s' "
         "changes sign over %.2g %s, while the joint's rate changes by %.2g %s in a "
         "step: the iteration jumps from one side to the other. Smooth the friction "
         "over %g %s, or make h shorter."),
      place.log, place.signal, worst.rate, unit, worst.rate_step, unit, proposed, unit);
  if (isnan(task->settings.friction_rate))
    trammel_findings_fix_number(findings, proposed, "model.joints[%d].friction.rate", worst.joint);
  else
    trammel_findings_fix_number(findings, proposed, "settings.friction_rate");
}
