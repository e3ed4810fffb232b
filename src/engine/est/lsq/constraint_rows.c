#include "engine/est/lsq/constraint_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"

/* Number of directions kept for each body; a new one replaces the oldest. */
enum { CUTS_PER_BODY = 32, ROWS_PER_BODY = 6 };

/* A constant sum may miss its value by this share of its terms. */
#define CONSTANT_ROUNDING 1e-9

typedef struct Reader {
  TrRows *rows;
  const TrTask *task;
  TrError *error;
} Reader;

/* Value of a fixed quantity. */
static double
value_of(const TrTask *task, TrParam param)
{
  const TrChannel *channel;

  if (tr_param_is_of_model(param))
    return tr_param_get(task->model, param);
  channel = &task->logs[param.owner].channels[param.axis];
  if (param.kind == TR_PARAM_CHANNEL_OFFSET)
    return channel->offset;
  return param.kind == TR_PARAM_CHANNEL_SCALE ? channel->scale : channel->delay;
}

/* Adds factor times the quantity to a row, or to the constant; returns whether the row depends on
 * it. */
static bool
add_quantity(
    const TrTask *task, TrParam param, double factor, double *row, double *constant, double *terms)
{
  for (int i = 0; i < task->n_free; i++)
    if (tr_param_is_same(task->free[i].param, param)) {
      row[i] += factor;
      return true;
    }
  for (int t = 0; t < task->n_ties; t++)
    if (tr_param_is_same(task->ties[t].param, param)) {
      row[task->ties[t].master] += factor * task->ties[t].factor;
      return true;
    }
  *constant += factor * value_of(task, param);
  *terms += fabs(factor * value_of(task, param));
  return false;
}

/* Adds a row; a constant one is checked instead and must hold. */
static TrStatus
add_row(Reader *r, const char *name, const TrTerm *terms, int n, double least, double most)
{
  TrRows *rows = r->rows;
  double *row = rows->row + rows->n_rows * rows->p, constant = 0, size = 0;
  bool moves = false;

  memset(row, 0, (size_t)rows->p * sizeof *row);
  for (int k = 0; k < n; k++)
    add_quantity(r->task, terms[k].param, terms[k].factor, row, &constant, &size);
  for (int i = 0; i < rows->p; i++)
    moves = moves || row[i] != 0;
  if (!moves) {
    double near = CONSTANT_ROUNDING * (size + (isfinite(least) ? fabs(least) : fabs(most)));

    if (constant < least - near || constant > most + near)
      return tr_error_set(r->error, TR_BAD_SETTING,
                          "constraint '%s': none of its quantities is free, and their sum is %g; "
                          "free one of them, or correct the values",
                          name, constant);
    return TR_OK;
  }
  for (int i = 0; i < rows->p; i++)
    rows->touched[i] = rows->touched[i] || row[i] != 0;
  rows->constant[rows->n_rows] = constant;
  rows->least[rows->n_rows] = least - constant;
  rows->most[rows->n_rows] = most - constant;
  snprintf(rows->names[rows->n_rows], TR_NAME_SIZE, "%.63s", name);
  rows->n_rows++;
  return TR_OK;
}

static TrStatus
add_stated(Reader *r)
{
  for (int k = 0; k < r->task->n_constraints; k++) {
    const TrLinear *c = &r->task->constraints[k];

    if (!(c->least <= c->most))
      return tr_error_set(r->error, TR_BAD_SETTING,
                          "constraint '%s': at_least (%g) is above at_most (%g); exchange them",
                          c->name, c->least, c->most);
    TR_TRY(add_row(r, c->name, c->terms, c->n_terms, c->least, c->most));
  }
  return TR_OK;
}

/* g1 >= g2, else smooth friction would drive the joint. */
static TrStatus
add_friction(Reader *r)
{
  const TrModel *model = r->task->model;

  for (int j = 0; j < model->n_joints; j++) {
    TrTerm terms[2] = {{{TR_PARAM_TANH, j, 1}, 1}, {{TR_PARAM_TANH, j, 2}, -1}};
    char name[TR_NAME_SIZE + 16];

    if (model->joints[j].friction.model != TR_FRICTION_TANH)
      continue;
    snprintf(name, sizeof name, "g1 >= g2 of %s", model->joints[j].name);
    TR_TRY(add_row(r, name, terms, 2, 0, INFINITY));
  }
  return TR_OK;
}

