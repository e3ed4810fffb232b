/* Check of a motor's gain against the forces that the fixed parameters require.
 *
 * With gain K, input u, force F that the motion needs with the task's numbers, its slopes D by the
 * free parameters, and x the rate and its sign,
 *
 *   K u = F + D d + x c + constant of each log,
 *
 * so K is the slope of F' over u', the parts of F and u orthogonal to D and x.  Noise of the motion
 * reduces it: K lies between the regression of F' on u' and the inverse of that of u' on F' (Frisch
 * 1934). */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/force/axial.h"
#include "engine/signal/filtfilt.h"
#include "io/base/bilingual.h"
#include "io/check/private.h"

/* Least shares of u, of F and of u' by F' that determine a gain, and the factor by which it must
 * exceed the bounds.  [Examples at their start values: the right gain is up to 1.12 times
 * outside.] */
#define LEAST_INPUT     0.04
#define LEAST_FORCE     0.005
#define LEAST_EXPLAINED 0.45
#define FACTOR          2

/* Correlation of u' and F' below which an input has the wrong sign. */
#define TURNED (-0.5)

/* Range that a prior allows, in its sigmas. */
#define PRIOR_SIGMAS 3

/* A column counts as spanned by earlier ones if less than this share of its square is left. */
#define SPANNED 1e-8

/* Columns: those of D, then these. */
enum { RATE, SIGN, FORCE, INPUT, N_OWN };

typedef struct {
  const TrammelCheck *check;
  const TrInverseDynamics *dynamics;
  int motor, joint;
  int n;        /* columns */
  GArray *rows; /* of double: n each, the mean of each log subtracted */
} Table;

/* Returns the input at the nodes, filtered like the motion; free with g_free(), NULL if there is
 * none. */
static double *
dup_input(const Table *table, const TrPreparedLog *log)
{
  const TrSettings *settings = &table->check->task->settings;
  int n_inputs = tr_model_n_inputs(table->check->task->model);
  double *u = g_new(double, (gsize)log->n_nodes);

  for (int k = 0; k < log->n_nodes; k++)
    u[k] = log->input[k * n_inputs + table->motor];
  if (settings->cutoff < TR_MAX_CUTOFF_SHARE / settings->h &&
      tr_filter_zero_phase(u, (size_t)log->n_nodes, 1 / settings->h, settings->cutoff,
                           TR_START_ORDER) != TR_OK)
    g_clear_pointer(&u, g_free);
  return u;
}

static void
centre(Table *table, guint first)
{
  double *x = (double *)(void *)table->rows->data;
  guint n = (guint)table->n, last = table->rows->len / n;

  for (guint j = 0; j < n; j++) {
    double mean = 0;

    for (guint i = first; i < last; i++)
      mean += x[i * n + j] / (last - first);
    for (guint i = first; i < last; i++)
      x[i * n + j] -= mean;
  }
}

static void
add_log(Table *table, int log)
{
  const TrInverseDynamics *dynamics = table->dynamics;
  int n = dynamics->n_nodes[log], n_joints = dynamics->n_joints, n_free = table->n - N_OWN;
  guint first = table->rows->len / (guint)table->n;
  g_autofree double *rate = g_new0(double, (gsize)n), *sign = g_new0(double, (gsize)n);
  g_autofree double *u = dup_input(table, &table->check->prepared->logs[log]);
  g_autofree double *row = g_new(double, (gsize)table->n);

  if (!u)
    return;
  trammel_check_fill_rate(rate, sign, table->check, log, table->joint);
  for (int k = dynamics->stride; k + 1 < n; k += dynamics->stride) {
    double *own = row + n_free;

    if (n_free > 0)
      memcpy(row,
             dynamics->slope[log] +
                 ((gsize)(k / dynamics->stride) * (gsize)n_joints + (gsize)table->joint) *
                     (gsize)n_free,
             (gsize)n_free * sizeof *row);
    own[RATE] = rate[k];
    own[SIGN] = sign[k];
    own[FORCE] = dynamics->force[log][k * n_joints + table->joint];
    own[INPUT] = u[k];
    g_array_append_vals(table->rows, row, (guint)table->n);
  }
  centre(table, first);
}

static double
multiply(const Table *table, int a, int b)
{
  const double *x = (const double *)(const void *)table->rows->data;
  double sum = 0;

  for (gsize i = 0; i < table->rows->len; i += (gsize)table->n)
    sum += x[i + (gsize)a] * x[i + (gsize)b];
  return sum;
}

/* column += factor * other */
static void
add_column(Table *table, int column, int other, double factor)
{
  double *x = (double *)(void *)table->rows->data;

  for (gsize i = 0; i < table->rows->len; i += (gsize)table->n)
    x[i + (gsize)column] += factor * x[i + (gsize)other];
}

/* Projects the columns before the last two out of all others (modified Gram-Schmidt). */
static void
take_off(Table *table)
{
  int n_others = table->n - 2;

  for (int j = 0; j < n_others; j++) {
    double square = multiply(table, j, j);

    for (int c = j + 1; square > 0 && c < table->n; c++) {
      double before = multiply(table, c, c);

      add_column(table, c, j, -multiply(table, j, c) / square);
      if (multiply(table, c, c) < SPANNED * before)
        add_column(table, c, c, -1);
    }
  }
}

/* Returns the table with `n_free` columns of slopes; free its rows with g_array_unref(). */
static Table
make_table(const TrammelCheck *check,
           const TrInverseDynamics *dynamics,
           int motor,
           const gboolean *logs,
           int n_free)
{
  Table table = {.check = check,
                 .dynamics = dynamics,
                 .motor = motor,
                 .joint = check->task->model->motors[motor].joint,
                 .n = n_free + N_OWN,
                 .rows = g_array_new(FALSE, FALSE, sizeof(double))};

  for (int l = 0; l < check->task->n_logs; l++)
    if (logs[l])
      add_log(&table, l);
  return table;
}

