#include "engine/est/regress/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/random.h"
#include "engine/est/regress/regressor.h"
#include "engine/linalg/columns.h"
#include "engine/linalg/quat.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Share of a column that must stand out of those before it, and share of the largest column below
 * which a coefficient has no effect. */
#define INDEPENDENT 1e-6
#define EFFECT      1e-9

/* Factors below this are rounding. */
#define ROUNDING 1e-7

/* Size of the random steps [rad, m] and of rates, accelerations and inputs. */
#define STEP         0.7
#define RATE         2.0
#define ACCELERATION 5.0

/* Most multiple of these that a body may have. */
#define MODERATE 30.0

enum { SEED = 1, ROWS_A_COLUMN = 3, WALK = 3, MOST_TRIES = 1000 };

/* A random walk through closed poses. */
typedef struct Walk {
  const TrModel *model;
  TrAssembly *assembly;
  TrRegressor *regressor;
  TrRandom random;
  double *start, *pose, *trial; /* [n_bodies x 7] */
  double *rates, *changes;      /* [6 n_bodies] */
  double *driven;               /* [2 n_drives] */
  double *input, *load, *smoothing;
  double *coordinate;   /* [n_joints] */
  bool has_coordinates; /* which determine all poses */
} Walk;

/* Returns whether the coordinates of the joints determine all poses. */
static bool
has_coordinates(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++) {
    TrJointType type = model->joints[j].type;

    if (type != TR_JOINT_HINGE && type != TR_JOINT_SLIDE && type != TR_JOINT_FIXED)
      return false;
  }
  return tr_model_is_tree(model);
}

static void
clear(Walk *w)
{
  tr_assembly_free(w->assembly);
  tr_regressor_free(w->regressor);
  free(w->start);
  free(w->pose);
  free(w->trial);
  free(w->rates);
  free(w->changes);
  free(w->driven);
  free(w->input);
  free(w->load);
  free(w->smoothing);
  free(w->coordinate);
}

static bool
take_memory(Walk *w, const TrCoefficients *coefficients)
{
  size_t bodies = (size_t)w->model->n_bodies + 1, joints = (size_t)w->model->n_joints + 1;

  w->assembly = tr_assembly_new(w->model);
  w->regressor = tr_regressor_new(w->model, coefficients);
  w->start = calloc(bodies * TR_POSE, sizeof *w->start);
  w->pose = calloc(bodies * TR_POSE, sizeof *w->pose);
  w->trial = calloc(bodies * TR_POSE, sizeof *w->trial);
  w->rates = calloc(bodies * TR_TWIST, sizeof *w->rates);
  w->changes = calloc(bodies * TR_TWIST, sizeof *w->changes);
  w->driven = calloc(2 * (size_t)tr_model_n_drives(w->model) + 1, sizeof *w->driven);
  w->input = calloc((size_t)tr_model_n_inputs(w->model) + 1, sizeof *w->input);
  w->load = calloc(joints, sizeof *w->load);
  w->smoothing = calloc(joints, sizeof *w->smoothing);
  w->coordinate = calloc(joints, sizeof *w->coordinate);
  w->has_coordinates = has_coordinates(w->model);
  return w->assembly && w->regressor && w->start && w->pose && w->trial && w->rates && w->changes &&
         w->driven && w->input && w->load && w->smoothing && w->coordinate;
}

static void
fill_random(double *x, int n, double size, TrRandom *random)
{
  for (int i = 0; i < n; i++)
    x[i] = size * tr_random_normal(random);
}

/* Returns whether the bodies move about as fast as the freedoms: near a singular pose they do not.
 */
static bool
is_moderate(const Walk *w)
{
  const double *twist = tr_regressor_twist(w->regressor);
  const double *acceleration = tr_regressor_acceleration(w->regressor);
  bool is = true;

  for (int i = 0; i < TR_TWIST * w->model->n_bodies; i++)
    is = is && fabs(twist[i]) < MODERATE * RATE && fabs(acceleration[i]) < pow(MODERATE * RATE, 2);
  return is;
}

/* Sets a random motion at the pose; TR_NOT_DEFINITE at a singular one. */
static TrStatus
set_motion(Walk *w)
{
  int n = tr_regressor_n_freedoms(w->regressor), drives = tr_model_n_drives(w->model);

  fill_random(w->rates, n, RATE, &w->random);
  fill_random(w->changes, n, ACCELERATION, &w->random);
  fill_random(w->driven, 2 * drives, RATE, &w->random);
  fill_random(w->input, tr_model_n_inputs(w->model), 1, &w->random);
  for (int j = 0; j < w->model->n_joints; j++)
    w->load[j] = 0.1 + tr_random_uniform(&w->random);
  TR_TRY(tr_regressor_place(w->regressor, w->pose));
  tr_regressor_move(w->regressor, &(TrRegressMotion){.rates = w->rates,
                                                     .accelerations = w->changes,
                                                     .driven = w->driven,
                                                     .driven_changes = w->driven + drives});
  return is_moderate(w) ? TR_OK : TR_NOT_DEFINITE;
}

