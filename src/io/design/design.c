#include "io/design/design.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/design/condition.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"

/* Plans of the short search for a shape: random ones, and those tried from the best of them. */
enum { SHAPE_RANDOM = 16, SHAPE_EVALUATIONS = 60 };

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
  /* a mechanism without equations of motion of its own has no condition number */
  if (tr_condition_find(&d->condition, d->trial, NULL) != TR_OK)
    d->condition = NAN;
  if (request->wants_helps && !d->plan->is_cancelled)
    status = tr_helps_find(&d->helps, d->planner, d->plan);
  if (status == TR_OK && request->n_draws > 0)
    status = tr_rehearsal_run(&d->rehearsal, d->planner, d->plan,
                              (TrRehearsalSize){request->n_draws, d->wish.wish.seed + 3}, detail);
  return status;
}

/* Monitor of a short search: that of the request, without the plan, whose numbers belong to another
 * shape. */
static bool
on_short_search(void *user, const void *event)
{
  TrPlanEvent reduced;

  if (!event)
    return tr_monitor_goes_on(user, NULL);
  reduced = *(const TrPlanEvent *)event;
  reduced.x = NULL;
  reduced.after = NULL;
  return tr_monitor_goes_on(user, &reduced);
}

/* Criterion of a short search with a shape; INFINITY where it finds no plan. */
static double
try_shape(const TrammelDesign *d, TrPlanShape shape)
{
  TrWish wish = d->wish.wish;
  TrPlanner *planner = NULL;
  TrPlan *plan = NULL;
  double criterion = INFINITY;

  wish.series.shape = shape;
  wish.n_random = SHAPE_RANDOM;
  wish.n_starts = 1;
  wish.n_evaluations = SHAPE_EVALUATIONS;
  wish.n_draws = wish.n_rehearsals = 0;
  wish.monitor = (TrMonitor){on_short_search, (void *)&d->wish.wish.monitor};
  if (tr_planner_new(&planner, trammel_problem_get_task(d->problem), d->fit, &wish, NULL) ==
          TR_OK &&
      tr_plan_find(&plan, planner, NULL) == TR_OK)
    criterion = plan->criterion;
  tr_plan_free(plan);
  tr_planner_free(planner);
  return criterion;
}

/* Takes the shape of which a short search finds the best plan. */
static void
choose_shape(TrammelDesign *d)
{
  double best = INFINITY;

  d->wish.wish.series.shape = TR_SERIES_FOURIER;
  for (TrPlanShape shape = 0; shape < TR_N_PLAN_SHAPES; shape++) {
    double criterion = try_shape(d, shape);
    if (criterion < best) {
      best = criterion;
      d->wish.wish.series.shape = shape;
    }
  }
}

static gboolean
find_plan(TrammelDesign *d, const TrammelDesignRequest *request, GError **error)
{
  TrError detail = trammel_error_record();
  const TrTask *task = trammel_problem_get_task(d->problem);
  TrStatus status = tr_planner_new(&d->planner, task, d->fit, &d->wish.wish, &detail);

  if (status == TR_OK)
    status = tr_plan_find(&d->plan, d->planner, &detail);
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
  d->condition = NAN;
  if (!trammel_wish_init(&d->wish, request->options, problem, fit, error))
    return NULL;
  d->wish.wish.exchange = request->exchange;
  d->wish.wish.monitor = request->monitor;
  if (request->options->shape == TR_N_PLAN_SHAPES)
    choose_shape(d);
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