/* Sigma = tr(I)/2 1 - I of a tensor's elements. */
static void
second_moments(double sigma[9], const double tensor[6])
{
  double half = (tensor[TR_XX] + tensor[TR_YY] + tensor[TR_ZZ]) / 2;

  tr_mat3_from_tensor(sigma, tensor);
  for (int i = 0; i < 9; i++)
    sigma[i] = (i % 4 == 0 ? half : 0) - sigma[i];
}

/* a^T Sigma b as a sum over the elements of the tensor. */
static void
moment_weights(double weights[6], const double a[3], const double b[3])
{
  double half = tr_vec3_dot(a, b) / 2;

  for (int i = 0; i < 3; i++)
    weights[i] = half - a[i] * b[i];
  weights[TR_XY] = -(a[0] * b[1] + a[1] * b[0]);
  weights[TR_XZ] = -(a[0] * b[2] + a[2] * b[0]);
  weights[TR_YZ] = -(a[1] * b[2] + a[2] * b[1]);
}

/* Second moments along principal axes, ascending, one axis a row. */
static TrStatus
principal(double axes[9], double values[3], const double tensor[6])
{
  double scratch[9];

  second_moments(axes, tensor);
  return tr_dense_symmetric_eigen_in(axes, values, 3, scratch);
}

static bool
is_diagonal(const double tensor[6])
{
  return tensor[TR_XY] == 0 && tensor[TR_XZ] == 0 && tensor[TR_YZ] == 0;
}

/* Bounds of the second moment a . S b of a body. */
typedef struct MomentBounds {
  const char *what;
  const double *a, *b; /* [3] */
  double least, most;
} MomentBounds;

static TrStatus
add_moment_row(Reader *r, int body, const MomentBounds *moment)
{
  const TrBody *of = &r->task->model->bodies[body];
  char name[2 * TR_NAME_SIZE];
  double weights[6];
  TrTerm terms[6];

  moment_weights(weights, moment->a, moment->b);
  for (int e = 0; e < 6; e++)
    terms[e] = (TrTerm){{TR_PARAM_INERTIA, body, e}, weights[e]};
  snprintf(name, sizeof name, "%s of %.40s", moment->what, of->name);
  return add_row(r, name, terms, 6, moment->least, moment->most);
}

/* Constraints of the start's axes (equalities), and second moments along them not below delta. */
static TrStatus
add_principal(Reader *r, int body, const double axes[9], double delta)
{
  static const char *const names[3] = {"1st second moment", "2nd second moment",
                                       "3rd second moment"};

  for (int a = 0; a < 3; a++) {
    const double *axis = axes + 3 * a, *next = axes + 3 * ((a + 1) % 3);

    TR_TRY(add_moment_row(r, body, &(MomentBounds){names[a], axis, axis, delta, INFINITY}));
    TR_TRY(add_moment_row(r, body, &(MomentBounds){"principal axes", axis, next, 0, 0}));
  }
  return TR_OK;
}

/* Slopes of the tensor's elements by the parameters; returns whether any is not zero. */
static bool
fill_slopes(Reader *r, TrMoments *moments)
{
  double unused = 0;
  bool moves = false;

  for (int e = 0; e < 6; e++)
    moves = add_quantity(r->task, (TrParam){TR_PARAM_INERTIA, moments->body, e}, 1,
                         moments->slope + e * r->rows->p, &moments->fixed[e], &unused) ||
            moves;
  for (int k = 0; k < 6 * r->rows->p; k++)
    r->rows->touched[k % r->rows->p] = r->rows->touched[k % r->rows->p] || moments->slope[k] != 0;
  return moves;
}

