#include "engine/est/prepare/choose_step.h"

#include <math.h>

#include "engine/mbs/model/sensor.h"

/* Shortest log in steps, and the steps tried: each half as long as the one before. */
#define LEAST_STEPS 50
enum { MAX_LEVELS = 24 };

/* Samples of one sensor within the trim of its log. */
typedef struct Samples {
  const double *y;
  size_t n;
  double step;   /* mean time between two of them */
  bool is_rate;  /* or a derivative of one: what it senses is its own first difference */
  bool is_angle; /* of a hinge: may jump by whole turns */
} Samples;

/* Mean squares over all pairs of steps of one length. */
typedef struct Changes {
  double first, second; /* rms of d1 and d2 */
  double turn;          /* largest d1 */
} Changes;

static double
wrap(double angle)
{
  return angle - 2 * M_PI * round(angle / (2 * M_PI));
}

/* Change from sample i over `stride` samples; of an angle the sum of those from sample to sample,
 * since it may be more than half a turn. */
static double
measure_change(const Samples *s, size_t i, size_t stride)
{
  double sum = 0;

  if (!s->is_angle)
    return s->y[i + stride] - s->y[i];
  for (size_t k = i; k < i + stride; k++)
    sum += wrap(s->y[k + 1] - s->y[k]);
  return sum;
}

/* Sets the change over the next `stride` samples to that which begins one sample later. */
static double
move_on(const Samples *s, double change, size_t i, size_t stride)
{
  if (!s->is_angle)
    return measure_change(s, i + 1, stride);
  return change + measure_change(s, i + stride, 1) - measure_change(s, i, 1);
}

static Changes
measure_changes(const Samples *s, size_t stride)
{
  double first = 0, second = 0, turn = 0;
  double a = measure_change(s, 0, stride), b = measure_change(s, stride, stride);
  size_t n = s->n - 2 * stride;

  for (size_t i = 0; i < n; i++) {
    if (i > 0) {
      a = move_on(s, a, i - 1, stride);
      b = move_on(s, b, i - 1 + stride, stride);
    }
    first += a * a;
    second += (b - a) * (b - a);
    turn = fmax(turn, fabs(a));
  }
  return (Changes){sqrt(first / (double)n), sqrt(second / (double)n), turn};
}

static double
measure_spread(const Samples *s)
{
  double sum = 0, squares = 0;

  for (size_t i = 0; i < s->n; i++)
    sum += s->y[i];
  for (size_t i = 0; i < s->n; i++)
    squares += (s->y[i] - sum / (double)s->n) * (s->y[i] - sum / (double)s->n);
  return sqrt(squares / (double)s->n);
}

/* Returns the step for one sensor; INFINITY where it does not move. */
static double
choose_for(const Samples *s)
{
  double spread = measure_spread(s), least = INFINITY, best = INFINITY;
  size_t stride = s->n / LEAST_STEPS;

  if (!(spread > 0))
    return INFINITY;
  for (int level = 0; level < MAX_LEVELS && stride >= 1; level++, stride /= 2) {
    Changes changes = measure_changes(s, stride);
    double ratio = s->is_rate ? changes.first / spread : changes.second / changes.first;

    if (s->is_angle && changes.turn > TR_STEP_TURN) {
      best = s->step;
      continue;
    }
    if (ratio < least) {
      least = ratio;
      best = (double)stride * s->step;
    }
    if (ratio <= TR_STEP_PHASE)
      break;
  }
  return best;
}

/* Returns the samples of a channel within the trim. */
static Samples
take_samples(const TrTask *task, const TrLog *log, const TrChannel *c)
{
  const TrSensor *sensor = &task->model->sensors[c->index];
  bool is_joint = sensor->type == TR_SENSOR_JOINT_POSITION;
  size_t first = 0, end = c->n;

  while (first < end && c->t[first] < log->start)
    first++;
  while (end > first && c->t[end - 1] > log->end)
    end--;
  return (Samples){
      .y = c->y + first,
      .n = end - first,
      .step = end - first > 1 ? (c->t[end - 1] - c->t[first]) / (double)(end - first - 1) : 0,
      .is_rate = tr_sensor_class(sensor->type)->span != TR_SPAN_POSE,
      .is_angle = is_joint && tr_joint_turns(&task->model->joints[sensor->joint])};
}

double
tr_choose_step(const TrTask *task)
{
  TR_ASSERT(tr_task_is_whole(task));
  double shortest = INFINITY, sample = 0, short_sample = 0; /* of sensors with few samples */

  for (int l = 0; l < task->n_logs; l++)
    for (int i = 0; i < task->logs[l].n_channels; i++) {
      const TrChannel *c = &task->logs[l].channels[i];
      Samples samples;

      if (c->kind != TR_SIGNAL_SENSOR)
        continue;
      samples = take_samples(task, &task->logs[l], c);
      if (samples.n < 2 * LEAST_STEPS) {
        short_sample = fmax(short_sample, samples.step);
        continue;
      }
      sample = fmax(sample, samples.step);
      shortest = fmin(shortest, choose_for(&samples));
    }
  if (tr_model_has_impacts(task->model) && fmax(sample, short_sample) > 0)
    return sample > 0 ? sample : short_sample;
  if (!isfinite(shortest))
    return tr_settings_default().h;
  return sample * fmax(1, floor(shortest / sample * (1 + 1e-9)));
}