static gboolean
need_slopes(TrInverseDynamics *dynamics, const TrammelCheck *check)
{
  return dynamics->slope ||
         (tr_inverse_dynamics_knows_slopes(check->task) &&
          tr_inverse_dynamics_add_slopes(dynamics, check->task, check->prepared) == TR_OK);
}

gboolean
trammel_check_view_gain(TrammelGainView *out,
                        const TrammelCheck *check,
                        TrInverseDynamics *dynamics,
                        int motor,
                        const gboolean *logs)
{
  int n_free = dynamics->n_free, force = n_free + FORCE, input = n_free + INPUT;

  if (!need_slopes(dynamics, check))
    return FALSE;
  Table table = make_table(check, dynamics, motor, logs, n_free);
  double all_force = multiply(&table, force, force), all_input = multiply(&table, input, input);
  take_off(&table);
  double ff = multiply(&table, force, force), uu = multiply(&table, input, input);
  double fu = multiply(&table, force, input);
  g_array_unref(table.rows);
  *out = (TrammelGainView){0};
  if (!(uu >= LEAST_INPUT * all_input) || !(ff >= LEAST_FORCE * all_force) || ff == 0 || uu == 0)
    return FALSE;
  out->correlation = fu / sqrt(ff * uu);
  out->least = fu / uu;
  out->most = ff / fu;
  return TRUE;
}

gboolean
trammel_gain_view_is_turned(const TrammelGainView *view, double slope)
{
  return copysign(1, slope) * view->correlation <= TURNED;
}

/* Sets the range that the task allows for the force per unit of input; FALSE if something other
 * than the gain makes it free. */
static gboolean
find_allowed(double *least, double *most, gboolean *is_free, const TrTask *task, int motor)
{
  TrMotor with = task->model->motors[motor];

  *is_free = FALSE;
  *least = *most = fabs(tr_motor_slope(&with));
  for (int i = 0; i < task->n_ties; i++)
    if (task->ties[i].param.kind == TR_PARAM_GAIN && task->ties[i].param.owner == motor)
      return FALSE;
  for (int i = 0; i < task->n_free; i++) {
    const TrFree *f = &task->free[i];

    if (f->param.owner != motor ||
        (f->param.kind != TR_PARAM_GAIN && f->param.kind != TR_PARAM_RESISTANCE))
      continue;
    if (f->param.kind == TR_PARAM_RESISTANCE)
      return FALSE;
    *is_free = TRUE;
    double reach = PRIOR_SIGMAS * f->prior_sigma;
    double low = fmax(f->min, f->prior_mean - reach), high = fmin(f->max, f->prior_mean + reach);
    with.gain = 1;
    double unit = fabs(tr_motor_slope(&with));
    *least = low > 0 ? unit * low : high < 0 ? -unit * high : 0;
    *most = unit * fmax(fabs(low), fabs(high));
  }
  return TRUE;
}

/* TRUE if the comparison could find the bounds wrong at all: F' and u' are at most F and u, and at
 * least the shares that count, so |F'|/|u'| lies between these. */
static gboolean
can_be_wrong(const TrammelCheck *check,
             const TrInverseDynamics *dynamics,
             int motor,
             const gboolean *logs,
             double least,
             double most)
{
  Table table = make_table(check, dynamics, motor, logs, 0);
  double force = multiply(&table, FORCE, FORCE), input = multiply(&table, INPUT, INPUT);
  double low = sqrt(LEAST_FORCE * force / input), high = sqrt(force / (LEAST_INPUT * input));

  g_array_unref(table.rows);
  return input > 0 && (FACTOR * most < high || least > FACTOR * low);
}

void
trammel_check_gain(const TrammelCheck *check,
                   TrInverseDynamics *dynamics,
                   int motor,
                   const gboolean *logs)
{
  const TrTask *task = check->task;
  const TrModel *model = task->model;
  TrammelPlace place = {.signal = model->motors[motor].name};
  TrammelGainView view;
  double least, most;
  gboolean is_free;

  if (!find_allowed(&least, &most, &is_free, task, motor) ||
      !can_be_wrong(check, dynamics, motor, logs, least, most) ||
      !trammel_check_view_gain(&view, check, dynamics, motor, logs) ||
      view.correlation * view.correlation < LEAST_EXPLAINED)
    return;
  double low = fabs(view.least), high = fabs(view.most);
  gboolean is_small = most < low / FACTOR;
  if (!is_small && least <= high * FACTOR)
    return;
  gboolean is_linear = tr_joint_is_linear(&model->joints[model->motors[motor].joint]);
  trammel_findings_add(
      check->findings, &place, "warning", "gain-size",
      N_("Motor '%s' %s %.3g %s on its joint per unit of its input, but with the fixed masses, "
         "inertias and gravity the motion requires %.2g to %.2g: check the unit of the input, the "
         "gain, the gear and the fixed values%s."),
      place.signal, is_small ? TRAMMEL_WORD("gives at most") : TRAMMEL_WORD("gives at least"),
      is_small ? most : least, is_linear ? "N" : "N m", low, high,
      is_free ? TRAMMEL_WORD(", and the bounds or the prior of the gain")
              : TRAMMEL_WORD(", or free the gain"));
  if (!is_free) {
    TrParam gain = {.kind = TR_PARAM_GAIN, .owner = motor};
    g_autofree char *path = trammel_project_dup_quantity_path(gain);
    trammel_findings_fix(check->findings, "true", "%s.free", path);
  }
}
