#include "io/sweep.h"

#include <math.h>
#include <string.h>

#include "io/error.h"
#include "io/json_writer.h"
#include "io/result.h"

/* A grid larger than this is a slip of the keyboard. */
enum { MAX_POINTS = 100000 };

void
trammel_sweep_axis_free(TrammelSweepAxis *axis)
{
  g_free(axis->name);
  g_free(axis->values);
  g_free(axis);
}

static void
free_point(gpointer data)
{
  TrammelSweepPoint *point = data;

  g_free(point->at);
  g_free(point->message);
  g_free(point->values);
  g_free(point);
}

void
trammel_sweep_free(TrammelSweep *sweep)
{
  g_ptr_array_unref(sweep->axes);
  g_ptr_array_unref(sweep->points);
  g_ptr_array_unref(sweep->ids);
  g_ptr_array_unref(sweep->units);
  g_free(sweep);
}

static gboolean
refuse(GError **error, const char *text, const char *why)
{
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
              "'%s' cannot be swept: %s; write NAME=FROM:TO:COUNT or NAME=A,B,C, e.g. "
              "kappa=1e-1:1e4:13",
              text, why);
  return FALSE;
}

static gboolean
parse_number(const char *word, double *value)
{
  char *end;

  *value = g_ascii_strtod(word, &end);
  return end != word && !*end && isfinite(*value);
}

static gboolean
fill_list(TrammelSweepAxis *axis, const char *text, const char *values, GError **error)
{
  g_auto(GStrv) words = g_strsplit(values, ",", -1);

  axis->n = g_strv_length(words);
  axis->values = g_new(double, axis->n);
  for (gsize i = 0; i < axis->n; i++)
    if (!parse_number(g_strstrip(words[i]), &axis->values[i]))
      return refuse(error, text, "a value is not a number");
  return TRUE;
}

static gboolean
fill_range(TrammelSweepAxis *axis, const char *text, const char *values, GError **error)
{
  g_auto(GStrv) words = g_strsplit(values, ":", -1);
  double from, to, count;

  if (g_strv_length(words) != 3 || !parse_number(words[0], &from) || !parse_number(words[1], &to) ||
      !parse_number(words[2], &count))
    return refuse(error, text, "expected FROM:TO:COUNT");
  if (!(count >= 2 && count <= MAX_POINTS) || count != floor(count))
    return refuse(error, text, "COUNT must be a whole number from 2 on");
  axis->n = (gsize)count;
  axis->values = g_new(double, axis->n);
  gboolean by_ratio = axis->is_setting && from > 0 && to > 0;
  for (gsize i = 0; i < axis->n; i++) {
    double share = (double)i / (count - 1);
    axis->values[i] = by_ratio ? from * pow(to / from, share) : from + share * (to - from);
  }
  axis->values[axis->n - 1] = to;
  return TRUE;
}

/* Settings that are numbers; the project checks their values. */
static gboolean
is_setting(const char *name)
{
  static const char *const names[] = {
      "kappa", "h", "compliance_scale", "damping_scale", "cutoff", "friction_rate", NULL};

  return g_strv_contains(names, name);
}

static const TrammelQuantity *
find_quantity(const TrammelProject *project, const char *id)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (g_str_equal(quantity->id, id))
      return quantity;
  }
  return NULL;
}

static gboolean
find_target(TrammelSweepAxis *axis, const TrammelProject *project, const char *text, GError **error)
{
  g_autofree char *setting = g_strdelimit(g_strdup(axis->name), "-", '_');
  const TrammelQuantity *quantity = find_quantity(project, axis->name);

  axis->is_setting = is_setting(setting);
  if (axis->is_setting) {
    g_free(axis->name);
    axis->name = g_steal_pointer(&setting);
    return TRUE;
  }
  if (!quantity)
    return refuse(error, text,
                  "it names neither a setting (kappa, h, compliance_scale, damping_scale, cutoff, "
                  "friction_rate) nor a quantity of the model");
  if (quantity->free)
    return refuse(error, text, "the quantity is free; fix it, so that it can take these values");
  return TRUE;
}

TrammelSweepAxis *
trammel_sweep_axis_parse(const TrammelProject *project, const char *text, GError **error)
{
  const char *equals = strchr(text, '=');
  g_autoptr(TrammelSweepAxis) axis = g_new0(TrammelSweepAxis, 1);

  if (!equals) {
    refuse(error, text, "there is no '='");
    return NULL;
  }
  axis->name = g_strndup(text, (gsize)(equals - text));
  if (!find_target(axis, project, text, error))
    return NULL;
  if (!(strchr(equals, ':') ? fill_range(axis, text, equals + 1, error)
                            : fill_list(axis, text, equals + 1, error)))
    return NULL;
  return g_steal_pointer(&axis);
}

/* What the points share while they run. */
typedef struct {
  const TrammelProject *project;
  const TrammelProblem *logs; /* a problem whose logs are read */
  TrammelSweep *sweep;
  const TrMonitor *monitor;
  double *last; /* [n_free] parameters of the last point that converged */
  gboolean has_last;
} Runner;

static gsize
count_points(const GPtrArray *axes)
{
  gsize n = 1;

  for (guint i = 0; i < axes->len; i++)
    n *= ((const TrammelSweepAxis *)axes->pdata[i])->n;
  return n;
}

static gboolean
set_axis(TrammelProject *project, const TrammelSweepAxis *axis, double value, GError **error)
{
  char text[TRAMMEL_NUMBER_SIZE];

  if (!axis->is_setting)
    return trammel_project_set_value(project, axis->name, value, error);
  return trammel_project_set_setting(project, axis->name, trammel_json_format_number(text, value),
                                     error);
}

