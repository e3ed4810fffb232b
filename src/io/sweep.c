#include "io/sweep.h"

#include <math.h>

#include "io/error.h"
#include "io/result.h"
#include "io/sweep_private.h"

/* A grid larger than this is a slip of the keyboard. */
enum { MAX_POINTS = 100000 };

/* Parameters that differ by more than so many sigmas and this share jump between neighbours. */
#define JUMP_SIGMAS 5
#define JUMP_SHARE  0.05

/* A fit is better when its cost is lower by more than this share. */
#define COST_SHARE 1e-6

static void
free_point(gpointer data)
{
  TrammelSweepPoint *point = data;

  if (!point)
    return;
  g_free(point->at);
  g_free(point->message);
  g_free(point->score.message);
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
  g_ptr_array_unref(sweep->scored);
  g_array_unref(sweep->corners);
  g_free(sweep);
}

/* What the points share while they run. */
typedef struct {
  const TrammelProject *project;
  const TrammelProblem *logs, *scored; /* problems whose logs are read; scored is nullable */
  TrammelSweep *sweep;
  const TrammelSweepOptions *options;
  gsize n, row;  /* points of the grid; of its last axis */
  gsize *order;  /* [n] indices in the order of the walk */
  double *start; /* [n_free] of the fit that runs */
} Runner;

/* One point with its settings in place. */
typedef struct {
  TrammelSweepPoint *point;
  TrammelProject *project;
  TrammelProblem *problem;
} Site;

static void
clear_site(Site *site)
{
  g_clear_pointer(&site->project, trammel_project_unref);
  g_clear_pointer(&site->problem, trammel_problem_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Site, clear_site)

static gsize
count_points(const GPtrArray *axes)
{
  gsize n = 1;

  for (guint i = 0; i < axes->len; i++)
    n *= ((const TrammelSweepAxis *)axes->pdata[i])->n;
  return n;
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
  point->misfit = (TrammelSweepMisfit){NAN, NAN};
  point->score = (TrammelSweepScore){NAN, NAN, NAN, NULL};
  for (guint i = axes->len; i-- > 0;) {
    const TrammelSweepAxis *axis = axes->pdata[i];
    point->at[i] = axis->values[index % axis->n];
    index /= axis->n;
  }
  return point;
}

static TrammelSweepMisfit
measure_misfit(const TrFit *fit, const TrTask *task)
{
  double sum = 0;
  long n = 0;

  for (int i = 0; i < fit->n_logs; i++)
    for (int k = 0; k < fit->logs[i].n_sensors; k++) {
      const TrSensorFit *s = &fit->logs[i].sensors[k];
      double stated = task->model->sensors[s->sensor].sigma;
      double ratio = isnan(stated) ? 1 : s->sigma / stated;

      sum += s->n_residuals * s->chi2_per_sample * ratio * ratio;
      n += s->n_residuals;
    }
  return (TrammelSweepMisfit){sqrt(sum / (double)n), sqrt(fit->state_mse)};
}

static void
take_fit(TrammelSweepPoint *point, const TrFit *fit, const TrTask *task, gboolean is_warm)
{
  g_free(point->message);
  g_free(point->values);
  point->status = trammel_result_get_status(fit);
  point->message = g_strdup(fit->message);
  point->iterations = fit->iterations;
  point->seconds = fit->seconds;
  point->is_warm = is_warm;
  point->kappa = fit->kappa;
  point->cost = fit->iterations > 0 ? fit->cost : (TrCost){NAN, NAN, NAN, NAN};
  point->observation_mse = fit->observation_mse;
  point->state_mse = fit->state_mse;
  point->misfit = measure_misfit(fit, task);
  point->values = g_new0(TrammelSweepValue, (gsize)fit->n_free + 1);
  for (int i = 0; i < fit->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];
    point->values[i] = (TrammelSweepValue){.value = e->value,
                                           .sigma = e->identifiable ? e->sigma : NAN,
                                           .identifiable = e->identifiable,
                                           .at_bound = e->at_bound};
  }
}

static gboolean
has_converged(const TrammelSweepPoint *point)
{
  return point && g_str_equal(point->status, "converged");
}

