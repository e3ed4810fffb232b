#include "engine/sim/servo_loop.h"

#include <math.h>
#include <stdlib.h>

#include "engine/mbs/force/axial.h"
#include "engine/mbs/force/servo.h"

/* A sample time that divides a window to this share of itself has no rest. */
#define ROUNDING 1e-9

/* A servo with its motion. */
typedef struct Loop {
  int motor;
  const TrServo *servo;
  const TrChannel *channel; /* of the set value; NULL: zero */
  double *place;            /* [n + 1] coordinate at the nodes, that before node 0 first */
  double *sum;              /* [n + 1] integral of the error without a sample time */
  double last;              /* last sample before the present step ... */
  double integral;          /* ... and the integral there */
  bool has_last;
} Loop;

struct TrServoLoops {
  const TrModel *model;
  TrServoNodes nodes;
  int n_loops, n_known; /* nodes, with that before node 0 */
  Loop *loops;
};

static int
count_servos(const TrModel *model)
{
  int n = 0;

  for (int m = 0; m < model->n_motors; m++)
    n += tr_motor_has_servo(&model->motors[m]);
  return n;
}

TrServoLoops *
tr_servo_loops_new(const TrModel *model,
                   const TrChannel *const *channels,
                   const TrServoNodes *nodes)
{
  TR_ASSERT(tr_model_is_whole(model) && channels && nodes && nodes->n >= 0 && nodes->h > 0);

  TrServoLoops *all = calloc(1, sizeof *all);
  bool ok = all;

  if (!ok)
    return NULL;
  *all = (TrServoLoops){.model = model, .nodes = *nodes};
  all->loops = calloc((size_t)count_servos(model) + 1, sizeof *all->loops);
  ok = all->loops;
  for (int m = 0; ok && m < model->n_motors; m++) {
    Loop *loop = &all->loops[all->n_loops];

    if (!tr_motor_has_servo(&model->motors[m]))
      continue;
    *loop = (Loop){.motor = m, .servo = &model->motors[m].servo, .channel = channels[m]};
    loop->place = calloc((size_t)nodes->n + 1, sizeof *loop->place);
    loop->sum = calloc((size_t)nodes->n + 1, sizeof *loop->sum);
    ok = loop->place && loop->sum;
    all->n_loops++;
  }
  if (!ok) {
    tr_servo_loops_free(all);
    return NULL;
  }
  return all;
}

void
tr_servo_loops_free(TrServoLoops *all)
{
  if (!all)
    return;
  for (int i = 0; i < all->n_loops; i++) {
    free(all->loops[i].place);
    free(all->loops[i].sum);
  }
  free(all->loops);
  free(all);
}

static TrRange
range_of(const TrServo *servo)
{
  return (TrRange){servo->least_set, servo->most_set};
}

static double
set_value(const Loop *loop, double t)
{
  double value = loop->channel ? tr_channel_value(loop->channel, t) : 0;

  return tr_range_clamp(range_of(loop->servo), value);
}

static double
mean_set_value(const Loop *loop, double from, double to)
{
  return loop->channel
             ? tr_channel_mean_within(loop->channel, from, to, range_of(loop->servo)).value
             : set_value(loop, from);
}

/* Value at t of numbers at the nodes. */
static double
at_time(const TrServoLoops *all, const double *x, double t)
{
  double position = fmax((t - all->nodes.start) / all->nodes.h + 1, 0);
  int k = (int)fmin(floor(position), fmax(all->n_known - 2, 0));

  return all->n_known < 2 ? x[k] : x[k] + (position - k) * (x[k + 1] - x[k]);
}

static double
place_at(const TrServoLoops *all, const Loop *loop, double t)
{
  return at_time(all, loop->place, t);
}

/* Mean of the coordinate over a window, by the trapezia between its ends and the nodes inside. */
static double
mean_place(const TrServoLoops *all, const Loop *loop, TrRange window)
{
  double h = all->nodes.h, before = window.least, sum = 0;
  double next = floor((before - all->nodes.start) / h + 1) * h + all->nodes.start;

  for (; before < window.most; next += h) {
    double t = fmin(next, window.most);

    sum += (t - before) * (place_at(all, loop, before) + place_at(all, loop, t)) / 2;
    before = t;
  }
  return sum / (window.most - window.least);
}

static bool
is_velocity(const Loop *loop)
{
  return loop->servo->command == TR_COMMAND_VELOCITY;
}

/* Whole turns between a coordinate and the one that it follows. */
static double
turns(const TrServoLoops *all, const Loop *loop, double from, double to)
{
  if (!tr_joint_turns(&all->model->joints[all->model->motors[loop->motor].joint]))
    return 0;
  return 2 * M_PI * round((to - from) / (2 * M_PI));
}

/* Integral of the error up to the newest node, without a sample time. */
static void
integrate(const TrServoLoops *all, Loop *loop, int k)
{
  double h = all->nodes.h, t = all->nodes.start + (k - 1) * h;
  double set = mean_set_value(loop, t - h, t), *place = loop->place;

  loop->sum[k] = loop->sum[k - 1] + (is_velocity(loop) ? h * set - (place[k] - place[k - 1])
                                                       : h * (set - (place[k - 1] + place[k]) / 2));
}

int
tr_servo_loops_count(const TrServoLoops *all)
{
  return all->n_loops;
}

