#include "ui/session/inspect/experiment.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/result/change_text.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/text-row.h"

typedef struct {
  TrammelRun *run;
  TrammelPlanOptions options;
} Order;

struct _TrammelExperimentPlanner {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelExperimentPlanner,
                    trammel_experiment_planner,
                    TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_order(gpointer data)
{
  Order *order = data;

  g_object_unref(order->run);
  trammel_plan_options_clear(&order->options);
  g_free(order);
}

static void
free_experiment(gpointer data)
{
  TrammelExperiment *experiment = data;

  g_clear_pointer(&experiment->replay, trammel_replay_unref);
  g_clear_pointer(&experiment->design, trammel_design_free);
  g_object_unref(experiment->run);
  g_free(experiment);
}

/* TrMonitorFunc of the search. */
static bool
on_planned_cb(void *context, const void *data)
{
  const TrPlanEvent *event = data;

  if (event && event->x) {
    g_autofree char *what = g_strdup_printf(_("best so far: sigmas %.2g times as large"),
                                            exp(event->criterion - event->criterion_now));
    trammel_task_context_report(context, (guint)MIN(event->n_tried, event->n_all),
                                (guint)event->n_all, what);
  }
  return trammel_task_context_goes_on(context, NULL);
}

/* Returns the plan's motion for the 3D view. */
static TrammelReplay *
make_replay(const TrammelDesign *design)
{
  g_autoptr(TrammelReplayPlace) place = trammel_replay_place_new(TRAMMEL_SOURCE_RESULT, 0, "");
  TrLogScore *score = trammel_need_memory(calloc(1, sizeof *score));

  score->motion = trammel_need_memory(tr_trajectory_copy(tr_trial_motion(design->trial)));
  return trammel_replay_new(place, design->problem,
                            trammel_need_memory(tr_model_copy(design->planner->model)), score);
}

static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Order *order = data;
  const TrammelDesignRequest request = {.options = &order->options,
                                        .wants_helps = TRUE,
                                        .monitor = {.func = on_planned_cb, .user = context}};
  TrammelDesign *design = trammel_design_new(trammel_run_get_problem(order->run),
                                             trammel_run_get_fit(order->run), &request, error);

  if (!design)
    return NULL;
  TrammelExperiment *experiment = g_new0(TrammelExperiment, 1);
  experiment->run = g_object_ref(order->run);
  experiment->design = design;
  experiment->replay = make_replay(design);
  return experiment;
}

static void
trammel_experiment_planner_class_init(TrammelExperimentPlannerClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = free_order;
  task_class->free_outcome = free_experiment;
}

static void
trammel_experiment_planner_init(TrammelExperimentPlanner *self)
{
}

TrammelExperimentPlanner *
trammel_experiment_planner_new(void)
{
  return g_object_new(TRAMMEL_TYPE_EXPERIMENT_PLANNER, NULL);
}

void
trammel_experiment_planner_start(TrammelExperimentPlanner *self,
                                 TrammelRun *run,
                                 const TrammelPlanOptions *options)
{
  g_return_if_fail(TRAMMEL_IS_EXPERIMENT_PLANNER(self) && run);
  Order *order = g_new0(Order, 1);

  order->run = g_object_ref(run);
  trammel_plan_options_copy(&order->options, options);
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
}

/* Returns sigma in percent of the value, or in the unit of a parameter that is zero. */
static char *
dup_sigma(double sigma, double value, const char *unit)
{
  return isfinite(sigma) ? trammel_change_dup_text(sigma, value, unit)
                         : g_strdup(_("not determined"));
}

/* Returns the sigma of a parameter with a plan. */
static char *
dup_planned_sigma(const TrammelExperiment *e, const TrJudgement *j, int i)
{
  return dup_sigma(j->is_known[i] ? j->sigma[i] : NAN, e->design->planner->known.value[i],
                   trammel_design_get_unit(e->design, i));
}

