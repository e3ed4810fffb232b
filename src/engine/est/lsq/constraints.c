#include "engine/est/lsq/constraints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/constraint_rows.h"
#include "engine/linalg/quadprog.h"

/* Rounds of new directions in one step, before it is shortened instead. */
enum { MAX_ROUNDS = 30, BISECTIONS = 40 };

/* Share of the least second moment by which a step may reduce it before a direction is added. */
#define SLACK 0.5

/* A row is on its side within this share of its terms. */
#define ON_SIDE 1e-9

/* The least second moment counts as reached within this share of the largest. */
#define MOMENT_ON_SIDE 1e-8

struct TrConstraints {
  TrRows rows;
  double *scaled, *least, *most; /* of the programme: rows over steps */
  double *identity, *gradient, *lower, *upper, *step, *trial; /* of projections */
  double *push;
  int *active;
  int n_active;
  void *work;
};

void
tr_constraints_free(TrConstraints *c)
{
  if (!c)
    return;
  tr_rows_clear(&c->rows);
  free(c->scaled);
  free(c->active);
  free(c->work);
  free(c);
}

static bool
take_memory(TrConstraints *c)
{
  size_t p = (size_t)c->rows.p, m = (size_t)c->rows.most_rows;
  double *block = calloc(m * p + 2 * m + p * p + 5 * p + p + m + 1, sizeof *block);

  c->scaled = block;
  c->active = calloc(m + 1, sizeof *c->active);
  c->work = malloc(tr_quadprog_work_size((int)p, (int)m) + 1);
  if (!block || !c->active || !c->work)
    return false;
  c->least = block + m * p;
  c->most = c->least + m;
  c->identity = c->most + m;
  c->gradient = c->identity + p * p;
  c->lower = c->gradient + p;
  c->upper = c->lower + p;
  c->step = c->upper + p;
  c->trial = c->step + p;
  c->push = c->trial + p;
  for (size_t i = 0; i < p; i++)
    c->identity[i * p + i] = 1;
  return true;
}

/* Rows over steps, in units of `scale`, from the values. */
static void
scale_rows(TrConstraints *c, const double *values, const double *scale)
{
  const TrRows *rows = &c->rows;

  for (int r = 0; r < rows->n_rows; r++) {
    const double *row = rows->row + r * rows->p;
    double here = tr_rows_value(rows, r, values);

    for (int i = 0; i < rows->p; i++)
      c->scaled[r * rows->p + i] = row[i] * scale[i];
    c->least[r] = rows->least[r] - here;
    c->most[r] = rows->most[r] - here;
  }
}

static void
move(double *out, const double *values, const double *scale, const double *x, double share, int p)
{
  for (int i = 0; i < p; i++)
    out[i] = values[i] + share * scale[i] * x[i];
}

/* Shortens a step that is not realisable to the longest share that is; the values themselves are
 * realisable. */
static void
shorten(TrConstraints *c, double *x, const double *values, const double *scale)
{
  int p = c->rows.p;
  double inside = 0, outside = 1;

  move(c->trial, values, scale, x, 1, p);
  if (tr_rows_are_realisable(&c->rows, c->trial, SLACK))
    return;
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = (inside + outside) / 2;

    move(c->trial, values, scale, x, middle, p);
    if (tr_rows_are_realisable(&c->rows, c->trial, SLACK))
      inside = middle;
    else
      outside = middle;
  }
  for (int i = 0; i < p; i++)
    x[i] *= inside;
}

static void
note_active(TrConstraints *c)
{
  c->n_active = 0;
  for (int r = 0; r < c->rows.n_rows; r++)
    if (c->rows.least[r] == c->rows.most[r] || c->push[c->rows.p + r] != 0)
      c->active[c->n_active++] = r;
}

