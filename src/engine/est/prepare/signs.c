/* Signs of measured quaternions: e and -e are the same orientation. */
#include <string.h>

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

void
tr_prepare_signs(double *signs, const TrLog *log, const TrModel *model, const TrChannel *c)
{
  TR_ASSERT(log && model && c && tr_is_array(signs, c->n));

  const TrChannel *partners[N_AXES];
  double last[N_AXES] = {0};
  size_t at[N_AXES] = {0};

  find_partners(partners, log, model, c);
  for (size_t k = 0; k < c->n; k++) {
    double along = 0, y[N_AXES];

    for (int i = 0; i < N_AXES; i++) {
      if (!find_sample(&y[i], partners[i], c->t[k], &at[i]))
        y[i] = 0;
      along += last[i] * y[i];
    }
    signs[k] = k == 0 ? 1 : along < 0 ? -signs[k - 1] : signs[k - 1];
    memcpy(last, y, sizeof last);
  }
}

double
tr_prepare_first_sign(const TrTrajectory *motion,
                      const TrLog *log,
                      const TrModel *model,
                      const TrChannel *c)
{
  const TrSensor *sensor = &model->sensors[c->index];
  const TrChannel *partners[N_AXES];
  double position = (c->t[0] - motion->start) / motion->h, along = 0, turned[N_AXES];
  int node = position < 0                     ? 0
             : position > motion->n_nodes - 1 ? motion->n_nodes - 1
                                              : (int)position;
  size_t at[N_AXES] = {0};

  find_partners(partners, log, model, c);
  tr_quat_multiply(turned, tr_trajectory_pose(motion, node) + TR_POSE * sensor->body + 3,
                   sensor->quat);
  for (int i = 0; i < N_AXES; i++) {
    double y;

    if (find_sample(&y, partners[i], c->t[0], &at[i]))
      along += y * turned[i];
  }
  return along < 0 ? -1 : 1;
}
