/* Start coordinates of joints without a sensor of their own.
 *
 * Node by node, coordinates that sensors of bodies determine as positions follow by least squares
 * from the node before (at the first node from a grid of angles); rates of the others follow by
 * linear least squares from gyroscopes and sensors of rates, and are integrated.  Such a chain of
 * rates starts where accelerometers agree best on a grid of angles: they measure the direction of
 * gravity. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"

/* Rounds of least squares at the first node of a grid point and at the others, angles of the grid,
 * largest number of joints of the grid, and nodes at which accelerometers are compared. */
enum { FIRST_ROUNDS = 20, ROUNDS = 3, N_ANGLES = 12, MOST_GRID = 2, MOST_FELT = 60 };

/* Undetermined coordinates keep their values: regularisation as a share of the largest diagonal,
 * and the share of a joint's own column below which its sensors do not determine it. */
#define RIDGE 1e-9
#define BLIND 1e-6

/* Ratio by which a grid point must be better than one nearer to the joints' start. */
#define BETTER 0.99

typedef struct Inverse {
  const TrTask *task;
  const TrModel *model;
  TrPreparedLog *log;
  int n_joints, n_unknown;
  int *unknown;                       /* [n_joints] joints to be found */
  double *coordinates;                /* [n_nodes x n_joints] */
  double *measured;                   /* [n_sensors x n_nodes] of the channels in use */
  double *pose, *twist, *unit, *rate; /* [n_bodies x 7], [n_bodies x 6], [n_joints], [n_joints] */
  double *neighbour[2];               /* [n_bodies x 7] */
  double *column, *right;             /* [n_joints] */
  double *normal;                     /* [n_joints x n_joints] */
  double *seen;                       /* [n_joints] largest share of its own information */
} Inverse;

static bool
is_mapped(const Inverse *v, int sensor)
{
  return tr_log_find(v->log->log, TR_SIGNAL_SENSOR, sensor) != NULL;
}

static bool
is_of_bodies(const Inverse *v, int sensor, TrSensorSpan span)
{
  const TrSensorClass *class = tr_sensor_class(v->model->sensors[sensor].type);

  return class->span == span && !class->is_of_joint && is_mapped(v, sensor);
}

/* Returns whether a sensor reads the rate of a body or of an unknown joint. */
static bool
is_rate(const Inverse *v, int sensor)
{
  return v->model->sensors[sensor].type == TR_SENSOR_JOINT_VELOCITY
             ? is_mapped(v, sensor)
             : is_of_bodies(v, sensor, TR_SPAN_RATE);
}

static double *
coordinates_of(const Inverse *v, int node)
{
  return v->coordinates + (size_t)node * (size_t)v->n_joints;
}

static double
measured_at(const Inverse *v, int sensor, int node)
{
  return v->measured[(size_t)sensor * (size_t)v->log->n_nodes + (size_t)node];
}

/* Twists of all bodies at the unit rate of a joint, at v->pose of these coordinates. */
static void
move_joint(Inverse *v, const double *position, int joint)
{
  v->unit[joint] = 1;
  tr_forward_kinematics(v->pose, v->twist, v->model, position, v->unit);
  v->unit[joint] = 0;
}

/* Sign of the quaternion, as it stands or negative, that is nearer to the measured one. */
static double
find_sign(const Inverse *v, int sensor, int node)
{
  const TrSensor *s = &v->model->sensors[sensor];
  double along = 0, turned[4];

  int first = tr_sensor_quaternion(v->model, sensor);

  if (first < 0)
    return 1;
  tr_quat_multiply(turned, v->pose + TR_POSE * s->body + 3, s->quat);
  for (int i = 0; i < 4; i++)
    if (is_mapped(v, first + i))
      along += turned[i] * measured_at(v, first + i, node);
  return along < 0 ? -1 : 1;
}

/* Adds one equation column . x = y. */
static void
add_equation(Inverse *v, double y)
{
  for (int a = 0; a < v->n_unknown; a++) {
    v->right[a] += v->column[a] * y;
    for (int b = 0; b <= a; b++)
      v->normal[a * v->n_unknown + b] += v->column[a] * v->column[b];
  }
}

static void
clear_equations(Inverse *v)
{
  memset(v->normal, 0, (size_t)(v->n_unknown * v->n_unknown) * sizeof *v->normal);
  memset(v->right, 0, (size_t)v->n_unknown * sizeof *v->right);
}

/* Solves the equations, the right side becomes the solution; notes which unknowns have equations of
 * their own. */
