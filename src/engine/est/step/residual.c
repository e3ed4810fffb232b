#include "engine/est/step/residual.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/carve.h"
#include "engine/est/step/contacts.h"
#include "engine/est/step/private.h"
#include "engine/est/step/tree.h"
#include "engine/linalg/column_tiles.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/skyline.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/balance.h"
#include "engine/mbs/force/spring.h"
#include "engine/mbs/force/swing.h"
#include "engine/mbs/mechanism/private.h"
#include "engine/mbs/model/gravity.h"

/* Floor of a pivot as a share of its diagonal element: redundant rows of loops have pivots of zero
 * except for their compliance (theory 3.3). */
#define PIVOT_FLOOR 1e-12

static size_t
lay_out(TrStepWork *w, TrReal *base)
{
  size_t n = (size_t)w->n, m = (size_t)w->m, nj = (size_t)w->n_joints, c = (size_t)w->columns;
  size_t used = 0;
  TrReal **vectors[] = {&w->v, &w->v_after, &w->e, &w->a0};
  TrReal **rows[] = {&w->g, &w->c0, &w->lambda, &w->eta};
  TrReal **row_tangents[] = {&w->jac, &w->y, &w->rate[0], &w->rate[1], &w->rate[2]};
  size_t nd = (size_t)w->n_freedoms;
  TrReal **free_rows[] = {&w->free_rows, &w->basis, &w->spread, &w->probe};
  TrReal **free_squares[] = {&w->mix, &w->root, &w->factor};
  TrReal **axis_tangents[] = {&w->axes, &w->axis_rate[0], &w->axis_rate[1], &w->axis_rate[2]};

  for (size_t i = 0; i < TR_COUNT(vectors); i++)
    *vectors[i] = tr_carve(base, &used, n);
  for (size_t i = 0; i < TR_COUNT(rows); i++)
    *rows[i] = tr_carve(base, &used, m);
  for (size_t i = 0; i < TR_COUNT(row_tangents); i++)
    *row_tangents[i] = tr_carve(base, &used, m * n);
  for (size_t i = 0; i < TR_COUNT(axis_tangents); i++)
    *axis_tangents[i] = tr_carve(base, &used, nj * n);
  for (size_t i = 0; i < TR_COUNT(w->turn); i++)
    w->turn[i] = tr_carve(base, &used, 9 * n / 6);
  for (size_t i = 0; i < TR_COUNT(w->small_vector); i++)
    w->small_vector[i] = tr_carve(base, &used, n + m + nj);
  w->impulse = tr_carve(base, &used, nj);
  w->mass = tr_carve(base, &used, n * n);
  w->mass_factor = tr_carve(base, &used, n * n);
  w->rows_factor = tr_carve(base, &used, m * m);
  w->small_factor = tr_carve(base, &used, m * m);
  w->response = tr_carve(base, &used, m * nj);
  w->load_gradient = tr_carve(base, &used, nj * m);
  w->feedback = tr_carve(base, &used, nj * nj);
  w->d_a0 = tr_carve(base, &used, n * c);
  w->d_left = tr_carve(base, &used, n * (c - (size_t)tr_step_pose_column(w)));
  w->d_force = tr_carve(base, &used, nj * c);
  w->d_load = tr_carve(base, &used, nj * c);
  w->d_c0 = tr_carve(base, &used, m * c);
  w->d_mult = tr_carve(base, &used, m * c);
  w->along = tr_carve(base, &used, nd * (c > 2 ? c : 2));
  if (w->state_columns == 0) {
    w->tree_inverse = tr_carve(base, &used, 6 * n);
    w->tree_lambda = tr_carve(base, &used, m);
    w->tree_along = tr_carve(base, &used, nd);
    w->tree_kept = tr_carve(base, &used, m + nj);
  }
  for (size_t i = 0; i < TR_COUNT(free_rows); i++)
    *free_rows[i] = tr_carve(base, &used, nd * n);
  for (size_t i = 0; i < TR_COUNT(free_squares); i++)
    *free_squares[i] = tr_carve(base, &used, nd * nd);
  return used;
}

/* Zeroed memory for numbers of several lanes; NULL when memory is out. */
static void *
take_numbers(size_t size)
{
  size_t unit = TR_REAL_LANES * sizeof(double);
  void *memory = aligned_alloc(unit, (size + unit - 1) / unit * unit);

  if (memory)
    memset(memory, 0, size);
  return memory;
}

/* The same for much of it, which takes no pages before they are used; *owner is to be freed. */
static void *
take_zeros(void **owner, size_t size)
{
  size_t unit = TR_REAL_LANES * sizeof(double);

  *owner = calloc(size + unit, 1);
  return *owner ? (char *)*owner + (unit - (uintptr_t)*owner % unit) % unit : NULL;
}

