#include "engine/est/predict/start_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/est/step/residual.h"
#include "engine/linalg/dense.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/correlate.h"
#include "engine/signal/noise.h"
#include "engine/signal/unwrap.h"
#include "engine/sim/inputs.h"

/* Rounds of shooting; each leaves a small share of the error, due to friction and input in the
 * step. */
enum { ROUNDS = 4 };

/* Windows: from FIRST_WINDOW samples on, each longer by a quarter than the one before. */
enum { LEAST_SAMPLES = 5, FIRST_WINDOW = 12, NOISE_SAMPLES = 32, GROWTH = 4, BACK = 1, ORDER = 4 };

/* Largest number of samples left out at the beginning; they lie this many standard deviations from
 * the prediction of the next ones. */
enum { MAX_OUTLIERS = 3, PREDICT_FROM = 8 };
#define OUTLIER 6.0

/* Nodes from which the start of joints without a sensor of their own is found. */
enum { FIRST_NODES = 30 };

/* The first window is shortened while its scatter exceeds the noise by this factor. */
#define TOO_FAST 5.0

/* A longer window is too long when its scatter exceeds that of the best one so far by this factor.
 */
#define LACK_OF_FIT 1.4

/* Rates below so many of their standard deviations may be a rest. */
#define REST 3.0

/* Least-squares cubic through samples, with rate zero at the time `at` when that is a rest; `sd`
 * gets the standard deviations of position and rate for samples of unit variance. */
static bool
fit_cubic(TrLocalMotion *out, double sd[2], TrSeries samples, double at, bool is_rest)
{
  const double *t = samples.t, *y = samples.y;
  size_t n = samples.n;
  double width = t[n - 1] - t[0], normal[ORDER * ORDER] = {0};
  double solved[ORDER][ORDER] = {{0}}; /* columns: coefficients, first two of the inverse */

  for (size_t i = 0; i < n; i++) {
    double x = (t[i] - at) / width, power[ORDER] = {1, is_rest ? 0 : x, x * x, x * x * x};

    for (int r = 0; r < ORDER; r++) {
      solved[r][0] += power[r] * y[i];
      for (int c = 0; c <= r; c++)
        normal[ORDER * r + c] += power[r] * power[c];
    }
  }
  if (is_rest)
    normal[ORDER + 1] = 1;
  solved[0][1] = solved[1][2] = 1;
  if (tr_dense_cholesky(normal, ORDER) != TR_OK)
    return false;
  tr_dense_cholesky_solve(&solved[0][0], normal, ORDER, ORDER);
  *out = (TrLocalMotion){.position = solved[0][0],
                         .rate = solved[1][0] / width,
                         .acceleration = 2 * solved[2][0] / (width * width),
                         .third = solved[3][0] / (width * width * width),
                         .n_samples = n};
  sd[0] = sqrt(solved[0][1]);
  sd[1] = sqrt(solved[1][2]) / width;
  return true;
}

/* Counts samples at the beginning that the next ones contradict: the first after a cut or a filter
 * is often wrong, and all windows contain it. */
static size_t
count_outliers(const double *t, const double *y, size_t n, double sigma)
{
  size_t skipped = 0;

  for (; skipped < MAX_OUTLIERS && n > skipped + PREDICT_FROM; skipped++) {
    TrLocalMotion next;
    double sd[2];

    if (!fit_cubic(&next, sd, (TrSeries){t + skipped + 1, y + skipped + 1, PREDICT_FROM},
                   t[skipped], false) ||
        fabs(y[skipped] - next.position) <= OUTLIER * sigma * sqrt(1 + sd[0] * sd[0]))
      break;
  }
  return skipped;
}