static TrStatus
solve_equations(Inverse *v)
{
  int n = v->n_unknown;
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax(largest, v->normal[i * n + i]);
  for (int i = 0; i < n; i++)
    v->normal[i * n + i] += RIDGE * largest + (largest == 0);
  TR_TRY(tr_dense_cholesky(v->normal, n));
  for (int i = 0; i < n; i++) {
    double pivot = v->normal[i * n + i];

    v->seen[i] = fmax(v->seen[i], largest > 0 ? pivot * pivot / largest : 0);
  }
  tr_dense_cholesky_solve(v->right, v->normal, n, 1);
  return TR_OK;
}

/* Column of a body's sensor, its reading per rate of each joint: row . twist. */
static void
fill_position_column(Inverse *v, const double *position, const double row[6], int body, double sign)
{
  for (int a = 0; a < v->n_unknown; a++) {
    const double *twist = v->twist + TR_TWIST * body;

    move_joint(v, position, v->unknown[a]);
    v->column[a] = 0;
    for (int i = 0; i < TR_TWIST; i++)
      v->column[a] += sign * row[i] * twist[i];
  }
}

/* One round of least squares for the positions at a node; returns the sum of squares before it. */
static double
step_position(Inverse *v, int node, bool moves)
{
  double *position = coordinates_of(v, node), sum = 0;

  clear_equations(v);
  tr_forward_kinematics(v->pose, NULL, v->model, position, NULL);
  for (int s = 0; s < v->model->n_sensors; s++) {
    const TrSensor *sensor = &v->model->sensors[s];
    double row[6], sign, lack;

    if (!is_of_bodies(v, s, TR_SPAN_POSE))
      continue;
    sign = find_sign(v, s, node);
    lack = measured_at(v, s, node) -
           sign * tr_sensor_read(row, v->model, sensor, v->pose + TR_POSE * sensor->body);
    sum += lack * lack;
    fill_position_column(v, position, row, sensor->body, sign);
    add_equation(v, lack);
  }
  if (moves && solve_equations(v) == TR_OK)
    for (int a = 0; a < v->n_unknown; a++)
      position[v->unknown[a]] += v->right[a];
  return sum;
}

/* The i-th point of a grid of angles over the first unknown hinges; false behind the last. */
static bool
place_on_grid(const Inverse *v, double *position, int i, double first, double width, int n)
{
  for (int a = 0, laid = 0; a < v->n_unknown && laid < MOST_GRID; a++) {
    if (v->model->joints[v->unknown[a]].type != TR_JOINT_HINGE)
      continue;
    position[v->unknown[a]] = v->model->joints[v->unknown[a]].start + first + width * (i % n) / n;
    i /= n;
    laid++;
  }
  return i == 0;
}

static void
find_first_position(Inverse *v)
{
  double *position = coordinates_of(v, 0), least = INFINITY;
  size_t size = (size_t)v->n_joints * sizeof *position;

  memcpy(v->rate, position, size);
  for (int i = 0; place_on_grid(v, position, i, 0, 2 * M_PI, N_ANGLES); i++) {
    double sum = 0;

    for (int round = 0; round <= FIRST_ROUNDS; round++)
      sum = step_position(v, 0, round < FIRST_ROUNDS);
    if (!(sum < BETTER * least))
      continue;
    least = sum;
    memcpy(v->rate, position, size);
  }
  memcpy(position, v->rate, size);
  for (int a = 0; a < v->n_unknown; a++)
    if (v->model->joints[v->unknown[a]].type == TR_JOINT_HINGE)
      position[v->unknown[a]] = remainder(position[v->unknown[a]], 2 * M_PI);
}

static void
find_positions(Inverse *v)
{
  find_first_position(v);
  for (int k = 1; k < v->log->n_nodes; k++) {
    for (int a = 0; a < v->n_unknown; a++)
      coordinates_of(v, k)[v->unknown[a]] = coordinates_of(v, k - 1)[v->unknown[a]];
    for (int round = 0; round < ROUNDS; round++)
      step_position(v, k, true);
  }
}

/* Rate of a known joint around a node, from its coordinates. */
static double
rate_of(const Inverse *v, int node, int joint)
{
  int last = v->log->n_nodes - 1, from = node > 0 ? node - 1 : 0,
      to = node < last ? node + 1 : last;

  return (coordinates_of(v, to)[joint] - coordinates_of(v, from)[joint]) /
         ((to - from) * v->task->settings.h);
}

/* Reading of a rate sensor when one joint moves at unit rate, at v->pose. */
static double
read_rate(Inverse *v, const double *position, const TrSensor *sensor, int joint)
{
  double axis[3];

  if (sensor->type == TR_SENSOR_JOINT_VELOCITY)
    return sensor->joint == joint;
  move_joint(v, position, joint);
  tr_sensor_direction(axis, sensor);
  return tr_vec3_dot(axis, v->twist + TR_TWIST * sensor->body + 3);
}

