/* Sensors as data: the quantity that each type measures, and the number of consecutive poses that
 * it depends on.
 *
 * The project's sensors are devices.  A device with several numbers (a gyroscope, a tracked point)
 * has one TrSensor for each in the model, next to each other: everything that counts residuals,
 * variances or samples counts channels.
 *
 * With poses at t - h, t, t + h (theory 5.3):
 *   joint-velocity    (s+ - s-)/2h of the joint's coordinate s
 *   gyro              F^T (w + w+)/2, the rates of the steps before and after t in the body's axes
 *   accelerometer     F^T R^T ((p+ - 2 p + p-)/h^2 - gravity), p the sensor's own point
 *   joint-torque      f/h, f the axial impulse of the step around t (mbs/force/axial.h)
 * and of one pose:
 *   joint-position    s
 *   point-position    F^T p, F the measuring axes in the world
 *   body-orientation  the components of e F; equivalent to the negative
 *   body-pose         p in the world, and the components of e F
 * where R, e is the body's orientation and F the frame of the sensor. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"

/* Poses that a reading depends on. */
typedef enum TrSensorSpan {
  TR_SPAN_POSE, /* one */
  TR_SPAN_RATE, /* three: their change about the middle one */
  TR_SPAN_STEP  /* three: the step around the middle one */
} TrSensorSpan;

/* Row of the table of sensor types. */
typedef struct TrSensorClass {
  const char *name; /* as written in the project file */
  TrSensorSpan span;
  bool is_of_joint; /* else of a body */
  bool has_point;   /* depends on its position on the body */
  int n_axes;
  const char *const *axes; /* [n_axes] suffixes of the channels' names; NULL: a single channel
                              without */
} TrSensorClass;

/* Returns the row of a type; static. */
const TrSensorClass *tr_sensor_class(TrSensorType type);

/* Returns the name in the project file, e.g. "joint-position"; static. */
const char *tr_sensor_type_name(TrSensorType type);

/* Returns the SI unit of a sensor's readings; static. */
const char *tr_sensor_unit(const TrModel *model, int sensor);

/* Channels of a pose: three of the point, then four of the quaternion. */
enum { TR_POSE_QUATERNION = 3, TR_N_POSE_CHANNELS = 7 };

/* Returns whether a sensor reads a coordinate of a point in the world. */
bool tr_sensor_is_point(const TrSensor *sensor);

/* Returns the channel with the first component of the quaternion that a sensor reads one of, or
 * -1. */
int tr_sensor_quaternion(const TrModel *model, int sensor);

/* Returns whether readings are angles, which are equivalent modulo a turn. */
bool tr_sensor_is_angle(const TrModel *model, int sensor);

/* Returns the joint whose coordinate the sensor reads, or -1. */
int tr_sensor_position_joint(const TrModel *model, int sensor);

/* Devices: their number, the device of a channel, the first channel of a device, its name. */
int tr_device_count(const TrModel *model);
int tr_device_of(const TrModel *model, int sensor);
int tr_device_first(const TrModel *model, int device);
void tr_device_name(char name[TR_NAME_SIZE], const TrModel *model, int device);

/* Copies sigma and point of a device's first channel to all its channels; those of a quaternion in
 * a pose share the sigma of the first of them. */
void tr_device_share(TrModel *model, int device);

/* Direction of a sensor's axis in the body's axes (of a point: the world's). */
void tr_sensor_direction(double out[3], const TrSensor *sensor);

/* Arm of a sensor's point from the centre of mass of its body. */
void tr_sensor_arm(double out[3], const TrModel *model, const TrSensor *sensor);

/* Reading of a sensor of a body that depends on one pose[7]; if row is not NULL, also its
 * derivative row[6] by the pose's tangent. */
double
tr_sensor_read(double row[6], const TrModel *model, const TrSensor *sensor, const double *pose);

/* Acceleration of a sensor's point less gravity, in the world [m/s^2], from three poses[7] of its
 * body. */
void tr_sensor_felt(double out[3],
                    const TrModel *model,
                    const TrSensor *sensor,
                    const double *const pose[3],
                    double h);

/* Returns whether some sensor reads torques, so that a motion needs its efforts. */
bool tr_model_reads_torque(const TrModel *model);
