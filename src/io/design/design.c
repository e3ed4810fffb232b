#include "io/design/design.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"

/* Makes the plan's motion again, and what belongs to it. */
static TrStatus
complete(TrammelDesign *d, const TrammelDesignRequest *request, TrError *detail)
{
  TrStatus status;

  d->shortened = tr_planner_shorten(d->planner);
  d->trial = tr_trial_new(&d->shortened);
  status = d->trial ? tr_trial_move(d->trial, d->plan->x, detail) : TR_NO_MEMORY;
  if (status != TR_OK)
    return status;
  if (request->wants_helps && !d->plan->is_cancelled)
    status = tr_helps_find(&d->helps, d->planner, d->plan);
  if (status == TR_OK && request->n_draws > 0)
    status =
        tr_rehearsal_run(&d->rehearsal, d->planner, d->plan,
                         (TrRehearsalSize){request->n_draws, d->wish.wish.seed + 3, 0}, detail);
  return status;
}

/* Searches with several shapes as one for a monitor. */
typedef struct {
  TrMonitor monitor;             /* of the request */
  int n_shapes, n_tried, n_last; /* plans of the shapes before, and of this one */
  double best;                   /* criterion so far */
} ShapeProgress;

/* TrMonitorFunc of a search with one shape among several. */
static bool
on_shape_searched(void *user, const void *data)
{
  ShapeProgress *progress = user;
  TrPlanEvent event;

  if (!data)
    return tr_monitor_goes_on(&progress->monitor, NULL);
  event = *(const TrPlanEvent *)data;
  progress->n_last = event.n_tried;
  event.n_tried += progress->n_tried;
  event.n_all *= progress->n_shapes;
  if (event.x && event.criterion < progress->best) {
    progress->best = event.criterion;
  } else {
    event.x = NULL;
    event.after = NULL;
  }
  return tr_monitor_goes_on(&progress->monitor, &event);
}

/* Takes a plan and its planner where it is better than the plan so far, or the only one; frees the
 * other, whose plans and time count. */
static void
offer_plan(TrammelDesign *d, TrPlanner *planner, TrPlan *plan)
{
  bool is_better = !d->plan || (!plan->is_cancelled && plan->criterion < d->plan->criterion);
  TrPlan *other = is_better ? d->plan : plan, *taken = is_better ? plan : d->plan;

  if (other) {
    taken->n_tried += other->n_tried;
    taken->seconds += other->seconds;
    taken->is_cancelled = taken->is_cancelled || other->is_cancelled;
  }
  tr_plan_free(other);
  tr_planner_free(is_better ? d->planner : planner);
  d->plan = taken;
  if (is_better)
    d->planner = planner;
}

/* Searches for a plan with the shape of the wish. */
static TrStatus
search(TrammelDesign *d, TrError *detail)
{
  TrPlanner *planner = NULL;
  TrPlan *plan = NULL;
  TrStatus status =
      tr_planner_new(&planner, trammel_problem_get_task(d->problem), d->fit, &d->wish.wish, detail);

  if (status == TR_OK)
    status = tr_plan_find(&plan, planner, detail);
  if (status == TR_OK)
    offer_plan(d, planner, plan);
  else
    tr_planner_free(planner);
  return status;
}

/* Searches with each shape, and takes the best plan after its rehearsal.  The error is that of the
 * first shape, where none has a plan. */
static TrStatus
search_shapes(TrammelDesign *d, TrError *detail)
{
  TrWish *wish = &d->wish.wish;
  ShapeProgress progress = {
      .monitor = wish->monitor, .n_shapes = TR_N_PLAN_SHAPES, .best = INFINITY};
  TrPlanShape best = TR_SERIES_FOURIER;
  TrStatus first = TR_OK;
  int n_frequencies = wish->n_frequencies;

  wish->monitor = (TrMonitor){on_shape_searched, &progress};
  for (TrPlanShape shape = 0; shape < TR_N_PLAN_SHAPES; shape++) {
    const TrPlan *before = d->plan;

    wish->series.shape = shape;
    wish->n_frequencies = shape == TR_SERIES_STEPS ? 1 : n_frequencies;
    TrStatus status = search(d, shape == 0 ? detail : NULL);
    if (shape == 0)
      first = status;
    if (d->plan != before)
      best = shape;
    if (status == TR_CANCELLED || (d->plan && d->plan->is_cancelled))
      break;
    progress.n_tried += progress.n_last;
  }
  wish->series.shape = best;
  wish->n_frequencies = best == TR_SERIES_STEPS ? 1 : n_frequencies;
  wish->monitor = progress.monitor;
  return d->plan ? TR_OK : first;
}