/* Rates of the unknown joints at a node, in v->right. */
static TrStatus
find_rates(Inverse *v, int node)
{
  const double *position = coordinates_of(v, node);

  clear_equations(v);
  for (int s = 0; s < v->model->n_sensors; s++) {
    const TrSensor *sensor = &v->model->sensors[s];
    double rate;

    if (!is_rate(v, s))
      continue;
    rate = measured_at(v, s, node);
    for (int j = 0; j < v->n_joints; j++)
      if (v->log->seen[j] == TR_SEEN_POSITION)
        rate -= rate_of(v, node, j) * read_rate(v, position, sensor, j);
    for (int a = 0; a < v->n_unknown; a++)
      v->column[a] = read_rate(v, position, sensor, v->unknown[a]);
    add_equation(v, rate);
  }
  return solve_equations(v);
}

/* Integrates the rates from the first node on, by the mean of two nodes. */
static TrStatus
integrate_rates(Inverse *v)
{
  double h = v->task->settings.h;

  for (int k = 0; k < v->log->n_nodes; k++) {
    double *position = coordinates_of(v, k);

    /* first with the rates before, then with the mean of these and the ones found here */
    for (int a = 0; k > 0 && a < v->n_unknown; a++)
      position[v->unknown[a]] =
          coordinates_of(v, k - 1)[v->unknown[a]] + h * v->rate[v->unknown[a]];
    TR_TRY(find_rates(v, k));
    for (int a = 0; a < v->n_unknown; a++) {
      double *rate = &v->rate[v->unknown[a]];

      position[v->unknown[a]] += k > 0 ? h / 2 * (v->right[a] - *rate) : 0;
      *rate = v->right[a];
    }
  }
  return TR_OK;
}

/* Sum of squares of the differences between the computed and the measured reading of an
 * accelerometer's axis, at one node. */
static double
compare_felt(const Inverse *v, int sensor, int node)
{
  const TrSensor *s = &v->model->sensors[sensor];
  int at = TR_POSE * s->body;
  const double *const pose[3] = {v->neighbour[0] + at, v->pose + at, v->neighbour[1] + at};
  double felt[3], rot[9], axis[3], direction[3];

  tr_sensor_felt(felt, v->model, s, pose, v->task->settings.h);
  tr_sensor_direction(axis, s);
  tr_quat_matrix(rot, pose[1] + 3);
  tr_mat3_apply(direction, rot, axis);
  return pow(tr_vec3_dot(direction, felt) - measured_at(v, sensor, node), 2);
}

/* The same over all accelerometers and some nodes. */
static double
compare_accelerations(Inverse *v)
{
  int n = v->log->n_nodes, stride = n / MOST_FELT + 1;
  double sum = 0;

  for (int k = 1; k + 1 < n; k += stride) {
    tr_forward_kinematics(v->neighbour[0], NULL, v->model, coordinates_of(v, k - 1), NULL);
    tr_forward_kinematics(v->pose, NULL, v->model, coordinates_of(v, k), NULL);
    tr_forward_kinematics(v->neighbour[1], NULL, v->model, coordinates_of(v, k + 1), NULL);
    for (int s = 0; s < v->model->n_sensors; s++)
      if (v->model->sensors[s].type == TR_SENSOR_ACCELEROMETER && is_mapped(v, s))
        sum += compare_felt(v, s, k);
  }
  return sum;
}

/* Finds the start of the chains of rates: on a grid over the whole turn, then on finer ones around
 * the best. */
static TrStatus
find_beginning(Inverse *v)
{
  double *position = coordinates_of(v, 0), best[MOST_GRID] = {0}, width = 2 * M_PI;

  for (int level = 0; level < 3; level++, width /= N_ANGLES / 2) {
    double least = INFINITY, found[MOST_GRID] = {0}, trial[MOST_GRID];
    int joints[MOST_GRID], n = 0;

    for (int a = 0; a < v->n_unknown && n < MOST_GRID; a++)
      if (v->model->joints[v->unknown[a]].type == TR_JOINT_HINGE)
        joints[n++] = v->unknown[a];
    for (int i = 0; place_on_grid(v, position, i, -width / 2, width, N_ANGLES); i++) {
      double sum;

      for (int k = 0; k < n; k++) {
        position[joints[k]] += best[k];
        trial[k] = position[joints[k]] - v->model->joints[joints[k]].start;
      }
      TR_TRY(integrate_rates(v));
      sum = compare_accelerations(v);
      if (sum < least) {
        least = sum;
        memcpy(found, trial, sizeof found);
      }
    }
    memcpy(best, found, sizeof best);
    for (int k = 0; k < n; k++)
      position[joints[k]] = v->model->joints[joints[k]].start + best[k];
  }
  return integrate_rates(v);
}

