/* Traversal of the grid of a sweep.
 *
 * First the points in snake order, cut into independent stretches of four, so that they can be
 * computed at the same time; then rounds in which every point that failed or jumps is fitted from
 * its neighbours in their state at the start of the round.  The stretches and rounds depend on the
 * grid and the numbers alone, not on the thread or process. */
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "io/base/error.h"
#include "io/base/work_pool.h"
#include "io/study/sweep_private.h"

/* Points of a stretch: fewer give more starts from the project's own values, more give fewer pieces
 * for the processors. */
enum { STRETCH = 4, MAX_NEIGHBOURS = 4 };

/* Difference of a parameter between neighbours, in sigmas and as a share, above which it jumps. */
#define JUMP_SIGMAS 5
#define JUMP_SHARE  0.05

/* Least relative decrease of the cost of a better fit. */
#define COST_SHARE 1e-6

/* State shared by the points. */
typedef struct {
  const TrammelProject *project;
  const TrammelProblem *logs, *scored;
  TrammelSweep *sweep;
  const TrammelSweepOptions *options;
  gsize n, row;          /* points of the grid; of its last axis */
  int threads;           /* per fit */
  gint stop;             /* atomic: the monitor ends the sweep */
  pthread_mutex_t mutex; /* protects n_done and the caller's function */
  gsize n_done;
  gboolean *moved;                /* [n] points that the last round changed */
  GArray *revisit;                /* gsize: points of the present round ... */
  TrammelSweepPoint **candidates; /* [n] ... and a better result for each; NULL: none */
} Runner;

/* One point, with the project at its settings. */
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

static gboolean
is_stopped(const Runner *runner)
{
  return g_atomic_int_get(&runner->stop) != 0;
}

/* TRUE if a fit is better: costs compare only at the same weights; a fit that converged is better
 * than one that did not. */
static gboolean
is_better(const TrFit *fit, const TrammelSweepPoint *point)
{
  gboolean converged = fit->status == TR_OK;
  gboolean same_weight = fabs(fit->kappa - point->kappa) <= COST_SHARE * point->kappa;

  if (!point->values || converged != trammel_sweep_point_has_converged(point))
    return !point->values || converged;
  return !(point->cost.total >= 0) ||
         (same_weight && fit->cost.total < (1 - COST_SHARE) * point->cost.total);
}

/* Fits from the values of `from`, or from the project's own when that is NULL, and keeps the fit if
 * it is better than the present one.  TRUE when it converged. */
static gboolean
try_fit(Runner *runner, Site *site, const TrammelSweepPoint *from, gboolean *is_kept)
{
  TrTask task = *trammel_problem_get_task(site->problem);
  g_autofree double *start = g_new0(double, (gsize)task.n_free + 1);
  TrError detail = trammel_error_record();
  TrFit *fit = NULL;

  for (int i = 0; from && i < task.n_free; i++)
    start[i] = from->values[i].value;
  task.warm_start = from ? start : NULL;
  task.settings.threads = runner->threads;
  if (runner->options->monitor)
    task.monitor = *runner->options->monitor;
  if (tr_identify(&fit, &task, &detail) == TR_CANCELLED)
    g_atomic_int_set(&runner->stop, TRUE);
  gboolean converged = fit && fit->status == TR_OK;
  if (!fit && !site->point->values) {
    g_free(site->point->message);
    site->point->message = g_strdup(detail.text);
  } else if (fit && is_better(fit, site->point)) {
    trammel_sweep_point_take(site->point, fit, &task, from != NULL);
    *is_kept = TRUE;
  }
  tr_fit_free(fit);
  return converged;
}

/* Applies a point's settings; FALSE, with the point's message, if they are not valid. */
static gboolean
open_site(Site *site, const Runner *runner, TrammelSweepPoint *point)
{
  g_autoptr(GError) error = NULL;
  const GPtrArray *axes = runner->sweep->axes;

  site->point = point;
  site->project = trammel_project_copy(runner->project);
  for (guint i = 0; !error && i < axes->len; i++)
    trammel_sweep_axis_apply(axes->pdata[i], site->project, point->at[i], &error);
  if (!error)
    site->problem = trammel_problem_new_from(runner->logs, site->project, &error);
  if (error && !point->message)
    point->message = g_strdup(error->message);
  return site->problem != NULL;
}

static void
score_site(Runner *runner, Site *site)
{
  gboolean has_fit = site->point->values && !g_str_equal(site->point->status, "failed");

  if (runner->scored && has_fit && !is_stopped(runner) &&
      !trammel_sweep_score_point(site->point, runner->sweep, runner->scored, site->project,
                                 runner->options, runner->threads))
    g_atomic_int_set(&runner->stop, TRUE);
}

/* Returns the grid neighbours of a point. */
static guint
list_neighbours(gsize out[MAX_NEIGHBOURS], const Runner *runner, gsize index)
{
  gsize column = index % runner->row;
  guint n = 0;

  if (column > 0)
    out[n++] = index - 1;
  if (column + 1 < runner->row)
    out[n++] = index + 1;
  if (index >= runner->row)
    out[n++] = index - runner->row;
  if (index + runner->row < runner->n)
    out[n++] = index + runner->row;
  return n;
}

