#include "engine/est/predict/validate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/predict/joint_prediction.h"
#include "engine/est/predict/multi_step_prediction.h"
#include "engine/est/prepare/prepare.h"
#include "engine/est/solve/solve.h"
#include "engine/est/step/formulation.h"
#include "engine/est/task/task_subset.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/noise.h"
#include "engine/signal/unwrap.h"
#include "engine/sim/simulate.h"

/* Samples of one sensor beside the simulated values. */
typedef struct {
  size_t n;
  double *t, *measured, *simulated;
  size_t *begin; /* [pieces + 1] first sample of each piece */
} Samples;

static void
clear_samples(Samples *s)
{
  free(s->t);
  free(s->measured);
  free(s->simulated);
  free(s->begin);
}

/* Sign of a quaternion's first sample, 1 for all other sensors. */
static double
find_first_sign(const TrMultiStepPrediction *pieces,
                const TrModel *model,
                const TrLog *log,
                const TrChannel *channel)
{
  const TrTrajectory *from = pieces->n > 1 ? pieces->known : pieces->motions[0];

  return tr_sensor_quaternion(model, channel->index) >= 0
             ? tr_prepare_first_sign(from, log, model, channel)
             : 1;
}

/* Readings of a sensor at every node, without jumps. */
static double *
read_sensor(const TrTrajectory *motion, const TrModel *model, int sensor, double sign)
{
  double *q = malloc((size_t)motion->n_nodes * sizeof *q);

  if (!q)
    return NULL;
  tr_motion_readings(q, model, sensor, motion);
  for (int k = 0; k < motion->n_nodes; k++)
    q[k] *= sign;
  return q;
}

/* Signs that remove the jumps of a measured quaternion; ones for all other sensors. */
static double *
find_signs(const TrModel *model, const TrLog *log, const TrChannel *channel)
{
  double *signs = malloc((channel->n + 1) * sizeof *signs);

  for (size_t i = 0; signs && i < channel->n; i++)
    signs[i] = 1;
  if (signs && tr_sensor_quaternion(model, channel->index) >= 0)
    tr_prepare_signs(signs, log, model, channel);
  return signs;
}

/* Value between the nodes: the stepper's velocity is constant there. */
static double
interpolate(const double *q, const TrTrajectory *motion, double t)
{
  double x = fmax((t - motion->start) / motion->h, 0);
  int last = motion->n_nodes - 1, k = x < last ? (int)x : last;

  return k == last ? q[last] : q[k] + (x - k) * (q[k + 1] - q[k]);
}

/* A channel and its predicted pieces. */
typedef struct Comparison {
  const TrMultiStepPrediction *pieces;
  const TrAppliedTask *applied;
  const TrChannel *channel;
  const double *signs; /* [channel->n] of the samples */
  double sign;         /* of the readings */
} Comparison;

/* Takes the samples that a piece covers, those from *next on, and its values at their stamps. */
static TrStatus
take_piece(Samples *s, size_t *next, const Comparison *c, int piece)
{
  const TrChannel *channel = c->channel;
  const TrTrajectory *motion = c->pieces->motions[piece];
  double slack = 1e-9 * motion->h, end = motion->start + (motion->n_nodes - 1) * motion->h;
  double *q = read_sensor(motion, c->applied->model, channel->index, c->sign);

  if (!q)
    return TR_NO_MEMORY;
  s->begin[piece] = s->n;
  for (; *next < channel->n && channel->t[*next] <= end + slack; ++*next) {
    double t = channel->t[*next];

    if (t < motion->start - slack || tr_log_excludes(&c->applied->log, t))
      continue;
    s->t[s->n] = t;
    s->measured[s->n] = c->signs[*next] * channel->y[*next];
    s->simulated[s->n++] = interpolate(q, motion, t);
  }
  free(q);
  return TR_OK;
}

/* Takes the samples from the simulation's start to its end, and the simulated values at their
 * stamps. */