/* Solves the programme, with directions of second moments added until the step is realisable. */
static TrStatus
solve(TrConstraints *c,
      double *x,
      const TrQuadprog *of,
      const double *values,
      const double *scale,
      int *conflict)
{
  TrQuadprog programme = *of;
  TrQuadprogEnd end;

  for (int round = 0; round < MAX_ROUNDS; round++) {
    TrStatus status;

    scale_rows(c, values, scale);
    programme.n_rows = c->rows.n_rows;
    programme.rows = c->scaled;
    programme.least = c->least;
    programme.most = c->most;
    status = tr_quadprog_solve(x, c->push, &end, &programme, c->work);
    *conflict = end.conflict;
    TR_TRY(status);
    move(c->trial, values, scale, x, 1, c->rows.p);
    if (!tr_rows_cut(&c->rows, c->trial, SLACK))
      break;
  }
  note_active(c);
  return TR_OK;
}

TrStatus
tr_constraints_solve(
    TrConstraints *c, double *x, const TrBoxqp *box, const double *values, const double *scale)
{
  TR_ASSERT(c && x && box && box->n == c->rows.p && values && scale);

  TrQuadprog programme = {
      .n = c->rows.p, .a = box->a, .g = box->g, .lower = box->lower, .upper = box->upper};
  int conflict;

  TR_TRY(solve(c, x, &programme, values, scale, &conflict));
  shorten(c, x, values, scale);
  return TR_OK;
}

static TrStatus
project(TrConstraints *c,
        double *values,
        const double *floor,
        const double *ceiling,
        const double *scale,
        int *conflict)
{
  int p = c->rows.p;
  TrQuadprog programme = {
      .n = p, .a = c->identity, .g = c->gradient, .lower = c->lower, .upper = c->upper};

  for (int i = 0; i < p; i++) {
    c->lower[i] = (floor[i] - values[i]) / scale[i];
    c->upper[i] = (ceiling[i] - values[i]) / scale[i];
  }
  TR_TRY(solve(c, c->step, &programme, values, scale, conflict));
  move(values, values, scale, c->step, 1, p);
  for (int i = 0; i < p; i++)
    values[i] = fmin(fmax(values[i], floor[i]), ceiling[i]);
  return TR_OK;
}

TrStatus
tr_constraints_project(TrConstraints *c,
                       double *values,
                       const double *floor,
                       const double *ceiling,
                       const double *scale)
{
  TR_ASSERT(c && values && floor && ceiling && scale);

  int conflict;

  return project(c, values, floor, ceiling, scale, &conflict);
}

/* Sentence naming the constraint that cannot be met, and the one that it conflicts with. */
static TrStatus
explain_conflict(const TrConstraints *c, int conflict, TrError *error)
{
  int p = c->rows.p;

  if (conflict < p)
    return tr_error_set(error, TR_BAD_SETTING,
                        "the constraints cannot be met together with the bounds of the free "
                        "parameters; loosen one of them");
  return tr_error_set(
      error, TR_BAD_SETTING,
      "constraint '%s' cannot be met together with the other constraints and the bounds of the "
      "free parameters; correct its value, or remove what contradicts it",
      c->rows.names[conflict - p]);
}

/* Checks that some parameters meet all constraints: the nearest to the start. */
static TrStatus
check_feasible(TrConstraints *c, const TrTask *task, TrError *error)
{
  int p = c->rows.p, conflict = 0;
  double *floor = calloc(4 * (size_t)p + 1, sizeof *floor), *ceiling = floor + p;
  double *scale = ceiling + p, *values = scale + p;
  TrStatus status = floor ? TR_OK : TR_NO_MEMORY;

  for (int i = 0; floor && i < p; i++) {
    const TrFree *f = &task->free[i];

    values[i] = f->start;
    floor[i] = fmin(fmax(f->min, tr_param_floor(f->param)), f->start);
    ceiling[i] = f->max;
    scale[i] = tr_param_natural_size(task->model, f->param, f->start);
  }
  if (status == TR_OK)
    status = project(c, values, floor, ceiling, scale, &conflict);
  if (status == TR_OK && !tr_rows_are_realisable(&c->rows, values, 0))
    status = TR_NOT_CONVERGED;
  free(floor);
  return status == TR_NOT_CONVERGED ? explain_conflict(c, conflict, error) : status;
}

