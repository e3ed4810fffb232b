/* Natural sizes of free quantities (theory 9.1). */
#include <math.h>

#include "engine/est/prepare/prepare.h"

/* Unit of an offset, as a share of its channel's range, and of a motor's bias, as a share of the
 * force that its input commands. */
#define OFFSET_SHARE 0.01
#define BIAS_SHARE   0.01

/* Friction and a spring's force as a share of the typical force of their joint. */
#define FORCE_SHARE 0.03

static double
channel_range(const TrChannel *channel)
{
  double least = INFINITY, most = -INFINITY;

  for (size_t i = 0; i < channel->n; i++) {
    least = fmin(least, channel->y[i]);
    most = fmax(most, channel->y[i]);
  }
  return most - least;
}

/* Size of dry friction, or of its bound per load. */
static double
dry_size(const TrJoint *joint, double force)
{
  return joint->friction.load == TR_LOAD_CONSTRAINT ? FORCE_SHARE : force;
}

/* Size of a quantity that makes a force in a joint; 0 for other quantities, and where the joint
 * does not move. */
static double
joint_size(const TrJoint *joint, TrParam param, const TrJointSize *size)
{
  double force = FORCE_SHARE * size->force;

  if (!(force > 0 && size->rate > 0))
    return 0;
  switch (param.kind) {
  case TR_PARAM_COULOMB:
  case TR_PARAM_STRIBECK_DELTA:
    return dry_size(joint, force);
  case TR_PARAM_FRICTION_OFFSET:
    return force;
  case TR_PARAM_VISCOUS:
    return force / size->rate;
  case TR_PARAM_TANH:
    return param.axis == TR_N_TANH - 1          ? force / size->rate
           : param.axis == 0 || param.axis == 3 ? force
                                                : 0;
  case TR_PARAM_STIFFNESS:
    return size->stretch > 0 ? force / size->stretch : 0;
  default:
    return 0;
  }
}

/* Size that the logs give a quantity; 0 where they give none. */
static double
measured_size(const TrPrepared *prepared, const TrTask *task, TrParam param)
{
  switch (param.kind) {
  case TR_PARAM_CHANNEL_OFFSET:
    return OFFSET_SHARE * channel_range(&task->logs[param.owner].channels[param.axis]);
  case TR_PARAM_BIAS:
    return BIAS_SHARE * fabs(task->model->motors[param.owner].gain) *
           prepared->input_range[param.owner];
  case TR_PARAM_VISCOUS:
  case TR_PARAM_COULOMB:
  case TR_PARAM_STRIBECK_DELTA:
  case TR_PARAM_TANH:
  case TR_PARAM_FRICTION_OFFSET:
  case TR_PARAM_STIFFNESS:
    return fmax(
        tr_param_scale(task->model, param),
        joint_size(&task->model->joints[param.owner], param, &prepared->joint_size[param.owner]));
  default:
    return 0;
  }
}

double
tr_natural_size(const TrPrepared *prepared, const TrTask *task, const TrFree *f)
{
  TR_ASSERT(prepared && task && f);

  double measured = measured_size(prepared, task, f->param);

  return measured > 0 ? fmax(measured, fabs(f->start))
                      : tr_param_natural_size(task->model, f->param, f->start);
}