/* ---- the first visit ------------------------------------------------------------------------- */

/* Returns the point at a place of the traversal: row by row, every other one backwards. */
static gsize
get_index(const Runner *runner, gsize place)
{
  gsize column = place % runner->row;

  return place - column + (place / runner->row % 2 ? runner->row - 1 - column : column);
}

static void
tell(Runner *runner, const TrammelSweepPoint *point)
{
  const TrammelSweepOptions *options = runner->options;

  pthread_mutex_lock(&runner->mutex);
  runner->n_done++;
  if (options->func)
    options->func(point, runner->n_done, runner->n, options->user_data);
  pthread_mutex_unlock(&runner->mutex);
}

/* Computes a point for the first time; from: the previous point, nullable. */
static void
visit_point(Runner *runner, TrammelSweepPoint *point, const TrammelSweepPoint *from)
{
  g_auto(Site) site = {0};
  gboolean is_kept = FALSE;

  if (!open_site(&site, runner, point))
    return;
  if (!(trammel_sweep_point_has_converged(from) && try_fit(runner, &site, from, &is_kept)) &&
      !is_stopped(runner))
    try_fit(runner, &site, NULL, &is_kept);
  score_site(runner, &site);
}

/* TrammelWorkPoolJob.work: one stretch */
static void
walk_stretch(gpointer user_data, gsize piece)
{
  Runner *runner = user_data;
  gsize end = MIN((piece + 1) * STRETCH, runner->n);
  const TrammelSweepPoint *from = NULL;

  for (gsize place = piece * STRETCH; place < end && !is_stopped(runner); place++) {
    gsize index = get_index(runner, place);
    TrammelSweepPoint *point = trammel_sweep_point_new(runner->sweep->axes, index);

    visit_point(runner, point, from);
    runner->sweep->points->pdata[index] = point;
    tell(runner, point);
    from = trammel_sweep_point_has_converged(point) ? point : from;
  }
}

static GVariant *
give_stretch(gpointer user_data, gsize piece)
{
  const Runner *runner = user_data;
  gsize end = MIN((piece + 1) * STRETCH, runner->n);
  GVariantBuilder builder;

  g_variant_builder_init(&builder, G_VARIANT_TYPE("a" TRAMMEL_SWEEP_POINT_TYPE));
  for (gsize place = piece * STRETCH; place < end; place++)
    g_variant_builder_add_value(
        &builder, trammel_sweep_point_pack(runner->sweep->points->pdata[get_index(runner, place)],
                                           runner->sweep->ids->len));
  return g_variant_builder_end(&builder);
}

static void
take_stretch(gpointer user_data, gsize piece, GVariant *result)
{
  Runner *runner = user_data;

  for (gsize i = 0; i < g_variant_n_children(result); i++) {
    g_autoptr(GVariant) packed = g_variant_get_child_value(result, i);
    gsize index = get_index(runner, piece * STRETCH + i);
    TrammelSweepPoint *point = trammel_sweep_point_new(runner->sweep->axes, index);

    trammel_sweep_point_unpack(point, packed);
    runner->sweep->points->pdata[index] = point;
    tell(runner, point);
  }
}

/* ---- the rounds after it --------------------------------------------------------------------- */

/* TRUE if a parameter of two converged points differs by far more than its sigmas. */
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

/* Returns the neighbours that changed and that a point disagrees with. */
static guint
list_disagreeing(const TrammelSweepPoint *out[MAX_NEIGHBOURS], const Runner *runner, gsize index)
{
  const TrammelSweepPoint *point = runner->sweep->points->pdata[index];
  gsize neighbours[MAX_NEIGHBOURS];
  guint n = list_neighbours(neighbours, runner, index), n_out = 0;

  for (guint i = 0; i < n; i++) {
    const TrammelSweepPoint *other = runner->sweep->points->pdata[neighbours[i]];
    if (runner->moved[neighbours[i]] && trammel_sweep_point_has_converged(other) &&
        (!trammel_sweep_point_has_converged(point) || jumps(runner, point, other)))
      out[n_out++] = other;
  }
  return n_out;
}

/* TrammelWorkPoolJob.work: a point of the round, as a copy, because its neighbours still read the
 * point. */
static void
revisit_point(gpointer user_data, gsize piece)
{
  Runner *runner = user_data;
  gsize index = g_array_index(runner->revisit, gsize, piece);
  const TrammelSweepPoint *others[MAX_NEIGHBOURS];
  guint n = list_disagreeing(others, runner, index);
  TrammelSweepPoint *point = trammel_sweep_point_copy(
      runner->sweep->points->pdata[index], runner->sweep->axes->len, runner->sweep->ids->len);
  g_auto(Site) site = {0};
  gboolean is_kept = FALSE;

  for (guint i = 0; i < n && !is_stopped(runner); i++)
    if ((site.problem || open_site(&site, runner, point)) &&
        (!trammel_sweep_point_has_converged(point) || jumps(runner, point, others[i])))
      try_fit(runner, &site, others[i], &is_kept);
  if (is_kept)
    score_site(runner, &site);
  runner->candidates[piece] = is_kept ? point : NULL;
  if (!is_kept)
    trammel_sweep_point_free(point);
}

