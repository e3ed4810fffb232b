#include "engine/est/regress/equations_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/regress/energy.h"
#include "engine/est/step/residual.h"
#include "engine/mbs/force/axial.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/signal/filtfilt.h"

/* Largest cutoff along a motion, by the rate of its nodes. */
#define SAFE_SHARE 0.4

/* Work on the samples of one log. */
typedef struct Bench {
  TrEquations *equations;
  TrRegressor *regressor;
  double *full;             /* [n_freedoms x n_nodes x n_coefficients] rows of all samples */
  double *column;           /* [n_nodes] */
  double *load, *smoothing; /* [n_joints] */
  double *driven;           /* [2 n_drives] */
  const double *z;          /* under which loads are computed; NULL: the friction loads are zero */
  bool *lost;               /* [n_nodes] */
  double *stored, *power;   /* [n_nodes x n_coefficients] for the windows of energy; NULL: none */
} Bench;

static size_t
row_size(const TrEquations *e)
{
  return (size_t)e->coefficients.n;
}

double *
tr_equations_rows(const TrEquations *e, int freedom)
{
  return e->row + (size_t)freedom * (size_t)e->n * row_size(e);
}

/* Returns whether some joint rubs under a load that its constraint forces make. */
static bool
has_load(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (tr_joint_has_axis(&model->joints[j]) && tr_axial_is_loaded(&model->joints[j]) &&
        tr_friction_is_dry(model->joints[j].friction.model))
      return true;
  return false;
}

static bool
has_input(const TrTask *task)
{
  for (int l = 0; l < task->n_logs; l++)
    for (int m = 0; m < task->model->n_motors; m++)
      if (task->model->motors[m].drive == TR_DRIVE_NONE &&
          tr_log_find(&task->logs[l], TR_SIGNAL_MOTOR, m))
        return true;
  return false;
}

/* Rate and acceleration of a freedom with a coordinate, from three consecutive positions. */
static void
difference_axis(double out[2], const TrEquations *e, const double *pose[3], int joint)
{
  double s[3], step = e->step;

  for (int i = 0; i < 3; i++)
    s[i] = tr_joint_position(e->model, joint, pose[i]);
  for (int i = 0; i < 3 && tr_joint_turns(&e->model->joints[joint]); i += 2)
    s[i] = s[1] + remainder(s[i] - s[1], 2 * M_PI);
  out[0] = (s[2] - s[0]) / (2 * step);
  out[1] = (s[2] - 2 * s[1] + s[0]) / (step * step);
}

/* Rates of all chosen freedoms as differences of poses over two steps, at the pose between. */
static TrStatus
difference_poses(double *rates, Bench *bench, const double *pose[3], double *twist)
{
  const TrEquations *e = bench->equations;

  tr_pose_velocity(twist, e->model->n_bodies, pose[0], pose[2], 2 * e->step);
  TR_TRY(tr_regressor_place(bench->regressor, pose[1]));
  tr_regressor_rates(rates, bench->regressor, twist);
  return TR_OK;
}

/* Rates and accelerations [2 x n_freedoms] at a sample of a log. */
static double *
motion_at(const TrEquations *e, size_t sample)
{
  return e->coordinate + sample * 2 * (size_t)e->n_freedoms;
}

static size_t
first_sample(const TrEquations *e, int log)
{
  size_t at = 0;

  for (int l = 0; l < log; l++)
    at += (size_t)e->prepared.logs[l].n_nodes;
  return at;
}

static void
take_neighbours(const double *pose[3], const TrTrajectory *motion, int node)
{
  for (int i = 0; i < 3; i++)
    pose[i] = tr_trajectory_pose(motion, node + i - 1);
}

/* Rates of freedoms without a coordinate, and their accelerations as differences of these. */
static TrStatus
differentiate_turning(Bench *bench, int log, double *twist)
{
  TrEquations *e = bench->equations;
  const TrTrajectory *motion = e->prepared.logs[log].start;
  size_t first = first_sample(e, log);
  int nf = e->n_freedoms, last = motion->n_nodes - 1;
  double *rates = bench->column;

  for (int k = 1; k < last; k++) {
    const double *pose[3];

    take_neighbours(pose, motion, k);
    if (difference_poses(rates, bench, pose, twist) != TR_OK)
      bench->lost[k] = true;
    for (int f = 0; f < nf; f++)
      if (e->freedom[f].kind != TR_FREEDOM_AXIS)
        motion_at(e, first + (size_t)k)[f] = bench->lost[k] ? 0 : rates[f];
  }
  for (int k = 2; k < last - 1; k++)
    for (int f = 0; f < nf; f++)
      if (e->freedom[f].kind != TR_FREEDOM_AXIS)
        motion_at(e, first + (size_t)k)[nf + f] =
            (motion_at(e, first + (size_t)k + 1)[f] - motion_at(e, first + (size_t)k - 1)[f]) /
            (2 * e->step);
  return TR_OK;
}