/* Returns whether a task may need rows, without allocating: most tasks have none. */
static bool
wants_rows(const TrTask *task)
{
  bool wants = task->n_constraints > 0;

  wants = wants || task->settings.consistency > TR_INERTIA_RULE_NONE;

  for (int j = 0; j < task->model->n_joints; j++)
    wants = wants || task->model->joints[j].friction.model == TR_FRICTION_TANH;
  for (int b = 0; b < task->model->n_bodies; b++)
    wants = wants || task->model->bodies[b].consistency > TR_INERTIA_RULE_NONE;
  return wants;
}

TrStatus
tr_constraints_new(TrConstraints **out, const TrTask *task, TrError *error)
{
  TR_ASSERT(out && tr_task_is_whole(task));

  TrConstraints *c;
  TrStatus status;

  *out = NULL;
  if (!wants_rows(task))
    return TR_OK;
  c = calloc(1, sizeof *c);
  status = c ? tr_rows_fill(&c->rows, task, error) : TR_NO_MEMORY;
  if (status != TR_OK || (c->rows.n_rows == 0 && c->rows.n_moments == 0)) {
    tr_constraints_free(c);
    return status;
  }
  status = take_memory(c) ? check_feasible(c, task, error) : TR_NO_MEMORY;
  if (status != TR_OK)
    tr_constraints_free(c);
  else
    *out = c;
  return status;
}

int
tr_constraints_n_rows(const TrConstraints *c)
{
  return c ? c->rows.n_fixed : 0;
}

TrConstraintRow
tr_constraints_row(const TrConstraints *c, int i)
{
  TR_ASSERT(c && i >= 0 && i < c->rows.n_fixed);

  const TrRows *rows = &c->rows;

  return (TrConstraintRow){.row = rows->row + i * rows->p,
                           .least = rows->least[i],
                           .most = rows->most[i],
                           .is_moment = i >= rows->n_stated && rows->least[i] != rows->most[i]};
}

bool
tr_constraints_touch(const TrConstraints *c, int parameter)
{
  return c && c->rows.touched[parameter];
}

/* Returns whether the values lie on a side of a row. */
static bool
is_on_side(const TrRows *rows, int r, const double *values, const double *scale)
{
  double value = tr_rows_value(rows, r, values), terms = 0;

  for (int i = 0; i < rows->p; i++)
    terms += fabs(rows->row[r * rows->p + i]) * fmax(fabs(values[i]), scale[i]);
  return value - rows->least[r] <= ON_SIDE * terms || rows->most[r] - value <= ON_SIDE * terms;
}

void
tr_constraints_find_active(TrConstraints *c, const double *values, const double *scale)
{
  if (!c)
    return;
  tr_rows_forget_cuts(&c->rows);
  tr_rows_add_reached(&c->rows, values, MOMENT_ON_SIDE);
  c->n_active = 0;
  for (int r = 0; r < c->rows.n_rows; r++)
    if (r >= c->rows.n_fixed || is_on_side(&c->rows, r, values, scale))
      c->active[c->n_active++] = r;
}

int
tr_constraints_n_active(const TrConstraints *c)
{
  return c ? c->n_active : 0;
}

const double *
tr_constraints_active_row(const TrConstraints *c, int i)
{
  return c->rows.row + c->active[i] * c->rows.p;
}

int
tr_constraints_count(const TrConstraints *c)
{
  return c ? c->rows.n_fixed + c->rows.n_moments : 0;
}

static bool
is_active(const TrConstraints *c, int r)
{
  for (int k = 0; k < c->n_active; k++)
    if (c->active[k] == r)
      return true;
  return false;
}

void
tr_constraints_describe(TrConstraintFit *fit, const TrConstraints *c, const double *values)
{
  TR_ASSERT(!c || (fit && values));

  const TrRows *rows = c ? &c->rows : NULL;

  for (int r = 0; c && r < rows->n_fixed; r++) {
    fit[r] = (TrConstraintFit){.value = tr_rows_value(rows, r, values) + rows->constant[r],
                               .least = rows->least[r] + rows->constant[r],
                               .most = rows->most[r] + rows->constant[r],
                               .is_active = is_active(c, r)};
    memcpy(fit[r].name, rows->names[r], sizeof fit[r].name);
  }
  for (int k = 0; c && k < rows->n_moments; k++)
    tr_rows_describe_moment(&fit[rows->n_fixed + k], rows, k, values, MOMENT_ON_SIDE);
}
