#include "engine/sim/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/signal/window.h"

static int
order_of(TrDrive drive)
{
  return drive == TR_DRIVE_POSITION ? 0 : drive == TR_DRIVE_VELOCITY ? 1 : 2;
}

static bool
take_channel(TrInputs *inputs, const TrChannel *channel)
{
  const TrMotor *motor = &inputs->model->motors[channel->index];
  bool is_angle = tr_joint_turns(&inputs->model->joints[motor->joint]);

  inputs->channels[channel->index] = channel;
  return motor->drive == TR_DRIVE_NONE ||
         tr_drive_curve_init(&inputs->curves[channel->index], channel, order_of(motor->drive),
                             is_angle);
}

TrInputs *
tr_inputs_new(const TrModel *model, int n_channels, const TrChannel *channels)
{
  TR_ASSERT(tr_model_is_whole(model) && tr_is_array(channels, n_channels));

  TrInputs *inputs = calloc(1, sizeof *inputs);
  size_t n = (size_t)model->n_motors + 1;
  bool ok;

  if (!inputs)
    return NULL;
  inputs->model = model;
  inputs->n_motors = model->n_motors;
  inputs->channels = calloc(n, sizeof *inputs->channels);
  inputs->curves = calloc(n, sizeof *inputs->curves);
  ok = inputs->channels && inputs->curves;
  for (int i = 0; ok && i < n_channels; i++)
    if (channels[i].kind == TR_SIGNAL_MOTOR && channels[i].n > 0 &&
        !inputs->channels[channels[i].index])
      ok = take_channel(inputs, &channels[i]);
  if (!ok) {
    tr_inputs_free(inputs);
    return NULL;
  }
  return inputs;
}

void
tr_inputs_free(TrInputs *inputs)
{
  if (!inputs)
    return;
  for (int m = 0; inputs->curves && m < inputs->n_motors; m++)
    tr_drive_curve_clear(&inputs->curves[m]);
  tr_servo_loops_free(inputs->servos);
  free(inputs->place);
  free(inputs->curves);
  free(inputs->channels);
  free(inputs);
}

TrStatus
tr_inputs_check(const TrInputs *inputs, TrError *error)
{
  TR_ASSERT(inputs);

  const TrModel *model = inputs->model;

  for (int m = 0; m < model->n_motors; m++) {
    const TrMotor *motor = &model->motors[m];

    if (motor->drive != TR_DRIVE_NONE && !inputs->channels[m])
      return tr_error_set(error, TR_BAD_LOG,
                          "motor '%s' with drive '%s' prescribes the motion of joint '%s', but no "
                          "column gives it: map one to '%s', or remove its drive",
                          motor->name, tr_drive_name(motor->drive),
                          model->joints[motor->joint].name, motor->name);
  }
  return TR_OK;
}

static void
put_drive(double *numbers, const TrDriveCurve *curve, double t, double h)
{
  TrDriveNumbers as_made = tr_drive_curve_numbers(curve);
  TrDriveStep step;

  tr_drive_curve_step(&step, curve, &as_made, t, h);
  numbers[0] = step.position.value;
  numbers[1] = step.rate.value;
  numbers[2] = step.rate_after.value;
}

bool
tr_inputs_take_servos(TrInputs *inputs, const TrServoNodes *nodes)
{
  TR_ASSERT(inputs && !inputs->servos);
  if (!tr_model_has_servo(inputs->model))
    return true;
  inputs->servos = tr_servo_loops_new(inputs->model, inputs->channels, nodes);
  inputs->place = calloc((size_t)inputs->model->n_motors + 1, sizeof *inputs->place);
  return inputs->servos && inputs->place;
}

void
tr_inputs_see(TrInputs *inputs, const double *pose)
{
  TR_ASSERT(inputs && pose);
  if (!inputs->servos)
    return;
  for (int i = 0; i < tr_servo_loops_count(inputs->servos); i++)
    inputs->place[i] =
        tr_joint_position(inputs->model, tr_servo_loops_joint(inputs->servos, i), pose);
  tr_servo_loops_append(inputs->servos, inputs->place);
}

/* Appends the node a step before a pose. */
static bool
append_before(TrInputs *inputs, const double *pose, const double *twist, double h)
{
  size_t n = (size_t)inputs->model->n_bodies;
  double *before = malloc(n * TR_POSE * sizeof *before);

  if (!before)
    return false;
  memcpy(before, pose, n * TR_POSE * sizeof *before);
  tr_poses_move(before, inputs->model->n_bodies, twist, -h);
  tr_inputs_see(inputs, before);
  free(before);
  return true;
}

bool
tr_inputs_begin(TrInputs *inputs, const double *pose, const double *twist, double h)
{
  TR_ASSERT(inputs && pose && twist && h > 0);
  if (!inputs->servos)
    return true;
  if (!append_before(inputs, pose, twist, h))
    return false;
  tr_inputs_see(inputs, pose);
  return true;
}

bool
tr_inputs_follow(TrInputs *inputs, const TrTrajectory *motion)
{
  TR_ASSERT(inputs && motion && motion->n_nodes > 0);

  TrServoNodes nodes = {motion->n_nodes, motion->start, motion->h};

  if (!tr_inputs_take_servos(inputs, &nodes) ||
      !tr_inputs_begin(inputs, motion->pose, motion->twist, motion->h))
    return false;
  for (int k = 1; k < motion->n_nodes; k++)
    tr_inputs_see(inputs, tr_trajectory_pose(motion, k));
  return true;
}

void
tr_inputs_at(double *u, const TrInputs *inputs, double t, double h)
{
  TR_ASSERT(u && inputs && h > 0);

  const TrModel *model = inputs->model;
  double *numbers = u + model->n_motors;

  for (int m = 0; m < model->n_motors; m++) {
    const TrChannel *channel = inputs->channels[m];

    TrRange range = tr_range_of_limit(model->motors[m].limit);

    u[m] = channel && !tr_motor_has_servo(&model->motors[m])
               ? tr_channel_step_mean(channel, (TrStepWindow){t, h, inputs->is_hat}, range).value
               : 0;
    if (model->motors[m].drive == TR_DRIVE_NONE)
      continue;
    for (int i = 0; i < TR_DRIVE_NUMBERS; i++)
      numbers[i] = 0;
    if (channel)
      put_drive(numbers, &inputs->curves[m], t, h);
    numbers += TR_DRIVE_NUMBERS;
  }
  for (double *end = u + tr_model_n_inputs(model); numbers < end; numbers++)
    *numbers = 0;
  if (inputs->servos)
    tr_servo_loops_inputs(u, inputs->servos, t, h);
}