/* Costs compare only at the same weights; a fit that converged is better than one that did not. */
static gboolean
is_better(const TrFit *fit, const TrammelSweepPoint *point)
{
  gboolean converged = fit->status == TR_OK;
  gboolean same_weight = fabs(fit->kappa - point->kappa) <= COST_SHARE * point->kappa;

  if (!point->values || converged != has_converged(point))
    return !point->values || converged;
  return !(point->cost.total >= 0) ||
         (same_weight && fit->cost.total < (1 - COST_SHARE) * point->cost.total);
}

/* Fits from the values of `from`, or from the project's own when that is NULL, and keeps it where
 * it is better than what there is.  TRUE when it converged. */
static gboolean
try_fit(Runner *runner, Site *site, const TrammelSweepPoint *from, gboolean *is_kept)
{
  TrTask task = *trammel_problem_get_task(site->problem);
  TrError detail = {0};
  TrFit *fit = NULL;

  for (int i = 0; from && i < task.n_free; i++)
    runner->start[i] = from->values[i].value;
  task.warm_start = from ? runner->start : NULL;
  if (runner->options->monitor)
    task.monitor = *runner->options->monitor;
  if (tr_identify(&fit, &task, &detail) == TR_CANCELLED)
    runner->sweep->interrupted = TRUE;
  gboolean converged = fit && fit->status == TR_OK;
  if (!fit && !site->point->values) {
    g_free(site->point->message);
    site->point->message = g_strdup(detail.text);
  } else if (fit && is_better(fit, site->point)) {
    take_fit(site->point, fit, &task, from != NULL);
    *is_kept = TRUE;
  }
  tr_fit_free(fit);
  return converged;
}

/* Puts a point's settings in place; FALSE with the point's message where they cannot be. */
static gboolean
open_site(Site *site, Runner *runner, TrammelSweepPoint *point)
{
  g_autoptr(GError) error = NULL;
  const GPtrArray *axes = runner->sweep->axes;

  site->point = point;
  site->project = trammel_project_copy(runner->project);
  for (guint i = 0; !error && i < axes->len; i++)
    trammel_sweep_axis_apply(axes->pdata[i], site->project, point->at[i], &error);
  if (!error)
    site->problem = trammel_problem_new_from(runner->logs, site->project, &error);
  if (error)
    point->message = g_strdup(error->message);
  return site->problem != NULL;
}

static void
score_site(Runner *runner, Site *site)
{
  gboolean has_fit = site->point->values && !g_str_equal(site->point->status, "failed");

  if (runner->scored && has_fit && !runner->sweep->interrupted)
    trammel_sweep_score_point(runner->sweep, site->point, runner->scored, site->project,
                              runner->options);
}

/* Grid neighbours of a point; those that converged go to out[4], that of `first` before the others.
 * Returns their number. */
static guint
list_neighbours(const TrammelSweepPoint **out, const Runner *runner, gsize index, gsize first)
{
  gsize column = index % runner->row, found[4];
  guint n = 0, n_found = 0;

  if (column > 0)
    found[n_found++] = index - 1;
  if (column + 1 < runner->row)
    found[n_found++] = index + 1;
  if (index >= runner->row)
    found[n_found++] = index - runner->row;
  if (index + runner->row < runner->n)
    found[n_found++] = index + runner->row;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n_found; i++) {
      const TrammelSweepPoint *point = runner->sweep->points->pdata[found[i]];
      if ((found[i] == first) == (pass == 0) && has_converged(point))
        out[n++] = point;
    }
  return n;
}

static void
visit_point(Runner *runner, gsize step)
{
  gsize index = runner->order[step];
  const TrammelSweepPoint *neighbours[4];
  TrammelSweepPoint *point = new_point(runner->sweep->axes, index);
  g_auto(Site) site = {0};
  gboolean is_kept = FALSE;

  runner->sweep->points->pdata[index] = point;
  if (!open_site(&site, runner, point))
    return;
  guint n = list_neighbours(neighbours, runner, index, step ? runner->order[step - 1] : index);
  if (!(n && try_fit(runner, &site, neighbours[0], &is_kept)) && !runner->sweep->interrupted)
    try_fit(runner, &site, NULL, &is_kept);
  score_site(runner, &site);
}