static TrStepWork *
new_work(const TrMechanism *mechanism, int state_columns, int n_params)
{
  TrStepWork *work = calloc(1, sizeof *work);
  TrReal *block;

  if (!work)
    return NULL;
  work->n = 6 * mechanism->n_bodies;
  work->m = mechanism->n_rows;
  work->n_joints = mechanism->n_joints;
  work->n_freedoms = mechanism->n_freedoms;
  work->state_columns = state_columns;
  work->columns = state_columns + n_params;
  block = take_zeros(&work->block, lay_out(work, NULL) * sizeof(TrReal));
  work->one = take_numbers(((size_t)work->n_freedoms + 1) * sizeof *work->one);
  work->places = take_numbers((size_t)mechanism->n_bodies * sizeof *work->places);
  work->axial = take_numbers(((size_t)work->n_joints + 1) * sizeof *work->axial);
  work->axial_in = take_numbers(((size_t)work->n_joints + 1) * sizeof *work->axial_in);
  if (!work->block || !work->one || !work->places || !work->axial || !work->axial_in ||
      !tr_step_pattern_init(&work->pattern, mechanism)) {
    tr_step_work_free(work);
    return NULL;
  }
  lay_out(work, block);
  return work;
}

TrStepWork *
tr_step_work_new(const TrMechanism *mechanism, int n_params)
{
  return new_work(mechanism, 18 * mechanism->n_bodies, n_params);
}

TrStepWork *
tr_step_work_new_for_tree(const TrMechanism *mechanism, int n_params)
{
  return new_work(mechanism, 0, n_params > 1 ? n_params : 1);
}

void
tr_step_work_free(TrStepWork *work)
{
  if (!work)
    return;
  free(work->block);
  free(work->one);
  free(work->places);
  free(work->axial);
  free(work->axial_in);
  tr_step_pattern_clear(&work->pattern);
  tr_step_contacts_free(work->contacts);
  free(work);
}

const TrReal *
tr_step_lambda(const TrStepWork *work)
{
  return work->lambda;
}

TrStepJoint
tr_step_joint(const TrStepWork *work, int joint, int lane)
{
  const TrAxialInput *in = &work->axial_in[joint];

  return (TrStepJoint){.rate = tr_real_lane(&in->rate, lane),
                       .rate_after = tr_real_lane(&in->rate_after, lane),
                       .load = tr_real_lane(&in->load, lane),
                       .stretch = tr_real_lane(&in->stretch, lane)};
}

double
tr_step_violation(const TrStepWork *work)
{
  TrReal largest = tr_real(0);

  for (int r = 0; r < work->m; r++)
    largest = tr_real_max(largest, tr_real_abs(work->g[r]));
  return tr_real_largest(largest);
}

void
tr_pose_velocity(TrReal *v, int n_bodies, const TrReal *from, const TrReal *to, double h)
{
  for (int b = 0; b < n_bodies; b++) {
    const TrReal *a = from + TR_POSE * b, *z = to + TR_POSE * b;
    TrReal relative[4], phi[3];

    tr_quat_relative(relative, a + 3, z + 3);
    tr_quat_log(phi, relative);
    for (int i = 0; i < 3; i++) {
      v[6 * b + i] = (z[i] - a[i]) / h;
      v[6 * b + 3 + i] = phi[i] / h;
    }
  }
}

void
tr_pose_retract(TrReal *out, int n_bodies, const TrReal *pose, const TrReal *step)
{
  for (int b = 0; b < n_bodies; b++) {
    tr_vec3_add_scaled(out + TR_POSE * b, pose + TR_POSE * b, 1, step + 6 * b);
    tr_quat_retract(out + TR_POSE * b + 3, pose + TR_POSE * b + 3, step + 6 * b + 3);
  }
}

void
tr_step_add_rotors(TrStepWork *w, const TrModel *model)
{
  for (int j = 0; j < w->n_joints; j++) {
    const TrReal *row = w->axes + j * w->n;
    double inertia = tr_axial_inertia(model, j);

    if (inertia != 0)
      tr_dense_add_product_tn(w->mass, tr_real(inertia), row, row, (TrProductSize){1, w->n, w->n});
  }
}