/* Goes along the motion for a while in the coordinates of a tree, which need no closing. */
static void
step_along_joints(Walk *w, double time)
{
  for (int j = 0; j < w->model->n_joints; j++)
    if (tr_joint_has_axis(&w->model->joints[j]))
      w->coordinate[j] = tr_joint_position(w->model, j, w->pose) +
                         time * tr_regressor_joint_rates(w->regressor)[j];
  tr_forward_kinematics(w->pose, NULL, w->model, w->coordinate, NULL);
}

/* Goes along the motion for a while, and closes the loops. */
static void
step(Walk *w)
{
  double time = STEP / RATE;
  const double *twist = tr_regressor_twist(w->regressor);

  if (w->has_coordinates) {
    step_along_joints(w, time);
    return;
  }
  for (int b = 0; b < w->model->n_bodies; b++) {
    double turn[3];

    for (int i = 0; i < 3; i++) {
      w->trial[TR_POSE * b + i] = w->pose[TR_POSE * b + i] + time * twist[TR_TWIST * b + i];
      turn[i] = time * twist[TR_TWIST * b + 3 + i];
    }
    tr_quat_retract(w->trial + TR_POSE * b + 3, w->pose + TR_POSE * b + 3, turn);
  }
  if (tr_assembly_close(w->assembly, w->trial, NULL) != TR_OK)
    memcpy(w->trial, w->start, (size_t)(TR_POSE * w->model->n_bodies) * sizeof *w->trial);
  memcpy(w->pose, w->trial, (size_t)(TR_POSE * w->model->n_bodies) * sizeof *w->pose);
}

/* Goes on to another pose, with a motion. */
static TrStatus
go_on(Walk *w)
{
  for (int k = 0; k < WALK; k++) {
    TrStatus status = set_motion(w);

    if (status == TR_OK)
      step(w);
    else
      memcpy(w->pose, w->start, (size_t)(TR_POSE * w->model->n_bodies) * sizeof *w->pose);
  }
  return set_motion(w);
}

static TrStatus
start(Walk *w, TrError *error)
{
  TR_TRY(tr_assembly_start(w->assembly, w->start, error));
  memcpy(w->pose, w->start, (size_t)(TR_POSE * w->model->n_bodies) * sizeof *w->pose);
  return tr_regressor_choose(w->regressor, w->pose, error);
}

/* Rows along random motions, into out[n x nz]. */
static TrStatus
sample(double *out, Walk *w, int n, int nz)
{
  int nf = tr_regressor_n_freedoms(w->regressor), tries = 0;
  TrRegressInput in = {w->input, w->load, w->smoothing};

  for (int at = 0; at + nf <= n;) {
    TrStatus status = go_on(w);

    if (status != TR_OK && ++tries > MOST_TRIES)
      return status;
    if (status != TR_OK)
      continue;
    tr_regressor_rows(out + at * nz, w->regressor, &in);
    at += nf;
    tries = 0;
  }
  return TR_OK;
}

static TrStatus
sample_model(
    double **rows, int *n, const TrModel *model, const TrCoefficients *coefficients, TrError *error)
{
  TrModel *origins = tr_model_at_origins(model);
  Walk w = {.model = origins, .random = tr_random_stream(SEED, 0)};
  int nz = coefficients->n;
  TrStatus status = origins && take_memory(&w, coefficients) ? start(&w, error) : TR_NO_MEMORY;

  *rows = NULL;
  if (status == TR_OK) {
    int nf = tr_regressor_n_freedoms(w.regressor);

    *n = (ROWS_A_COLUMN * nz / nf + 2) * nf;
    *rows = calloc((size_t)(*n * nz) + 1, sizeof **rows);
    status = *rows ? sample(*rows, &w, *n, nz) : TR_NO_MEMORY;
  }
  clear(&w);
  tr_model_free(origins);
  return status;
}

double *
tr_base_sample(int *n, const TrModel *model, const TrCoefficients *coefficients)
{
  double *rows;

  TR_ASSERT(n && tr_model_is_whole(model) && coefficients);
  if (sample_model(&rows, n, model, coefficients, NULL) != TR_OK) {
    free(rows);
    return NULL;
  }
  return rows;
}

/* Number of joints between a body and the ground. */
static int
depth_of(const TrModel *model, int body)
{
  int depth = 0;

  while (body != TR_WORLD && depth <= model->n_bodies) {
    int parent = TR_WORLD;

    for (int j = model->n_joints - 1; j >= 0; j--)
      if (model->joints[j].child == body)
        parent = model->joints[j].parent;
    body = parent;
    depth++;
  }
  return depth;
}

/* Place of a coefficient in the choice: bodies from the ground outwards, inertias, moments, mass;
 * then those of joints and motors. */
static int
rank_of(const TrModel *model, const TrCoefficient *c)
{
  int kind = c->kind == TR_COEFFICIENT_INERTIA ? 0 : c->kind == TR_COEFFICIENT_MOMENT ? 1 : 2;

  if (c->kind > TR_COEFFICIENT_INERTIA)
    return 8 * (model->n_bodies + 2);
  return 8 * depth_of(model, c->owner) + kind;
}

