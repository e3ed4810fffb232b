/* Motion that the servos of a log saw. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/unwrap.h"

/* Nodes of the servos' motion in a step, at most. */
enum { MAX_PARTS = 200 };

/* Source of a servo's coordinate. */
typedef struct Source {
  const TrChannel *channel; /* of its sensor; NULL: the start motion */
  double *y;                /* [channel->n] continuous */
  size_t at;
} Source;

static const TrChannel *
find_channel(const TrPreparedLog *log, const TrModel *model, int joint)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (tr_sensor_position_joint(model, s) == joint && tr_log_find(log->log, TR_SIGNAL_SENSOR, s))
      return tr_log_find(log->log, TR_SIGNAL_SENSOR, s);
  return NULL;
}

static bool
open_source(Source *source, const TrChannel *channel, const TrModel *model)
{
  *source = (Source){.channel = channel};
  if (!channel)
    return true;
  source->y = malloc((channel->n + 1) * sizeof *source->y);
  if (!source->y)
    return false;
  memcpy(source->y, channel->y, channel->n * sizeof *source->y);
  if (tr_sensor_is_angle(model, channel->index))
    tr_unwrap(source->y, channel->n);
  return true;
}

/* Parts of a step: as many as the densest sensor of a servo has samples in it. */
static int
count_parts(const Source *sources, int n, double h)
{
  double finest = h;

  for (int i = 0; i < n; i++) {
    const TrChannel *c = sources[i].channel;

    if (c && c->n > 1)
      finest = fmin(finest, (c->t[c->n - 1] - c->t[0]) / (double)(c->n - 1));
  }
  return (int)fmin(ceil(h / finest - 1e-6), MAX_PARTS);
}

/* Coordinate of a joint at t in the start motion, between the nodes by the shorter way round. */
static double
read_start(const TrPreparedLog *log, const TrModel *model, int joint, double t)
{
  const TrTrajectory *motion = log->start;
  double position = fmin(fmax((t - motion->start) / motion->h, 0), motion->n_nodes - 1);
  int k = (int)fmin(floor(position), motion->n_nodes - 2);
  double from = tr_joint_position(model, joint, tr_trajectory_pose(motion, k));
  double way = tr_joint_position(model, joint, tr_trajectory_pose(motion, k + 1)) - from;

  if (tr_joint_turns(&model->joints[joint]))
    way = remainder(way, 2 * M_PI);
  return from + (position - k) * way;
}

/* Appends all nodes, and that before the first one. */
static void
append_nodes(TrPreparedLog *out, const TrModel *model, Source *sources, const TrServoNodes *nodes)
{
  TrServoLoops *servos = out->inputs->servos;
  int count = tr_servo_loops_count(servos);

  for (int k = -1; k < nodes->n; k++) {
    double t = nodes->start + k * nodes->h;

    for (int i = 0; i < count; i++) {
      Source *s = &sources[i];

      out->inputs->place[i] = s->channel
                                  ? tr_prepare_interpolate(s->channel, s->y, t, &s->at)
                                  : read_start(out, model, tr_servo_loops_joint(servos, i), t);
    }
    tr_servo_loops_append(servos, out->inputs->place);
  }
}

TrStatus
tr_prepare_servos(TrPreparedLog *out, const TrTask *task)
{
  const TrModel *model = task->model;
  Source *sources = calloc((size_t)model->n_motors + 1, sizeof *sources);
  TrServoNodes nodes = {0, out->log->start, task->settings.h};
  bool ok = sources;
  int n = 0, parts;

  for (int m = 0; ok && m < model->n_motors; m++)
    if (tr_motor_has_servo(&model->motors[m]))
      ok = open_source(&sources[n++], find_channel(out, model, model->motors[m].joint), model);
  if (ok) {
    parts = count_parts(sources, n, nodes.h);
    nodes.h /= parts;
    nodes.n = (out->n_nodes - 1) * parts + 1;
    ok = tr_inputs_take_servos(out->inputs, &nodes);
  }
  if (ok)
    append_nodes(out, model, sources, &nodes);
  for (int i = 0; sources && i < n; i++)
    free(sources[i].y);
  free(sources);
  return ok ? TR_OK : TR_NO_MEMORY;
}