static TrStatus
differentiate(Bench *bench, int log)
{
  TrEquations *e = bench->equations;
  const TrTrajectory *motion = e->prepared.logs[log].start;
  size_t first = first_sample(e, log);
  double *twist = calloc((size_t)e->model->n_bodies * TR_TWIST + 1, sizeof *twist);
  bool turns = false;
  TrStatus status = TR_OK;

  if (!twist)
    return TR_NO_MEMORY;
  for (int f = 0; f < e->n_freedoms; f++)
    turns = turns || e->freedom[f].kind != TR_FREEDOM_AXIS;
  for (int k = 1; k + 1 < motion->n_nodes; k++) {
    const double *pose[3];

    take_neighbours(pose, motion, k);
    for (int f = 0; f < e->n_freedoms; f++)
      if (e->freedom[f].kind == TR_FREEDOM_AXIS) {
        double *at = motion_at(e, first + (size_t)k), both[2];

        difference_axis(both, e, pose, e->freedom[f].joint);
        at[f] = both[0];
        at[e->n_freedoms + f] = both[1];
      }
  }
  if (turns)
    status = differentiate_turning(bench, log, twist);
  free(twist);
  return status;
}

/* Returns whether a sample is used: it has neighbours, and nothing near it is excluded. */
static bool
is_used(const TrPreparedLog *log, int node)
{
  return node > 1 && node + 2 < log->n_nodes && !(log->step_share && log->step_share[node] < 1);
}

/* Rates and accelerations of prescribed joints at a sample. */
static void
fill_drives(Bench *bench, const TrTrajectory *start, int node)
{
  const TrEquations *e = bench->equations;
  const double *pose[3];
  int at = 0;

  take_neighbours(pose, start, node);
  for (int m = 0; m < e->model->n_motors; m++) {
    double both[2];

    if (e->model->motors[m].drive == TR_DRIVE_NONE)
      continue;
    difference_axis(both, e, pose, e->model->motors[m].joint);
    bench->driven[at] = both[0];
    bench->driven[e->n_drives + at++] = both[1];
  }
}

/* Keeps energy and power of a sample: of the coefficients that store no energy, rates . rows. */
static void
keep_energy(Bench *bench, int node, const double *pose, const double *rates)
{
  const TrEquations *e = bench->equations;
  size_t nz = row_size(e);
  double *power = bench->power + (size_t)node * nz;

  tr_energy_stored(bench->stored + (size_t)node * nz, e->model, &e->coefficients, bench->regressor,
                   pose);
  for (size_t i = 0; i < nz; i++) {
    power[i] = 0;
    for (int f = 0; f < e->n_freedoms && !tr_coefficient_is_stored(e->coefficients.list[i].kind);
         f++)
      power[i] += rates[f] * bench->column[(size_t)f * nz + i];
  }
}

/* Computes the rows of one sample. */
static TrStatus
fill_sample(Bench *bench, int log, int node)
{
  TrEquations *e = bench->equations;
  const TrPreparedLog *prepared = &e->prepared.logs[log];
  size_t n_inputs = (size_t)tr_model_n_inputs(e->model), nz = row_size(e);
  const double *at = motion_at(e, first_sample(e, log) + (size_t)node);
  TrRegressInput in = {.u = prepared->input + (size_t)node * n_inputs,
                       .load = bench->load,
                       .smoothing = bench->smoothing};
  double *rows = bench->column;

  TR_TRY(tr_regressor_place(bench->regressor, tr_trajectory_pose(prepared->start, node)));
  fill_drives(bench, prepared->start, node);
  tr_regressor_move(bench->regressor,
                    &(TrRegressMotion){.rates = at,
                                       .accelerations = at + e->n_freedoms,
                                       .driven = bench->driven,
                                       .driven_changes = bench->driven + e->n_drives});
  if (e->has_load && bench->z)
    TR_TRY(tr_regressor_loads(bench->load, bench->regressor, bench->z, &in));
  tr_regressor_rows(rows, bench->regressor, &in);
  if (bench->stored)
    keep_energy(bench, node, tr_trajectory_pose(prepared->start, node), at);
  for (int f = 0; f < e->n_freedoms; f++)
    memcpy(bench->full + ((size_t)f * (size_t)prepared->n_nodes + (size_t)node) * nz,
           rows + (size_t)f * nz, nz * sizeof *rows);
  return TR_OK;
}