static TrStatus
take_samples(Samples *s,
             const TrMultiStepPrediction *pieces,
             const TrAppliedTask *applied,
             const TrChannel *channel)
{
  const TrModel *model = applied->model;
  double *signs = find_signs(model, &applied->log, channel);
  Comparison comparison = {pieces, applied, channel, signs,
                           find_first_sign(pieces, model, &applied->log, channel)};
  TrStatus status = TR_NO_MEMORY;
  size_t next = 0;

  *s = (Samples){.t = malloc((channel->n + 1) * sizeof(double)),
                 .measured = malloc((channel->n + 1) * sizeof(double)),
                 .simulated = malloc((channel->n + 1) * sizeof(double)),
                 .begin = calloc((size_t)pieces->n + 1, sizeof *s->begin)};
  if (signs && s->t && s->measured && s->simulated && s->begin)
    status = TR_OK;
  for (int i = 0; status == TR_OK && i < pieces->n; i++)
    status = take_piece(s, &next, &comparison, i);
  free(signs);
  if (status != TR_OK) {
    clear_samples(s);
    return status;
  }
  s->begin[pieces->n] = s->n;
  if (tr_sensor_is_angle(model, channel->index))
    tr_unwrap(s->measured, s->n);
  return TR_OK;
}

/* Shifts the angles of each piece by whole turns so that it starts next to the measurement. */
static void
align_turns(Samples *s, int n_pieces)
{
  for (int p = 0; p < n_pieces; p++) {
    size_t from = s->begin[p], to = s->begin[p + 1];
    double turns =
        from < to ? 2 * M_PI * round((s->measured[from] - s->simulated[from]) / (2 * M_PI)) : 0;

    for (size_t i = from; i < to; i++)
      s->simulated[i] += turns;
  }
}

static double
sample_error(const Samples *s, size_t i, bool is_angle)
{
  double error = s->simulated[i] - s->measured[i];

  return is_angle ? error - 2 * M_PI * round(error / (2 * M_PI)) : error;
}

/* Sum of squares of the measurement about its mean; exactly 0 where it is constant. */
static double
measure_spread(const Samples *s)
{
  double mean = s->n ? s->measured[0] : 0, sum = 0, first = mean;

  for (size_t i = 0; i < s->n; i++)
    mean += (s->measured[i] - first) / (double)s->n;
  for (size_t i = 0; i < s->n; i++)
    sum += (s->measured[i] - mean) * (s->measured[i] - mean);
  return sum;
}

/* sigma: of one sample; start, duration: of the simulation. */
static void
compare(TrSensorScore *score, const Samples *s, bool is_angle, double sigma, const TrLogScore *log)
{
  double sum = 0, spread = measure_spread(s);

  score->n_samples = s->n;
  score->sigma = sigma;
  score->horizon = log->duration;
  score->threshold = fmax(TR_HORIZON_SHARE * sqrt(spread / (double)s->n), TR_HORIZON_NOISE * sigma);
  for (size_t i = 0; i < s->n; i++) {
    double error = fabs(sample_error(s, i, is_angle));

    sum += error * error;
    score->largest = fmax(score->largest, error);
    if (error > score->threshold && score->horizon == log->duration)
      score->horizon = fmax(s->t[i] - log->start, 0);
  }
  score->rmse = s->n ? sqrt(sum / (double)s->n) : NAN;
  score->nrmse_percent = spread > 0 ? 100 * sqrt(sum / spread) : NAN;
}

static TrStatus
score_sensor(TrSensorScore *score,
             const TrLogScore *log_score,
             const TrMultiStepPrediction *pieces,
             const TrAppliedTask *applied,
             const TrChannel *channel,
             bool traces)
{
  const TrSensor *sensor = &applied->model->sensors[channel->index];
  bool is_angle = tr_sensor_is_angle(applied->model, channel->index);
  double sigma =
      isnan(sensor->sigma) ? tr_signal_sigma(channel->t, channel->y, channel->n) : sensor->sigma;
  Samples samples;

  TR_TRY(take_samples(&samples, pieces, applied, channel));
  if (is_angle)
    align_turns(&samples, pieces->n);
  compare(score, &samples, is_angle, sigma, log_score);
  if (traces) {
    score->t = samples.t;
    score->measured = samples.measured;
    score->simulated = samples.simulated;
    samples = (Samples){.begin = samples.begin};
  }
  clear_samples(&samples);
  return TR_OK;
}