static TrammelTextRow *
make_row(const TrammelExperiment *e, int i)
{
  const TrammelDesign *d = e->design;
  const TrJudgement *now = d->planner->region, *after = d->plan->after;
  char **texts = g_new0(char *, TRAMMEL_EXPERIMENT_COLUMNS + 1);
  g_autofree char *marked = trammel_design_dup_remark(d, i);
  gboolean is_new = !now->is_known[i] && after->is_known[i];
  double gain = is_new ? INFINITY : now->sigma[i] / after->sigma[i];
  char id[TR_ID_SIZE];

  trammel_design_get_id(id, d, i);
  texts[TRAMMEL_EXPERIMENT_LABEL] =
      trammel_run_dup_label(e->run, trammel_run_find_parameter(e->run, id));
  texts[TRAMMEL_EXPERIMENT_NOW] = dup_planned_sigma(e, now, i);
  texts[TRAMMEL_EXPERIMENT_AFTER] = dup_planned_sigma(e, after, i);
  texts[TRAMMEL_EXPERIMENT_GAIN] = is_new               ? g_strdup(_("new"))
                                   : after->is_known[i] ? g_strdup_printf("%.2g×", gain)
                                                        : g_strdup("");
  texts[TRAMMEL_EXPERIMENT_REMARK] = marked ? trammel_bilingual_dup_local(marked) : g_strdup("");
  return trammel_text_row_new(texts, marked ? texts[TRAMMEL_EXPERIMENT_REMARK] : NULL);
}

GListModel *
trammel_experiment_parameter_rows(const TrammelExperiment *experiment)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);

  for (int i = 0; i < trammel_design_get_n(experiment->design); i++) {
    if (!experiment->design->planner->is_of_interest[i])
      continue;
    g_autoptr(TrammelTextRow) row = make_row(experiment, i);
    g_list_store_append(rows, row);
  }
  return G_LIST_MODEL(rows);
}

GListModel *
trammel_experiment_help_rows(const TrammelExperiment *experiment)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  const TrammelDesign *d = experiment->design;

  for (int h = 0; h < d->helps.n; h++) {
    g_autofree char *marked = trammel_design_dup_help(d, &d->helps.list[h]);
    g_autofree char *words = trammel_bilingual_dup_local(marked);
    char **texts = g_new0(char *, TRAMMEL_HELP_COLUMNS + 1);

    texts[TRAMMEL_HELP_LABEL] = trammel_bilingual_dup_capital(words);
    texts[TRAMMEL_HELP_CHANGE] =
        g_strdup_printf("%.2f×", exp(d->helps.list[h].criterion - d->plan->criterion));
    g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, NULL);
    g_list_store_append(rows, row);
  }
  return G_LIST_MODEL(rows);
}

GListModel *
trammel_experiment_promise_rows(TrammelProject *project, TrammelRun *run)
{
  g_autoptr(GArray) promises = trammel_project_dup_promises(project);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);

  if (!promises)
    return NULL;
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  for (guint i = 0; i < promises->len; i++) {
    const TrammelPromise *p = &g_array_index(promises, TrammelPromise, i);
    int index = trammel_run_find_parameter(run, p->id);

    if (index < 0)
      continue;
    const TrEstimate *e = &fit->estimates[index];
    const char *unit = tr_task_free_unit(task, index);
    double reached = e->identifiable ? e->sigma : NAN;
    char **texts = g_new0(char *, TRAMMEL_EXPERIMENT_COLUMNS + 1);
    texts[TRAMMEL_EXPERIMENT_LABEL] = trammel_run_dup_label(run, index);
    texts[TRAMMEL_EXPERIMENT_NOW] = dup_sigma(p->now, e->value, unit);
    texts[TRAMMEL_EXPERIMENT_AFTER] = dup_sigma(p->predicted, e->value, unit);
    texts[TRAMMEL_EXPERIMENT_GAIN] = dup_sigma(reached, e->value, unit);
    texts[TRAMMEL_EXPERIMENT_REMARK] = g_strdup("");
    g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, NULL);
    g_list_store_append(rows, row);
  }
  return G_LIST_MODEL(rows);
}

char *
trammel_experiment_describe(const TrammelExperiment *experiment)
{
  const TrammelDesign *d = experiment->design;
  double ratio = exp(d->plan->criterion - d->plan->criterion_now);
  g_autofree char *frequency =
      g_strdup_printf(_(" First harmonic %.3g Hz."), trammel_design_get_frequency(d));
  g_autofree char *condition =
      isfinite(d->plan->condition)
          ? g_strdup_printf(_(" Condition number %.4g, of the best random plan %.4g."),
                            d->plan->condition, d->plan->least_condition)
          : g_strdup("");

  return g_strdup_printf(
      _("%d plans tried. The best makes the sigmas %.2g times as large, and keeps the limits with "
        "%d values that the parameters may have.%s%s"),
      d->plan->n_tried, ratio, d->plan->n_draws, frequency, condition);
}