/* M_a, whose elements between blocks of bodies are zero. */
static void
fill_mass(TrStepWork *w, const TrModel *model)
{
  const int *block_end = w->pattern.block_end, n = w->n;

  for (int b = 0; b < model->n_bodies; b = block_end[b])
    for (int i = 6 * b; i < 6 * block_end[b]; i++)
      tr_real_clear(w->mass + i * n + 6 * b, 6 * (block_end[b] - b));
  for (int b = 0; b < model->n_bodies; b++)
    tr_balance_body_mass(w->mass + 6 * b * (n + 1), n, &model->bodies[b]);
  tr_step_add_rotors(w, model);
}

void
tr_step_find_pattern(TrStepWork *w, const TrMechanism *mechanism, const TrModel *model)
{
  if (!tr_step_pattern_find(&w->pattern, mechanism, model))
    return;
  tr_real_clear(w->y, w->n * w->m);
  tr_real_clear(w->mass, w->n * w->n);
}

void
tr_step_place(TrStepWork *w, const TrStepContext *context, const TrReal *now, const TrReal *u)
{
  const TrMechanism *mechanism = context->mechanism;

  tr_step_find_pattern(w, mechanism, context->model);
  tr_mechanism_places(w->places, mechanism->n_bodies, now);
  tr_mechanism_value(w->g, mechanism, w->places);
  tr_mechanism_take_drives(w->g, mechanism, u);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  tr_mechanism_axes(w->axes, mechanism, w->places);
  fill_mass(w, context->model);
}

/* Rows of y[n x stride] with their factors x[n], many of which are zero. */
typedef struct Combination {
  const TrReal *x, *y;
  int n, stride;
} Combination;

/* out[j step] = x^T y of `width` columns from `at` on. */
TR_TILE_INLINE void
combine_tile(TrReal *out, int step, const Combination *c, int at, int width)
{
  const TrReal *x = c->x, *y = c->y + at;
  TrReal sum[TR_TILE_COLUMNS];

  TR_EACH_COLUMN (j, width)
    sum[j] = tr_real(0);
  for (int i = 0; i < c->n; i++, y += c->stride) {
    if (!tr_real_any(x[i] != 0))
      continue;
    TR_EACH_COLUMN (j, width)
      sum[j] += x[i] * y[j];
  }
  TR_EACH_COLUMN (j, width)
    out[j * step] = sum[j];
}

/* Lower part of G y + Sigma, as far as its rows extend. */
static void
fill_small(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, m = w->m;

#define COMBINE(at, width) combine_tile(row + (at), 1, &sum, at, width)
  for (int r = 0; r < m; r++) {
    int first = w->pattern.small.first[r];
    TrReal *row = w->small_factor + r * m + first;
    TrStepSpan span = w->pattern.row[r];
    Combination sum = {w->jac + r * n + span.begin, w->y + span.begin * m + first,
                       span.end - span.begin, m};

    TR_EACH_TILE(r + 1 - first, COMBINE);
    row[r - first] += context->sigma[r];
  }
#undef COMBINE
}

/* Rows of G that hold any body of a block that an axis acts on. */
static TrStepSpan
rows_of_axis(const TrStepPattern *pattern, const TrConstraint *axis)
{
  TrStepSpan rows = pattern->block_rows[axis->body_b], others;

  if (axis->body_a < 0)
    return rows;
  others = pattern->block_rows[axis->body_a];
  if (rows.end == 0 || others.end == 0)
    return rows.end == 0 ? others : rows;
  rows.begin = others.begin < rows.begin ? others.begin : rows.begin;
  rows.end = others.end > rows.end ? others.end : rows.end;
  return rows;
}

/* y^T G-bar^T. */
static void
fill_response(TrStepWork *w, const TrMechanism *mechanism)
{
  int n = w->n, m = w->m, nj = w->n_joints;

  tr_real_clear(w->response, m * nj);
#define COMBINE(at, width) combine_tile(out + (at)*nj, nj, &sum, at, width)
  for (int j = 0; j < nj; j++) {
    TrStepSpan span = w->pattern.axis[j], rows = rows_of_axis(&w->pattern, &mechanism->axes[j]);
    TrReal *out = w->response + rows.begin * nj + j;
    Combination sum = {w->axes + j * n + span.begin, w->y + span.begin * m + rows.begin,
                       span.end - span.begin, m};

    if (span.end > 0)
      TR_EACH_TILE(rows.end - rows.begin, COMBINE);
  }
#undef COMBINE
}

/* The lower part of M_a, as far as its rows extend. */
static void
copy_mass(TrStepWork *w)
{
  const int *first = w->pattern.mass.first, n = w->n;

  for (int i = 0; i < n; i++)
    tr_real_copy(w->mass_factor + i * n + first[i], w->mass + i * n + first[i], i + 1 - first[i]);
}