/* Coordinates of a point; the last axis runs fastest. */
static TrammelSweepPoint *
new_point(const GPtrArray *axes, gsize index)
{
  TrammelSweepPoint *point = g_new0(TrammelSweepPoint, 1);

  point->at = g_new(double, axes->len);
  point->status = "failed";
  point->kappa = point->observation_mse = point->state_mse = NAN;
  point->cost = (TrCost){NAN, NAN, NAN, NAN};
  for (guint i = axes->len; i-- > 0;) {
    const TrammelSweepAxis *axis = axes->pdata[i];
    point->at[i] = axis->values[index % axis->n];
    index /= axis->n;
  }
  return point;
}

static void
take_fit(TrammelSweepPoint *point, const TrFit *fit)
{
  point->status = trammel_result_get_status(fit);
  point->message = g_strdup(fit->message);
  point->iterations = fit->iterations;
  point->seconds = fit->seconds;
  point->kappa = fit->kappa;
  point->cost = fit->cost;
  point->observation_mse = fit->observation_mse;
  point->state_mse = fit->state_mse;
  point->values = g_new0(TrammelSweepValue, (gsize)fit->n_free + 1);
  for (int i = 0; i < fit->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];
    point->values[i] = (TrammelSweepValue){.value = e->value,
                                           .sigma = e->identifiable ? e->sigma : NAN,
                                           .identifiable = e->identifiable,
                                           .at_bound = e->at_bound};
  }
}

/* A fit from `start`, or from the project's values when that is NULL. */
static TrFit *
fit_from(Runner *runner, const TrammelProblem *problem, const double *start, TrError *detail)
{
  TrTask task = *trammel_problem_get_task(problem);
  TrFit *fit = NULL;

  task.warm_start = start;
  if (runner->monitor)
    task.monitor = *runner->monitor;
  if (tr_identify(&fit, &task, detail) == TR_CANCELLED)
    runner->sweep->interrupted = TRUE;
  return fit;
}

static void
run_fit(Runner *runner, TrammelSweepPoint *point, const TrammelProblem *problem)
{
  TrError detail = {0};
  TrFit *fit = fit_from(runner, problem, runner->has_last ? runner->last : NULL, &detail);

  /* a neighbour's parameters can be a bad start where the data collapse */
  if (fit && fit->status != TR_OK && runner->has_last && !runner->sweep->interrupted) {
    tr_fit_free(fit);
    fit = fit_from(runner, problem, NULL, &detail);
  }
  if (!fit) {
    point->message = g_strdup(detail.text);
    return;
  }
  take_fit(point, fit);
  if (fit->status == TR_OK) {
    for (int i = 0; i < fit->n_free; i++)
      runner->last[i] = fit->estimates[i].value;
    runner->has_last = TRUE;
  }
  tr_fit_free(fit);
}

static void
run_point(Runner *runner, gsize index)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(runner->project);
  g_autoptr(GError) error = NULL;
  const GPtrArray *axes = runner->sweep->axes;
  TrammelSweepPoint *point = new_point(axes, index);

  g_ptr_array_add(runner->sweep->points, point);
  for (guint i = 0; i < axes->len; i++)
    if (!set_axis(project, axes->pdata[i], point->at[i], &error)) {
      point->message = g_strdup(error->message);
      return;
    }
  g_autoptr(TrammelProblem) problem = trammel_problem_new_from(runner->logs, project, &error);
  if (!problem) {
    point->message = g_strdup(error->message);
    return;
  }
  run_fit(runner, point, problem);
}

static TrammelSweep *
new_sweep(GPtrArray *axes, const TrTask *task)
{
  TrammelSweep *sweep = g_new0(TrammelSweep, 1);

  sweep->axes = axes;
  sweep->points = g_ptr_array_new_with_free_func(free_point);
  sweep->ids = g_ptr_array_new_with_free_func(g_free);
  sweep->units = g_ptr_array_new();
  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_param_id(id, task, task->free[i].param);
    g_ptr_array_add(sweep->ids, g_strdup(id));
    g_ptr_array_add(sweep->units, (gpointer)tr_task_param_unit(task, task->free[i].param));
  }
  return sweep;
}

TrammelSweep *
trammel_sweep_run(const TrammelProject *project,
                  GPtrArray *axes,
                  const char *const *names,
                  const TrMonitor *monitor,
                  TrammelSweepFunc func,
                  gpointer user_data,
                  GError **error)
{
  g_autoptr(TrammelProblem) logs = trammel_problem_new(project, names, NULL, error);

  if (!logs || count_points(axes) > MAX_POINTS) {
    if (logs)
      g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                  "the grid has %" G_GSIZE_FORMAT " points; %d are allowed", count_points(axes),
                  MAX_POINTS);
    g_ptr_array_unref(axes);
    return NULL;
  }

  const TrTask *task = trammel_problem_get_task(logs);
  g_autofree double *last = g_new0(double, (gsize)task->n_free + 1);
  TrammelSweep *sweep = new_sweep(axes, task);
  Runner runner = {
      .project = project, .logs = logs, .sweep = sweep, .monitor = monitor, .last = last};
  gsize n = count_points(axes), row = ((const TrammelSweepAxis *)axes->pdata[axes->len - 1])->n;
  for (gsize i = 0; i < n && !sweep->interrupted; i++) {
    /* a new row begins far from the end of the one before */
    runner.has_last = runner.has_last && i % row != 0;
    run_point(&runner, i);
    if (func)
      func(sweep, n, user_data);
  }
  return sweep;
}
