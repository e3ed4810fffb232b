/* Checks of the step, the filters and the smoothing against the motion in the logs. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/base/order.h"
#include "engine/est/prepare/choose_step.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/correlate.h"
#include "engine/signal/health.h"
#include "engine/signal/noise.h"
#include "engine/signal/unwrap.h"
#include "io/base/bilingual.h"
#include "io/check/contact_finding.h"
#include "io/check/limit_finding.h"
#include "io/check/private.h"

/* Largest turn per step, and smoothing rate in units of the velocity's noise (theory 5.7). */
#define LARGEST_TURN     0.1
#define COARSE_TURN      0.3 /* from here on rates and closed loops look wrong as well */
#define SMOOTHING_NOISES 3

/* A joint is at rest below this share of its rms rate, and at rest for long from this share of the
 * log on.  Then the smoothing rate must be so many noises of a single step, but at most this share
 * of the rms rate.  [A servo with rests of 60 %, noise 1e-5 m, h = 0.01 s: not converged and
 * viscous friction off by -85 % at 1 % of the rms rate, -18 % in 10 iterations at 8 %.] */
#define REST_RATE   0.05
#define REST_SHARE  0.3
#define REST_NOISES 30
#define REST_MOST   0.1

/* Factor by which the rate may be below it. */
#define RATE_TOLERANCE 1.3

/* Share of a step's impulses that kappa_ref stands for (theory 8.2). */
#define WALK_SHARE 0.03

/* A start filter passes 86 % of the motion at this share of its cutoff; the cutoff that is proposed
 * in units of the motion's frequency. */
#define PASSED_SHARE    0.63
#define PROPOSED_CUTOFF 3

/* Tolerance of a step on a whole number of samples, and the number of samples up to which it
 * matters. */
#define MULTIPLE_SHARE 0.05
#define STEP_SHARE     0.02
enum { FEW_SAMPLES = 8 };

/* Spin: this quantile of the joint's rates counts as the peak. */
#define PEAK_QUANTILE 0.999

/* Reversal of a motion: least way back, as a share of the range, or, of a joint that turns over and
 * over, least share of the time in which it goes back. */
#define REVERSAL_SHARE 0.02
#define BACK_SHARE     0.01

/* Accelerations by noise of a drive as a share of those of its motion; samples that make a local
 * fit. */
#define DRIVE_NOISE 0.5
enum { LEAST_FITTED = 4 };

/* Share of them left for the motion if noise explains all. */
#define LEAST_MOTION 0.2

static gboolean
has_axis(const TrModel *model, int joint)
{
  return tr_joint_class(model->joints[joint].type)->has_axis;
}

/* Finds the channel of the log with the joint's position; NULL without one. */
static const TrChannel *
find_position(const TrModel *model, const TrLog *log, int joint)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (model->sensors[s].type == TR_SENSOR_JOINT_POSITION && model->sensors[s].joint == joint) {
      const TrChannel *channel = tr_log_find(log, TR_SIGNAL_SENSOR, s);
      if (channel)
        return channel;
    }
  return NULL;
}

double *
trammel_check_dup_coordinate(const TrammelCheck *check, int log, int joint)
{
  const TrModel *model = check->task->model;
  const TrTrajectory *start = check->prepared->logs[log].start;
  double *q = g_new(double, (gsize)start->n_nodes);

  for (int k = 0; k < start->n_nodes; k++)
    q[k] = tr_joint_position(model, joint, tr_trajectory_pose(start, k));
  if (tr_joint_turns(&model->joints[joint]))
    tr_unwrap(q, (size_t)start->n_nodes);
  return q;
}

static TrammelPlace
place_of(const TrammelCheck *check, int log, const TrChannel *channel)
{
  const TrModel *model = check->task->model;

  return (TrammelPlace){.log = check->task->logs[log].name,
                        .signal = !channel ? NULL
                                  : channel->kind == TR_SIGNAL_SENSOR
                                      ? model->sensors[channel->index].name
                                      : model->motors[channel->index].name};
}