static TrStatus
add_moments(Reader *r, int body, double delta)
{
  TrRows *rows = r->rows;
  TrMoments *moments = &rows->moments[rows->n_moments];

  *moments = (TrMoments){.body = body, .delta = delta};
  snprintf(moments->name, TR_NAME_SIZE, "second moments of %.40s",
           r->task->model->bodies[body].name);
  moments->slope = calloc(6 * (size_t)rows->p + 1, sizeof *moments->slope);
  if (!moments->slope)
    return TR_NO_MEMORY;
  if (fill_slopes(r, moments))
    rows->n_moments++;
  else
    free(moments->slope);
  return TR_OK;
}

/* Returns the inertia rule of a body: its own, or that of the settings. */
static TrInertiaRule
find_inertia_rule(const TrTask *task, int body)
{
  TrInertiaRule own = task->model->bodies[body].consistency;

  return own == TR_INERTIA_RULE_SETTINGS ? task->settings.consistency : own;
}

static TrStatus
add_inertia(Reader *r, int body)
{
  static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const TrBody *b = &r->task->model->bodies[body];
  TrInertiaRule rule = find_inertia_rule(r->task, body);
  double axes[9], values[3], sum, delta;

  if (rule != TR_INERTIA_RULE_PRINCIPAL && rule != TR_INERTIA_RULE_FULL)
    return TR_OK;
  TR_TRY(principal(axes, values, b->inertia));
  sum = values[0] + values[1] + values[2];
  if (values[0] < -TR_MOMENT_ROUNDING * sum)
    return tr_error_set(r->error, TR_BAD_MODEL,
                        "body '%s': no distribution of mass has this inertia (one principal moment "
                        "is larger than the sum of the others, by %g kg m^2); correct it, or set "
                        "consistency to \"none\"",
                        b->name, -2 * values[0]);
  delta = fmax(fmin(TR_LEAST_MOMENT * sum, values[0]), 0);
  if (rule == TR_INERTIA_RULE_FULL)
    return add_moments(r, body, delta);
  return add_principal(r, body, is_diagonal(b->inertia) ? unit : axes, delta);
}

static bool
take_memory(TrRows *rows, const TrTask *task)
{
  int n_bodies = task->model->n_bodies;
  size_t p = (size_t)task->n_free, m;

  rows->p = task->n_free;
  rows->most_rows =
      task->n_constraints + task->model->n_joints + n_bodies * (ROWS_PER_BODY + CUTS_PER_BODY);
  m = (size_t)rows->most_rows;
  rows->row = calloc(m * p + 3 * m + 1, sizeof *rows->row);
  rows->names = calloc(m + 1, sizeof *rows->names);
  rows->touched = calloc(p + 1, sizeof *rows->touched);
  rows->moments = calloc((size_t)n_bodies + 1, sizeof *rows->moments);
  if (!rows->row)
    return false;
  rows->least = rows->row + m * p;
  rows->most = rows->least + m;
  rows->constant = rows->most + m;
  return rows->names && rows->touched && rows->moments;
}

/* The rows are evaluated at the values of the task's model: the free quantities are at their start.
 */
TrStatus
tr_rows_fill(TrRows *rows, const TrTask *task, TrError *error)
{
  TR_ASSERT(rows && tr_task_is_whole(task));
  Reader r = {rows, task, error};

  if (!take_memory(rows, task))
    return TR_NO_MEMORY;
  TR_TRY(add_stated(&r));
  TR_TRY(add_friction(&r));
  rows->n_stated = rows->n_rows;
  for (int b = 0; b < task->model->n_bodies; b++)
    TR_TRY(add_inertia(&r, b));
  rows->n_fixed = rows->n_rows;
  return TR_OK;
}

void
tr_rows_clear(TrRows *rows)
{
  for (int k = 0; k < rows->n_moments; k++)
    free(rows->moments[k].slope);
  free(rows->row);
  free(rows->names);
  free(rows->touched);
  free(rows->moments);
}

double
tr_rows_value(const TrRows *rows, int row, const double *values)
{
  double sum = 0;

  for (int i = 0; i < rows->p; i++)
    sum += rows->row[row * rows->p + i] * values[i];
  return sum;
}