static GVariant *
give_candidate(gpointer user_data, gsize piece)
{
  const Runner *runner = user_data;
  const TrammelSweepPoint *point = runner->candidates[piece];

  return g_variant_new_maybe(G_VARIANT_TYPE(TRAMMEL_SWEEP_POINT_TYPE),
                             point ? trammel_sweep_point_pack(point, runner->sweep->ids->len)
                                   : NULL);
}

static void
take_candidate(gpointer user_data, gsize piece, GVariant *result)
{
  Runner *runner = user_data;
  g_autoptr(GVariant) packed = g_variant_get_maybe(result);

  runner->candidates[piece] = NULL;
  if (!packed)
    return;
  runner->candidates[piece] =
      trammel_sweep_point_new(runner->sweep->axes, g_array_index(runner->revisit, gsize, piece));
  trammel_sweep_point_unpack(runner->candidates[piece], packed);
}

/* Fills runner->revisit with the points that have a neighbour to start from. */
static void
plan_round(Runner *runner)
{
  const TrammelSweepPoint *others[MAX_NEIGHBOURS];

  g_array_set_size(runner->revisit, 0);
  for (gsize i = 0; i < runner->n; i++)
    if (list_disagreeing(others, runner, i) > 0)
      g_array_append_val(runner->revisit, i);
  memset(runner->candidates, 0, runner->n * sizeof *runner->candidates);
}

static void
finish_round(Runner *runner)
{
  memset(runner->moved, 0, runner->n * sizeof *runner->moved);
  for (guint i = 0; i < runner->revisit->len; i++) {
    gsize index = g_array_index(runner->revisit, gsize, i);

    if (!runner->candidates[i])
      continue;
    trammel_sweep_point_free(runner->sweep->points->pdata[index]);
    runner->sweep->points->pdata[index] = runner->candidates[i];
    runner->moved[index] = TRUE;
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static gboolean
run_stretches(Runner *runner, TrammelWorkPool *pool)
{
  static const TrammelWorkPoolJob job = {.work = walk_stretch,
                                         .give = give_stretch,
                                         .take = take_stretch,
                                         .type =
                                             (const GVariantType *)"a" TRAMMEL_SWEEP_POINT_TYPE};
  gsize n = (runner->n + STRETCH - 1) / STRETCH;

  runner->threads = trammel_work_pool_get_share(pool, n);
  return trammel_work_pool_run(pool, n, &job, &runner->stop, runner);
}

/* Runs rounds until nothing changes; this ends, because each change lowers a cost. */
static gboolean
run_rounds(Runner *runner, TrammelWorkPool *pool)
{
  static const TrammelWorkPoolJob job = {.work = revisit_point,
                                         .give = give_candidate,
                                         .take = take_candidate,
                                         .type =
                                             (const GVariantType *)"m" TRAMMEL_SWEEP_POINT_TYPE};

  for (gsize i = 0; i < runner->n; i++)
    runner->moved[i] = TRUE;
  for (gsize round = 0; round < runner->n; round++) {
    plan_round(runner);
    if (runner->revisit->len == 0)
      return FALSE;
    runner->threads = trammel_work_pool_get_share(pool, runner->revisit->len);
    gboolean stop = trammel_work_pool_run(pool, runner->revisit->len, &job, &runner->stop, runner);
    finish_round(runner);
    if (stop)
      return TRUE;
  }
  return FALSE;
}

void
trammel_sweep_walk(TrammelSweep *sweep,
                   const TrammelProject *project,
                   const TrammelProblem *logs,
                   const TrammelProblem *scored,
                   const TrammelSweepOptions *options)
{
  const TrammelSweepAxis *last = sweep->axes->pdata[sweep->axes->len - 1];
  gsize n = sweep->points->len;
  g_autoptr(TrammelWorkPool) pool = trammel_work_pool_new(options->threads, options->exchange);
  g_autoptr(GArray) revisit = g_array_new(FALSE, FALSE, sizeof(gsize));
  g_autofree gboolean *moved = g_new0(gboolean, n);
  g_autofree TrammelSweepPoint **candidates = g_new0(TrammelSweepPoint *, n);
  Runner runner = {.project = project,
                   .logs = logs,
                   .scored = scored,
                   .sweep = sweep,
                   .options = options,
                   .n = n,
                   .row = last->n,
                   .moved = moved,
                   .revisit = revisit,
                   .candidates = candidates};

  pthread_mutex_init(&runner.mutex, NULL);
  sweep->interrupted = run_stretches(&runner, pool) || run_rounds(&runner, pool);
  pthread_mutex_destroy(&runner.mutex);
  while (g_ptr_array_remove(sweep->points, NULL))
    ;
}