static void
repeat_row(Bench *bench, int n_nodes, int to, int from)
{
  size_t nz = row_size(bench->equations);

  for (int f = 0; f < bench->equations->n_freedoms; f++) {
    double *rows = bench->full + (size_t)f * (size_t)n_nodes * nz;

    memcpy(rows + (size_t)to * nz, rows + (size_t)from * nz, nz * sizeof *rows);
  }
}

/* Stated smoothing rates; elsewhere dry friction has the sign of the rate. */
static void
fill_smoothing(Bench *bench, const TrPreparedLog *log)
{
  for (int j = 0; j < bench->equations->model->n_joints; j++) {
    bool is_stated = log->narrowest[j] >= log->widest[j];

    bench->smoothing[j] = is_stated ? log->widest[j] : 0;
  }
}

/* Fills the rows of all samples of a log; those without one repeat their neighbour. */
static TrStatus
fill_log(Bench *bench, int log)
{
  TrEquations *e = bench->equations;
  const TrPreparedLog *prepared = &e->prepared.logs[log];
  int n = prepared->n_nodes;

  fill_smoothing(bench, prepared);
  for (int j = 0; j < e->model->n_joints; j++)
    bench->load[j] = tr_axial_is_loaded(&e->model->joints[j]) ? 0 : 1;
  for (int k = 1; k + 1 < n; k++) {
    TrStatus status = bench->lost[k] ? TR_NOT_DEFINITE : fill_sample(bench, log, k);

    if (status != TR_OK && status != TR_NOT_DEFINITE)
      return status;
    bench->lost[k] = status != TR_OK;
    if (bench->lost[k] && k > 1)
      repeat_row(bench, n, k, k - 1);
  }
  repeat_row(bench, n, 0, 1);
  repeat_row(bench, n, n - 1, n - 2);
  return TR_OK;
}

/* Filters the columns of a freedom's rows. */
static TrStatus
filter_rows(Bench *bench, int freedom, int n, double cutoff)
{
  size_t nz = row_size(bench->equations);
  double *rows = bench->full + (size_t)freedom * (size_t)n * nz;

  for (size_t i = 0; i < nz; i++) {
    bool any = false;

    for (int k = 0; k < n; k++) {
      bench->column[k] = rows[(size_t)k * nz + i];
      any = any || bench->column[k] != 0;
    }
    if (!any)
      continue;
    TR_TRY(tr_filter_zero_phase(bench->column, (size_t)n, 1 / bench->equations->step, cutoff,
                                TR_START_ORDER));
    for (int k = 0; k < n; k++)
      rows[(size_t)k * nz + i] = bench->column[k];
  }
  return TR_OK;
}

/* Keeps every n-th row of a log, without lost samples; returns the number of rows after it. */
static int
keep_rows(Bench *bench, int log, int at)
{
  TrEquations *e = bench->equations;
  const TrPreparedLog *prepared = &e->prepared.logs[log];
  size_t nz = row_size(e);

  for (int k = 0; k < prepared->n_nodes; k += e->stride) {
    if (!is_used(prepared, k) || bench->lost[k])
      continue;
    for (int f = 0; f < e->n_freedoms; f++)
      memcpy(tr_equations_rows(e, f) + (size_t)at * nz,
             bench->full + ((size_t)f * (size_t)prepared->n_nodes + (size_t)k) * nz,
             nz * sizeof *e->row);
    e->time[at++] = prepared->log->start + k * e->step;
  }
  return at;
}

/* Appends the windows of energy of a log, whose kept rows are first .. end - 1. */
static void
keep_windows(Bench *bench, int log, int first, int end)
{
  TrEquations *e = bench->equations;
  const TrPreparedLog *prepared = &e->prepared.logs[log];
  TrEnergySamples samples = {.n = prepared->n_nodes,
                             .length = e->window,
                             .step = e->step,
                             .stored = bench->stored,
                             .power = bench->power,
                             .lost = bench->lost};

  if (e->window == 0 || end <= first)
    return;
  for (int k = 0; k < prepared->n_nodes; k++)
    bench->lost[k] |= !is_used(prepared, k);

  int *middle = e->middle + e->n_windows;
  int n = tr_energy_rows(e->balance + (size_t)e->n_windows * row_size(e), middle, &samples,
                         &e->coefficients);
  for (int w = 0; w < n; w++) {
    int row = first + middle[w] / e->stride;

    middle[w] = row < end ? row : end - 1;
  }
  e->n_windows += n;
}