/* Second moments of a body at the values; false when these are not finite. */
static bool
moments_at(double axes[9],
           double moments[3],
           const TrRows *rows,
           const TrMoments *of,
           const double *values)
{
  double tensor[6];

  for (int e = 0; e < 6; e++) {
    tensor[e] = of->fixed[e];
    for (int i = 0; i < rows->p; i++)
      tensor[e] += of->slope[e * rows->p + i] * values[i];
  }
  return principal(axes, moments, tensor) == TR_OK;
}

bool
tr_rows_are_realisable(const TrRows *rows, const double *values, double slack)
{
  double axes[9], moments[3];

  for (int k = 0; k < rows->n_moments; k++) {
    double least = (1 - slack) * rows->moments[k].delta;

    if (!moments_at(axes, moments, rows, &rows->moments[k], values) ||
        moments[0] < least - TR_MOMENT_ROUNDING * moments[2])
      return false;
  }
  return true;
}

/* Removes the oldest direction. */
static void
make_room(TrRows *rows)
{
  size_t count = (size_t)(rows->n_rows - rows->n_fixed - 1), p = (size_t)rows->p;
  int first = rows->n_fixed;

  if (rows->n_rows < rows->most_rows)
    return;
  memmove(rows->row + first * rows->p, rows->row + (first + 1) * rows->p,
          count * p * sizeof *rows->row);
  memmove(rows->least + first, rows->least + first + 1, count * sizeof *rows->least);
  memmove(rows->most + first, rows->most + first + 1, count * sizeof *rows->most);
  rows->n_rows--;
}

/* Adds the row v^T Sigma v >= delta. */
static void
add_direction(TrRows *rows, const TrMoments *moments, const double v[3])
{
  double weights[6], *row;

  make_room(rows);
  row = rows->row + rows->n_rows * rows->p;
  memset(row, 0, (size_t)rows->p * sizeof *row);
  moment_weights(weights, v, v);
  rows->least[rows->n_rows] = moments->delta;
  rows->most[rows->n_rows] = INFINITY;
  for (int e = 0; e < 6; e++) {
    rows->least[rows->n_rows] -= weights[e] * moments->fixed[e];
    for (int i = 0; i < rows->p; i++)
      row[i] += weights[e] * moments->slope[e * rows->p + i];
  }
  memcpy(rows->names[rows->n_rows], moments->name, TR_NAME_SIZE);
  rows->n_rows++;
}

bool
tr_rows_cut(TrRows *rows, const double *values, double slack)
{
  double axes[9], moments[3];
  bool any = false;

  for (int k = 0; k < rows->n_moments; k++) {
    const TrMoments *of = &rows->moments[k];

    if (!moments_at(axes, moments, rows, of, values) ||
        moments[0] >= (1 - slack) * of->delta - TR_MOMENT_ROUNDING * moments[2])
      continue;
    /* the other axes, too: where two moments are alike, cuts of one alone only turn the axes */
    for (int a = 0; a < 2; a++)
      add_direction(rows, of, axes + 3 * a);
    any = true;
  }
  return any;
}

void
tr_rows_add_reached(TrRows *rows, const double *values, double share)
{
  double axes[9], moments[3];

  for (int k = 0; k < rows->n_moments; k++) {
    const TrMoments *of = &rows->moments[k];

    if (!moments_at(axes, moments, rows, of, values))
      continue;
    for (int a = 0; a < 2; a++)
      if (moments[a] <= of->delta + share * moments[2])
        add_direction(rows, of, axes + 3 * a);
  }
}

void
tr_rows_forget_cuts(TrRows *rows)
{
  rows->n_rows = rows->n_fixed;
}

void
tr_rows_describe_moment(
    TrConstraintFit *fit, const TrRows *rows, int i, const double *values, double share)
{
  const TrMoments *of = &rows->moments[i];
  double axes[9], moments[3];

  *fit = (TrConstraintFit){.value = NAN, .least = of->delta, .most = INFINITY};
  memcpy(fit->name, of->name, sizeof fit->name);
  if (!moments_at(axes, moments, rows, of, values))
    return;
  fit->value = moments[0];
  fit->is_active = moments[0] <= of->delta + share * moments[2];
}