int
tr_servo_loops_joint(const TrServoLoops *all, int i)
{
  return all->model->motors[all->loops[i].motor].joint;
}

void
tr_servo_loops_append(TrServoLoops *all, const double *place)
{
  TR_ASSERT(all && place && all->n_known <= all->nodes.n);

  int k = all->n_known++;

  for (int i = 0; i < all->n_loops; i++) {
    Loop *loop = &all->loops[i];
    double near = k > 0 ? loop->place[k - 1] : set_value(loop, all->nodes.start);

    loop->place[k] = place[i] + turns(all, loop, place[i], near);
    if (k > 1)
      integrate(all, loop, k);
  }
}

/* Rate that the controller has from its last two samples. */
static double
sampled_rate(const TrServoLoops *all, const Loop *loop, double t)
{
  double step = loop->servo->sample_time;

  return (place_at(all, loop, t) - place_at(all, loop, t - step)) / step;
}

static double
sampled_error(const TrServoLoops *all, const Loop *loop, double t)
{
  return set_value(loop, t) -
         (is_velocity(loop) ? sampled_rate(all, loop, t) : place_at(all, loop, t));
}

/* Brings the integral to the last sample before the step's first one. */
static void
catch_up(const TrServoLoops *all, Loop *loop, double sample)
{
  double step = loop->servo->sample_time, first = ceil(all->nodes.start / step - ROUNDING);

  if (!loop->has_last || loop->last > sample) {
    loop->last = first - 1;
    loop->integral = 0;
    loop->has_last = true;
  }
  while (loop->last < sample) {
    loop->last++;
    loop->integral += step * sampled_error(all, loop, loop->last * step);
  }
}

/* Means over from .. to of what is held from samples of its own. */
static void
hold_samples(double numbers[TR_SERVO_NUMBERS], const TrServoLoops *all, Loop *loop, TrRange window)
{
  double step = loop->servo->sample_time;
  double first = floor(window.least / step + ROUNDING), integral, error, derivative;

  catch_up(all, loop, first - 1);
  integral = loop->integral;
  for (double j = first; j * step < window.most - ROUNDING * step; j++) {
    double t = j * step;
    double share =
        (fmin(window.most, t + step) - fmax(window.least, t)) / (window.most - window.least);

    error = sampled_error(all, loop, t);
    integral += j > loop->last && t >= all->nodes.start - ROUNDING * step ? step * error : 0;
    derivative = is_velocity(loop)        ? 0
                 : loop->servo->is_damper ? -sampled_rate(all, loop, t)
                                          : (error - sampled_error(all, loop, t - step)) / step;
    numbers[TR_SERVO_ERROR] += share * error;
    numbers[TR_SERVO_INTEGRAL] += share * integral;
    numbers[TR_SERVO_DERIVATIVE] += share * derivative;
  }
}

/* Means over a window of what is seen all the time. */
static void
follow(double numbers[TR_SERVO_NUMBERS], const TrServoLoops *all, const Loop *loop, TrRange window)
{
  double middle = (window.least + window.most) / 2, length = window.most - window.least;
  double rate = (place_at(all, loop, window.most) - place_at(all, loop, window.least)) / length;
  double set_rate = (set_value(loop, window.most) - set_value(loop, window.least)) / length;

  numbers[TR_SERVO_ERROR] = mean_set_value(loop, window.least, window.most) -
                            (is_velocity(loop) ? rate : mean_place(all, loop, window));
  numbers[TR_SERVO_INTEGRAL] = at_time(all, loop->sum, middle);
  if (!is_velocity(loop))
    numbers[TR_SERVO_DERIVATIVE] = (loop->servo->is_damper ? 0 : set_rate) - rate;
}

void
tr_servo_loops_inputs(double *u, TrServoLoops *all, double t, double h)
{
  TR_ASSERT(u && all && all->n_known > 1 && h > 0);
  for (int i = 0; i < all->n_loops; i++) {
    Loop *loop = &all->loops[i];
    double *numbers = u + tr_model_servo_input(all->model, loop->motor),
           at = t - loop->servo->delay;
    TrRange window = {at - h / 2, at + h / 2};

    for (int k = 0; k < TR_SERVO_NUMBERS; k++)
      numbers[k] = 0;
    if (loop->servo->sample_time > 0)
      hold_samples(numbers, all, loop, window);
    else
      follow(numbers, all, loop, window);
    u[loop->motor] = tr_motor_input(all->model, loop->motor, u);
  }
}

double
tr_servo_inertia(const TrModel *model, int joint, const double *u, TrServoStep step)
{
  double sum = 0;

  for (int m = 0; m < model->n_motors; m++) {
    const TrMotor *motor = &model->motors[m];
    const TrServo *servo = &motor->servo;
    bool is_rate = servo->command == TR_COMMAND_VELOCITY;
    double damping = is_rate ? servo->kp : servo->kd, stiffness = is_rate ? servo->ki : servo->kp;
    double slope = tr_motor_slope(motor);

    if (motor->joint != joint || !tr_motor_has_servo(motor) || servo->delay > 0 ||
        servo->sample_time > 0 || slope < 0 ||
        (motor->limit > 0 && fabs(tr_motor_input(model, m, u)) >= motor->limit))
      continue;
    sum += step.h * slope * (step.share * damping + step.h / 4 * stiffness);
  }
  return sum;
}
