/* Sensors as data: what each type measures, and how many poses in a row show it.
 *
 * The project's sensors are devices.  A device with several numbers (a gyroscope, a tracked point)
 * stands in the model as one TrSensor for each, next to each other: everything that counts
 * residuals, variances or samples counts channels.
 *
 * With poses at t - h, t, t + h (theory 5.3):
 *   joint-velocity    (s+ - s-)/2h of the joint's coordinate s
 *   gyro              F^T (w + w+)/2, the rates of the steps before and after t in the body's axes
 *   accelerometer     F^T R^T ((p+ - 2 p + p-)/h^2 - gravity), p the sensor's own point
 *   joint-torque      f/h, f the axial impulse of the step around t (mbs/force/axial.h)
 * and of one pose:
 *   joint-position    s
 *   point-position    F^T p, F the measuring axes in the world
 *   body-orientation  the components of e F; as good as the negative
 * where R, e is the body's orientation and F the frame of the sensor. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"

/* Poses that a reading comes from. */
typedef enum TrSensorSpan {
  TR_SPAN_POSE, /* one */
  TR_SPAN_RATE, /* three: how they change about the middle one */
  TR_SPAN_STEP  /* three: the step around the middle one */
} TrSensorSpan;

typedef struct TrSensorClass {
  const char *name; /* the word of the project file */
  TrSensorSpan span;
  bool is_of_joint; /* else of a body */
  bool has_point;   /* depends on where it sits on the body */
  int n_axes;
  const char *const *axes; /* [n_axes] what names end with; NULL: nothing, of a single one */
} TrSensorClass;

const TrSensorClass *tr_sensor_class(TrSensorType type);

/* The word of the project file, e.g. "joint-position"; static. */
const char *tr_sensor_type_name(TrSensorType type);

/* SI unit of a sensor's readings; static. */
const char *tr_sensor_unit(const TrModel *model, int sensor);

/* Whether readings are angles, whose whole turns mean nothing. */
bool tr_sensor_is_angle(const TrModel *model, int sensor);

/* The joint whose coordinate the sensor reads, or -1. */
int tr_sensor_position_joint(const TrModel *model, int sensor);

/* Devices: their number, the one of a channel, the first channel of one, its name. */
int tr_device_count(const TrModel *model);
int tr_device_of(const TrModel *model, int sensor);
int tr_device_first(const TrModel *model, int device);
void tr_device_name(char name[TR_NAME_SIZE], const TrModel *model, int device);

/* Gives all channels of a device what its first one has: sigma and point. */
void tr_device_share(TrModel *model, int device);

/* Direction of a sensor's axis in the body's axes (of TR_SENSOR_POINT_POSITION: the world's). */
void tr_sensor_direction(double out[3], const TrSensor *sensor);

/* Arm of its point from the centre of mass of its body. */
void tr_sensor_arm(double out[3], const TrModel *model, const TrSensor *sensor);

/* Reading of a sensor of a body whose span is one pose[7], and, unless row is NULL, its derivative
 * row[6] by the pose's tangent. */
double
tr_sensor_read(double row[6], const TrModel *model, const TrSensor *sensor, const double *pose);

/* Acceleration of its point less gravity, in the world [m/s^2], from three poses[7] of its body. */
void tr_sensor_felt(double out[3],
                    const TrModel *model,
                    const TrSensor *sensor,
                    const double *const pose[3],
                    double h);

/* Whether some sensor reads torques, so that a motion needs its efforts. */
bool tr_model_reads_torque(const TrModel *model);
