/* Signs of measured quaternions: e and -e are the same orientation. */
#include "engine/est/prepare/prepare.h"
#include "engine/linalg/quat.h"
#include "engine/mbs/model/sensor.h"

enum { N_AXES = 4 };

/* Channels of the device that a channel belongs to, NULL where they are not mapped. */
static void
find_partners(const TrChannel *partners[N_AXES],
              const TrLog *log,
              const TrModel *model,
              const TrChannel *c)
{
  int first = tr_sensor_quaternion(model, c->index);

  for (int i = 0; i < N_AXES; i++)
    partners[i] = tr_log_find(log, TR_SIGNAL_SENSOR, first + i);
}

/* The sample at a stamp; `at` remembers where the last one was. */
static bool
find_sample(double *y, const TrChannel *c, double t, size_t *at)
{
  while (c && *at < c->n && c->t[*at] < t)
    (*at)++;
  if (!c || *at == c->n || c->t[*at] != t)
    return false;
  *y = c->y[*at];
  return true;
}

/* Walk along the samples of a channel, with those of its partners at the same stamps. */
typedef struct Walk {
  const TrChannel *partners[N_AXES];
  size_t at[N_AXES];
  double y[N_AXES]; /* of the last sample, as measured; 0 where not mapped */
  double sign;      /* of the last sample */
} Walk;

static Walk
begin_walk(const TrLog *log, const TrModel *model, const TrChannel *c)
{
  Walk walk = {.sign = 1};

  find_partners(walk.partners, log, model, c);
  return walk;
}

/* Goes on to the sample at a stamp; returns its sign. */
static double
take_step(Walk *walk, double t)
{
  double along = 0;

  for (int i = 0; i < N_AXES; i++) {
    double y = 0;

    if (!find_sample(&y, walk->partners[i], t, &walk->at[i]))
      y = 0;
    along += walk->y[i] * y;
    walk->y[i] = y;
  }
  walk->sign = along < 0 ? -walk->sign : walk->sign;
  return walk->sign;
}

void
tr_prepare_signs(double *signs, const TrLog *log, const TrModel *model, const TrChannel *c)
{
  TR_ASSERT(log && model && c && tr_is_array(signs, c->n));
  Walk walk = begin_walk(log, model, c);

  for (size_t k = 0; k < c->n; k++)
    signs[k] = take_step(&walk, c->t[k]);
}

/* Node at a time, within the motion. */
static int
find_node(const TrTrajectory *motion, double t)
{
  double node = (t - motion->start) / motion->h;

  return node < 0 ? 0 : node > motion->n_nodes - 1 ? motion->n_nodes - 1 : (int)node;
}

double
tr_prepare_first_sign(const TrTrajectory *motion,
                      const TrLog *log,
                      const TrModel *model,
                      const TrChannel *c)
{
  TR_ASSERT(motion && log && model && c && c->n > 0);
  const TrSensor *sensor = &model->sensors[c->index];
  Walk walk = begin_walk(log, model, c);
  size_t k = 0;
  double along = 0, turned[N_AXES];

  take_step(&walk, c->t[0]);
  while (c->t[k] < motion->start && k + 1 < c->n)
    take_step(&walk, c->t[++k]);
  tr_quat_multiply(
      turned, tr_trajectory_pose(motion, find_node(motion, c->t[k])) + TR_POSE * sensor->body + 3,
      sensor->quat);
  for (int i = 0; i < N_AXES; i++)
    along += walk.y[i] * turned[i];
  return along < 0 ? -walk.sign : walk.sign;
}
