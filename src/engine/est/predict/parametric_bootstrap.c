#include "engine/est/predict/parametric_bootstrap.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/random.h"
#include "engine/est/predict/start_state.h"
#include "engine/est/predict/state_pushes.h"
#include "engine/est/step/formulation.h"
#include "engine/est/task/task_subset.h"
#include "engine/mbs/kinematics/readings.h"

/* State of the draw of one log. */
typedef struct Redrawing {
  const TrFit *fit;
  const TrBootstrapOptions *options;
  int log;
  const TrAppliedTask *applied;
  TrTrajectory *motion;
  TrRandom random;
  TrStatePushes pushes;
} Redrawing;

/* sigma of one sample; NAN where no log has the sensor. */
static double
find_sigma(const TrFit *fit, int sensor)
{
  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      if (fit->logs[l].sensors[s].sensor == sensor)
        return fit->logs[l].sensors[s].sigma;
  return NAN;
}

double
tr_bootstrap_state_sigma(const TrTask *task, const TrFit *fit)
{
  TR_ASSERT(task && fit);

  double precision = 0;
  int mapped = 0;

  for (int s = 0; s < task->model->n_sensors; s++) {
    double sigma = find_sigma(fit, s);

    if (isnan(sigma))
      continue;
    precision += 1 / (sigma * sigma);
    mapped++;
  }
  return sqrt(mapped / precision / fit->kappa * task->settings.h / 0.01);
}

static TrStatus
simulate(Redrawing *r, TrError *error)
{
  const TrAppliedTask *applied = r->applied;
  const TrSettings *settings = &applied->task.settings;
  const TrTrajectory *known = r->fit->logs[r->log].trajectory;
  size_t n_bodies = (size_t)applied->model->n_bodies;
  double *pose = calloc(n_bodies * TR_POSE + 1, sizeof *pose);
  double *twist = calloc(n_bodies * TR_TWIST + 1, sizeof *twist);
  TrSimOptions options = {.h = known->h / (r->options->n_steps > 0 ? r->options->n_steps : 1),
                          .start = known->start,
                          .duration = (known->n_nodes - 1) * known->h,
                          .compliance_scale = settings->compliance_scale,
                          .damping_scale = settings->damping_scale,
                          .solver = tr_formulation_solver(settings->formulation)};
  TrStatus status = TR_NO_MEMORY;

  if (pose && twist)
    status = tr_start_from_motion(pose, twist, known, applied->model, &applied->log, &options);
  if (r->options->has_state_errors) {
    options.push = tr_state_push;
    options.push_user = &r->pushes;
  }
  if (status == TR_OK)
    status = tr_simulate(&r->motion, applied->model,
                         &(TrSimCase){pose, twist, applied->log.n_channels, applied->log.channels},
                         &options, &applied->task.monitor, error);
  free(pose);
  free(twist);
  return status;
}

static double
get_scale(const TrChannel *channel)
{
  return channel->scale != 0 ? channel->scale : 1;
}

/* Draws the samples of a channel that lie within the motion, into y, which `to` points to. applied:
 * the channel with the estimates applied, in the model's units. */
static TrStatus
redraw_channel(Redrawing *r, TrChannel *to, double *y, const TrChannel *applied)
{
  const TrTrajectory *motion = r->motion;
  double *q = malloc((size_t)motion->n_nodes * sizeof *q);
  double sigma = find_sigma(r->fit, to->index), ratio = get_scale(to) / get_scale(applied);
  int last = motion->n_nodes - 1;
  size_t first = 0, n = 0;

  if (!q)
    return TR_NO_MEMORY;
  tr_motion_readings(q, r->applied->model, to->index, motion);
  for (size_t i = 0; i < to->n; i++) {
    double x = (applied->t[i] - motion->start) / motion->h;

    if (x < -1e-9 || x > last + 1e-9)
      continue;
    if (n == 0)
      first = i;
    double value = tr_reading_between(q, last, x) + sigma * tr_random_normal(&r->random);
    y[n++] = (value + applied->offset) * ratio - to->offset;
  }
  free(q);
  to->t += first;
  to->y = y;
  to->n = n;
  return TR_OK;
}