/* Returns the severity of a doubtful step: an automatic one is no mistake of the user. */
static const char *
find_severity(const TrammelCheck *check)
{
  return check->task->settings.h_is_auto ? "info" : "warning";
}

/* Checks the step against the clock of one sensor. */
static void
check_samples(const TrammelCheck *check, int log, const TrChannel *channel)
{
  double h = check->task->settings.h;
  TrammelPlace place = place_of(check, log, channel);
  TrClockHealth clock;

  if (tr_health_clock(&clock, channel->t, channel->n) != TR_OK || !(clock.step > 0))
    return;
  double samples = h / clock.step;
  if (samples < 1 - STEP_SHARE) {
    trammel_findings_add(
        check->findings, &place, find_severity(check), "h-below-sample-step",
        N_("h = %g s is shorter than the time between two samples of '%s' (%.6g s), "
           "so some nodes have no measurement; make h at least as long."),
        h, place.signal, clock.step);
    trammel_findings_fix_number(check->findings, trammel_round_digits(clock.step, 4), "settings.h");
    return;
  }
  double off = fabs(samples - round(samples));
  gboolean is_node = check->task->settings.observations == TR_OBSERVE_NODE;
  if (off < MULTIPLE_SHARE || (!is_node && samples > FEW_SAMPLES) ||
      clock.jitter_p99 > MULTIPLE_SHARE * clock.step)
    return;
  trammel_findings_add(
      check->findings, &place, is_node ? find_severity(check) : "info", "h-not-multiple",
      N_("h = %g s is %.4g steps of '%s' (%.6g s), not a whole number%s."), h, samples,
      place.signal, clock.step,
      is_node ? TRAMMEL_WORD(", so most nodes have no sample of their own; choose a multiple, "
                             "or the observations \"local-fit\"")
              : TRAMMEL_WORD(", so nodes have unequal numbers of samples; a multiple is better"));
  trammel_findings_fix_number(check->findings, trammel_round_digits(round(samples) * clock.step, 4),
                              "settings.h");
}

/* TRUE for a sensor's channel whose times no sensor before it has: what is said of them is said
 * once. */
static gboolean
is_first_of_clock(const TrModel *model, const TrLog *log, int channel)
{
  const TrChannel *c = &log->channels[channel];

  if (c->kind != TR_SIGNAL_SENSOR || model->sensors[c->index].axis != 0)
    return FALSE;
  for (int i = 0; i < channel; i++) {
    const TrChannel *other = &log->channels[i];
    if (other->kind == TR_SIGNAL_SENSOR && other->n == c->n &&
        memcmp(other->t, c->t, c->n * sizeof *c->t) == 0)
      return FALSE;
  }
  return TRUE;
}

/* TRUE if a sensor of the log itself turns too far in a step, not only the start motion, which
 * jumps where a loop cannot follow. */
static gboolean
is_too_coarse(const TrammelCheck *check, int log)
{
  const TrModel *model = check->task->model;
  double most = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrChannel *channel = find_position(model, &check->task->logs[log], j);
    if (!channel || channel->n < 2 || !tr_joint_turns(&model->joints[j]))
      continue;
    g_autofree double *y = g_memdup2(channel->y, channel->n * sizeof *y);
    tr_unwrap(y, channel->n);
    double span = channel->t[channel->n - 1] - channel->t[0];
    gsize step = (gsize)fmax(1, round(check->task->settings.h / span * (double)(channel->n - 1)));
    for (gsize k = 0; k + step < channel->n; k++)
      y[k] = fabs(y[k + step] - y[k]);
    if (step < channel->n)
      most = fmax(most, tr_quantile(y, channel->n - step, PEAK_QUANTILE));
  }
  return most > COARSE_TURN;
}

/* Returns the largest step of at most `most` that is a whole number of the samples of a channel, or
 * else has one digit; always shorter than most. */
static double
shorten_step(const TrChannel *channel, double most)
{
  double digit = pow(10, floor(log10(most)));
  TrClockHealth clock;

  if (channel && tr_health_clock(&clock, channel->t, channel->n) == TR_OK && clock.step > 0 &&
      clock.step <= most)
    return trammel_round_digits(floor(most / clock.step) * clock.step, 4);
  return trammel_round_digits(floor(most / digit) * digit, 1);
}