/* Root of the mean square of the residuals of a window's cubic, per degree of freedom. */
static double
measure_scatter(const TrLocalMotion *motion, const double *t, const double *y, double at)
{
  size_t n = motion->n_samples;
  double sum = 0;

  for (size_t i = 0; i < n; i++) {
    double x = t[i] - at;
    double e = y[i] - motion->position -
               x * (motion->rate + x * (motion->acceleration / 2 + x * motion->third));

    sum += e * e;
  }
  return sqrt(sum / (double)(n > ORDER ? n - ORDER : 1));
}

/* Noise of the first samples, from their fourth differences, which vanish for cubics; not below
 * sigma. */
static double
measure_noise(const double *y, size_t n, double sigma)
{
  double sum = 0;

  n = n < NOISE_SAMPLES ? n : NOISE_SAMPLES;
  for (size_t i = 0; i + 4 < n; i++) {
    double d = y[i] - 4 * y[i + 1] + 6 * y[i + 2] - 4 * y[i + 3] + y[i + 4];

    sum += d * d / 70;
  }
  return n > 4 ? fmax(sigma, sqrt(sum / (double)(n - 4))) : sigma;
}

/* A tried window: its motion, and the standard deviation of its rate. */
typedef struct {
  TrLocalMotion motion;
  double rate_sd;
} Window;

/* Grows the window as long as the cubic fits, and then goes back a little: when the lack of fit
 * becomes visible, the longest window is already biased.  The scatter within the windows decides,
 * not sigma alone: noise may vary within a log.  False with too few samples. */
static bool
find_window(Window *out, const double *t, const double *y, size_t n, double at, double sigma)
{
  Window tried[1 + BACK];
  double least = INFINITY, noise = measure_noise(y, n, sigma);
  size_t n_tried = 0, m = n < FIRST_WINDOW ? n : FIRST_WINDOW;

  while (m >= LEAST_SAMPLES && m <= n) {
    TrLocalMotion trial;
    double sd[2], scatter;

    if (!fit_cubic(&trial, sd, (TrSeries){t, y, m}, at, false))
      break;
    scatter = measure_scatter(&trial, t, y, at);
    if (n_tried == 0 && m > LEAST_SAMPLES && scatter > TOO_FAST * noise) {
      m--;
      continue;
    }
    least = fmin(least, scatter);
    if (n_tried > 0 && scatter > LACK_OF_FIT * fmax(least, sigma))
      break;
    tried[n_tried++ % TR_COUNT(tried)] = (Window){trial, sd[1] * fmax(scatter, sigma)};
    m += m / GROWTH;
  }
  if (n_tried == 0)
    return false;
  *out = tried[n_tried > BACK ? (n_tried - 1 - BACK) % TR_COUNT(tried) : 0];
  return true;
}

void
tr_local_motion(
    TrLocalMotion *out, const double *t, const double *y, size_t n, double at, double sigma)
{
  TR_ASSERT(out && n > 0 && t && y);
  TR_ASSERT(sigma > 0);
  Window window;
  size_t skipped = count_outliers(t, y, n, sigma);
  double sd[2];

  t += skipped;
  y += skipped;
  n -= skipped;
  *out = (TrLocalMotion){.position = n > 0 ? y[0] : 0, .n_samples = n > 0};
  if (n >= 2 && n < LEAST_SAMPLES) {
    double slope = (y[n - 1] - y[0]) / (t[n - 1] - t[0]);

    *out = (TrLocalMotion){y[0] + slope * (at - t[0]), slope, 0, 0, n};
  }
  if (!find_window(&window, t, y, n, at, sigma))
    return;
  *out = window.motion;
  if (fabs(window.motion.rate) <= REST * window.rate_sd &&
      fit_cubic(&window.motion, sd, (TrSeries){t, y, window.motion.n_samples}, at, true))
    *out = window.motion;
}

