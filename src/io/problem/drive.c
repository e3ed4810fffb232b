#include "io/problem/drive.h"

#include "engine/est/predict/start_state.h"
#include "engine/signal/noise.h"
#include "engine/signal/unwrap.h"

/* Finds the channel of a sensor for the position of a joint, or NULL. */
static const TrChannel *
find_position(const GArray *channels, const TrModel *model, int joint)
{
  for (guint i = 0; i < channels->len; i++) {
    const TrChannel *channel = &g_array_index(channels, TrChannel, i);
    if (channel->kind != TR_SIGNAL_SENSOR)
      continue;
    const TrSensor *sensor = &model->sensors[channel->index];
    if (sensor->type == TR_SENSOR_JOINT_POSITION && sensor->joint == joint)
      return channel;
  }
  return NULL;
}

/* Sets the start and the start rate of the joint. */
static void
start_drive(TrChannel *channel,
            const GArray *channels,
            const TrModel *model,
            const TrammelMapping *mapping)
{
  int joint = model->motors[channel->index].joint;
  const TrChannel *seen = find_position(channels, model, joint);
  gsize first = 0;
  TrLocalMotion motion;

  if (!seen)
    return;
  while (first + 1 < seen->n && seen->t[first] < channel->t[0])
    first++;
  g_autofree double *y = g_memdup2(seen->y + first, (seen->n - first) * sizeof *y);
  if (tr_joint_turns(&model->joints[joint]))
    tr_unwrap(y, seen->n - first);
  tr_local_motion(&motion, seen->t + first, y, seen->n - first, channel->t[0],
                  tr_signal_sigma(seen->t, seen->y, seen->n));
  if (mapping->start_is_auto)
    channel->start = motion.position;
  if (mapping->start_rate_is_auto)
    channel->start_rate = motion.rate;
}

void
trammel_drives_start(GArray *channels, const TrModel *model, const TrammelLogEntry *entry)
{
  for (guint i = 0; i < channels->len; i++) {
    TrChannel *channel = &g_array_index(channels, TrChannel, i);
    const TrammelMapping *mapping = &g_array_index(entry->channels, TrammelChannel, i).mapping;
    if (channel->kind == TR_SIGNAL_MOTOR && (mapping->start_is_auto || mapping->start_rate_is_auto))
      start_drive(channel, channels, model, mapping);
  }
}
