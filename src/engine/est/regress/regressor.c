#include "engine/est/regress/regressor_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/span.h"
#include "engine/linalg/vec.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/gravity.h"

/* Share of the longest row below which a row counts as dependent: of constraints, of freedoms. */
#define CONSTRAINT_RANK 1e-8
#define FREEDOM_RANK    1e-4

/* Share of the mean pivot of A^T A below which the freedoms do not determine the motion. */
#define SINGULAR 1e-12

/* Step of the derivative of free rates along the motion. */
#define ROTATION_STEP 1e-5

TrModel *
tr_model_at_origins(const TrModel *model)
{
  TrModel *out = tr_model_copy(model);

  for (int b = 0; out && b < out->n_bodies; b++)
    memset(out->bodies[b].com, 0, sizeof out->bodies[b].com);
  return out;
}

static bool
take_memory(TrRegressor *r)
{
  size_t n = (size_t)r->n, m = (size_t)r->m, joints = (size_t)r->n_joints;
  size_t free_rows = (size_t)r->mechanism->n_freedoms, rows = m + joints + free_rows + 1;
  struct {
    double **to;
    size_t size;
  } arrays[] = {{&r->jac, m * n},
                {&r->axes, joints * n},
                {&r->free_rows, free_rows * n},
                {&r->moved_rows, free_rows * n},
                {&r->moved_pose, n / 6 * TR_POSE},
                {&r->normal, n * n},
                {&r->motion, n * n},
                {&r->along, joints * n},
                {&r->twist, n},
                {&r->unit, n * n},
                {&r->acceleration, n},
                {&r->joint_rate, joints},
                {&r->joint_acceleration, joints},
                {&r->slope, rows * n},
                {&r->body_rows, 6 * TR_BODY_COEFFICIENTS},
                {&r->wrench, n},
                {&r->gram, m * m},
                {&r->lambda, m},
                {&r->scratch, (rows + n + 1) * n}};
  bool ok = true;

  for (size_t i = 0; i < TR_COUNT(arrays); i++) {
    *arrays[i].to = calloc(arrays[i].size + 1, sizeof(double));
    ok = ok && *arrays[i].to;
  }
  r->freedom = calloc(n + 1, sizeof *r->freedom);
  r->places = calloc((size_t)r->model->n_bodies + 1, sizeof *r->places);
  return ok && r->freedom && r->places;
}

TrRegressor *
tr_regressor_new(const TrModel *model, const TrCoefficients *coefficients)
{
  TR_ASSERT(tr_model_is_whole(model) && coefficients);

  TrRegressor *r = calloc(1, sizeof *r);

  if (!r)
    return NULL;
  r->model = model;
  r->coefficients = coefficients;
  r->mechanism = tr_mechanism_new(model);
  if (r->mechanism) {
    r->n = 6 * model->n_bodies;
    r->m = r->mechanism->n_rows;
    r->n_joints = model->n_joints;
  }
  if (!r->mechanism || !take_memory(r)) {
    tr_regressor_free(r);
    return NULL;
  }
  for (int i = 0; i < r->n; i++)
    r->unit[i * r->n + i] = 1;
  tr_gravity_vector(r->gravity, &model->gravity);
  return r;
}

void
tr_regressor_free(TrRegressor *r)
{
  if (!r)
    return;
  void *parts[] = {r->unit,
                   r->freedom,
                   r->places,
                   r->jac,
                   r->axes,
                   r->free_rows,
                   r->moved_rows,
                   r->moved_pose,
                   r->normal,
                   r->motion,
                   r->along,
                   r->twist,
                   r->acceleration,
                   r->slope,
                   r->joint_rate,
                   r->body_rows,
                   r->joint_acceleration,
                   r->wrench,
                   r->gram,
                   r->lambda,
                   r->scratch};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
  tr_mechanism_free(r->mechanism);
  free(r);
}

int
tr_regressor_n_freedoms(const TrRegressor *regressor)
{
  return regressor->n_freedoms;
}

const TrRegressFreedom *
tr_regressor_freedom(const TrRegressor *regressor, int i)
{
  return &regressor->freedom[i];
}

static void
take_rows(TrRegressor *r, const double *pose)
{
  r->pose = pose;
  tr_mechanism_places(r->places, r->model->n_bodies, pose);
  tr_mechanism_jacobian(r->jac, r->mechanism, r->places);
  tr_mechanism_axes(r->axes, r->mechanism, r->places);
  tr_mechanism_freedoms(r->free_rows, r->mechanism, r->places);
}

static const double *
row_of(const TrRegressor *r, const TrRegressFreedom *f)
{
  switch (f->kind) {
  case TR_FREEDOM_AXIS:
    return r->axes + f->row * r->n;
  case TR_FREEDOM_JOINT:
    return r->free_rows + f->row * r->n;
  default:
    return r->unit + f->row * r->n;
  }
}

static bool
has_sensor(const TrModel *model, int joint)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (model->sensors[s].type == TR_SENSOR_JOINT_POSITION && model->sensors[s].joint == joint)
      return true;
  return false;
}