static bool
any_mapped(const Inverse *v, bool (*is_wanted)(const Inverse *, int))
{
  for (int s = 0; s < v->model->n_sensors; s++)
    if (is_wanted(v, s))
      return true;
  return false;
}

static bool
is_position(const Inverse *v, int sensor)
{
  return is_of_bodies(v, sensor, TR_SPAN_POSE);
}

static bool
is_accelerometer(const Inverse *v, int sensor)
{
  return is_of_bodies(v, sensor, TR_SPAN_STEP);
}

/* Lists the moving joints that are still unknown. */
static void
list_unknown(Inverse *v)
{
  v->n_unknown = 0;
  for (int j = 0; j < v->n_joints; j++)
    if (tr_joint_has_axis(&v->model->joints[j]) && !tr_joint_only_acts(&v->model->joints[j]) &&
        v->log->seen[j] == TR_SEEN_NOT)
      v->unknown[v->n_unknown++] = j;
  memset(v->seen, 0, (size_t)v->n_joints * sizeof *v->seen);
}

static void
note_seen(Inverse *v, TrSeen what)
{
  for (int a = 0; a < v->n_unknown; a++)
    if (v->seen[a] > BLIND)
      v->log->seen[v->unknown[a]] = what;
}

static TrStatus
read_nodes(Inverse *v)
{
  for (int s = 0; s < v->model->n_sensors; s++) {
    const TrChannel *c = tr_log_find(v->log->log, TR_SIGNAL_SENSOR, s);

    if (c && (is_position(v, s) || is_rate(v, s) || is_accelerometer(v, s)))
      TR_TRY(tr_prepare_nodes(v->measured + (size_t)s * (size_t)v->log->n_nodes, 1, v->log, v->task,
                              c));
  }
  return TR_OK;
}

static TrStatus
fill_unknown(Inverse *v)
{
  TR_TRY(read_nodes(v));
  if (any_mapped(v, is_position)) {
    find_positions(v);
    note_seen(v, TR_SEEN_POSITION);
    list_unknown(v);
  }
  if (v->n_unknown == 0 || !any_mapped(v, is_rate))
    return TR_OK;
  TR_TRY(any_mapped(v, is_accelerometer) ? find_beginning(v) : integrate_rates(v));
  note_seen(v, TR_SEEN_RATE);
  return TR_OK;
}

static bool
take_memory(Inverse *v)
{
  size_t joints = (size_t)v->n_joints + 1, bodies = (size_t)v->model->n_bodies;
  size_t nodes = (size_t)v->log->n_nodes, sensors = (size_t)v->model->n_sensors;
  double **by_joint[] = {&v->unit, &v->rate, &v->column, &v->right, &v->seen};
  double **by_body[] = {&v->pose, &v->neighbour[0], &v->neighbour[1], &v->twist};
  bool ok = true;

  v->unknown = calloc(joints, sizeof *v->unknown);
  v->measured = calloc(sensors * nodes + 1, sizeof *v->measured);
  v->normal = calloc(joints * joints, sizeof *v->normal);
  for (size_t i = 0; i < TR_COUNT(by_joint); i++) {
    *by_joint[i] = calloc(joints, sizeof(double));
    ok = ok && *by_joint[i];
  }
  for (size_t i = 0; i < TR_COUNT(by_body); i++) {
    *by_body[i] = calloc(bodies, TR_POSE * sizeof(double));
    ok = ok && *by_body[i];
  }
  return ok && v->unknown && v->measured && v->normal;
}

static void
give_memory(Inverse *v)
{
  void *parts[] = {v->unknown, v->measured, v->normal, v->unit,  v->rate,         v->column,
                   v->right,   v->seen,     v->pose,   v->twist, v->neighbour[0], v->neighbour[1]};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
}

TrStatus
tr_prepare_inverse(double *coordinates, TrPreparedLog *out, const TrTask *task)
{
  Inverse v = {.task = task,
               .model = task->model,
               .log = out,
               .n_joints = task->model->n_joints,
               .coordinates = coordinates};
  bool any = any_mapped(&v, is_position) || any_mapped(&v, is_rate);
  TrStatus status = TR_NO_MEMORY;

  if (!any)
    return TR_OK;
  if (take_memory(&v)) {
    list_unknown(&v);
    status = v.n_unknown > 0 ? fill_unknown(&v) : TR_OK;
  }
  give_memory(&v);
  return status;
}