/* y = M_a^-1 G^T, by blocks of bodies: zero but for the rows of G that hold one of them. */
static void
fill_y(TrStepWork *w)
{
  const TrStepPattern *pattern = &w->pattern;
  int n = w->n, m = w->m;

  for (int b = 0; b < n / 6; b = pattern->block_end[b]) {
    TrSkylineBlock block = {6 * b, 6 * pattern->block_end[b]};
    TrStepSpan rows = pattern->block_rows[b];

    for (int r = rows.begin; r < rows.end; r++)
      for (int i = block.begin; i < block.end; i++)
        w->y[i * m + r] = w->jac[r * n + i];
    tr_skyline_solve_block(w->y + rows.begin, m, w->mass_factor, &pattern->mass, block,
                           rows.end - rows.begin);
  }
}

/* M_a factored, y = M_a^-1 G^T, G y + Sigma factored, response = (G y + Sigma)^-1 y^T G-bar^T. */
static TrStatus
factor_system(TrStepWork *w, const TrStepContext *context)
{
  int nj = w->n_joints;
  const TrSkyline *mass = &w->pattern.mass, *small = &w->pattern.small;

  copy_mass(w);
  TR_TRY(tr_skyline_factor(w->mass_factor, mass, 0));
  fill_y(w);
  fill_small(w, context);
  TR_TRY(tr_skyline_factor(w->small_factor, small, PIVOT_FLOOR));
  fill_response(w, context->mechanism);
  tr_skyline_solve(w->response, nj, w->small_factor, small, nj);
  return TR_OK;
}

void
tr_step_gyro_rate(TrReal omega[3], const TrStepWork *w, const TrStepContext *context, int body)
{
  const TrReal *v = w->v + 6 * body + 3, *v_after = w->v_after + 6 * body + 3;

  for (int i = 0; i < 3; i++)
    omega[i] = context->midpoint ? (v[i] + v_after[i]) / 2 : v[i];
}

/* M (v+ - v) - h (f - omega x J omega): all of a0 but the axial impulses. */
static void
fill_balance(TrReal *a0, const TrStepWork *w, const TrStepContext *context)
{
  double gravity[3];

  tr_gravity_vector(gravity, &context->model->gravity);
  for (int b = 0; b < context->model->n_bodies; b++) {
    TrReal omega[3], change[TR_TWIST];

    for (int i = 0; i < TR_TWIST; i++)
      change[i] = w->v_after[6 * b + i] - w->v[6 * b + i];
    tr_step_gyro_rate(omega, w, context, b);
    tr_balance_body(a0 + 6 * b, &context->model->bodies[b], change, omega, gravity, context->h);
  }
}

static void
fill_rows(TrStepWork *w, const TrStepContext *context, const TrReal *u)
{
  tr_real_clear(w->c0, context->is_rigid ? w->m : 0);
  for (int r = 0; r < w->m && !context->is_rigid; r++) {
    const TrReal *row = w->jac + r * w->n;
    TrStepSpan span = w->pattern.row[r];

    w->c0[r] = tr_step_dot(row, span, w->v_after) +
               context->gamma[r] * (4 * w->g[r] / context->h - tr_step_dot(row, span, w->v));
  }
  for (int i = tr_step_first_drive(context); i < context->mechanism->n_constraints; i++) {
    const TrConstraint *c = &context->mechanism->constraints[i];

    w->c0[c->row] += context->gamma[c->row] * u[c->input + 1] - u[c->input + 2];
  }
}

/* Returns whether a joint has a spring, or a stiffness that is a parameter. */
static bool
has_spring(const TrStepContext *context, int joint)
{
  bool has = context->model->joints[joint].spring.stiffness != 0;

  for (int p = 0; p < context->n_params && !has; p++)
    has = context->params[p].kind == TR_PARAM_STIFFNESS && context->params[p].owner == joint;
  return has;
}

TrReal
tr_step_stretch(TrReal *row, const TrStepWork *w, const TrStepContext *context, int joint)
{
  const TrConstraint *axis = &context->mechanism->axes[joint];

  return tr_spring_stretch(row, context->model, joint, tr_place_of(w->places, axis->body_a),
                           tr_place_of(w->places, axis->body_b));
}

bool
tr_step_swings(const TrStepContext *context, int joint)
{
  bool has_rotor = tr_axial_inertia(context->model, joint) != 0;

  for (int p = 0; p < context->n_params && !has_rotor; p++)
    has_rotor = context->params[p].kind == TR_PARAM_ROTOR_INERTIA &&
                context->model->motors[context->params[p].owner].joint == joint;
  return has_rotor && tr_swing_exists(context->model, joint);
}