/* Checks the joint that turns farthest in a step. */
static void
check_turn(const TrammelCheck *check, int log)
{
  const TrModel *model = check->task->model;
  const TrTrajectory *start = check->prepared->logs[log].start;
  double h = check->task->settings.h, most = 0;
  TrammelPlace place = place_of(check, log, NULL);
  const TrChannel *fastest = NULL;

  for (int j = 0; j < model->n_joints; j++) {
    const TrChannel *position = find_position(model, &check->task->logs[log], j);
    if (!tr_joint_turns(&model->joints[j]) || !position)
      continue;
    g_autofree double *q = trammel_check_dup_coordinate(check, log, j);
    for (int k = 0; k + 1 < start->n_nodes; k++)
      q[k] = fabs(q[k + 1] - q[k]);
    double turn = tr_quantile(q, (size_t)start->n_nodes - 1, PEAK_QUANTILE);
    if (turn > most) {
      most = turn;
      fastest = position;
      place.signal = model->joints[j].name;
    }
  }
  if (most <= (check->task->settings.h_is_auto ? TR_STEP_TURN : LARGEST_TURN))
    return;
  double h_new = shorten_step(fastest, 0.95 * h * LARGEST_TURN / most);
  trammel_findings_add(
      check->findings, &place, find_severity(check), "rate-too-high",
      N_("Joint '%s' turns by up to %.3g rad in a step of h = %g s; above %g rad the "
         "discretisation changes inertias and friction; make h about %g s."),
      place.signal, most, h, LARGEST_TURN, h_new);
  trammel_findings_fix_number(check->findings, h_new, "settings.h");
}

/* Median sd of the observations of a sensor in a log; NAN when there is none. */
static double
find_node_noise(const TrPreparedLog *log, int sensor)
{
  g_autofree double *variance = g_new(double, (gsize)log->n_observations + 1);
  size_t n = 0;

  for (int i = 0; i < log->n_observations; i++)
    if (log->observations[i].sensor == sensor)
      variance[n++] = log->observations[i].variance;
  return n ? sqrt(tr_order(variance, n, n / 2)) : NAN;
}

static gboolean
is_free(const TrTask *task, TrParamKind kind, int owner)
{
  for (int i = 0; i < task->n_free; i++)
    if (task->free[i].param.kind == kind && task->free[i].param.owner == owner)
      return TRUE;
  return FALSE;
}

static gboolean
has_dry_friction(const TrTask *task, int joint)
{
  const TrFriction *friction = &task->model->joints[joint].friction;

  return tr_friction_is_dry(friction->model) &&
         (friction->coulomb > 0 || is_free(task, TR_PARAM_COULOMB, joint));
}

/* Noise of a joint's estimated rate.  Sensor noise sigma at the nodes alone gives sqrt(2) sigma/h;
 * the state error's weight smooths: a rate that walks by w in a step, seen through its integral, is
 * known to sqrt(Q^(3/4) R^(1/4)/8^(1/2)) with Q = w^2/h, R = sigma^2 h (the steady state of the
 * two-sided filter). w is the joint's share of kappa: 3 % of its rms change of rate at kappa_ref.
 * The filter follows from the sigma that is used, its output from the noise that is there. */
static double
find_rate_noise(const TrammelCheck *check, int log, int joint, const TrChannel *channel)
{
  const TrTrajectory *start = check->prepared->logs[log].start;
  double h = start->h, sum = 0, kappa = check->task->settings.kappa;
  double sigma = find_node_noise(&check->prepared->logs[log], channel->index);
  double share =
      tr_signal_sigma(channel->t, channel->y, channel->n) / check->prepared->sigma[channel->index];
  g_autofree double *q = trammel_check_dup_coordinate(check, log, joint);

  for (int k = 1; k + 2 < start->n_nodes; k++) {
    double change = (q[k + 2] - 2 * q[k + 1] + q[k]) / h;
    sum += change * change;
  }
  double walk = WALK_SHARE * sqrt(sum / MAX(start->n_nodes - 3, 1));
  if (!isnan(kappa))
    walk *= sqrt(check->prepared->kappa_ref / kappa);
  return share * fmin(sqrt(pow(walk * walk / h, 0.75) * pow(sigma * sigma * h, 0.25) / sqrt(8)),
                      sqrt(2) * sigma / h);
}