/* The motion of a sensor's joint at the start, from its samples within the trim. */
static TrStatus
read_channel(TrLocalMotion *out, const TrModel *model, const TrLog *log, const TrChannel *channel)
{
  const TrSensor *sensor = &model->sensors[channel->index];
  size_t first = 0, n;
  double sigma = sensor->sigma, *y;

  while (first + 1 < channel->n && channel->t[first] < log->start)
    first++;
  n = channel->n - first;
  while (n > 1 && channel->t[first + n - 1] > log->end)
    n--;
  y = malloc(n * sizeof *y);
  if (!y)
    return TR_NO_MEMORY;
  memcpy(y, channel->y + first, n * sizeof *y);
  if (isnan(sigma))
    sigma = tr_signal_sigma(channel->t, channel->y, channel->n);
  if (tr_sensor_is_angle(model, channel->index))
    tr_unwrap(y, n);
  tr_local_motion(out, channel->t + first, y, n, log->start, sigma);
  free(y);
  return TR_OK;
}

/* Driven joints get the motion of their drives at t; other joints, and drives without a channel,
 * are left alone. */
static TrStatus
follow_drives(
    double *position, double *rate, const TrModel *model, const TrLog *log, double t, double h)
{
  TrInputs *inputs = tr_inputs_new(model, log->n_channels, log->channels);
  double *u = calloc((size_t)tr_model_n_inputs(model) + 1, sizeof *u);
  TrStatus status = inputs && u ? TR_OK : TR_NO_MEMORY;

  if (status == TR_OK)
    tr_inputs_at(u, inputs, t, h);
  for (int m = 0; status == TR_OK && m < model->n_motors; m++) {
    const double *numbers = u + tr_model_drive_input(model, m);
    int joint = model->motors[m].joint;

    if (model->motors[m].drive == TR_DRIVE_NONE || !inputs->channels[m])
      continue;
    position[joint] = numbers[0];
    rate[joint] = numbers[1];
  }
  tr_inputs_free(inputs);
  free(u);
  return status;
}

/* Returns whether a log has sensors whose first samples do not determine a single joint. */
static bool
has_others(const TrModel *model, const TrLog *log)
{
  for (int i = 0; i < log->n_channels; i++)
    if (log->channels[i].kind == TR_SIGNAL_SENSOR &&
        tr_sensor_position_joint(model, log->channels[i].index) < 0)
      return true;
  return false;
}

/* Joints without a sensor of their own, from the start motion of the first nodes. */
static TrStatus
read_others(double *position, double *rate, const TrModel *model, const TrLog *log, double h)
{
  TrLog beginning = *log;
  TrTask task = {
      .model = model, .n_logs = 1, .logs = &beginning, .settings = tr_settings_default()};
  TrPrepared prepared;
  const TrTrajectory *start;

  beginning.end = fmin(log->end, log->start + FIRST_NODES * h);
  task.settings.h = h;
  TR_TRY(tr_prepare(&prepared, &task, NULL));
  start = prepared.logs[0].start;
  for (int j = 0; j < model->n_joints; j++) {
    position[j] = tr_joint_position(model, j, tr_trajectory_pose(start, 0));
    rate[j] =
        tr_joint_velocity(model, j, tr_trajectory_pose(start, 1), tr_trajectory_twist(start, 1));
  }
  tr_prepared_clear(&prepared);
  return TR_OK;
}

/* Coordinates and rates of the measured joints; the others are left alone. */
static TrStatus
read_channels(double *position, double *rate, const TrModel *model, const TrLog *log, double h)
{
  for (int i = 0; i < log->n_channels; i++) {
    const TrChannel *channel = &log->channels[i];
    TrLocalMotion motion;
    int joint;

    if (channel->kind != TR_SIGNAL_SENSOR || channel->n == 0)
      continue;
    joint = tr_sensor_position_joint(model, channel->index);
    if (joint < 0)
      continue;
    TR_TRY(read_channel(&motion, model, log, channel));
    position[joint] = motion.position;
    rate[joint] = motion.rate - motion.acceleration * h / 2;
  }
  return TR_OK;
}

