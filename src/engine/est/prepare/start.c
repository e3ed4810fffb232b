/* Start motion: filtered joint coordinates at the nodes, converted to poses by forward kinematics.
 * Joints without a sensor of their own follow sensors of bodies and of rates, and stay at their
 * start where there is none (prepare/inverse.c).  Loops, and bodies with more degrees of freedom
 * than joint coordinates, are closed node by node (prepare/close.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/est/prepare/resample.h"
#include "engine/est/step/residual.h"
#include "engine/est/task/own_values.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/filtfilt.h"
#include "engine/signal/unwrap.h"

/* Automatic smoothing rate of dry friction: share of the joint's rms rate that a fit begins with,
 * the part of it that a fit may end with, and the least value, that of a joint at rest [rad/s,
 * m/s]. */
#define SMOOTHING_SHARE 0.01
#define NARROWEST_PART  (1.0 / 64)
#define SMOOTHING_FLOOR 1e-6

double
tr_prepare_interpolate(const TrChannel *c, const double *y, double t, size_t *at)
{
  while (*at + 1 < c->n && c->t[*at + 1] <= t)
    (*at)++;
  if (t <= c->t[*at] || *at + 1 == c->n)
    return y[*at];

  double share = (t - c->t[*at]) / (c->t[*at + 1] - c->t[*at]);

  return y[*at] + share * (y[*at + 1] - y[*at]);
}

/* Even grid over a log. */
typedef struct Grid {
  double *y; /* [n] */
  size_t n;
  double start, step;
} Grid;

/* Samples y of a channel on the grid, filtered. */
/* Cutoff of the start values [Hz].  A filter would spread impacts over many steps, and a tight
 * state error would not find them again: motions with contacts start from the samples. */
static double
start_cutoff(const TrTask *task)
{
  return tr_model_has_impacts(task->model) ? INFINITY : task->settings.cutoff;
}

static TrStatus
filter_channel(const Grid *grid, const TrChannel *c, const double *y, double cutoff)
{
  size_t at = 0;
  double rate = 1 / grid->step;

  for (size_t i = 0; i < grid->n; i++)
    grid->y[i] = tr_prepare_interpolate(c, y, grid->start + (double)i * grid->step, &at);
  if (cutoff >= TR_MAX_CUTOFF_SHARE * rate)
    return TR_OK;
  return tr_filter_zero_phase(grid->y, grid->n, rate, cutoff, TR_START_ORDER);
}

/* Values at the nodes from the even grid, linear between its points. */
static void
sample_grid(
    double *out, int n_nodes, int stride, const double *grid, size_t n, double nodes_per_step)
{
  for (int k = 0; k < n_nodes; k++) {
    double position = fmin(k / nodes_per_step, (double)(n - 1));
    size_t i = (size_t)position;
    double share = position - (double)i;

    out[(size_t)k * (size_t)stride] =
        i + 1 < n ? grid[i] + share * (grid[i + 1] - grid[i]) : grid[n - 1];
  }
}

/* The samples without the jumps of angles and quaternions. */
static void
copy_samples(double *y, const TrPreparedLog *log, const TrModel *model, const TrChannel *c)
{
  bool has_signs = tr_sensor_quaternion(model, c->index) >= 0;

  if (has_signs)
    tr_prepare_signs(y, log->log, model, c);
  for (size_t i = 0; i < c->n; i++)
    y[i] = has_signs ? y[i] * c->y[i] : c->y[i];
  if (tr_sensor_is_angle(model, c->index))
    tr_unwrap(y, c->n);
}

TrStatus
tr_prepare_nodes(
    double *out, int stride, const TrPreparedLog *log, const TrTask *task, const TrChannel *c)
{
  double length = (log->n_nodes - 1) * task->settings.h;
  double mean_step = c->n > 1 ? (c->t[c->n - 1] - c->t[0]) / (double)(c->n - 1) : length;
  double step = fmin(mean_step, task->settings.h);
  size_t n = (size_t)ceil(length / step) + 1;
  double *y = malloc(c->n * sizeof *y), *grid = malloc(n * sizeof *grid);
  TrStatus status = TR_NO_MEMORY;

  if (y && grid) {
    copy_samples(y, log, task->model, c);
    status = filter_channel(&(Grid){grid, n, log->log->start, step}, c, y, start_cutoff(task));
  }
  if (status == TR_OK)
    sample_grid(out, log->n_nodes, stride, grid, n, step / task->settings.h);
  free(y);
  free(grid);
  return status;
}

