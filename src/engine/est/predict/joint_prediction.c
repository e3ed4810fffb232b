#include "engine/est/predict/joint_prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/predict/multi_step_prediction.h"
#include "engine/est/step/formulation.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"

/* Least steps of a period, and least standard deviation of a coordinate, by the largest one of a
 * joint of its kind, of which there is something to predict. */
enum { LEAST_STEPS = 4 };
#define LEAST_MOTION 1e-3

/* Scratch of one log. */
typedef struct Bench {
  const TrModel *model;
  const TrTrajectory *motion;
  TrJointPrediction *out; /* [n_joints] */
  double *deviation;      /* [n_joints] of the coordinates; 0: nothing to predict */
  double *sum;            /* [n_joints] of squared errors */
  long *count;
} Bench;

static bool
has_coordinate(const TrModel *model, int joint)
{
  return tr_joint_class(model->joints[joint].type)->has_axis;
}

static bool
is_angle(const TrModel *model, int joint)
{
  return tr_joint_class(model->joints[joint].type)->coordinate.type == TR_PRIM_ANGLE;
}

static double
read_rate(const TrTrajectory *motion, const TrModel *model, int joint, int node)
{
  return tr_joint_velocity(model, joint, tr_trajectory_pose(motion, node),
                           tr_trajectory_twist(motion, node));
}

/* Period of a joint [s]; INFINITY at rest. */
static double
find_period(const TrTrajectory *motion, const TrModel *model, int joint)
{
  double rates = 0, changes = 0;

  for (int k = 0; k + 1 < motion->n_nodes; k++) {
    double now = read_rate(motion, model, joint, k);
    double next = read_rate(motion, model, joint, k + 1);

    rates += now * now;
    changes += (next - now) * (next - now);
  }
  return 2 * M_PI * motion->h * sqrt(rates / changes);
}

/* Standard deviation of a joint's coordinate, continuous over turns. */
static double
find_deviation(const TrTrajectory *motion, const TrModel *model, int joint)
{
  double turns = is_angle(model, joint) ? 2 * M_PI : 0, sum = 0, squares = 0;
  double first = tr_joint_position(model, joint, motion->pose), last = first;
  int n = motion->n_nodes;

  for (int k = 0; k < n; k++) {
    double q = tr_joint_position(model, joint, tr_trajectory_pose(motion, k));

    if (turns > 0)
      q -= turns * round((q - last) / turns);
    last = q;
    sum += (q - first) / n;
    squares += (q - first) * (q - first) / n;
  }
  return sqrt(fmax(squares - sum * sum, 0));
}

/* Fills periods and deviations; joints that hardly move beside the others of their kind are left
 * out. */
static void
find_scales(Bench *b)
{
  const TrModel *model = b->model;
  double largest[2] = {0, 0};

  for (int j = 0; j < model->n_joints; j++) {
    b->out[j] = (TrJointPrediction){NAN, NAN};
    if (!has_coordinate(model, j) || tr_model_find_drive(model, j) >= 0)
      continue;
    b->out[j].period = find_period(b->motion, model, j);
    b->deviation[j] = find_deviation(b->motion, model, j);
    largest[is_angle(model, j)] = fmax(largest[is_angle(model, j)], b->deviation[j]);
  }
  for (int j = 0; j < model->n_joints; j++)
    if (b->deviation[j] < LEAST_MOTION * largest[is_angle(model, j)])
      b->deviation[j] = 0;
}

/* Steps of a joint's period, at most those of the log. */
static int
count_steps(const Bench *b, int joint)
{
  double steps = ceil(b->out[joint].period / b->motion->h);

  return (int)fmin(fmax(steps, LEAST_STEPS), b->motion->n_nodes - 1);
}

/* Adds the errors of a joint over a piece that begins at a node. */
static void
add_errors(Bench *b, const TrTrajectory *piece, int lead, int node, int joint)
{
  int steps = count_steps(b, joint);

  for (int k = 1; k <= steps && lead + k < piece->n_nodes; k++) {
    double error = tr_joint_position(b->model, joint, tr_trajectory_pose(piece, lead + k)) -
                   tr_joint_position(b->model, joint, tr_trajectory_pose(b->motion, node + k));

    if (is_angle(b->model, joint))
      error -= 2 * M_PI * round(error / (2 * M_PI));
    b->sum[joint] += error * error;
    b->count[joint]++;
  }
}