/* Lists one score for each mapped sensor, still without numbers. */
static TrStatus
list_sensors(TrLogScore *score, const TrLog *log)
{
  score->sensors = calloc((size_t)log->n_channels + 1, sizeof *score->sensors);
  if (!score->sensors)
    return TR_NO_MEMORY;
  for (int c = 0; c < log->n_channels; c++)
    if (log->channels[c].kind == TR_SIGNAL_SENSOR)
      score->sensors[score->n_sensors++] = (TrSensorScore){.sensor = log->channels[c].index,
                                                           .rmse = NAN,
                                                           .nrmse_percent = NAN,
                                                           .largest = NAN,
                                                           .sigma = NAN,
                                                           .threshold = NAN,
                                                           .horizon = NAN};
  return TR_OK;
}

static TrStatus
compare_pieces(TrLogScore *score,
               const TrMultiStepPrediction *pieces,
               const TrAppliedTask *applied,
               bool traces)
{
  int k = 0, n = 0;
  double sum = 0;

  for (int c = 0; c < applied->log.n_channels; c++) {
    const TrChannel *channel = &applied->log.channels[c];
    TrSensorScore *sensor = &score->sensors[k];

    if (channel->kind != TR_SIGNAL_SENSOR)
      continue;
    k++;
    sensor->largest = 0;
    TR_TRY(score_sensor(sensor, score, pieces, applied, channel, traces));
    if (isnan(sensor->rmse))
      continue;
    sum += sensor->rmse;
    n++;
  }
  score->mean_rmse = n ? sum / n : NAN;
  return TR_OK;
}

/* Returns whether a failure is due to the parameters rather than to the input. */
static bool
is_numerical(TrStatus status)
{
  return status == TR_NOT_DEFINITE || status == TR_NOT_FINITE || status == TR_NOT_CONVERGED;
}

static void
note_failure(TrLogScore *score, TrStatus status, const char *part, const char *text)
{
  TrError sentence = {0};

  score->status = tr_error_set(&sentence, status, "%s: %s", part, text);
  memcpy(score->message, sentence.text, sizeof score->message);
}

static TrSimOptions
get_sim_options(const TrLogScore *score, const TrAppliedTask *applied)
{
  const TrSettings *settings = &applied->task.settings;

  return (TrSimOptions){.h = score->h,
                        .start = score->start,
                        .duration = score->duration,
                        .compliance_scale = settings->compliance_scale,
                        .damping_scale = settings->damping_scale,
                        .solver = tr_formulation_solver(settings->formulation)};
}

static TrStatus
simulate(TrLogScore *score,
         const TrAppliedTask *applied,
         const TrTrajectory *motion,
         const TrScoreOptions *options,
         TrError *error)
{
  const TrMultiStepOptions wanted = {get_sim_options(score, applied), options->start,
                                     options->steps, motion};
  TrMultiStepPrediction *pieces = NULL;
  TrError detail = {0};
  TrStatus status = tr_multi_step_prediction_new(&pieces, applied, &wanted, &detail);

  if (is_numerical(status)) {
    note_failure(score, status, options->steps > 0 ? "prediction" : "open loop", detail.text);
    return TR_OK;
  }
  if (status != TR_OK) {
    if (error)
      *error = detail;
    return status;
  }
  status = compare_pieces(score, pieces, applied, options->traces);
  if (status == TR_OK && options->traces &&
      !(score->motion = tr_multi_step_prediction_join(pieces)))
    status = TR_NO_MEMORY;
  tr_multi_step_prediction_free(pieces);
  return status;
}

/* Re-estimates the motion; *fit is NULL when it cannot start. */
static TrStatus
estimate_motion(TrFit **fit, TrLogScore *score, const TrAppliedTask *applied, TrError *error)
{
  TrStatus status = tr_task_run(fit, &applied->task, tr_task_solve, error);

  if (!*fit || status == TR_CANCELLED)
    return status;
  score->observation_mse = (*fit)->observation_mse;
  score->state_mse = (*fit)->state_mse;
  score->kappa = (*fit)->kappa;
  if (status != TR_OK)
    note_failure(score, status, "re-estimation of the motion", (*fit)->message);
  return TR_OK;
}

