/* Matrix inequalities of the step of a regression: realisable bodies, and lower bounds of moments
 * of inertia (theory 15.5). */
#include <math.h>
#include <string.h>

#include "engine/est/lsq/constraint_rows.h"
#include "engine/est/regress/regression_step.h"
#include "engine/est/uncertainty/bounds.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/semidefinite.h"

static bool
keeps_realisable(const TrTask *task, int body)
{
  TrInertiaRule rule = task->model->bodies[body].consistency;

  if (rule == TR_INERTIA_RULE_SETTINGS)
    rule = task->settings.consistency;
  return rule != TR_INERTIA_RULE_NONE;
}

/* Returns whether a quantity of the body is free, or tied to a free one. */
static bool
is_sought(const TrTask *task, int body)
{
  for (int i = 0; i < task->n_free; i++)
    if (tr_regression_is_inertial(task->free[i].param.kind) && task->free[i].param.owner == body)
      return true;
  for (int i = 0; i < task->n_ties; i++)
    if (tr_regression_is_inertial(task->ties[i].param.kind) && task->ties[i].param.owner == body)
      return true;
  return false;
}

static bool
has_block(const TrTask *task, int body)
{
  return keeps_realisable(task, body) && is_sought(task, body);
}

bool
tr_regression_has_moment_block(const TrTask *task, TrParam param)
{
  return param.kind == TR_PARAM_INERTIA && param.axis <= TR_ZZ && has_block(task, param.owner);
}

/* Pseudo-inertia of the coefficients of a body. */
static void
fill_pseudo(double out[TR_PSEUDO_SIZE], const double z[TR_BODY_COEFFICIENTS])
{
  const double *h = z + 1, *inertia = z + 4;
  double half = (inertia[TR_XX] + inertia[TR_YY] + inertia[TR_ZZ]) / 2;
  const double upper[3][3] = {{half - inertia[TR_XX], -inertia[TR_XY], -inertia[TR_XZ]},
                              {-inertia[TR_XY], half - inertia[TR_YY], -inertia[TR_YZ]},
                              {-inertia[TR_XZ], -inertia[TR_YZ], half - inertia[TR_ZZ]}};

  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      out[i * TR_PSEUDO + j] = upper[i][j];
    out[i * TR_PSEUDO + 3] = out[3 * TR_PSEUDO + i] = h[i];
  }
  out[3 * TR_PSEUDO + 3] = z[0];
}

/* Matrix of the lower bound of a moment of inertia, without the bound. */
static void
fill_moment(double out[TR_PSEUDO_SIZE], const double z[TR_BODY_COEFFICIENTS], int axis)
{
  int across = 0;

  memset(out, 0, TR_PSEUDO_SIZE * sizeof *out);
  out[0] = z[4 + axis];
  for (int i = 0; i < 3; i++) {
    if (i == axis)
      continue;
    across++;
    out[across] = out[across * TR_PSEUDO] = z[1 + i];
    out[across * TR_PSEUDO + across] = z[0];
  }
}

static void
fill_matrix(double out[TR_PSEUDO_SIZE],
            const TrRegressionBlock *block,
            const double z[TR_BODY_COEFFICIENTS])
{
  if (block->axis < 0)
    fill_pseudo(out, z);
  else
    fill_moment(out, z, block->axis);
}

/* Sum of the second moments of mass of a body. */
static double
sum_of_moments(const TrBody *body)
{
  return (body->inertia[TR_XX] + body->inertia[TR_YY] + body->inertia[TR_ZZ]) / 2;
}

/* Subtracts from a block at the present x what y changes up to there: its value at the start. */
static void
shift_to_start(double *block, const TrRegressionStep *f)
{
  for (int i = 0; i < f->p; i++) {
    const double *slope = block + (i + 1) * TR_PSEUDO_SIZE;
    double y = (f->now[i] - f->start[i]) / f->unit[i];

    for (int k = 0; k < TR_PSEUDO_SIZE; k++)
      block[k] -= y * slope[k];
  }
}

/* Subtracts bounds from a block. */
static void
add_bounds(double *out, const TrRegressionStep *f, const TrRegressionBlock *block, double share)
{
  double sum = sum_of_moments(&f->r->task.model->bodies[block->body]);

  if (block->axis >= 0) {
    out[0] -= block->bound;
    out[TR_PSEUDO_SIZE - 1] = 1;
  } else
    for (int i = 0; i < 3; i++)
      out[i * (TR_PSEUDO + 1)] -= share * sum;
}

/* Pseudo-inertia about the centre of mass, alone in its first three rows. */
static void
fill_central(double out[TR_PSEUDO_SIZE], const TrBody *body)
{
  double z[TR_BODY_COEFFICIENTS] = {0};

  memcpy(z + 4, body->inertia, sizeof body->inertia);
  fill_pseudo(out, z);
  out[TR_PSEUDO_SIZE - 1] = sum_of_moments(body); /* of their size */
}

/* Matrix of a block in the model in use. */
static void
fill_present(double out[TR_PSEUDO_SIZE], const TrRegressionStep *f, const TrRegressionBlock *block)
{
  if (f->is_central) {
    fill_central(out, &f->r->model->bodies[block->body]);
    out[TR_PSEUDO_SIZE - 1] = 1;
  } else {
    fill_matrix(out, block, f->r->z + TR_BODY_COEFFICIENTS * block->body);
  }
}

