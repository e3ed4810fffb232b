#include "io/study/sweep.h"

#include "io/base/error.h"
#include "io/problem/finding.h"
#include "io/study/sweep_private.h"

/* Largest grid; a larger one is a typing error. */
enum { MAX_POINTS = 100000 };

static gsize
count_points(const GPtrArray *axes)
{
  gsize n = 1;

  for (guint i = 0; i < axes->len; i++)
    n *= ((const TrammelSweepAxis *)axes->pdata[i])->n;
  return n;
}

void
trammel_sweep_free(TrammelSweep *sweep)
{
  g_ptr_array_unref(sweep->axes);
  g_ptr_array_unref(sweep->points);
  g_ptr_array_unref(sweep->ids);
  g_ptr_array_unref(sweep->units);
  g_ptr_array_unref(sweep->scored);
  g_array_unref(sweep->findings);
  g_array_unref(sweep->corners);
  g_free(sweep);
}

TrammelSweep *
trammel_sweep_new_empty(GPtrArray *axes)
{
  TrammelSweep *sweep = g_new0(TrammelSweep, 1);

  sweep->axes = axes;
  sweep->points = g_ptr_array_new_with_free_func(trammel_sweep_point_free);
  sweep->ids = g_ptr_array_new_with_free_func(g_free);
  sweep->units = g_ptr_array_new();
  sweep->scored = g_ptr_array_new_with_free_func(g_free);
  sweep->findings = trammel_findings_new();
  sweep->corners = g_array_new(FALSE, FALSE, sizeof(TrammelSweepCorner));
  return sweep;
}

static TrammelSweep *
new_sweep(GPtrArray *axes, const TrammelProblem *logs)
{
  const TrTask *task = trammel_problem_get_task(logs);
  TrammelSweep *sweep = trammel_sweep_new_empty(g_ptr_array_ref(axes));

  for (guint i = 0; i < trammel_problem_get_n_findings(logs); i++)
    trammel_findings_copy(sweep->findings, trammel_problem_get_finding(logs, i));
  g_ptr_array_set_size(sweep->points, (int)count_points(axes));
  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    g_ptr_array_add(sweep->ids, g_strdup(id));
    g_ptr_array_add(sweep->units, (gpointer)tr_task_free_unit(task, i));
  }
  return sweep;
}

TrammelSweep *
trammel_sweep_run(const TrammelProject *project,
                  GPtrArray *axes,
                  const TrammelSweepOptions *options,
                  GError **error)
{
  g_autoptr(GPtrArray) owned = axes;
  gsize n = count_points(axes);
  g_autoptr(TrammelProblem) logs = NULL, scored = NULL;
  GError *failure = NULL;

  if (n > MAX_POINTS) {
    trammel_error_set(error, TRAMMEL_ERROR_USAGE, "the grid has %zu points; at most %d are allowed",
                      n, MAX_POINTS);
    return NULL;
  }
  logs = trammel_problem_new(project, options->logs, NULL, error);
  if (!logs)
    return NULL;
  g_autoptr(TrammelSweep) sweep = new_sweep(axes, logs);
  g_autoptr(TrammelProject) stepped = trammel_problem_dup_project(logs);
  scored = trammel_sweep_load_scored(sweep, stepped, options, &failure);
  if (failure) {
    g_propagate_error(error, failure);
    return NULL;
  }
  trammel_sweep_walk(sweep, stepped, logs, scored, options);
  trammel_sweep_find_corners(sweep);
  return g_steal_pointer(&sweep);
}