static void
clear_bench(Bench *bench)
{
  free(bench->stored);
  free(bench->power);
  tr_regressor_free(bench->regressor);
  free(bench->full);
  free(bench->column);
  free(bench->load);
  free(bench->driven);
  free(bench->smoothing);
  free(bench->lost);
}

static bool
take_bench(Bench *bench)
{
  TrEquations *e = bench->equations;
  size_t longest = 1, nz = row_size(e), joints = (size_t)e->model->n_joints + 1;

  for (int l = 0; l < e->prepared.n_logs; l++)
    if (longest < (size_t)e->prepared.logs[l].n_nodes)
      longest = (size_t)e->prepared.logs[l].n_nodes;
  bench->full = calloc((size_t)e->n_freedoms * longest * nz + 1, sizeof *bench->full);
  bench->column = calloc(longest + (size_t)e->n_freedoms * nz + 1, sizeof *bench->column);
  bench->driven = calloc(2 * (size_t)e->n_drives + 1, sizeof *bench->driven);
  bench->load = calloc(joints, sizeof *bench->load);
  bench->smoothing = calloc(joints, sizeof *bench->smoothing);
  bench->lost = calloc(longest, sizeof *bench->lost);
  if (e->window > 0) {
    bench->stored = calloc(longest * nz, sizeof *bench->stored);
    bench->power = calloc(longest * nz, sizeof *bench->power);
  }
  if (e->window > 0 && (!bench->stored || !bench->power))
    return false;
  return bench->full && bench->column && bench->driven && bench->load && bench->smoothing &&
         bench->lost;
}

/* Fills all rows; z: NULL, or the coefficients that load the dry friction. */
static TrStatus
fill_all(Bench *bench, double cutoff)
{
  TrEquations *e = bench->equations;
  int at = 0;

  if (!take_bench(bench))
    return TR_NO_MEMORY;
  e->n_lost = e->n_windows = 0;
  for (int l = 0; l < e->n_logs; l++) {
    int n = e->prepared.logs[l].n_nodes;

    memset(bench->lost, 0, (size_t)n * sizeof *bench->lost);
    TR_TRY(differentiate(bench, l));
    TR_TRY(fill_log(bench, l));
    for (int f = 0; f < e->n_freedoms; f++)
      TR_TRY(filter_rows(bench, f, n, cutoff));
    for (int k = 0; k < n; k++)
      e->n_lost += bench->lost[k];
    e->first[l] = at;
    at = keep_rows(bench, l, at);
    keep_windows(bench, l, e->first[l], at);
  }
  e->first[e->n_logs] = at;
  return TR_OK;
}

/* Chooses the freedoms at the first sample of the first log. */
static TrStatus
choose(TrEquations *e, TrRegressor *regressor, TrError *error)
{
  TR_TRY(tr_regressor_choose(regressor, tr_trajectory_pose(e->prepared.logs[0].start, 0), error));
  e->n_freedoms = tr_regressor_n_freedoms(regressor);
  e->freedom = calloc((size_t)e->n_freedoms + 1, sizeof *e->freedom);
  if (!e->freedom)
    return TR_NO_MEMORY;
  for (int f = 0; f < e->n_freedoms; f++)
    e->freedom[f] = *tr_regressor_freedom(regressor, f);
  return TR_OK;
}

static TrStatus
take_rows(TrEquations *e)
{
  size_t samples, rows = 0;

  e->n_logs = e->prepared.n_logs;
  samples = first_sample(e, e->n_logs);
  for (int l = 0; l < e->n_logs; l++)
    for (int k = 0; k < e->prepared.logs[l].n_nodes; k += e->stride)
      rows += is_used(&e->prepared.logs[l], k);
  e->n = (int)rows;
  e->first = calloc((size_t)e->n_logs + 1, sizeof *e->first);
  e->time = calloc(rows + 1, sizeof *e->time);
  e->row = calloc((size_t)e->n_freedoms * rows * row_size(e) + 1, sizeof *e->row);
  e->coordinate = calloc(samples * 2 * (size_t)e->n_freedoms + 1, sizeof *e->coordinate);
  if (e->window > 0) {
    size_t windows = samples / (size_t)e->window + 1;

    e->balance = calloc(windows * row_size(e), sizeof *e->balance);
    e->middle = calloc(windows, sizeof *e->middle);
    if (!e->balance || !e->middle)
      return TR_NO_MEMORY;
  }
  return e->first && e->time && e->row && e->coordinate ? TR_OK : TR_NO_MEMORY;
}

