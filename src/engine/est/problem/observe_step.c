/* Sensors that read a step: specific forces and torques. */
#include <math.h>

#include "engine/est/problem/observe_private.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/gravity.h"

/* The step around the node `middle` of the sight, and the weight of its reading. */
typedef struct Step {
  TrSight *sight;
  int middle;
  double weight;
} Step;

/* Quantities of an accelerometer's axis at the middle node. */
typedef struct Sensing {
  double axis[3];      /* in the body */
  double direction[3]; /* in the world */
  double arm[3];       /* of the point, in the body */
  double felt[3];      /* acceleration less gravity, in the world */
} Sensing;

static void
add_gravity_columns(const Step *step, const double direction[3])
{
  const TrProblem *problem = step->sight->problem;
  const TrGravity *gravity = &problem->context.model->gravity;
  TrGravity unit = *gravity;
  double along[3], tilted[9], *out = tr_sight_columns(step->sight);

  unit.magnitude = 1;
  tr_gravity_vector(along, &unit);
  tr_gravity_tilt_derivative(tilted, gravity);
  for (int p = 0; p < tr_problem_columns(problem); p++) {
    TrParam param = problem->params[p];

    if (param.kind == TR_PARAM_GRAVITY)
      out[p] -= step->weight * tr_vec3_dot(direction, along);
    if (param.kind == TR_PARAM_TILT)
      for (int i = 0; i < 3; i++)
        out[p] -= step->weight * direction[i] *
                  tilted[3 * i + tr_param_tilt_axis(problem->context.model, param)];
  }
}

/* Adds the rows of the i-th of three poses, from its coefficient in the second difference of the
 * point's position. */
static void
add_point_rows(const Step *step, const Sensing *sensing, int i, double share)
{
  const TrSensor *sensor = step->sight->sensor;
  int node = step->middle - 1 + i;
  double rot[9], seen[3], swept[3];
  double *row = tr_sight_states(step->sight, node) + 6 * sensor->body;

  tr_quat_matrix(rot, tr_sight_pose(step->sight, node) + TR_POSE * sensor->body + 3);
  tr_mat3_apply_t(seen, rot, sensing->direction);
  tr_vec3_cross(swept, sensing->arm, seen);
  tr_vec3_add_scaled(row, row, share, sensing->direction);
  tr_vec3_add_scaled(row + 3, row + 3, share, swept);
  tr_sight_add_point(step->sight, seen, share);
}

/* Reading axis . R^T (a - g): a rotation of the middle pose by d adds d . (axis x R^T (a - g)). */
static void
add_accelerometer(const Step *step, const Sensing *sensing, const double rot[9])
{
  static const double second[3] = {1, -2, 1};
  double h = step->sight->problem->context.h, seen[3], turned[3];
  double *row = tr_sight_states(step->sight, step->middle) + 6 * step->sight->sensor->body;

  for (int i = 0; i < 3; i++)
    add_point_rows(step, sensing, i, step->weight * second[i] / (h * h));
  tr_mat3_apply_t(seen, rot, sensing->felt);
  tr_vec3_cross(turned, sensing->axis, seen);
  tr_vec3_add_scaled(row + 3, row + 3, step->weight, turned);
  add_gravity_columns(step, sensing->direction);
}

static double
read_accelerometer(const Step *step)
{
  const TrModel *model = step->sight->problem->context.model;
  const TrSensor *sensor = step->sight->sensor;
  double rot[9];
  const double *pose[3];
  Sensing sensing;

  for (int i = 0; i < 3; i++)
    pose[i] = tr_sight_pose(step->sight, step->middle - 1 + i) + TR_POSE * sensor->body;

  tr_sensor_direction(sensing.axis, sensor);
  tr_sensor_arm(sensing.arm, model, sensor);
  tr_quat_matrix(rot, pose[1] + 3);
  tr_mat3_apply(sensing.direction, rot, sensing.axis);
  tr_sensor_felt(sensing.felt, model, sensor, pose, step->sight->problem->context.h);
  if (step->sight->jac)
    add_accelerometer(step, &sensing, rot);
  return tr_vec3_dot(sensing.direction, sensing.felt);
}

/* Context of the step residual for a step of this log, with the slopes of its input. */
static TrStepContext
get_context(const Step *step, int node)
{
  const TrProblem *problem = step->sight->problem;
  TrStepContext context = problem->context;

  context.smoothing = problem->prepared->logs[step->sight->log].smoothing;
  context.input_slopes = problem->scratch.slopes;
  if (step->sight->jac)
    tr_problem_fill_slopes(problem, step->sight->log, node, 1);
  return context;
}

static double
read_torque(const Step *step)
{
  TrSight *sight = step->sight;
  const TrProblem *problem = sight->problem;
  int node = sight->node + step->middle, n = problem->n;
  TrStepContext context = get_context(step, node);
  double effort, *row = sight->jac ? problem->scratch.effort_row : NULL;

  if (tr_step_effort(&effort, row, problem->scratch.work, &context, sight->sensor->joint,
                     &(TrStepInput){tr_sight_pose(sight, step->middle - 1),
                                    tr_sight_pose(sight, step->middle),
                                    tr_sight_pose(sight, step->middle + 1),
                                    tr_problem_input(problem, sight->log, node)}) != TR_OK)
    return NAN;
  for (int k = 0; row && k < 3 * n; k++)
    tr_sight_states(sight, step->middle - 1)[k] += step->weight * row[k];
  for (int p = 0; row && p < tr_problem_columns(problem); p++)
    tr_sight_columns(sight)[p] += step->weight * row[3 * n + p];
  return effort;
}

static double
read_step(TrSight *sight, int middle, double weight)
{
  Step step = {sight, middle, weight};

  return sight->sensor->type == TR_SENSOR_ACCELEROMETER ? read_accelerometer(&step)
                                                        : read_torque(&step);
}

double
tr_predict_step(TrSight *sight)
{
  double share = sight->at - 1, before, after;

  if (sight->touched == 3)
    return read_step(sight, 1, 1);
  before = read_step(sight, 1, 1 - share);
  after = read_step(sight, 2, share);
  sight->rate = after - before;
  return (1 - share) * before + share * after;
}