/* Coordinates of all joints at all nodes [n_nodes x n_joints]. */
static TrStatus
fill_coordinates(double *coordinates, TrPreparedLog *log, const TrTask *task, bool is_closed)
{
  const TrModel *model = task->model;

  for (int s = 0; s < model->n_sensors; s++) {
    const TrChannel *c = tr_log_find(log->log, TR_SIGNAL_SENSOR, s);
    int joint = tr_sensor_position_joint(model, s);

    if (!c || joint < 0)
      continue;
    TR_TRY(tr_prepare_nodes(coordinates + joint, model->n_joints, log, task, c));
    log->seen[joint] = TR_SEEN_POSITION;
  }
  return is_closed ? TR_OK : tr_prepare_inverse(coordinates, log, task);
}

/* Driven joints get the coordinates of their drives, regardless of sensors. */
static void
follow_drives(double *coordinates, const TrPreparedLog *log, const TrModel *model)
{
  size_t n_inputs = (size_t)tr_model_n_inputs(model), n_joints = (size_t)model->n_joints;

  for (int m = 0; m < model->n_motors; m++) {
    const double *position = log->input + tr_model_drive_input(model, m);

    if (model->motors[m].drive == TR_DRIVE_NONE)
      continue;
    log->seen[model->motors[m].joint] = TR_SEEN_POSITION;
    for (size_t k = 0; k < (size_t)log->n_nodes; k++)
      coordinates[k * n_joints + (size_t)model->motors[m].joint] = position[k * n_inputs];
  }
}

/* Returns the smoothing rate that is set for a joint; NAN where it is automatic. */
static double
get_stated_smoothing(const TrTask *task, int joint)
{
  double own = task->model->joints[joint].friction.rate;

  return isnan(task->settings.friction_rate) ? own : task->settings.friction_rate;
}

static double
choose_smoothing(const TrTask *task, int joint, const double *coordinates, int n_nodes)
{
  int stride = task->model->n_joints;
  double sum = 0, h = task->settings.h;

  for (int k = 1; k + 1 < n_nodes; k++) {
    double rate =
        (coordinates[(k + 1) * stride + joint] - coordinates[(k - 1) * stride + joint]) / (2 * h);

    sum += rate * rate;
  }
  return fmax(SMOOTHING_SHARE * sqrt(sum / (n_nodes - 2)), SMOOTHING_FLOOR);
}

/* Coordinates that nothing measures: the joints' start, or those of the poses. */
static void
fill_unmeasured(double *coordinates, const TrModel *model, int n_nodes, bool is_closed)
{
  for (int k = 0; k < n_nodes; k++)
    for (int j = 0; j < model->n_joints; j++)
      coordinates[k * model->n_joints + j] = is_closed ? NAN : model->joints[j].start;
}

void
tr_prepare_go_on(TrTrajectory *start, int node)
{
  int n = start->n_bodies;
  double *pose = tr_trajectory_pose(start, node);
  const double *before = tr_trajectory_pose(start, node - 1);

  memcpy(pose, before, (size_t)n * TR_POSE * sizeof *pose);
  for (int b = 0; b < n && node > 1; b++) {
    double step[TR_TWIST];

    tr_pose_velocity(step, 1, tr_trajectory_pose(start, node - 2) + TR_POSE * b,
                     before + TR_POSE * b, 1);
    tr_pose_retract(pose + TR_POSE * b, 1, before + TR_POSE * b, step);
  }
}

static void
fill_poses(TrTrajectory *start, const TrModel *model, const double *coordinates)
{
  for (int k = 0; k < start->n_nodes; k++)
    tr_forward_kinematics(tr_trajectory_pose(start, k), NULL, model,
                          coordinates + (size_t)k * (size_t)model->n_joints, NULL);
}

/* Twists by differences: that of node k is (q_k - q_k-1)/h. */
static void
fill_twists(TrTrajectory *start, const TrModel *model)
{
  for (int k = 1; k < start->n_nodes; k++)
    tr_pose_velocity(tr_trajectory_twist(start, k), model->n_bodies,
                     tr_trajectory_pose(start, k - 1), tr_trajectory_pose(start, k), start->h);
  memcpy(tr_trajectory_twist(start, 0), tr_trajectory_twist(start, 1),
         (size_t)model->n_bodies * TR_TWIST * sizeof(double));
}