/* Sets the samples of a window of energy. */
static TrStatus
take_window(TrEquations *e, const TrTask *task, TrError *error)
{
  for (int m = 0; m < task->model->n_motors; m++)
    if (task->model->motors[m].drive != TR_DRIVE_NONE)
      return tr_error_set(error, TR_BAD_SETTING,
                          "the balance of energy needs the force of every motor, and '%s' "
                          "prescribes a motion; set energy to \"none\"",
                          task->model->motors[m].name);
  e->window = (int)fmax(round(task->settings.energy / e->step), 1);
  return TR_OK;
}

static TrStatus
make(TrEquations *e, const TrTask *task, const TrTrajectory *motion, TrError *error)
{
  Bench bench = {.equations = e};
  TrStatus status;

  e->step = motion ? motion->h : tr_equations_step(task);
  if (!motion) {
    TR_TRY(tr_equations_check_own(task, error));
    TR_TRY(tr_equations_check_cutoff(task, e->step, error));
  }
  e->model = tr_model_at_origins(task->model);
  e->cutoff = fmin(task->settings.cutoff, SAFE_SHARE / e->step);
  e->stride = (int)fmax(1, floor(1 / (TR_REGRESS_SAMPLES * e->cutoff * e->step)));
  e->has_load = has_load(task->model);
  e->has_input = has_input(task);
  e->n_drives = tr_model_n_drives(task->model);
  if (task->settings.energy > 0 && !motion)
    TR_TRY(take_window(e, task, error));
  if (!e->model)
    return TR_NO_MEMORY;
  TR_TRY(tr_coefficients_new(&e->coefficients, task->model));
  TR_TRY(tr_equations_prepare(e, task, error));
  if (motion)
    tr_equations_take_motion(e, motion, task->model);
  bench.regressor = tr_regressor_new(e->model, &e->coefficients);
  status = bench.regressor ? choose(e, bench.regressor, error) : TR_NO_MEMORY;
  if (status == TR_OK)
    status = take_rows(e);
  if (status == TR_OK)
    status = fill_all(&bench, e->cutoff);
  clear_bench(&bench);
  return status;
}

TrStatus
tr_equations_new(TrEquations **out, const TrTask *task, TrError *error)
{
  return tr_equations_new_along(out, task, NULL, error);
}

TrStatus
tr_equations_new_along(TrEquations **out,
                       const TrTask *task,
                       const TrTrajectory *motion,
                       TrError *error)
{
  TR_ASSERT(out && tr_task_is_whole(task) && (!motion || task->n_logs == 1));

  TrEquations *e = calloc(1, sizeof *e);
  TrStatus status = e ? make(e, task, motion, error) : TR_NO_MEMORY;

  *out = e;
  if (status != TR_OK) {
    tr_equations_free(e);
    *out = NULL;
  }
  return status;
}

void
tr_equations_free(TrEquations *e)
{
  if (!e)
    return;
  tr_prepared_clear(&e->prepared);
  tr_coefficients_clear(&e->coefficients);
  tr_model_free(e->model);
  free(e->logs);
  free(e->channels);
  free(e->freedom);
  free(e->first);
  free(e->row);
  free(e->time);
  free(e->coordinate);
  free(e->balance);
  free(e->middle);
  free(e);
}

TrStatus
tr_equations_load(TrEquations *e, const double *z)
{
  TR_ASSERT(e && z);

  Bench bench = {.equations = e, .z = z};
  double *pose;
  TrStatus status;

  if (!e->has_load)
    return TR_OK;
  bench.regressor = tr_regressor_new(e->model, &e->coefficients);
  if (!bench.regressor)
    return TR_NO_MEMORY;
  pose = tr_trajectory_pose(e->prepared.logs[0].start, 0);
  status = tr_regressor_choose(bench.regressor, pose, NULL);
  if (status == TR_OK)
    status = fill_all(&bench, e->cutoff);
  clear_bench(&bench);
  return status;
}