static gboolean
find_plan(TrammelDesign *d, const TrammelDesignRequest *request, GError **error)
{
  TrError detail = trammel_error_record();
  bool is_open = request->options->shape == TR_N_PLAN_SHAPES;
  TrStatus status = is_open ? search_shapes(d, &detail) : search(d, &detail);

  if (status == TR_OK)
    status = complete(d, request, &detail);
  if (status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped before the first plan");
  else if (status != TR_OK)
    trammel_error_set_status(error, status, &detail);
  return status == TR_OK;
}

TrammelDesign *
trammel_design_new(TrammelProblem *problem,
                   const TrFit *fit,
                   const TrammelDesignRequest *request,
                   GError **error)
{
  g_autoptr(TrammelDesign) d = g_new0(TrammelDesign, 1);

  d->problem = trammel_problem_ref(problem);
  d->fit = fit;
  if (!trammel_wish_init(&d->wish, request->options, problem, fit, error))
    return NULL;
  d->wish.wish.exchange = request->exchange;
  d->wish.wish.monitor = request->monitor;
  return find_plan(d, request, error) ? g_steal_pointer(&d) : NULL;
}

void
trammel_design_free(TrammelDesign *d)
{
  if (!d)
    return;
  tr_helps_clear(&d->helps);
  tr_rehearsal_clear(&d->rehearsal);
  tr_trial_free(d->trial);
  tr_plan_free(d->plan);
  tr_planner_free(d->planner);
  trammel_wish_clear(&d->wish);
  trammel_problem_unref(d->problem);
  g_free(d);
}

int
trammel_design_get_n(const TrammelDesign *d)
{
  return d->planner->known.n;
}

double
trammel_design_get_frequency(const TrammelDesign *d)
{
  return d->plan->x[d->planner->n_curves];
}

static TrParam
get_param(const TrammelDesign *d, int i)
{
  return d->planner->task->free[d->planner->known.index[i]].param;
}

void
trammel_design_get_id(char id[TR_ID_SIZE], const TrammelDesign *d, int i)
{
  tr_task_param_id(id, d->planner->task, get_param(d, i));
}

const char *
trammel_design_get_unit(const TrammelDesign *d, int i)
{
  return tr_task_param_unit(d->planner->task, get_param(d, i));
}

char *
trammel_design_dup_remark(const TrammelDesign *d, int i)
{
  const TrJudgement *after = d->plan->after;
  char id[TR_ID_SIZE], other[TR_ID_SIZE];

  if (after->is_known[i])
    return NULL;
  trammel_design_get_id(id, d, i);
  if (!d->plan->is_never[i])
    return trammel_bilingual_dup(
        N_("%s stays undetermined within these limits and this time, although other motions show "
           "it; allow more, or look at what else would help"),
        id);
  if (after->companion[i] < 0)
    return trammel_bilingual_dup(
        N_("no motion of these motors shows %s, with these sensors; fix it at a known value"), id);
  trammel_design_get_id(other, d, after->companion[i]);
  return trammel_bilingual_dup(
      N_("no motion of these motors shows %s by itself: a change of it and of %s leaves no trace; "
         "fix one of them, or look at what else would help"),
      id, other);
}

char *
trammel_design_dup_help(const TrammelDesign *d, const TrHelp *help)
{
  static const char axes[] = "xyz";
  const TrModel *model = d->planner->model;

  switch (help->kind) {
  case TR_HELP_ENCODER:
    return trammel_bilingual_dup(N_("an encoder at joint '%s'"), model->joints[help->owner].name);
  case TR_HELP_LOAD:
    return trammel_bilingual_dup(N_("a known load of %.3g kg at the centre of mass of '%s'"),
                                 help->size, model->bodies[help->owner].name);
  case TR_HELP_GRAVITY:
    return trammel_bilingual_dup(N_("the base turned by 90° about the %c axis"), axes[help->owner]);
  case TR_HELP_LONGER:
    return trammel_bilingual_dup(N_("the same motion %g times"), help->size);
  default:
    return trammel_bilingual_dup(N_("%g times as many samples"), help->size);
  }
}
