/* Predicted observations and their derivatives: choice of the nodes, and the channel's offset,
 * scale and delay. */
#include <math.h>
#include <string.h>

#include "engine/est/problem/observe_private.h"

static const TrChannelState *
find_channel(const TrProblem *problem, int log, const TrObservation *o)
{
  return &problem->channels[problem->first_channel[log] + o->channel];
}

/* Moment of an observation in steps since the log's first node, at the present delay of the
 * channel. */
static double
find_moment(const TrProblem *problem, int log, const TrObservation *o, const TrChannelState *state)
{
  double late = state->delay - state->channel->delay;

  return (o->t - late - problem->prepared->logs[log].log->start) / problem->context.h;
}

/* Chooses the nodes around a moment, the middle of three or the second of four, within the log. */
static void
surround(TrSight *sight, double moment, int touched)
{
  int last = sight->problem->prepared->logs[sight->log].n_nodes - 1;
  double middle = touched == 3 ? round(moment) : floor(moment);

  middle = fmin(fmax(middle, 1), last - touched + 2);
  sight->node = (int)middle - 1;
  sight->touched = touched;
  sight->at = moment - sight->node;
}

static TrSight
place(const TrProblem *problem, int log, const TrObservation *o)
{
  const TrChannelState *state = find_channel(problem, log, o);
  const TrSensor *sensor = &problem->context.model->sensors[o->sensor];
  TrSensorSpan span = tr_sensor_class(sensor->type)->span;
  TrSight sight = {.problem = problem,
                   .sensor = sensor,
                   .observation = o,
                   .log = log,
                   .node = o->node,
                   .touched = o->fraction > 0 ? 2 : 1,
                   .at = o->fraction,
                   .moves = state->delay_index >= 0};

  if (span == TR_SPAN_POSE && !sight.moves)
    return sight;
  if (span != TR_SPAN_STEP) {
    surround(&sight, find_moment(problem, log, o, state), 3);
  } else if (sight.moves || o->fraction > 0) {
    surround(&sight, find_moment(problem, log, o, state), 4);
  } else {
    sight.node = o->node - 1;
    sight.touched = 3;
    sight.at = 1;
  }
  return sight;
}

int
tr_observation_nodes(int *touched, const TrProblem *problem, int log, const TrObservation *o)
{
  TR_ASSERT(touched && problem && o);

  TrSight sight = place(problem, log, o);

  *touched = sight.touched;
  return sight.node;
}

void
tr_sight_add_point(TrSight *sight, const double seen[3], double weight)
{
  const TrProblem *problem = sight->problem;
  int device = tr_device_of(problem->context.model, sight->observation->sensor);
  double *out = tr_sight_columns(sight);

  for (int p = 0; p < tr_problem_columns(problem); p++) {
    TrParam param = problem->params[p];

    if (param.kind == TR_PARAM_SENSOR_POINT && param.owner == device)
      out[p] += weight * seen[param.axis];
    if (param.kind == TR_PARAM_COM && param.owner == sight->sensor->body)
      out[p] -= weight * seen[param.axis];
  }
}

/* Fills the columns of the channel's numbers. */
static void
fill_channel(TrSight *sight, const TrChannelState *state)
{
  double by_offset, by_scale, *out = tr_sight_columns(sight);

  tr_channel_correct(state, sight->observation->y, &by_offset, &by_scale);
  if (state->offset_index >= 0)
    out[state->offset_index] = -by_offset;
  if (state->scale_index >= 0)
    out[state->scale_index] = -by_scale;
  if (state->delay_index >= 0)
    out[state->delay_index] = -sight->rate / sight->problem->context.h;
}

static double
predict(TrSight *sight)
{
  static double (*const predict_span[])(TrSight *) = {[TR_SPAN_POSE] = tr_predict_pose,
                                                      [TR_SPAN_RATE] = tr_predict_rate,
                                                      [TR_SPAN_STEP] = tr_predict_step};

  return predict_span[tr_sensor_class(sight->sensor->type)->span](sight);
}

/* Subtracts readings; angles to the nearest turn. */
static double
subtract(const TrModel *model, int sensor, double predicted, double measured)
{
  double r = predicted - measured;

  if (tr_sensor_is_angle(model, sensor))
    r -= 2 * M_PI * round(r / (2 * M_PI));
  return r;
}

void
tr_observation_eval(TrObservationValue *out,
                    const TrProblem *problem,
                    int log,
                    const TrObservation *o,
                    double *poses,
                    double *jac)
{
  const TrChannelState *state = find_channel(problem, log, o);
  TrSight sight = place(problem, log, o);
  size_t states = (size_t)(sight.touched * problem->n);
  double predicted;

  sight.pose = tr_problem_pose(problem, poses, log, sight.node);
  sight.jac = jac;
  if (jac)
    memset(jac, 0, (states + (size_t)tr_problem_columns(problem)) * sizeof *jac);
  predicted = predict(&sight);
  if (jac)
    fill_channel(&sight, state);
  *out = (TrObservationValue){.node = sight.node,
                              .touched = sight.touched,
                              .measured = tr_channel_correct(state, o->y, NULL, NULL)};
  out->residual = subtract(problem->context.model, o->sensor, predicted, out->measured);
}