static TrStatus
redraw_log(TrBootstrap *out, Redrawing *r, TrError *error)
{
  TrLog *log = &out->logs[r->log];
  size_t n = 0, at = 0;

  for (int c = 0; c < log->n_channels; c++)
    n += log->channels[c].n;
  out->channels[r->log] = calloc((size_t)log->n_channels + 1, sizeof(TrChannel));
  out->samples[r->log] = malloc((n + 1) * sizeof(double));
  if (!out->channels[r->log] || !out->samples[r->log])
    return TR_NO_MEMORY;
  TR_TRY(simulate(r, error));
  for (int c = 0; c < log->n_channels; c++) {
    TrChannel *to = &out->channels[r->log][c];

    *to = log->channels[c];
    if (to->kind == TR_SIGNAL_SENSOR)
      TR_TRY(redraw_channel(r, to, out->samples[r->log] + at, &r->applied->log.channels[c]));
    at += to->kind == TR_SIGNAL_SENSOR ? to->n : 0;
  }
  log->channels = out->channels[r->log];
  return TR_OK;
}

/* Draws one log with the estimates applied. */
static TrStatus
apply_and_redraw(
    TrBootstrap *out, Redrawing *r, const TrTask *task, const double *values, TrError *error)
{
  TrAppliedTask *applied = tr_applied_task_new(task, r->log, values);
  TrStatus status = TR_NO_MEMORY;

  r->applied = applied;
  r->motion = NULL;
  if (applied)
    status = redraw_log(out, r, error);
  tr_trajectory_free(r->motion);
  tr_applied_task_free(applied);
  return status;
}

static TrBootstrap *
take_memory(const TrTask *task)
{
  size_t n = (size_t)task->n_logs;
  TrBootstrap *out = calloc(1, sizeof *out);

  if (!out)
    return NULL;
  out->logs = calloc(n, sizeof *out->logs);
  out->channels = calloc(n, sizeof(TrChannel *));
  out->samples = calloc(n, sizeof(double *));
  if (!out->logs || !out->channels || !out->samples) {
    tr_bootstrap_free(out);
    return NULL;
  }
  out->n_logs = task->n_logs;
  for (int l = 0; l < task->n_logs; l++)
    out->logs[l] = task->logs[l];
  return out;
}

TrStatus
tr_bootstrap_new(TrBootstrap **out,
                 const TrTask *task,
                 const TrFit *fit,
                 const TrBootstrapOptions *options,
                 TrError *error)
{
  TR_ASSERT(out && fit && options && tr_task_is_whole(task));
  TR_ASSERT(fit->n_free == task->n_free && fit->n_logs == task->n_logs);

  double *values = calloc((size_t)task->n_free + 1, sizeof *values);
  TrBootstrap *redraw = take_memory(task);
  TrStatus status;
  Redrawing r = {.fit = fit,
                 .options = options,
                 .random = tr_random_stream(options->seed, (uint64_t)options->draw)};

  status = tr_state_pushes_init(&r.pushes, fit, tr_bootstrap_state_sigma(task, fit), &r.random);
  if (!values || !redraw)
    status = TR_NO_MEMORY;
  for (int i = 0; values && i < task->n_free; i++)
    values[i] = fit->estimates[i].value;
  for (r.log = 0; status == TR_OK && r.log < task->n_logs; r.log++)
    status = apply_and_redraw(redraw, &r, task, values, error);
  tr_state_pushes_clear(&r.pushes);
  free(values);
  *out = status == TR_OK ? redraw : NULL;
  if (status != TR_OK)
    tr_bootstrap_free(redraw);
  return status;
}

void
tr_bootstrap_free(TrBootstrap *redraw)
{
  if (!redraw)
    return;
  for (int l = 0; l < redraw->n_logs; l++) {
    free(redraw->channels[l]);
    free(redraw->samples[l]);
  }
  free(redraw->logs);
  free(redraw->channels);
  free(redraw->samples);
  free(redraw);
}