/* Whether a parameter of two converged points differs by far more than its sigmas. */
static gboolean
jumps(const Runner *runner, const TrammelSweepPoint *a, const TrammelSweepPoint *b)
{
  for (guint i = 0; i < runner->sweep->ids->len; i++) {
    const TrammelSweepValue *p = &a->values[i], *q = &b->values[i];
    double difference = fabs(p->value - q->value), sigma = fmax(p->sigma, q->sigma);
    double size = fmax(fabs(p->value), fabs(q->value));

    if (!isnan(sigma) && difference > JUMP_SIGMAS * sigma && difference > JUMP_SHARE * size)
      return TRUE;
  }
  return FALSE;
}

/* On the way back: from every neighbour that a point disagrees with. */
static void
revisit_point(Runner *runner, gsize index)
{
  TrammelSweepPoint *point = runner->sweep->points->pdata[index];
  const TrammelSweepPoint *neighbours[4];
  guint n = list_neighbours(neighbours, runner, index, index);
  g_auto(Site) site = {0};
  gboolean is_kept = FALSE;

  for (guint i = 0; i < n && !runner->sweep->interrupted; i++) {
    if (has_converged(point) && !jumps(runner, point, neighbours[i]))
      continue;
    if (!site.problem && !open_site(&site, runner, point))
      return;
    try_fit(runner, &site, neighbours[i], &is_kept);
  }
  if (is_kept)
    score_site(runner, &site);
}

/* Row by row, every other one backwards. */
static gsize *
new_order(gsize n, gsize row)
{
  gsize *order = g_new(gsize, n);

  for (gsize i = 0; i < n; i++) {
    gsize column = i % row;
    order[i] = i - column + (i / row % 2 ? row - 1 - column : column);
  }
  return order;
}

static void
walk(Runner *runner)
{
  const TrammelSweepOptions *options = runner->options;
  TrammelSweep *sweep = runner->sweep;

  for (gsize i = 0; i < runner->n && !sweep->interrupted; i++) {
    visit_point(runner, i);
    if (options->func)
      options->func(sweep->points->pdata[runner->order[i]], i + 1, runner->n, options->user_data);
  }
  for (gsize i = runner->n; i-- > 0 && !sweep->interrupted;)
    revisit_point(runner, runner->order[i]);
  while (g_ptr_array_remove(sweep->points, NULL))
    ;
  trammel_sweep_find_corners(sweep);
}

static TrammelSweep *
new_sweep(GPtrArray *axes, const TrTask *task)
{
  TrammelSweep *sweep = g_new0(TrammelSweep, 1);

  sweep->axes = g_ptr_array_ref(axes);
  sweep->points = g_ptr_array_new_with_free_func(free_point);
  sweep->ids = g_ptr_array_new_with_free_func(g_free);
  sweep->units = g_ptr_array_new();
  sweep->scored = g_ptr_array_new_with_free_func(g_free);
  sweep->corners = g_array_new(FALSE, FALSE, sizeof(TrammelSweepCorner));
  g_ptr_array_set_size(sweep->points, (int)count_points(axes));
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
                  const TrammelSweepOptions *options,
                  GError **error)
{
  g_autoptr(GPtrArray) owned = axes;
  gsize n = count_points(axes), row = ((const TrammelSweepAxis *)axes->pdata[axes->len - 1])->n;
  g_autoptr(TrammelProblem) logs = NULL, scored = NULL;
  GError *failure = NULL;

  if (n > MAX_POINTS) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                "the grid has %" G_GSIZE_FORMAT " points; %d are allowed", n, MAX_POINTS);
    return NULL;
  }
  logs = trammel_problem_new(project, options->logs, NULL, error);
  if (!logs)
    return NULL;
  const TrTask *task = trammel_problem_get_task(logs);
  g_autoptr(TrammelSweep) sweep = new_sweep(axes, task);
  scored = trammel_sweep_load_scored(sweep, project, options, &failure);
  if (failure) {
    g_propagate_error(error, failure);
    return NULL;
  }
  g_autofree gsize *order = new_order(n, row);
  g_autofree double *start = g_new0(double, (gsize)task->n_free + 1);
  Runner runner = {.project = project,
                   .logs = logs,
                   .scored = scored,
                   .sweep = sweep,
                   .options = options,
                   .n = n,
                   .row = row,
                   .order = order,
                   .start = start};
  walk(&runner);
  return g_steal_pointer(&sweep);
}
