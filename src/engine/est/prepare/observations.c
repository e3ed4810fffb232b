/* Observations from samples: one value a node, or each sample at its own stamp. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/localfit.h"
#include "engine/signal/unwrap.h"

/* A window with fewer samples is not joined into one value. */
enum { MIN_WINDOW_SAMPLES = 4 };

/* Share of h within which a stamp counts as the node's. */
#define NODE_TOLERANCE 1e-2

typedef struct Builder {
  TrPreparedLog *out;
  const TrTask *task;
  const TrChannel *channel;
  int index;       /* of the channel in the log */
  size_t n;        /* samples that are not excluded */
  double *t, *y;   /* [n] unwrapped */
  double variance; /* of one sample */
  int edge;        /* nodes at either end without a reading */
} Builder;

static double
node_time(const Builder *b, int node)
{
  return b->out->log->start + node * b->task->settings.h;
}

/* Appends an observation of the channel, unless it lies outside the nodes with a reading. */
static void
append(Builder *b, TrObservation o)
{
  int last = b->out->n_nodes - 1 - b->edge;

  if (o.node < b->edge || o.node > last || (o.node == last && o.fraction > 0))
    return;
  o.sensor = b->channel->index;
  o.channel = b->index;
  b->out->observations[b->out->n_observations++] = o;
}

/* Appends a sample at its own stamp; samples outside the nodes cannot be predicted. */
static void
append_sample(Builder *b, size_t i)
{
  double position = (b->t[i] - b->out->log->start) / b->task->settings.h;
  double whole = floor(position + 1e-9);
  int last = b->out->n_nodes - 1;

  /* a reading between two steps needs another neighbour: not for a stamp almost at a node */
  if (b->edge > 0 && fabs(position - round(position)) < NODE_TOLERANCE)
    position = whole = round(position);
  if (whole < 0 || whole > last || (whole == last && position - whole > 1e-6))
    return;
  append(b, (TrObservation){.node = (int)whole,
                            .fraction = whole == last ? 0 : fmax(position - whole, 0),
                            .t = b->t[i],
                            .y = b->y[i],
                            .variance = b->variance,
                            .first = i,
                            .n_samples = 1});
}

static void
append_window(Builder *b, int node, size_t from, size_t to)
{
  TrLocalFit fit;

  if (to - from >= MIN_WINDOW_SAMPLES &&
      tr_local_fit(&fit, b->t + from, b->y + from, to - from, node_time(b, node))) {
    append(b, (TrObservation){.node = node,
                              .t = node_time(b, node),
                              .y = fit.value,
                              .variance = b->variance * fit.variance_factor,
                              .first = from,
                              .n_samples = (int)(to - from)});
    return;
  }
  for (size_t i = from; i < to; i++)
    append_sample(b, i);
}

static void
fit_locally(Builder *b)
{
  double h = b->task->settings.h;
  size_t i = 0;

  while (i < b->n && b->t[i] < b->out->log->start - 1e-9 * h)
    i++;
  for (int k = 0; k < b->out->n_nodes && i < b->n; k++) {
    size_t from = i;
    double until = fmin(node_time(b, k) + h / 2, b->out->log->end + 1e-9 * h);

    while (i < b->n && b->t[i] < until - 1e-9 * h)
      i++;
    append_window(b, k, from, i);
  }
}

static void
take_nodes(Builder *b)
{
  double near = NODE_TOLERANCE * b->task->settings.h;
  size_t i = 0;

  for (int k = 0; k < b->out->n_nodes; k++) {
    double t = node_time(b, k);

    while (i < b->n && b->t[i] < t - near)
      i++;
    if (i < b->n && b->t[i] <= t + near)
      append(b, (TrObservation){.node = k,
                                .t = t,
                                .y = b->y[i],
                                .variance = b->variance,
                                .first = i,
                                .n_samples = 1});
  }
}

/* Removes the sign jumps of quaternions, with the signs of the start motion; b->y holds their signs
 * before. */
static void
align_quaternions(Builder *b)
{
  const TrChannel *c = b->channel;
  double first = tr_prepare_first_sign(b->out->start, b->out->log, b->task->model, c);

  tr_prepare_signs(b->y, b->out->log, b->task->model, c);
  for (size_t i = 0; i < c->n; i++)
    b->y[i] *= first * c->y[i];
}

/* Samples outside the excluded ranges, angles unwrapped over all of them. */
static void
take_samples(Builder *b)
{
  const TrChannel *c = b->channel;
  const TrModel *model = b->task->model;

  if (tr_sensor_quaternion(model, c->index) >= 0)
    align_quaternions(b);
  else
    memcpy(b->y, c->y, c->n * sizeof *b->y);
  if (tr_sensor_is_angle(model, c->index))
    tr_unwrap(b->y, c->n);
  for (size_t i = 0; i < c->n; i++) {
    if (tr_log_excludes(b->out->log, c->t[i]))
      continue;
    b->t[b->n] = c->t[i];
    b->y[b->n++] = b->y[i];
  }
}

static TrStatus
observe_channel(Builder *b)
{
  size_t size = b->channel->n + 1;
  TrStatus status = TR_NO_MEMORY;

  b->t = malloc(size * sizeof *b->t);
  b->y = malloc(size * sizeof *b->y);
  if (b->t && b->y) {
    take_samples(b);
    if (b->task->settings.observations == TR_OBSERVE_NODE)
      take_nodes(b);
    else
      fit_locally(b);
    status = TR_OK;
  }
  free(b->t);
  free(b->y);
  return status;
}

/* Upper bound of the observations: one a sample. */
static size_t
count_samples(const TrLog *log)
{
  size_t n = 0;

  for (int i = 0; i < log->n_channels; i++)
    if (log->channels[i].kind == TR_SIGNAL_SENSOR)
      n += log->channels[i].n;
  return n;
}

/* Sorts by node; those of one channel stay in the order of their stamps. */
static TrStatus
sort_by_node(TrPreparedLog *out)
{
  size_t n = (size_t)out->n_observations;
  TrObservation *sorted = malloc((n + 1) * sizeof *sorted);
  int *place = calloc((size_t)out->n_nodes + 1, sizeof *place);
  TrStatus status = TR_NO_MEMORY;

  if (sorted && place) {
    for (size_t i = 0; i < n; i++)
      place[out->observations[i].node + 1]++;
    for (int k = 0; k < out->n_nodes; k++)
      place[k + 1] += place[k];
    for (size_t i = 0; i < n; i++)
      sorted[place[out->observations[i].node]++] = out->observations[i];
    memcpy(out->observations, sorted, n * sizeof *sorted);
    status = TR_OK;
  }
  free(sorted);
  free(place);
  return status;
}

TrStatus
tr_prepare_observations(TrPreparedLog *out, const TrTask *task, const double *sigma)
{
  out->observations = malloc((count_samples(out->log) + 1) * sizeof *out->observations);
  if (!out->observations)
    return TR_NO_MEMORY;
  for (int i = 0; i < out->log->n_channels; i++) {
    const TrChannel *c = &out->log->channels[i];
    Builder builder = {.out = out, .task = task, .channel = c, .index = i};

    if (c->kind != TR_SIGNAL_SENSOR)
      continue;
    if (tr_sensor_class(task->model->sensors[c->index].type)->span == TR_SPAN_STEP)
      builder.edge = 1;
    builder.variance = sigma[c->index] * sigma[c->index];
    TR_TRY(observe_channel(&builder));
  }
  return sort_by_node(out);
}