/* Rank of a joint in the choice: the first ones get an equation. */
static int
rank_joint(const TrModel *model, int joint)
{
  return tr_model_has_motor(model, joint) ? 0 : has_sensor(model, joint) ? 1 : 2;
}

static void
try_freedom(TrRegressor *r, TrSpan *span, TrRegressFreedom f)
{
  const double *row = row_of(r, &f);
  double square = 0;

  for (int i = 0; i < r->n; i++)
    square += row[i] * row[i];
  if (square > 0 && tr_span_add(span, row, FREEDOM_RANK * sqrt(square), r->scratch))
    r->freedom[r->n_freedoms++] = f;
}

/* Adds the freedoms of joints of this rank. */
static void
try_joints(TrRegressor *r, TrSpan *span, int rank)
{
  const TrMechanism *mechanism = r->mechanism;

  for (int j = 0; j < r->n_joints; j++)
    if (mechanism->axes[j].n_rows > 0 && !tr_joint_only_acts(&r->model->joints[j]) &&
        rank_joint(r->model, j) == rank)
      try_freedom(r, span, (TrRegressFreedom){TR_FREEDOM_AXIS, j, j});
  for (int i = 0; i < mechanism->n_free_constraints; i++) {
    const TrConstraint *c = &mechanism->freedoms[i];

    for (int k = 0; k < c->n_rows; k++)
      if (mechanism->axes[c->joint].n_rows == 0 && rank_joint(r->model, c->joint) == rank)
        try_freedom(r, span, (TrRegressFreedom){TR_FREEDOM_JOINT, c->joint, c->row + k});
  }
}

/* First joint that carries a body. */
static int
joint_of_body(const TrModel *model, int body)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].child == body)
      return j;
  return 0;
}

/* Adds motions of bodies that no joint has. */
static void
try_bodies(TrRegressor *r, TrSpan *span)
{
  for (int i = 0; i < r->n && span->rank < r->n; i++)
    try_freedom(r, span,
                (TrRegressFreedom){TR_FREEDOM_BODY, joint_of_body(r->model, i / TR_TWIST), i});
}

TrStatus
tr_regressor_choose(TrRegressor *r, const double *pose, TrError *error)
{
  TR_ASSERT(r && pose);

  TrSpan span = {.n = r->n, .basis = r->normal};
  int *order = malloc(((size_t)r->m + 1) * sizeof *order);

  if (!order)
    return TR_NO_MEMORY;
  take_rows(r, pose);
  r->n_freedoms = 0;
  tr_span_add_rows(&span, r->jac, r->m, CONSTRAINT_RANK, order, r->scratch);
  free(order);
  if (span.rank == r->n)
    return tr_error_set(error, TR_BAD_MODEL,
                        "a regression needs a joint that may move: here every motion is prescribed "
                        "by a drive, whose force is a result and no input");
  for (int rank = 0; rank < 3; rank++)
    try_joints(r, &span, rank);
  try_bodies(r, &span);
  return TR_OK;
}

/* Adds s row row^T to the lower part of the normal matrix. */
static void
add_square(TrRegressor *r, const double *row)
{
  for (int i = 0; i < r->n; i++)
    if (row[i] != 0)
      for (int j = 0; j <= i; j++)
        r->normal[i * r->n + j] += row[i] * row[j];
}

TrStatus
tr_regressor_place(TrRegressor *r, const double *pose)
{
  TR_ASSERT(r && pose && r->n_freedoms > 0);

  int n = r->n, nf = r->n_freedoms;
  double trace = 0;

  take_rows(r, pose);
  memset(r->normal, 0, (size_t)(n * n) * sizeof *r->normal);
  for (int i = 0; i < r->m; i++)
    add_square(r, r->jac + i * n);
  for (int f = 0; f < nf; f++)
    add_square(r, row_of(r, &r->freedom[f]));
  for (int i = 0; i < n; i++)
    trace += r->normal[i * n + i] / n;
  TR_TRY(tr_dense_cholesky(r->normal, n));
  for (int i = 0; i < n; i++)
    if (r->normal[i * n + i] * r->normal[i * n + i] < SINGULAR * trace)
      return TR_NOT_DEFINITE;
  for (int i = 0; i < n; i++)
    for (int f = 0; f < nf; f++)
      r->motion[i * nf + f] = row_of(r, &r->freedom[f])[i];
  tr_dense_cholesky_solve(r->motion, r->normal, n, nf);
  memset(r->along, 0, (size_t)(r->n_joints * nf) * sizeof *r->along);
  tr_dense_add_product(r->along, 1, r->axes, r->motion, (TrProductSize){r->n_joints, n, nf});
  return TR_OK;
}

void
tr_regressor_rates(double *rates, const TrRegressor *r, const double *twist)
{
  for (int f = 0; f < r->n_freedoms; f++)
    rates[f] = tr_vec_dot(row_of(r, &r->freedom[f]), twist, r->n);
}