static void
compare(Bench *b, const TrMultiStepPrediction *pieces)
{
  int node = 0;

  for (int i = 0; i < pieces->n; i++) {
    for (int j = 0; j < b->model->n_joints; j++)
      if (b->deviation[j] > 0)
        add_errors(b, pieces->motions[i], pieces->lead[i], node, j);
    node += pieces->motions[i]->n_nodes - pieces->lead[i] - 1;
  }
  for (int j = 0; j < b->model->n_joints; j++)
    if (b->count[j] > 0)
      b->out[j].error = sqrt(b->sum[j] / (double)b->count[j]) / b->deviation[j];
}

static void
give_up(Bench *b)
{
  for (int j = 0; j < b->model->n_joints; j++)
    if (b->deviation[j] > 0)
      b->out[j].error = INFINITY;
}

/* Simulates the log in pieces of the longest period. */
static TrStatus
predict(Bench *b, const TrAppliedTask *applied)
{
  const TrSettings *s = &applied->task.settings;
  const TrTrajectory *motion = b->motion;
  TrMultiStepOptions options = {.sim = {.h = motion->h,
                                        .start = motion->start,
                                        .duration = (motion->n_nodes - 1) * motion->h,
                                        .compliance_scale = s->compliance_scale,
                                        .damping_scale = s->damping_scale,
                                        .solver = tr_formulation_solver(s->formulation)},
                                .start = TR_START_ESTIMATED,
                                .motion = motion};
  TrMultiStepPrediction *pieces = NULL;
  TrError error = {0};
  TrStatus status;

  for (int j = 0; j < b->model->n_joints; j++)
    if (b->deviation[j] > 0 && count_steps(b, j) > options.steps)
      options.steps = count_steps(b, j);
  if (options.steps == 0)
    return TR_OK;
  status = tr_multi_step_prediction_new(&pieces, applied, &options, &error);
  if (status == TR_OK)
    compare(b, pieces);
  else if (status != TR_NO_MEMORY && status != TR_CANCELLED) {
    give_up(b);
    status = TR_OK;
  }
  tr_multi_step_prediction_free(pieces);
  return status;
}

TrStatus
tr_joint_predictions_new(TrJointPrediction **out,
                         const TrAppliedTask *applied,
                         const TrTrajectory *motion)
{
  TR_ASSERT(out && applied && motion);
  const TrModel *model = applied->task.model;
  size_t n = (size_t)model->n_joints + 1;
  Bench b = {.model = model,
             .motion = motion,
             .out = calloc(n, sizeof *b.out),
             .deviation = calloc(n, sizeof *b.deviation),
             .sum = calloc(n, sizeof *b.sum),
             .count = calloc(n, sizeof *b.count)};
  TrStatus status = TR_NO_MEMORY;

  if (b.out && b.deviation && b.sum && b.count) {
    find_scales(&b);
    status = predict(&b, applied);
  }
  free(b.deviation);
  free(b.sum);
  free(b.count);
  if (status != TR_OK) {
    free(b.out);
    b.out = NULL;
  }
  *out = b.out;
  return status;
}

static TrStatus
fill_log(TrFit *fit, const TrTask *task, int log, const double *parameters)
{
  TrAppliedTask *applied = tr_applied_task_new(task, log, parameters);
  TrStatus status = TR_NO_MEMORY;

  if (applied)
    status =
        tr_joint_predictions_new(&fit->logs[log].predictions, applied, fit->logs[log].trajectory);
  tr_applied_task_free(applied);
  return status;
}

TrStatus
tr_joint_predictions_fill(TrFit *fit, const TrTask *task)
{
  TR_ASSERT(fit && tr_task_is_whole(task));
  double *parameters = calloc((size_t)fit->n_free + 1, sizeof *parameters);
  TrStatus status = parameters ? TR_OK : TR_NO_MEMORY;

  for (int i = 0; parameters && i < fit->n_free; i++)
    parameters[i] = fit->estimates[i].value;
  for (int l = 0; status == TR_OK && l < fit->n_logs; l++)
    status = fill_log(fit, task, l, parameters);
  free(parameters);
  return status;
}