/* Blocks of the start. */
static void
fill_references(TrRegressionStep *f)
{
  tr_regression_use_coordinates(f->values, f, f->start);
  for (int b = 0; b < f->n_blocks; b++) {
    double *out = f->reference + b * TR_PSEUDO_SIZE;

    fill_present(out, f, &f->blocks[b]);
    add_bounds(out, f, &f->blocks[b], 0);
  }
}

/* Slopes of the blocks by x, in which those about the centre of mass are linear. */
static void
fill_central_slopes(TrRegressionStep *f)
{
  int p = f->p;
  double at[TR_PSEUDO_SIZE];

  for (int i = 0; i < p; i++) {
    memcpy(f->step, f->now, (size_t)p * sizeof *f->step);
    f->step[i] += f->r->has[i] ? f->unit[i] : 0;
    tr_regression_use_coordinates(f->values, f, f->step);
    for (int b = 0; b < f->n_blocks; b++) {
      double *block = f->block + (size_t)(b * (p + 1)) * TR_PSEUDO_SIZE;

      fill_present(at, f, &f->blocks[b]);
      for (int k = 0; k < TR_PSEUDO_SIZE; k++)
        block[(i + 1) * TR_PSEUDO_SIZE + k] = at[k] - block[k];
    }
  }
  tr_regression_use_coordinates(f->values, f, f->now);
}

/* The same, of coefficients that are linear in x. */
static void
fill_slopes(TrRegressionStep *f)
{
  int p = f->p;
  double column[TR_BODY_COEFFICIENTS];

  for (int b = 0; b < f->n_blocks; b++) {
    double *out = f->block + (size_t)(b * (p + 1)) * TR_PSEUDO_SIZE;
    int at = TR_BODY_COEFFICIENTS * f->blocks[b].body;

    for (int i = 0; i < p; i++) {
      for (int k = 0; k < TR_BODY_COEFFICIENTS; k++)
        column[k] = f->slope[(at + k) * p + i];
      fill_matrix(out + (i + 1) * TR_PSEUDO_SIZE, &f->blocks[b], column);
    }
  }
}

void
tr_regression_fill_blocks(TrRegressionStep *f, bool thick)
{
  size_t size = (size_t)(f->p + 1) * TR_PSEUDO_SIZE;
  double share = thick ? TR_LEAST_MOMENT : 0;

  fill_references(f);
  tr_regression_use_coordinates(f->values, f, f->now);
  for (int b = 0; b < f->n_blocks; b++)
    fill_present(f->block + (size_t)b * size, f, &f->blocks[b]);
  if (f->is_central)
    fill_central_slopes(f);
  else
    fill_slopes(f);
  for (int b = 0; b < f->n_blocks; b++) {
    shift_to_start(f->block + (size_t)b * size, f);
    add_bounds(f->block + (size_t)b * size, f, &f->blocks[b], share);
  }
}

/* Returns whether a body that must be so is realisable in the model in use. */
static bool
is_body_realisable(const TrBody *body)
{
  double pseudo[TR_PSEUDO_SIZE], values[TR_PSEUDO];

  fill_central(pseudo, body);
  return body->mass > 0 && tr_dense_symmetric_eigen(pseudo, values, TR_PSEUDO) == TR_OK &&
         values[0] >= -TR_MOMENT_ROUNDING * sum_of_moments(body);
}

/* The value in its bounds; at one of them where it is there within rounding. */
static double
put_into_bounds(const TrProblem *problem, int i, double value)
{
  double near = TR_BOUND_SHARE * problem->scale[i];

  if (value - problem->floor[i] <= near)
    return problem->floor[i];
  return problem->ceiling[i] - value <= near ? problem->ceiling[i] : value;
}

bool
tr_regression_keep_conditions(TrRegressionStep *f)
{
  const TrTask *task = &f->r->task;
  bool kept = true;

  for (int i = 0; i < f->p; i++) {
    TrParam param = task->free[i].param;
    double value = put_into_bounds(f->problem, i, f->values[i]);

    if (param.kind == TR_PARAM_INERTIA && has_block(task, param.owner))
      kept = kept && fabs(f->values[i] - value) <= TR_BOUND_SHARE * f->problem->scale[i];
    f->values[i] = value;
  }
  tr_regression_use(f->r, f->values);
  for (int b = 0; b < f->n_blocks; b++)
    kept = kept && is_body_realisable(&f->r->model->bodies[f->blocks[b].body]);
  return kept;
}

void
tr_regression_list_blocks(TrRegressionStep *f)
{
  const TrTask *task = &f->r->task;

  for (int b = 0; b < task->model->n_bodies; b++)
    if (has_block(task, b))
      f->blocks[f->n_blocks++] = (TrRegressionBlock){.body = b, .axis = -1};
  for (int i = 0; i < f->p && !f->is_central; i++) {
    TrParam param = task->free[i].param;

    if (tr_regression_has_moment_block(task, param))
      f->blocks[f->n_blocks++] = (TrRegressionBlock){
          .body = param.owner, .axis = param.axis, .bound = f->problem->floor[i]};
  }
}