static TrStatus
fill_score(TrLogScore *score,
           const TrAppliedTask *applied,
           const TrScoreOptions *options,
           TrError *error)
{
  const TrLog *log = &applied->log;
  TrFit *fit = NULL;
  TrStatus status;

  score->h = isnan(options->h) ? applied->task.settings.h : options->h;
  score->start = log->start;
  score->duration = log->end - log->start;
  score->steps = options->steps;
  score->mean_rmse = score->observation_mse = score->state_mse = score->kappa = NAN;
  TR_TRY(list_sensors(score, log));
  if (options->motion)
    return simulate(score, applied, options->motion, options, error);
  status = estimate_motion(&fit, score, applied, error);
  if (status == TR_OK)
    status = tr_joint_predictions_new(&score->joints, applied, fit->logs[0].trajectory);
  score->n_joints = score->joints ? applied->task.model->n_joints : 0;
  if (status == TR_OK)
    status = simulate(score, applied, fit->logs[0].trajectory, options, error);
  if (status == TR_OK && options->traces) {
    score->estimated = fit->logs[0].trajectory;
    fit->logs[0].trajectory = NULL;
  }
  tr_fit_free(fit);
  return status;
}

TrStatus
tr_score_log(TrLogScore **score,
             const TrTask *task,
             int log,
             const double *parameters,
             const TrScoreOptions *options,
             TrError *error)
{
  TR_ASSERT(score && options && tr_task_is_whole(task));
  TR_ASSERT(log >= 0 && log < task->n_logs && tr_is_array(parameters, task->n_free));
  TR_ASSERT(options->steps >= 0);

  TrAppliedTask *applied = tr_applied_task_new(task, log, parameters);
  TrStatus status = TR_NO_MEMORY;

  *score = calloc(1, sizeof **score);
  if (applied && *score)
    status = fill_score(*score, applied, options, error);
  if (status == TR_NO_MEMORY)
    tr_error_set(error, status, "%s", tr_status_text(status));
  if (status != TR_OK) {
    tr_log_score_free(*score);
    *score = NULL;
  }
  tr_applied_task_free(applied);
  return status;
}

double
tr_log_score_worst_joint(const TrLogScore *score, int *joint)
{
  double worst = NAN;
  int index = -1;

  TR_ASSERT(score);
  for (int j = 0; j < score->n_joints; j++)
    if (index < 0 ? !isnan(score->joints[j].error) : score->joints[j].error > worst) {
      worst = score->joints[j].error;
      index = j;
    }
  if (joint)
    *joint = index;
  return worst;
}

TrLogScore *
tr_log_score_take_re_estimation(TrLogScore *score, const TrLogScore *from)
{
  TR_ASSERT(score && from);
  score->observation_mse = from->observation_mse;
  score->state_mse = from->state_mse;
  score->kappa = from->kappa;
  free(score->joints);
  score->joints = malloc(((size_t)from->n_joints + 1) * sizeof *score->joints);
  score->n_joints = score->joints ? from->n_joints : 0;
  if (score->n_joints > 0)
    memcpy(score->joints, from->joints, (size_t)from->n_joints * sizeof *score->joints);
  return score;
}

TrTrajectory *
tr_log_score_strip(TrLogScore *score)
{
  TR_ASSERT(score);

  TrTrajectory *estimated = score->estimated;

  for (int i = 0; i < score->n_sensors; i++) {
    TrSensorScore *sensor = &score->sensors[i];

    free(sensor->t);
    free(sensor->measured);
    free(sensor->simulated);
    sensor->t = sensor->measured = sensor->simulated = NULL;
  }
  tr_trajectory_free(score->motion);
  score->motion = score->estimated = NULL;
  return estimated;
}

void
tr_log_score_free(TrLogScore *score)
{
  if (!score)
    return;
  tr_trajectory_free(tr_log_score_strip(score));
  free(score->sensors);
  free(score->joints);
  free(score);
}
