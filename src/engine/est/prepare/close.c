/* Start motion of loops, and of bodies with more degrees of freedom than joint coordinates: node by
 * node the pose that meets the constraints and fits, by least squares, the sensors of joints,
 * points and orientations, from the pose before (theory 5.6).  A joint with only a sensor of its
 * rate is integrated from the start pose on. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/linalg/quat.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"

typedef struct Closing {
  const TrTask *task;
  const TrModel *model;
  TrPreparedLog *log;
  double *coordinates; /* [n_nodes x n_joints] */
  double *measured;    /* [n_sensors x n_nodes] of the channels in use */
  bool *is_used;       /* [n_sensors] */
  int node;            /* present node */
} Closing;

bool
tr_prepare_must_close(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].type != TR_JOINT_FIXED && model->joints[j].type != TR_JOINT_GEAR &&
        !tr_joint_has_axis(&model->joints[j]))
      return true;
  return false;
}

static bool
is_aim(const TrModel *model, int sensor)
{
  const TrSensorClass *class = tr_sensor_class(model->sensors[sensor].type);

  return class->span == TR_SPAN_POSE && !class->is_of_joint;
}

/* Returns whether a sensor reads the rate of a joint without a position sensor. */
static bool
is_rate(const Closing *c, int sensor)
{
  const TrSensor *s = &c->model->sensors[sensor];

  return s->type == TR_SENSOR_JOINT_VELOCITY && c->log->seen[s->joint] == TR_SEEN_NOT;
}

static double
measured_at(const Closing *c, int sensor, int node)
{
  return c->measured[(size_t)sensor * (size_t)c->log->n_nodes + (size_t)node];
}

/* Sign of the quaternion, as it stands or negative, that is nearer to the measured one. */
static double
find_sign(const Closing *c, int sensor, const double *pose)
{
  const TrSensor *s = &c->model->sensors[sensor];
  double along = 0, turned[4];

  int first = tr_sensor_quaternion(c->model, sensor);

  if (first < 0)
    return 1;
  tr_quat_multiply(turned, pose + TR_POSE * s->body + 3, s->quat);
  for (int i = 0; i < 4; i++)
    if (c->is_used[first + i])
      along += turned[i] * measured_at(c, first + i, c->node);
  return along < 0 ? -1 : 1;
}

static int
list_aims(void *user, TrAssemblyRow *rows, const double *pose)
{
  const Closing *c = user;
  int n = 0;

  for (int s = 0; s < c->model->n_sensors; s++) {
    const TrSensor *sensor = &c->model->sensors[s];
    TrAssemblyRow *row = &rows[n];
    double sign;

    if (!c->is_used[s] || !is_aim(c->model, s))
      continue;
    sign = find_sign(c, s, pose);
    row->body = sensor->body;
    row->is_length = tr_sensor_is_point(sensor);
    row->lack = measured_at(c, s, c->node) -
                sign * tr_sensor_read(row->row, c->model, sensor, pose + TR_POSE * sensor->body);
    for (int i = 0; i < 6; i++)
      row->row[i] *= sign;
    n++;
  }
  return n;
}

/* Coordinates known by rates alone, one step on from those before. */
static void
add_rates(Closing *c, double *now)
{
  double half = c->task->settings.h / 2;

  for (int s = 0; s < c->model->n_sensors; s++) {
    int joint = c->model->sensors[s].joint;

    if (!c->is_used[s] || !is_rate(c, s))
      continue;
    now[joint] = now[joint - c->model->n_joints] +
                 half * (measured_at(c, s, c->node - 1) + measured_at(c, s, c->node));
  }
}

/* Coordinates of a pose, continuous with those before; NULL: the first pose. */
static void
read_coordinates(double *now, const double *before, const TrModel *model, const double *pose)
{
  for (int j = 0; j < model->n_joints; j++) {
    now[j] = tr_joint_position(model, j, pose);
    if (before && tr_joint_turns(&model->joints[j]))
      now[j] = before[j] + remainder(now[j] - before[j], 2 * M_PI);
  }
}

static TrStatus
close_poses(Closing *c, TrAssembly *assembly, TrError *error)
{
  const TrAssemblyAim aim = {list_aims, c};
  TrTrajectory *start = c->log->start;

  TR_TRY(tr_assembly_start(assembly, tr_trajectory_pose(start, 0), error));
  for (c->node = 0; c->node < start->n_nodes; c->node++) {
    double *pose = tr_trajectory_pose(start, c->node);
    double *now = c->coordinates + c->node * c->model->n_joints, *before = NULL;

    if (c->node > 0) {
      before = now - c->model->n_joints;
      tr_prepare_go_on(start, c->node);
      add_rates(c, now);
    }
    TR_TRY(tr_assembly_reach_aim(assembly, pose, now, &aim, error));
    read_coordinates(now, before, c->model, pose);
  }
  return TR_OK;
}

static TrStatus
read_nodes(Closing *c)
{
  for (int s = 0; s < c->model->n_sensors; s++) {
    const TrChannel *channel = tr_log_find(c->log->log, TR_SIGNAL_SENSOR, s);

    c->is_used[s] = channel && (is_aim(c->model, s) || is_rate(c, s));
    if (c->is_used[s])
      TR_TRY(tr_prepare_nodes(c->measured + (size_t)s * (size_t)c->log->n_nodes, 1, c->log, c->task,
                              channel));
  }
  return TR_OK;
}

static void
note_rates(const Closing *c)
{
  for (int s = 0; s < c->model->n_sensors; s++)
    if (c->is_used[s] && is_rate(c, s))
      c->log->seen[c->model->sensors[s].joint] = TR_SEEN_RATE;
}

TrStatus
tr_prepare_close(double *coordinates,
                 TrPreparedLog *out,
                 const TrTask *task,
                 TrAssembly *assembly,
                 TrError *error)
{
  size_t n_sensors = (size_t)task->model->n_sensors;
  Closing c = {.task = task,
               .model = task->model,
               .log = out,
               .coordinates = coordinates,
               .measured = calloc(n_sensors * (size_t)out->n_nodes + 1, sizeof(double)),
               .is_used = calloc(n_sensors + 1, sizeof(bool))};
  TrStatus status = c.measured && c.is_used ? read_nodes(&c) : TR_NO_MEMORY;

  if (status == TR_OK)
    status = close_poses(&c, assembly, error);
  if (status == TR_OK)
    note_rates(&c);
  free(c.measured);
  free(c.is_used);
  return status;
}