static TrStatus
fill_motion(TrPreparedLog *out,
            double *coordinates,
            TrAssembly *assembly,
            const TrTask *task,
            TrError *error)
{
  const TrModel *model = task->model;
  bool is_closed = tr_assembly_count_loops(assembly) > 0 || tr_prepare_must_close(model);

  fill_unmeasured(coordinates, model, out->n_nodes, is_closed);
  TR_TRY(fill_coordinates(coordinates, out, task, is_closed));
  follow_drives(coordinates, out, model);
  TR_TRY(tr_prepare_check_gears(coordinates, out, task, error));
  if (is_closed)
    TR_TRY(tr_prepare_close(coordinates, out, task, assembly, error));
  else
    fill_poses(out->start, model, coordinates);
  for (int j = 0; j < model->n_joints; j++) {
    double stated = get_stated_smoothing(task, j);
    bool is_automatic = isnan(stated);

    out->smoothing[j] = out->widest[j] =
        is_automatic ? choose_smoothing(task, j, coordinates, out->n_nodes) : stated;
    out->narrowest[j] =
        is_automatic ? fmax(NARROWEST_PART * out->smoothing[j], SMOOTHING_FLOOR) : stated;
  }
  return TR_OK;
}

/* Moves the poses, which are those of the centres of mass, to the centres of another model: the
 * bodies' origins stay. */
static void
shift_centres(TrTrajectory *motion, const TrModel *to, const TrModel *from)
{
  for (int k = 0; k < motion->n_nodes; k++)
    for (int b = 0; b < motion->n_bodies; b++) {
      double *pose = tr_trajectory_pose(motion, k) + TR_POSE * b, rot[9], shift[3], turned[3];

      tr_quat_matrix(rot, pose + 3);
      tr_vec3_sub(shift, to->bodies[b].com, from->bodies[b].com);
      tr_mat3_apply(turned, rot, shift);
      tr_vec3_add_scaled(pose, pose, 1, turned);
    }
}

/* Takes the motion of a fit of the same log, and its smoothing rates, which may be widened again.
 */
static void
resume(TrPreparedLog *out, const TrTask *task, const TrLogFit *from)
{
  TrTrajectory *start = out->start;

  for (int k = tr_trajectory_resample(start, from->trajectory); k < out->n_nodes; k++)
    tr_prepare_go_on(start, k);
  memcpy(out->smoothing, from->friction_rate,
         (size_t)task->model->n_joints * sizeof *out->smoothing);
  memcpy(out->narrowest, out->smoothing, (size_t)task->model->n_joints * sizeof *out->narrowest);
  for (int j = 0; j < task->model->n_joints; j++)
    out->widest[j] =
        out->smoothing[j] * (isnan(get_stated_smoothing(task, j)) ? 1 / NARROWEST_PART : 1);
}

/* Computes the motion from the samples. */
static TrStatus
begin(TrPreparedLog *out, const TrTask *task, TrError *error)
{
  const TrModel *model = task->model;
  size_t size = (size_t)out->n_nodes * (size_t)model->n_joints;
  double *coordinates = calloc(size + 1, sizeof *coordinates);
  TrAssembly *assembly = tr_assembly_new(model);
  TrStatus status = TR_NO_MEMORY;

  if (coordinates && assembly)
    status = fill_motion(out, coordinates, assembly, task, error);
  tr_assembly_free(assembly);
  free(coordinates);
  return status;
}

/* Model of a log with the centres of mass that the fit begins with. */
static TrModel *
copy_started(const TrTask *task, const TrLog *log)
{
  TrModel *model = tr_model_copy(task->model);

  for (int i = 0; model && task->warm_start && i < task->n_free; i++)
    if (task->free[i].param.kind == TR_PARAM_COM)
      tr_param_set(model, task->free[i].param, task->warm_start[i]);
  for (int i = 0; model && task->warm_start && i < task->n_ties; i++)
    if (task->ties[i].param.kind == TR_PARAM_COM)
      tr_param_set(model, task->ties[i].param,
                   task->ties[i].factor * task->warm_start[task->ties[i].master]);
  if (model)
    tr_log_put_own(model, log);
  return model;
}

/* Computes the motion, then moves it to the centres of mass that the fit begins with. */
static TrStatus
begin_or_resume(TrPreparedLog *out, const TrTask *task, TrError *error)
{
  const TrFit *fit = task->warm_fit;
  TrModel *model = copy_started(task, out->log);
  TrStatus status = model ? TR_OK : TR_NO_MEMORY;
  int log = (int)(out->log - task->logs);

  if (status == TR_OK && fit)
    resume(out, task, &fit->logs[log]);
  else if (status == TR_OK)
    status = begin(out, task, error);
  if (status == TR_OK) {
    shift_centres(out->start, model, fit ? tr_fit_model_of_log(fit, log) : task->model);
    fill_twists(out->start, task->model);
  }
  tr_model_free(model);
  return status;
}

TrStatus
tr_prepare_start(TrPreparedLog *out, const TrTask *task, TrError *error)
{
  out->start =
      tr_trajectory_new(out->n_nodes, task->model->n_bodies, out->log->start, task->settings.h);
  if (!out->start)
    return TR_NO_MEMORY;
  return begin_or_resume(out, task, error);
}
