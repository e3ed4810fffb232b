#include "io/check/servo_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "io/base/bilingual.h"

static const TrFree *
find_free(const TrTask *task, TrParamKind kind, int motor)
{
  for (int i = 0; i < task->n_free; i++)
    if (task->free[i].param.kind == kind && task->free[i].param.owner == motor)
      return &task->free[i];
  return NULL;
}

/* Returns whether a quantity is free and nothing but the logs determines it. */
static gboolean
is_open(const TrTask *task, TrParamKind kind, int motor)
{
  const TrFree *f = find_free(task, kind, motor);

  return f && !isfinite(f->prior_sigma);
}

/* Returns whether a common factor of all gains of a servo is open. */
static gboolean
has_open_gains(const TrTask *task, int motor)
{
  static const TrParamKind kinds[] = {TR_PARAM_SERVO_KP, TR_PARAM_SERVO_KI, TR_PARAM_SERVO_KD};
  const TrServo *servo = &task->model->motors[motor].servo;
  double values[] = {servo->kp, servo->ki, servo->kd};
  guint n_open = 0;

  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
    gboolean is_free = is_open(task, kinds[i], motor);
    if (!is_free && values[i] > 0)
      return FALSE;
    n_open += is_free;
  }
  return n_open > 0;
}

/* Returns whether the effort reaches its limit, which has the unit of the input. */
static gboolean
reaches_limit(const TrammelCheck *check, int motor)
{
  double limit = check->task->model->motors[motor].limit;
  int stride = tr_model_n_inputs(check->task->model);

  for (int l = 0; limit > 0 && l < check->prepared->n_logs; l++)
    for (int k = 0; k < check->prepared->logs[l].n_nodes; k++)
      if (fabs(check->prepared->logs[l].input[k * stride + motor]) >= limit)
        return TRUE;
  return FALSE;
}

static void
check_scale(const TrammelCheck *check, int motor)
{
  TrammelPlace place = {.signal = check->task->model->motors[motor].name};
  gboolean is_gain = is_open(check->task, TR_PARAM_GAIN, motor);
  TrParam param = {.kind = is_gain ? TR_PARAM_GAIN : TR_PARAM_RESISTANCE, .owner = motor};

  if ((!is_gain && !is_open(check->task, TR_PARAM_RESISTANCE, motor)) ||
      !has_open_gains(check->task, motor) || reaches_limit(check, motor))
    return;
  g_autofree char *path = trammel_project_dup_quantity_path(param);
  trammel_findings_add(check->findings, &place, "warning", "servo-scale",
                       N_("Motor '%s': its %s and the gains of its servo are free together, and "
                          "the logs show only their products: kp and the torque constant cannot "
                          "be separated. Fix one of them at its data sheet's value."),
                       place.signal, is_gain ? TRAMMEL_WORD("gain") : TRAMMEL_WORD("resistance"));
  trammel_findings_fix(check->findings, "false", "%s.free", path);
}

static void
check_seen(const TrammelCheck *check, int log, int motor)
{
  const TrModel *model = check->task->model;
  const TrJoint *joint = &model->joints[model->motors[motor].joint];
  TrammelPlace place = {.log = check->task->logs[log].name, .signal = model->motors[motor].name};

  if (!tr_model_is_tree(model) ||
      check->prepared->logs[log].seen[model->motors[motor].joint] != TR_SEEN_NOT)
    return;
  trammel_findings_add(check->findings, &place, "warning", "servo-unseen",
                       N_("Log '%s': no sensor shows joint '%s', whose position the servo of motor "
                          "'%s' controls; its error is not known. Map a sensor of that joint."),
                       place.log, joint->name, place.signal);
}

void
trammel_check_servos(const TrammelCheck *check)
{
  const TrModel *model = check->task->model;

  for (int m = 0; m < model->n_motors; m++) {
    if (!tr_motor_has_servo(&model->motors[m]))
      continue;
    check_scale(check, m);
    for (int l = 0; l < check->task->n_logs; l++)
      check_seen(check, l, m);
  }
}