/* In loops the joints without a sensor follow the others. */
static TrStatus
assemble(double *pose,
         double *twist,
         const double *position,
         const double *rate,
         TrAssembly *assembly,
         TrError *error)
{
  TR_TRY(tr_assembly_start(assembly, pose, error));
  TR_TRY(tr_assembly_reach(assembly, pose, position, error));
  tr_assembly_move(assembly, twist, pose, rate);
  return TR_OK;
}

/* Source of a start: a time of a log, and whether its sensors count. */
typedef struct StartSource {
  const TrModel *model;
  const TrLog *log;
  bool by_sensors;
  double t, h;
  const TrJointStart *stated; /* nullable */
} StartSource;

/* Coordinates and rates of the joints before sensors and drives are read: those that are stated,
 * else the model's start at rest; in a loop the others follow. */
static void
fill_joints(double *position, double *rate, const StartSource *from, bool has_loops)
{
  const TrJointStart *stated = from->stated;

  for (int j = 0; j < from->model->n_joints; j++) {
    position[j] = has_loops ? NAN : from->model->joints[j].start;
    rate[j] = has_loops ? NAN : 0;
    if (stated && isfinite(stated->position[j]))
      position[j] = stated->position[j];
    if (stated && isfinite(stated->rate[j]))
      rate[j] = stated->rate[j];
  }
}

/* Finds the start from the sensors where they count, and from the drives. */
static TrStatus
find_start(double *pose, double *twist, const StartSource *from, TrError *error)
{
  const TrModel *model = from->model;
  const TrLog *log = from->log;
  bool by_sensors = from->by_sensors;
  double *position = calloc(2 * (size_t)model->n_joints + 1, sizeof *position);
  double *rate = position ? position + model->n_joints : NULL;
  TrAssembly *assembly = tr_assembly_new(model);
  bool has_loops = assembly && tr_assembly_count_loops(assembly) > 0;
  TrStatus status = position && assembly ? TR_OK : TR_NO_MEMORY;

  if (status == TR_OK)
    fill_joints(position, rate, from, has_loops);
  if (status == TR_OK && by_sensors && !has_loops && has_others(model, log))
    status = read_others(position, rate, model, log, from->h);
  if (status == TR_OK && by_sensors)
    status = read_channels(position, rate, model, log, from->h);
  if (status == TR_OK)
    status = follow_drives(position, rate, model, log, from->t, from->h);
  if (status == TR_OK && has_loops)
    status = assemble(pose, twist, position, rate, assembly, error);
  else if (status == TR_OK)
    tr_forward_kinematics(pose, twist, model, position, rate);
  tr_assembly_free(assembly);
  free(position);
  return status;
}

TrStatus
tr_start_from_samples(
    double *pose, double *twist, const TrModel *model, const TrLog *log, double h, TrError *error)
{
  TR_ASSERT(pose && twist && log && tr_model_is_whole(model));
  TR_ASSERT(h > 0);
  return find_start(pose, twist, &(StartSource){model, log, true, log->start, h, NULL}, error);
}

TrStatus
tr_start_from_drives(double *pose,
                     double *twist,
                     const TrModel *model,
                     const TrLog *log,
                     const TrSimOptions *options,
                     TrError *error)
{
  TR_ASSERT(pose && twist && log && options && tr_model_is_whole(model));
  return find_start(pose, twist,
                    &(StartSource){model, log, false, options->start, options->h, NULL}, error);
}

TrStatus
tr_start_from_joints(double *pose,
                     double *twist,
                     const TrModel *model,
                     const TrJointStart *joints,
                     const TrSimOptions *options,
                     TrError *error)
{
  TR_ASSERT(pose && twist && joints && options && tr_model_is_whole(model));

  size_t n = (size_t)model->n_bodies * TR_TWIST;
  double *gained = calloc(n + 1, sizeof *gained);
  TrStatus status = gained ? TR_OK : TR_NO_MEMORY;

  if (status == TR_OK)
    status = find_start(
        pose, twist, &(StartSource){model, joints->log, false, options->start, options->h, joints},
        error);
  if (status == TR_OK && tr_model_n_drives(model) == 0)
    status = tr_start_at_rest(gained, pose, model, joints->log, options);
  for (size_t i = 0; status == TR_OK && i < n; i++)
    twist[i] += gained[i];
  free(gained);
  return status;
}

