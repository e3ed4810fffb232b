#include "engine/mbs/model/sensor.h"

#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/gravity.h"

static const char *const vector_axes[] = {".x", ".y", ".z"};
static const char *const quat_axes[] = {".w", ".x", ".y", ".z"};
static const char *const pose_axes[] = {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"};

static const TrSensorClass classes[TR_N_SENSOR_TYPES] = {
    [TR_SENSOR_JOINT_POSITION] = {.name = "joint-position",
                                  .span = TR_SPAN_POSE,
                                  .is_of_joint = true,
                                  .n_axes = 1},
    [TR_SENSOR_JOINT_VELOCITY] = {.name = "joint-velocity",
                                  .span = TR_SPAN_RATE,
                                  .is_of_joint = true,
                                  .n_axes = 1},
    [TR_SENSOR_JOINT_TORQUE] = {.name = "joint-torque",
                                .span = TR_SPAN_STEP,
                                .is_of_joint = true,
                                .n_axes = 1},
    [TR_SENSOR_POINT_POSITION] = {.name = "point-position",
                                  .span = TR_SPAN_POSE,
                                  .has_point = true,
                                  .n_axes = 3,
                                  .axes = vector_axes},
    [TR_SENSOR_BODY_ORIENTATION] = {.name = "body-orientation",
                                    .span = TR_SPAN_POSE,
                                    .n_axes = 4,
                                    .axes = quat_axes},
    [TR_SENSOR_BODY_POSE] = {.name = "body-pose",
                             .span = TR_SPAN_POSE,
                             .has_point = true,
                             .n_axes = TR_N_POSE_CHANNELS,
                             .axes = pose_axes},
    [TR_SENSOR_GYRO] = {.name = "gyro", .span = TR_SPAN_RATE, .n_axes = 3, .axes = vector_axes},
    [TR_SENSOR_ACCELEROMETER] = {.name = "accelerometer",
                                 .span = TR_SPAN_STEP,
                                 .has_point = true,
                                 .n_axes = 3,
                                 .axes = vector_axes},
};

const TrSensorClass *
tr_sensor_class(TrSensorType type)
{
  TR_ASSERT(type >= 0 && type < TR_N_SENSOR_TYPES);
  return &classes[type];
}

const char *
tr_sensor_type_name(TrSensorType type)
{
  return classes[type].name;
}

const char *
tr_sensor_unit(const TrModel *model, int sensor)
{
  TR_ASSERT(sensor >= 0 && sensor < model->n_sensors);

  const TrSensor *s = &model->sensors[sensor];

  switch (s->type) {
  case TR_SENSOR_JOINT_POSITION:
    return tr_joint_position_unit(&model->joints[s->joint]);
  case TR_SENSOR_JOINT_VELOCITY:
    return tr_joint_velocity_unit(&model->joints[s->joint]);
  case TR_SENSOR_JOINT_TORQUE:
    return tr_joint_force_unit(&model->joints[s->joint]);
  case TR_SENSOR_POINT_POSITION:
    return "m";
  case TR_SENSOR_BODY_POSE:
    return tr_sensor_is_point(s) ? "m" : "1";
  case TR_SENSOR_GYRO:
    return "rad/s";
  case TR_SENSOR_ACCELEROMETER:
    return "m/s^2";
  case TR_SENSOR_BODY_ORIENTATION:
  case TR_N_SENSOR_TYPES:
    break;
  }
  return "1";
}

bool
tr_sensor_is_point(const TrSensor *sensor)
{
  TR_ASSERT(sensor);
  return sensor->type == TR_SENSOR_POINT_POSITION ||
         (sensor->type == TR_SENSOR_BODY_POSE && sensor->axis < TR_POSE_QUATERNION);
}

int
tr_sensor_quaternion(const TrModel *model, int sensor)
{
  TR_ASSERT(sensor >= 0 && sensor < model->n_sensors);

  const TrSensor *s = &model->sensors[sensor];

  if (s->type == TR_SENSOR_BODY_ORIENTATION)
    return sensor - s->axis;
  return s->type == TR_SENSOR_BODY_POSE && !tr_sensor_is_point(s)
             ? sensor - s->axis + TR_POSE_QUATERNION
             : -1;
}

bool
tr_sensor_is_angle(const TrModel *model, int sensor)
{
  TR_ASSERT(sensor >= 0 && sensor < model->n_sensors);

  int joint = tr_sensor_position_joint(model, sensor);

  return joint >= 0 && tr_joint_turns(&model->joints[joint]);
}

int
tr_sensor_position_joint(const TrModel *model, int sensor)
{
  TR_ASSERT(sensor >= 0 && sensor < model->n_sensors);

  const TrSensor *s = &model->sensors[sensor];

  return s->type == TR_SENSOR_JOINT_POSITION ? s->joint : -1;
}

int
tr_device_of(const TrModel *model, int sensor)
{
  TR_ASSERT(model && sensor < model->n_sensors);

  int device = -1;

  for (int s = 0; s <= sensor; s++)
    device += model->sensors[s].axis == 0;
  return device;
}

int
tr_device_count(const TrModel *model)
{
  return tr_device_of(model, model->n_sensors - 1) + 1;
}

int
tr_device_first(const TrModel *model, int device)
{
  TR_ASSERT(model && device >= 0);

  int sensor = 0;

  while (device > 0 || model->sensors[sensor].axis > 0)
    device -= model->sensors[++sensor].axis == 0;
  return sensor;
}

void
tr_device_name(char name[TR_NAME_SIZE], const TrModel *model, int device)
{
  TR_ASSERT(name && model && device >= 0);

  const TrSensor *s = &model->sensors[tr_device_first(model, device)];
  const TrSensorClass *class = &classes[s->type];

  memcpy(name, s->name, TR_NAME_SIZE);
  if (class->axes)
    name[strlen(name) - strlen(class->axes[0])] = 0;
}

void
tr_device_share(TrModel *model, int device)
{
  TR_ASSERT(model && device >= 0);

  TrSensor *first = &model->sensors[tr_device_first(model, device)];

  for (int i = 1; i < classes[first->type].n_axes; i++) {
    const TrSensor *like = first->type == TR_SENSOR_BODY_POSE && i >= TR_POSE_QUATERNION
                               ? &first[TR_POSE_QUATERNION]
                               : first;

    first[i].sigma = like->sigma;
    memcpy(first[i].point, first->point, sizeof first->point);
  }
}

void
tr_sensor_direction(double out[3], const TrSensor *sensor)
{
  TR_ASSERT(out && sensor);

  double frame[9];

  if (sensor->type == TR_SENSOR_BODY_POSE) { /* whose frame is that of the quaternion */
    for (int i = 0; i < 3; i++)
      out[i] = i == sensor->axis;
    return;
  }
  tr_quat_matrix(frame, sensor->quat);
  for (int i = 0; i < 3; i++)
    out[i] = frame[3 * i + sensor->axis];
}

void
tr_sensor_arm(double out[3], const TrModel *model, const TrSensor *sensor)
{
  TR_ASSERT(out && model && sensor);
  tr_vec3_sub(out, sensor->point, model->bodies[sensor->body].com);
}

/* n . (r + R d): its derivative by r is n, by a rotation in the body's axes d x R^T n. */
static double
read_point(double row[6], const TrModel *model, const TrSensor *sensor, const double *pose)
{
  double rot[9], arm[3], offset[3], direction[3], seen[3];

  tr_sensor_arm(arm, model, sensor);
  tr_sensor_direction(direction, sensor);
  tr_quat_matrix(rot, pose + 3);
  tr_mat3_apply(offset, rot, arm);
  if (row) {
    tr_vec3_copy(row, direction);
    tr_mat3_apply_t(seen, rot, direction);
    tr_vec3_cross(row + 3, arm, seen);
  }
  return tr_vec3_dot(direction, pose) + tr_vec3_dot(direction, offset);
}

/* A component of e F; a rotation d changes it to e (1, d/2) F. */
static double
read_quaternion(double row[6], const TrSensor *sensor, const double *pose)
{
  double turned[4], product[4];
  int component = sensor->axis - (sensor->type == TR_SENSOR_BODY_POSE ? TR_POSE_QUATERNION : 0);

  for (int i = 0; row && i < 3; i++) {
    double turn[4] = {0};

    turn[1 + i] = 0.5;
    tr_quat_multiply(turned, pose + 3, turn);
    tr_quat_multiply(product, turned, sensor->quat);
    row[i] = 0;
    row[3 + i] = product[component];
  }
  tr_quat_multiply(product, pose + 3, sensor->quat);
  return product[component];
}

double
tr_sensor_read(double row[6], const TrModel *model, const TrSensor *sensor, const double *pose)
{
  TR_ASSERT(!classes[sensor->type].is_of_joint && classes[sensor->type].span == TR_SPAN_POSE);
  return tr_sensor_is_point(sensor) ? read_point(row, model, sensor, pose)
                                    : read_quaternion(row, sensor, pose);
}

void
tr_sensor_felt(double out[3],
               const TrModel *model,
               const TrSensor *sensor,
               const double *const pose[3],
               double h)
{
  TR_ASSERT(out && model && sensor && h > 0);

  double arm[3];

  tr_sensor_arm(arm, model, sensor);
  tr_gravity_vector(out, &model->gravity);
  for (int i = 0; i < 3; i++)
    out[i] = -out[i];
  for (int i = 0; i < 3; i++) {
    double rot[9], swept[3], share = (i == 1 ? -2 : 1) / (h * h);

    tr_quat_matrix(rot, pose[i] + 3);
    tr_mat3_apply(swept, rot, arm);
    tr_vec3_add_scaled(out, out, share, pose[i]);
    tr_vec3_add_scaled(out, out, share, swept);
  }
}

bool
tr_model_reads_torque(const TrModel *model)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (model->sensors[s].type == TR_SENSOR_JOINT_TORQUE)
      return true;
  return false;
}