TrReal
tr_step_swing(TrSwingSlopes *slopes, const TrStepWork *w, const TrStepContext *context, int joint)
{
  const TrConstraint *axis = &context->mechanism->axes[joint];
  TrReal v[12], v_after[12];
  TrSwingInput in = {tr_place_of(w->places, axis->body_a), tr_place_of(w->places, axis->body_b), v,
                     v_after, context->h};

  tr_constraint_gather(v, w->v, axis);
  tr_constraint_gather(v_after, w->v_after, axis);
  return tr_swing_eval(slopes, axis, &in);
}

/* Impulses of the joints without a load. */
static void
fill_joints(TrStepWork *w, const TrStepContext *context, const TrReal *u)
{
  for (int j = 0; j < w->n_joints; j++) {
    TrAxialInput *in = &w->axial_in[j];

    *in = (TrAxialInput){.h = context->h,
                         .u = u,
                         .smoothing = context->smoothing[j],
                         .chord = context->chord,
                         .midpoint = context->midpoint};
    in->rate = tr_step_dot(w->axes + j * w->n, w->pattern.axis[j], w->v);
    in->rate_after = tr_step_dot(w->axes + j * w->n, w->pattern.axis[j], w->v_after);
    if (has_spring(context, j))
      in->stretch = tr_step_stretch(NULL, w, context, j);
    if (tr_step_swings(context, j))
      in->swing = tr_step_swing(NULL, w, context, j);
    tr_axial_eval(&w->axial[j], context->model, j, in);
  }
}

void
tr_step_balance(TrStepWork *w, const TrStepContext *context, const TrReal *u)
{
  fill_rows(w, context, u);
  fill_balance(w->a0, w, context);
  fill_joints(w, context, u);
}

void
tr_step_take_impulses(TrStepWork *w)
{
  tr_step_add_rows(w->a0, -1, (TrSpannedRows){w->axes, w->pattern.axis, w->n_joints, w->n},
                   w->impulse);
}

/* e = M_a^-1 (a0 - G^T lambda) and eta. */
static void
find_errors(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, m = w->m;

  tr_real_copy(w->e, w->a0, n);
  tr_step_add_rows(w->e, -1, (TrSpannedRows){w->jac, w->pattern.row, m, n}, w->lambda);
  tr_skyline_solve(w->e, 1, w->mass_factor, &w->pattern.mass, 1);
  for (int i = 0; i < m; i++)
    w->eta[i] = (w->c0[i] + context->sigma[i] * w->lambda[i]) / context->sigma_w[i] - w->lambda[i];
}

static bool
any_loaded(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (tr_axial_is_loaded(&model->joints[j]))
      return true;
  return false;
}

void
tr_step_finish(TrReal *r, const TrStepWork *w)
{
  tr_real_copy(r, w->a0, w->n);
  tr_step_add_rows(r, 1, (TrSpannedRows){w->jac, w->pattern.row, w->m, w->n}, w->eta);
}

TrStatus
tr_step_begin(TrStepWork *w, const TrStepContext *context, const TrStepInput *in)
{
  int n_bodies = context->mechanism->n_bodies;

  w->is_loaded = any_loaded(context->model);
  tr_pose_velocity(w->v, n_bodies, in->before, in->now, context->h);
  tr_pose_velocity(w->v_after, n_bodies, in->now, in->after, context->h);
  tr_step_place(w, context, in->now, in->u);
  TR_TRY(factor_system(w, context));
  tr_step_balance(w, context, in->u);
  return TR_OK;
}

void
tr_step_end(TrReal *r, TrStepWork *w, const TrStepContext *context)
{
  tr_step_find_multipliers(w, context);
  tr_step_take_impulses(w);
  find_errors(w, context);
  tr_step_finish(r, w);
}

TrStatus
tr_step_residual(TrReal *r, TrStepWork *w, const TrStepContext *context, const TrStepInput *in)
{
  TR_TRY(tr_step_begin(w, context, in));
  tr_step_end(r, w, context);
  return TR_OK;
}

void
tr_step_by_force(TrReal *out, const TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, nj = w->n_joints;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < nj; j++)
      out[i * nj + j] = -context->h * w->axes[j * n + i];
  for (int r = 0; r < w->m; r++) {
    double by_lambda = context->sigma[r] / context->sigma_w[r] - 1;
    const TrReal *row = w->jac + r * n, *response = w->response + r * nj;

    for (int i = w->pattern.row[r].begin; i < w->pattern.row[r].end; i++) {
      TrReal factor = context->h * by_lambda * row[i], *to = out + i * nj;

      for (int j = 0; tr_real_any(factor != 0) && j < nj; j++)
        to[j] -= factor * response[j];
    }
  }
}