TrStatus
tr_start_at_rest(double *twist,
                 const double *pose,
                 const TrModel *model,
                 const TrLog *log,
                 const TrSimOptions *options)
{
  TR_ASSERT(twist && pose && log && options && tr_model_is_whole(model));

  size_t n = (size_t)model->n_bodies * TR_TWIST;
  TrSimOptions step = *options;
  TrTrajectory *reached;

  step.duration = step.h;
  memset(twist, 0, n * sizeof *twist);
  TR_TRY(tr_simulate(&reached, model, &(TrSimCase){pose, twist, log->n_channels, log->channels},
                     &step, NULL, NULL));
  for (size_t i = 0; i < n; i++)
    twist[i] = -tr_trajectory_twist(reached, 1)[i] / 2;
  tr_trajectory_free(reached);
  return TR_OK;
}

/* One round of shooting: adds to the twist the correction towards the second pose of the motion. */
static TrStatus
shoot(double *twist,
      double *lack,
      const TrTrajectory *motion,
      const TrModel *model,
      const TrLog *log,
      const TrSimOptions *options)
{
  TrTrajectory *reached;
  TrStatus status = tr_simulate(
      &reached, model,
      &(TrSimCase){tr_trajectory_pose(motion, 0), twist, log->n_channels, log->channels}, options,
      NULL, NULL);

  if (status != TR_OK)
    return status;
  tr_pose_velocity(lack, model->n_bodies, tr_trajectory_pose(reached, reached->n_nodes - 1),
                   tr_trajectory_pose(motion, 1), options->duration);
  for (size_t i = 0; i < (size_t)model->n_bodies * TR_TWIST; i++)
    twist[i] += lack[i];
  tr_trajectory_free(reached);
  return TR_OK;
}

TrStatus
tr_start_from_motion(double *pose,
                     double *twist,
                     const TrTrajectory *motion,
                     const TrModel *model,
                     const TrLog *log,
                     const TrSimOptions *options)
{
  TR_ASSERT(pose && twist && log && options);
  TR_ASSERT(tr_model_is_whole(model) && tr_trajectory_is_whole(motion, model->n_bodies));

  size_t n = (size_t)motion->n_bodies;
  TrSimOptions step = *options;
  double *lack = calloc(n, TR_TWIST * sizeof *lack);
  TrStatus status = lack ? TR_OK : TR_NO_MEMORY;

  step.start = motion->start;
  step.duration = motion->h;
  step.h = motion->h / fmax(round(motion->h / options->h), 1);
  memcpy(pose, tr_trajectory_pose(motion, 0), n * TR_POSE * sizeof *pose);
  memcpy(twist, tr_trajectory_twist(motion, 0), n * TR_TWIST * sizeof *twist);
  for (int i = 0; status == TR_OK && i < ROUNDS && motion->n_nodes > 1; i++)
    status = shoot(twist, lack, motion, model, log, &step);
  free(lack);
  return status;
}

void
tr_start_from_node(double *pose, double *twist, const TrTrajectory *motion, int node)
{
  TR_ASSERT(pose && twist && motion && node > 0 && node < motion->n_nodes);
  memcpy(pose, tr_trajectory_pose(motion, node), (size_t)motion->n_bodies * TR_POSE * sizeof *pose);
  tr_pose_velocity(twist, motion->n_bodies, tr_trajectory_pose(motion, node - 1),
                   tr_trajectory_pose(motion, node), motion->h);
}