/* Share of the nodes at which the joint rests, and its rms rate. */
static double
find_rest_share(const TrammelCheck *check, int log, int joint, double *rms)
{
  const TrTrajectory *start = check->prepared->logs[log].start;
  g_autofree double *q = trammel_check_dup_coordinate(check, log, joint);
  double sum = 0;
  int n = start->n_nodes - 1, rests = 0;

  for (int k = 0; k < n; k++) {
    q[k] = (q[k + 1] - q[k]) / start->h;
    sum += q[k] * q[k];
  }
  *rms = sqrt(sum / n);
  for (int k = 0; k < n; k++)
    rests += fabs(q[k]) < REST_RATE * *rms;
  return (double)rests / n;
}

/* Returns the least smoothing rate of dry friction at which it does not follow the noise of the
 * rate.  If a joint is at rest for long, the state errors can produce any friction by motion within
 * the noise of the positions, and the rate must be far above sqrt(2) sigma/h. */
static double
find_least_rate(const TrammelCheck *check, int log, int joint, const TrChannel *channel)
{
  double h = check->task->settings.h, rms;
  double share =
      tr_signal_sigma(channel->t, channel->y, channel->n) / check->prepared->sigma[channel->index];
  double raw = sqrt(2) * share * find_node_noise(&check->prepared->logs[log], channel->index) / h;
  double least = SMOOTHING_NOISES * find_rate_noise(check, log, joint, channel);

  if (find_rest_share(check, log, joint, &rms) < REST_SHARE)
    return least;
  return fmax(least, fmin(REST_NOISES * raw, REST_MOST * rms));
}

static void
check_smoothing(const TrammelCheck *check, int log, int joint, const TrChannel *channel)
{
  const TrModel *model = check->task->model;
  double rate = check->prepared->logs[log].smoothing[joint], least;
  TrammelPlace place = {.log = check->task->logs[log].name, .signal = model->joints[joint].name};

  if (!has_dry_friction(check->task, joint))
    return;
  least = find_least_rate(check, log, joint, channel);
  if (!(rate < least / RATE_TOLERANCE))
    return;
  least = trammel_round_digits(least, 2);
  trammel_findings_add(
      check->findings, &place, "warning", "friction-rate",
      N_("The dry friction of joint '%s' is smoothed over only %.2g %s and can follow the noise of "
         "the velocity while the joint rests: slow convergence and wrong friction; set the "
         "smoothing rate of the joint to %g, or exclude the rests."),
      place.signal, rate, tr_joint_velocity_unit(&model->joints[joint]), least);
  if (isnan(check->task->settings.friction_rate))
    trammel_findings_fix_number(check->findings, least, "model.joints[%d].friction.rate", joint);
  else
    trammel_findings_fix_number(check->findings, least, "settings.friction_rate");
}

/* Returns the channel between start and end, unwrapped, on an even grid of its mean step. */
static double *
dup_even(const TrModel *model, const TrLog *log, const TrChannel *channel, gsize *n, double *step)
{
  gsize first = 0, last = channel->n;

  while (first < last && channel->t[first] < log->start)
    first++;
  while (last > first && channel->t[last - 1] > log->end)
    last--;
  *n = last - first;
  if (*n < 2)
    return NULL;
  double *y = g_memdup2(channel->y + first, *n * sizeof *y);
  *step = (channel->t[last - 1] - channel->t[first]) / (double)(*n - 1);
  if (tr_sensor_is_angle(model, channel->index))
    tr_unwrap(y, *n);
  return y;
}