/* Free rows at the pose that the twist leads to in time s. */
static void
move_free_rows(TrRegressor *r, double s)
{
  for (int b = 0; b < r->model->n_bodies; b++) {
    const double *pose = r->pose + TR_POSE * b, *twist = r->twist + TR_TWIST * b;
    double *to = r->moved_pose + TR_POSE * b, turn[3];

    for (int i = 0; i < 3; i++) {
      to[i] = pose[i] + s * twist[i];
      turn[i] = s * twist[3 + i];
    }
    tr_quat_retract(to + 3, pose + 3, turn);
  }
  tr_mechanism_places(r->places, r->model->n_bodies, r->moved_pose);
  tr_mechanism_freedoms(r->moved_rows, r->mechanism, r->places);
}

/* Adds to right[n_freedoms] the part of the accelerations of freedoms without an axis that comes
 * from their rows' own change. */
static void
take_out_turning(TrRegressor *r, double *right)
{
  bool any = false;

  for (int f = 0; f < r->n_freedoms; f++)
    any = any || r->freedom[f].kind == TR_FREEDOM_JOINT;
  for (int side = -1; any && side <= 1; side += 2) {
    move_free_rows(r, side * ROTATION_STEP);
    for (int f = 0; f < r->n_freedoms; f++)
      if (r->freedom[f].kind == TR_FREEDOM_JOINT)
        right[f] -= side / (2 * ROTATION_STEP) *
                    tr_vec_dot(r->moved_rows + r->freedom[f].row * r->n, r->twist, r->n);
  }
  if (any)
    tr_mechanism_places(r->places, r->model->n_bodies, r->pose);
}

/* Joint accelerations: G-bar a + d(G-bar v)/dx v. */
static void
fill_joints(TrRegressor *r)
{
  tr_mechanism_axis_rate_derivative(r->slope, r->mechanism, r->places, r->twist);
  for (int j = 0; j < r->n_joints; j++) {
    r->joint_rate[j] = tr_vec_dot(r->axes + j * r->n, r->twist, r->n);
    r->joint_acceleration[j] = tr_vec_dot(r->axes + j * r->n, r->acceleration, r->n) +
                               tr_vec_dot(r->slope + j * r->n, r->twist, r->n);
  }
}

/* Rate or acceleration that the i-th constraint row prescribes: zero but for drives, the last rows.
 */
static double
prescribed(const TrRegressor *r, int row, const double *driven)
{
  int drive = row - (r->m - r->mechanism->n_drives);

  return drive < 0 ? 0 : driven[drive];
}

/* v = (A^T A)^-1 A^T (rows of constraints, rows of freedoms). */
static void
fill_twist(TrRegressor *r, const TrRegressMotion *motion)
{
  int n = r->n;

  memset(r->twist, 0, (size_t)n * sizeof *r->twist);
  for (int f = 0; f < r->n_freedoms; f++)
    tr_regressor_add_scaled(r->twist, motion->rates[f], row_of(r, &r->freedom[f]), n);
  for (int i = r->m - r->mechanism->n_drives; i < r->m; i++)
    tr_regressor_add_scaled(r->twist, prescribed(r, i, motion->driven), r->jac + i * n, n);
  tr_dense_cholesky_solve(r->twist, r->normal, n, 1);
}

/* a likewise, each row's acceleration less the part that comes from its own change. */
static void
fill_acceleration(TrRegressor *r, const TrRegressMotion *motion)
{
  int n = r->n, nf = r->n_freedoms;
  double *right = r->scratch;

  memcpy(right, motion->accelerations, (size_t)nf * sizeof *right);
  tr_mechanism_axis_rate_derivative(r->slope, r->mechanism, r->places, r->twist);
  for (int f = 0; f < nf; f++)
    if (r->freedom[f].kind == TR_FREEDOM_AXIS)
      right[f] -= tr_vec_dot(r->slope + r->freedom[f].row * n, r->twist, n);
  take_out_turning(r, right);
  memset(r->acceleration, 0, (size_t)n * sizeof *r->acceleration);
  for (int f = 0; f < nf; f++)
    tr_regressor_add_scaled(r->acceleration, right[f], row_of(r, &r->freedom[f]), n);
  tr_mechanism_rate_derivative(r->slope, r->mechanism, r->places, r->twist);
  for (int i = 0; i < r->m; i++)
    tr_regressor_add_scaled(r->acceleration,
                            prescribed(r, i, motion->driven_changes) -
                                tr_vec_dot(r->slope + i * n, r->twist, n),
                            r->jac + i * n, n);
  tr_dense_cholesky_solve(r->acceleration, r->normal, n, 1);
}

void
tr_regressor_move(TrRegressor *r, const TrRegressMotion *motion)
{
  TR_ASSERT(r && motion && motion->rates && motion->accelerations);

  fill_twist(r, motion);
  fill_acceleration(r, motion);
  fill_joints(r);
}

const double *
tr_regressor_twist(const TrRegressor *regressor)
{
  return regressor->twist;
}

const double *
tr_regressor_acceleration(const TrRegressor *regressor)
{
  return regressor->acceleration;
}

const double *
tr_regressor_joint_rates(const TrRegressor *regressor)
{
  return regressor->joint_rate;
}
