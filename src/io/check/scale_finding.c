#include "io/check/scale_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/est/diagnose/inverse_dynamics.h"
#include "io/base/bilingual.h"
#include "io/project/put.h"

/* Share of the forces below which what gives the scale is none: less than models are wrong by.
 * Finite differences of a long step leave up to COARSE_REST, and less at half the step. */
#define LEAST_REST  0.004
#define COARSE_REST 0.05

/* Nodes of a log, about, whose forces are compared: enough for a share, and for LEAST_ROWS rows to
 * a column. */
enum { LEAST_NODES = 150, LEAST_ROWS = 4 };

/* A column counts as spanned by earlier ones if less than this share of its length is left. */
#define SPANNED 1e-8

static gboolean
is_known(const TrTask *task, double value, TrParamKind kind, int owner, int axis)
{
  return value != 0 && !tr_task_frees(task, (TrParam){kind, owner, axis});
}

/* TRUE if some force of a joint's friction is fixed.  A bound in proportion to the load is none. */
static gboolean
has_known_friction(const TrTask *task, int joint)
{
  const TrFriction *f = &task->model->joints[joint].friction;
  gboolean is_dry = f->model == TR_FRICTION_COULOMB || f->model == TR_FRICTION_STRIBECK;

  if (f->model == TR_FRICTION_NONE)
    return FALSE;
  if (is_known(task, f->offset, TR_PARAM_FRICTION_OFFSET, joint, 0))
    return TRUE;
  if (f->model == TR_FRICTION_TANH)
    return is_known(task, f->tanh[0], TR_PARAM_TANH, joint, 0) ||
           is_known(task, f->tanh[3], TR_PARAM_TANH, joint, 3) ||
           is_known(task, f->tanh[5], TR_PARAM_TANH, joint, 5);
  return is_known(task, f->viscous, TR_PARAM_VISCOUS, joint, 0) ||
         (is_dry && f->load == TR_LOAD_NONE &&
          is_known(task, f->coulomb, TR_PARAM_COULOMB, joint, 0)) ||
         (f->model == TR_FRICTION_STRIBECK && f->load == TR_LOAD_NONE &&
          is_known(task, f->delta, TR_PARAM_STRIBECK_DELTA, joint, 0));
}

/* TRUE if a gain of a motor's servo is free. */
static gboolean
has_free_servo(const TrTask *task, int motor)
{
  return tr_task_frees(task, (TrParam){TR_PARAM_SERVO_KP, motor, 0}) ||
         tr_task_frees(task, (TrParam){TR_PARAM_SERVO_KI, motor, 0}) ||
         tr_task_frees(task, (TrParam){TR_PARAM_SERVO_KD, motor, 0});
}

/* TRUE if a force or a prior of the task has a size that the fit cannot change. */
static gboolean
has_known_force(const TrTask *task)
{
  const TrModel *model = task->model;

  for (int i = 0; i < task->n_free; i++)
    if (isfinite(task->free[i].prior_sigma) || task->free[i].param.kind == TR_PARAM_ROTOR_INERTIA)
      return TRUE;
  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].drive == TR_DRIVE_NONE && !has_free_servo(task, m) &&
        (is_known(task, model->motors[m].gain, TR_PARAM_GAIN, m, 0) ||
         is_known(task, model->motors[m].bias, TR_PARAM_BIAS, m, 0)))
      return TRUE;
  for (int j = 0; j < model->n_joints; j++)
    if (has_known_friction(task, j))
      return TRUE;
  return task->n_constraints > 0;
}

static gboolean
is_force(TrParamKind kind)
{
  return kind == TR_PARAM_GRAVITY || kind == TR_PARAM_MASS || kind == TR_PARAM_INERTIA ||
         (kind >= TR_PARAM_VISCOUS && kind <= TR_PARAM_FRICTION_OFFSET) ||
         kind == TR_PARAM_STIFFNESS || kind == TR_PARAM_GAIN || kind == TR_PARAM_BIAS ||
         (kind >= TR_PARAM_SERVO_KP && kind <= TR_PARAM_SERVO_KD);
}

/* Columns of the regression, one after the other: the slopes, then the forces. */
typedef struct {
  double *x;
  gsize n_rows;
  int n; /* columns */
} Table;

static void
fill_table(Table *table, const TrInverseDynamics *dynamics)
{
  gsize row = 0;
  int p = table->n - 1;

  for (int l = 0; l < dynamics->n_logs; l++)
    for (int k = dynamics->stride; k + 1 < dynamics->n_nodes[l]; k += dynamics->stride)
      for (int j = 0; j < dynamics->n_joints; j++, row++) {
        const double *slope =
            dynamics->slope[l] +
            ((gsize)(k / dynamics->stride) * (gsize)dynamics->n_joints + (gsize)j) * (gsize)p;
        for (int i = 0; i < p; i++)
          table->x[(gsize)i * table->n_rows + row] = slope[i];
        table->x[(gsize)p * table->n_rows + row] = dynamics->force[l][k * dynamics->n_joints + j];
      }
}