static void
check_cutoff(const TrammelCheck *check, int log, const TrChannel *channel)
{
  double cutoff = check->task->settings.cutoff, step = 0;
  gsize n;
  g_autofree double *y = dup_even(check->task->model, &check->task->logs[log], channel, &n, &step);
  double frequency = y ? tr_dominant_frequency(y, n, step) : 0;
  TrammelPlace place = place_of(check, log, channel);

  if (frequency <= PASSED_SHARE * cutoff)
    return;
  double proposed = trammel_round_digits(PROPOSED_CUTOFF * frequency, 2);
  trammel_findings_add(check->findings, &place, "warning", "cutoff-too-low",
                       N_("'%s' moves mostly at %.3g Hz, which the start filter of %g Hz "
                          "attenuates; the start values would be poor: set the cutoff to %g Hz."),
                       place.signal, frequency, cutoff, proposed);
  trammel_findings_fix_number(check->findings, proposed, "settings.cutoff");
}

/* Share of the steps in which a joint moves against its main direction, rests left out. */
static double
find_back_share(const TrammelCheck *check, int log, int joint)
{
  const TrTrajectory *start = check->prepared->logs[log].start;
  g_autofree double *q = trammel_check_dup_coordinate(check, log, joint);
  int n = start->n_nodes - 1, up = 0, down = 0;
  double sum = 0;

  for (int k = 0; k < n; k++) {
    q[k] = q[k + 1] - q[k];
    sum += q[k] * q[k];
  }
  double least = REST_RATE * sqrt(sum / n);
  for (int k = 0; k < n; k++) {
    up += q[k] > least;
    down += q[k] < -least;
  }
  return up + down > 0 ? (double)MIN(up, down) / (up + down) : 0;
}

static void
check_reversals(const TrammelCheck *check, int log, int joint)
{
  const TrTrajectory *start = check->prepared->logs[log].start;
  TrammelPlace place = {.log = check->task->logs[log].name,
                        .signal = check->task->model->joints[joint].name};
  double least = INFINITY, most = -INFINITY;

  if (!is_free(check->task, TR_PARAM_COULOMB, joint))
    return;
  g_autofree double *q = trammel_check_dup_coordinate(check, log, joint);
  for (int k = 0; k < start->n_nodes; k++) {
    least = fmin(least, q[k]);
    most = fmax(most, q[k]);
  }
  if (most > least &&
      tr_count_reversals(q, (size_t)start->n_nodes, REVERSAL_SHARE * (most - least)) == 0 &&
      find_back_share(check, log, joint) < BACK_SHARE)
    trammel_findings_add(
        check->findings, &place, "info", "speed-without-reversal",
        N_("Joint '%s' never reverses, so its dry friction cannot be distinguished from a constant "
           "force; add a log with both directions, or fix one of the two."),
        place.signal);
}

/* Reports a moving joint of a tree whose position no sensor in the log measures. */
static void
check_measured(const TrammelCheck *check, int log, int joint)
{
  const TrModel *model = check->task->model;
  TrammelPlace place = {.log = check->task->logs[log].name, .signal = model->joints[joint].name};
  TrSeen seen = check->prepared->logs[log].seen[joint];

  if (!tr_model_is_tree(model) || seen == TR_SEEN_POSITION ||
      tr_joint_only_acts(&model->joints[joint]))
    return;
  if (seen == TR_SEEN_RATE)
    trammel_findings_add(
        check->findings, &place, "info", "position-unmeasured",
        N_("Joint '%s' has no position sensor, only rates: its start motion is their integral from "
           "a guessed position; map a position sensor if the fit ends elsewhere."),
        place.signal);
  else
    trammel_findings_add(
        check->findings, &place, "warning", "joint-unmeasured",
        N_("No channel measures joint '%s', so its motion begins at zero and rests "
           "on the dynamics alone; map a sensor to it, or expect a poor start."),
        place.signal);
}

/* is_coarse: the step is so long that rates and closed loops look wrong because of it. */
static void
check_joint(const TrammelCheck *check, int log, int joint, gboolean is_coarse)
{
  const TrChannel *channel = find_position(check->task->model, &check->task->logs[log], joint);

  if (!channel) {
    check_measured(check, log, joint);
    return;
  }
  if (!is_coarse)
    check_smoothing(check, log, joint, channel);
  check_cutoff(check, log, channel);
  check_reversals(check, log, joint);
}