/* Order of the coefficients in the choice. */
static void
sort(int *order, const TrModel *model, const TrCoefficients *coefficients)
{
  for (int i = 0; i < coefficients->n; i++) {
    int own = rank_of(model, &coefficients->list[i]), at = i;

    for (; at > 0 && rank_of(model, &coefficients->list[order[at - 1]]) > own; at--)
      order[at] = order[at - 1];
    order[at] = i;
  }
}

/* Marks the coefficients without effect, and fills unit columns [n x nz] of the others in the order
 * of the choice; size[nz]: the lengths of the columns. */
static void
fill_columns(
    double *columns, double *size, TrBase *base, const double *rows, int n, const int *order)
{
  int nz = base->coefficients.n;
  double largest = 0;

  for (int j = 0; j < nz; j++) {
    double square = 0;

    for (int i = 0; i < n; i++)
      square += rows[i * nz + j] * rows[i * nz + j];
    size[j] = sqrt(square);
    largest = fmax(largest, size[j]);
  }
  for (int k = 0; k < nz; k++) {
    int j = order[k];

    base->is_idle[j] = size[j] <= EFFECT * largest;
    for (int i = 0; i < n && !base->is_idle[j]; i++)
      columns[i * nz + k] = rows[i * nz + j] / size[j];
  }
}

/* Takes the leads and factors of unit columns. */
static void
take_leads(TrBase *base, const TrLeadColumns *columns, const double *size, const int *order)
{
  int nz = base->coefficients.n;

  base->rank = columns->rank;
  for (int k = 0; k < base->rank; k++) {
    int lead = order[columns->lead[k]];

    base->lead[k] = lead;
    base->inertial_rank += base->coefficients.list[lead].kind <= TR_COEFFICIENT_INERTIA;
    for (int i = 0; i < nz; i++) {
      double factor = columns->factor[k * nz + i] * size[order[i]] / size[lead];

      base->factor[k * nz + order[i]] = fabs(factor) < ROUNDING ? 0 : factor;
    }
  }
}

/* Chooses the leads among the columns of rows[n x nz]. */
static TrStatus
choose(TrBase *base, const TrModel *model, const double *rows, int n)
{
  size_t nz = (size_t)base->coefficients.n;
  double *unit = calloc((size_t)n * nz + 1, sizeof *unit), *size = calloc(nz + 1, sizeof *size);
  int *order = calloc(nz + 1, sizeof *order);
  TrLeadColumns columns = {0};
  TrStatus status = TR_NO_MEMORY;

  if (unit && size && order) {
    sort(order, model, &base->coefficients);
    fill_columns(unit, size, base, rows, n, order);
    status = tr_lead_columns_find(&columns, unit, n, base->coefficients.n, INDEPENDENT);
  }
  if (status == TR_OK)
    take_leads(base, &columns, size, order);
  tr_lead_columns_clear(&columns);
  free(unit);
  free(size);
  free(order);
  return status;
}

static TrStatus
make(TrBase *base, const TrModel *model, TrError *error)
{
  double *rows = NULL;
  size_t nz;
  int n = 0;
  TrStatus status;

  TR_TRY(tr_coefficients_new(&base->coefficients, model));
  nz = (size_t)base->coefficients.n;
  base->lead = calloc(nz + 1, sizeof *base->lead);
  base->factor = calloc(nz * nz + 1, sizeof *base->factor);
  base->is_idle = calloc(nz + 1, sizeof *base->is_idle);
  if (!base->lead || !base->factor || !base->is_idle)
    return TR_NO_MEMORY;
  status = sample_model(&rows, &n, model, &base->coefficients, error);
  if (status == TR_OK)
    status = choose(base, model, rows, n);
  free(rows);
  return status;
}

TrStatus
tr_base_new(TrBase **out, const TrModel *model, TrError *error)
{
  TR_ASSERT(out && tr_model_is_whole(model));

  TrBase *base = calloc(1, sizeof *base);
  TrStatus status = base ? make(base, model, error) : TR_NO_MEMORY;

  *out = base;
  if (status != TR_OK) {
    tr_base_free(base);
    *out = NULL;
  }
  return status;
}

void
tr_base_free(TrBase *base)
{
  if (!base)
    return;
  tr_coefficients_clear(&base->coefficients);
  free(base->lead);
  free(base->factor);
  free(base->is_idle);
  free(base);
}

void
tr_base_get(double *values, const TrBase *base, const TrModel *model)
{
  TR_ASSERT(values && base && model);

  int nz = base->coefficients.n;
  double *z = calloc((size_t)nz + 1, sizeof *z);

  if (z)
    tr_coefficients_get(z, &base->coefficients, model);
  for (int k = 0; k < base->rank; k++) {
    values[k] = z ? 0 : NAN;
    for (int j = 0; z && j < nz; j++)
      values[k] += base->factor[k * nz + j] * z[j];
  }
  free(z);
}