static double
multiply(const Table *table, int a, int b)
{
  const double *x = table->x + (gsize)a * table->n_rows, *y = table->x + (gsize)b * table->n_rows;
  double sum = 0;

  for (gsize i = 0; i < table->n_rows; i++)
    sum += x[i] * y[i];
  return sum;
}

/* Share of the forces that the slopes leave over (modified Gram-Schmidt, each column twice). */
static double
find_rest(Table *table)
{
  int p = table->n - 1;
  double all = multiply(table, p, p);

  for (int c = 0; c <= p; c++) {
    double before = multiply(table, c, c);
    double *x = table->x + (gsize)c * table->n_rows;

    for (int turn = 0; turn < 2; turn++)
      for (int j = 0; j < c; j++) {
        const double *y = table->x + (gsize)j * table->n_rows;
        double factor = multiply(table, j, c); /* of unit columns, or zero ones */
        for (gsize i = 0; i < table->n_rows; i++)
          x[i] -= factor * y[i];
      }
    if (c == p)
      break;
    double size = multiply(table, c, c);
    double scale = size > SPANNED * SPANNED * before && size > 0 ? 1 / sqrt(size) : 0;
    for (gsize i = 0; i < table->n_rows; i++)
      x[i] *= scale;
  }
  return all > 0 ? sqrt(multiply(table, p, p) / all) : 1;
}

/* Returns the share of the required forces that no change of the free parameters can balance; 1
 * where that is not known. */
static double
measure_rest(const TrTask *task, const TrPrepared *motions)
{
  TrInverseDynamics *dynamics;
  double rest = 1;
  Table table = {.n = task->n_free + 1};

  if (tr_inverse_dynamics_new(
          &dynamics, task,
          (TrInverseDynamicsOptions){.gravity = true,
                                     .motions = motions,
                                     .n_slopes = MAX(LEAST_NODES, LEAST_ROWS * table.n)}) != TR_OK)
    return 1;
  if (tr_inverse_dynamics_add_slopes(dynamics, task, motions) == TR_OK) {
    for (int l = 0; l < dynamics->n_logs; l++)
      for (int k = dynamics->stride; k + 1 < dynamics->n_nodes[l]; k += dynamics->stride)
        table.n_rows += (gsize)dynamics->n_joints;
    table.x = g_new0(double, table.n_rows *(gsize)table.n + 1);
    fill_table(&table, dynamics);
    rest = find_rest(&table);
    g_free(table.x);
  }
  tr_inverse_dynamics_free(dynamics);
  return rest;
}

static gboolean
can_vanish(const TrTask *task, const TrPrepared *motions)
{
  double rest = measure_rest(task, motions);
  TrTask fine = *task;

  fine.settings.h /= 2;
  return rest < LEAST_REST || (rest < COARSE_REST && measure_rest(&fine, NULL) < LEAST_REST);
}

/* Kinds whose values are known best without a log come first. */
static int
rank_kind(TrParamKind kind)
{
  return kind == TR_PARAM_GRAVITY ? 0 : kind == TR_PARAM_MASS ? 1 : kind == TR_PARAM_GAIN ? 2 : 3;
}

static int
find_candidate(const TrTask *task)
{
  int best = -1;

  for (int i = 0; i < task->n_free; i++) {
    TrParamKind kind = task->free[i].param.kind;
    if (is_force(kind) && task->free[i].start != 0 &&
        (best < 0 || rank_kind(kind) < rank_kind(task->free[best].param.kind)))
      best = i;
  }
  return best;
}

int
trammel_scale_find(const TrTask *task, const TrPrepared *motions)
{
  int candidate = find_candidate(task);

  if (candidate < 0 || has_known_force(task) || !tr_inverse_dynamics_knows_slopes(task))
    return -1;
  return can_vanish(task, motions) ? candidate : -1;
}

/* Returns "a, b and c", the free forces. */
static char *
list_forces(const TrTask *task)
{
  GString *text = g_string_new(NULL);
  int left = 0;

  for (int i = 0; i < task->n_free; i++)
    left += is_force(task->free[i].param.kind);
  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];

    if (!is_force(task->free[i].param.kind))
      continue;
    tr_task_free_id(id, task, i);
    left--;
    g_string_append_printf(text, "%s%s", id,
                           left == 0   ? ""
                           : left == 1 ? TRAMMEL_WORD(" and ")
                                       : ", ");
  }
  return g_string_free(text, FALSE);
}

void
trammel_scale_add_finding(GArray *findings, const TrTask *task, int candidate)
{
  g_autofree char *ids = list_forces(task);
  g_autofree char *path = trammel_project_dup_quantity_path(task->free[candidate].param);
  char id[TR_ID_SIZE];
  TrammelPlace place = {.signal = id};

  tr_task_free_id(id, task, candidate);
  trammel_findings_add(
      findings, &place, "warning", "scale-not-determined",
      N_("The logs do not determine the scale of %s: a common factor on all forces "
         "changes no measurement, and the fixed masses are none of them, because "
         "a free value can balance each. Fix one, for example %s at a value that "
         "was measured, or give it a prior."),
      ids, id);
  trammel_findings_fix(findings, "false", "%s.free", path);
}