/* Returns the noise of a drive's acceleration.  A position that drives is differentiated twice:
 * noise of sd s at the nodes makes accelerations of sqrt(6) s/h^2, which load the carried bodies
 * without moving them, so that they appear heavier.  [Four logs of a cart with an encoder, inertia
 * of its pendulum over the moment: +0.03 % where they are at most 36 % of the motion's, +0.5 %
 * where they are 28 to 130 %, +3.7 % at 2 ms.] */
static double
measure_drive_noise(const TrChannel *channel, double h)
{
  double samples = h * (double)(channel->n - 1) / (channel->t[channel->n - 1] - channel->t[0]);
  double share = samples >= LEAST_FITTED ? 1.5 / sqrt(samples) : 1;

  return sqrt(6) * share * tr_signal_sigma(channel->t, channel->y, channel->n) / (h * h);
}

/* Returns the rms of the second differences of a drive's prescribed motion. */
static double
measure_drive(const TrammelCheck *check, int log, int motor)
{
  const TrPreparedLog *prepared = &check->prepared->logs[log];
  const TrModel *model = check->task->model;
  const double *u = prepared->input + tr_model_drive_input(model, motor);
  int stride = tr_model_n_inputs(model);
  double sum = 0;

  for (int k = 1; k + 1 < prepared->n_nodes; k++)
    sum += pow((u[k * stride + 2] - u[k * stride + 1]) / check->task->settings.h, 2);
  return sqrt(sum / (prepared->n_nodes - 2));
}

static void
check_drive(const TrammelCheck *check, int log, int motor)
{
  const TrMotor *drive = &check->task->model->motors[motor];
  const TrChannel *channel = tr_log_find(&check->task->logs[log], TR_SIGNAL_MOTOR, motor);
  TrammelPlace place = {.log = check->task->logs[log].name, .signal = drive->name};
  double h = check->task->settings.h, noise, all, moved;

  if (drive->drive != TR_DRIVE_POSITION || channel->n < 2)
    return;
  noise = measure_drive_noise(channel, h);
  all = measure_drive(check, log, motor);
  moved = fmax(sqrt(fmax(all * all - noise * noise, 0)), LEAST_MOTION * all);
  if (moved == 0 || noise <= DRIVE_NOISE * moved)
    return;
  /* noise falls with the power 2.5 of h where samples are joined */
  double enough = trammel_round_digits(h * pow(noise / (DRIVE_NOISE * moved), 0.4), 2);
  trammel_findings_add(
      check->findings, &place, "warning", "drive-noisy",
      N_("The position that motor '%s' prescribes is noisy: at h = %g s the noise causes "
         "accelerations of %.0f %% of those of the motion, and the driven bodies look heavier than "
         "they are; make h about %g s, or map the velocity."),
      place.signal, h, 100 * noise / moved, enough);
  trammel_findings_fix_number(check->findings, enough, "settings.h");
}

void
trammel_check_motion(const TrammelCheck *check)
{
  const TrModel *model = check->task->model;

  trammel_check_mapping(check);
  trammel_contact_doubles_add(check->findings, model, check->prepared->logs[0].start);
  for (int l = 0; l < check->task->n_logs; l++) {
    const TrLog *log = &check->task->logs[l];
    trammel_check_span(check, l);
    for (int i = 0; i < log->n_channels; i++)
      if (is_first_of_clock(model, log, i))
        check_samples(check, l, &log->channels[i]);
    gboolean is_coarse = is_too_coarse(check, l);
    if (!tr_model_is_tree(model)) {
      trammel_check_unmeasured(check, l);
      if (!is_coarse)
        trammel_check_reach(check, l);
    }
    check_turn(check, l);
    trammel_limit_findings_add(check->findings, model, log, check->log_index[l],
                               check->prepared->logs[l].start, check->prepared->sigma);
    trammel_contact_findings_add(check->findings, check->task, model, log,
                                 check->prepared->logs[l].start);
    for (int m = 0; m < model->n_motors; m++)
      check_drive(check, l, m);
    for (int j = 0; j < model->n_joints; j++)
      if (has_axis(model, j))
        check_joint(check, l, j, is_coarse);
  }
}
