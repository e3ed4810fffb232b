#include "ui/session/inspect/scatter-study.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/identify/identify.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/format.h"
#include "ui/session/text/text-row.h"

/* Standard errors beyond which a difference is no chance. */
#define BEYOND_CHANCE 3

typedef struct {
  TrammelRun *run;
  guint n_logs, seed;
  gboolean forces;
} Order;

struct _TrammelScatterStudy {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelScatterStudy, trammel_scatter_study, TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_order(gpointer data)
{
  Order *order = data;

  g_object_unref(order->run);
  g_free(order);
}

static void
free_study(gpointer data)
{
  trammel_montecarlo_free(data);
}

/* TrammelDrawFunc */
static void
report_draw(const TrammelDraw *draw, gsize n_done, gsize n_draws, gpointer context)
{
  g_autofree char *what = g_strdup_printf(_("%zu of %zu simulated logs fitted"), n_done, n_draws);

  trammel_task_context_report(context, (guint)n_done, (guint)n_draws, what);
}

/* Runs on the thread.  The run outlives the outcome: the order of the outcome holds it. */
static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Order *order = data;
  const TrMonitor monitor = {.func = trammel_task_context_goes_on, .user = context};
  const TrammelMonteCarloOptions options = {.n_draws = order->n_logs,
                                            .seed = order->seed,
                                            .has_state_errors = order->forces,
                                            .monitor = &monitor,
                                            .func = report_draw,
                                            .user_data = context};
  TrammelMonteCarlo *study = trammel_montecarlo_run(trammel_run_get_problem(order->run),
                                                    trammel_run_get_fit(order->run), &options);

  if (study->draws->len > 0)
    return study;
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                      _("Stopped before the first simulated log was fitted."));
  trammel_montecarlo_free(study);
  return NULL;
}

static void
trammel_scatter_study_class_init(TrammelScatterStudyClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = free_order;
  task_class->free_outcome = free_study;
}

static void
trammel_scatter_study_init(TrammelScatterStudy *self)
{
}

TrammelScatterStudy *
trammel_scatter_study_new(void)
{
  return g_object_new(TRAMMEL_TYPE_SCATTER_STUDY, NULL);
}

const char *
trammel_scatter_study_get_obstacle(TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);

  if (fit->n_free == 0)
    return _("No parameter is free in this run.");
  if (fit->regression)
    return _("This run is a regression: no simulation of the mechanism stands behind its values.");
  return fit->status == TR_OK
             ? NULL
             : _("This run has not converged: logs simulated from it say nothing.");
}

void
trammel_scatter_study_start(
    TrammelScatterStudy *self, TrammelRun *run, guint n_logs, guint seed, gboolean forces)
{
  g_return_if_fail(TRAMMEL_IS_SCATTER_STUDY(self) && !trammel_scatter_study_get_obstacle(run));
  Order *order = g_new(Order, 1);

  *order = (Order){g_object_ref(run), n_logs, seed, forces};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
}

const TrammelMonteCarlo *
trammel_scatter_study_get(TrammelScatterStudy *self, TrammelRun *run)
{
  g_return_val_if_fail(TRAMMEL_IS_SCATTER_STUDY(self), NULL);
  const Order *order = trammel_background_task_get_order(TRAMMEL_BACKGROUND_TASK(self));

  return order && order->run == run
             ? trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self))
             : NULL;
}

char *
trammel_scatter_study_describe(const TrammelMonteCarlo *outcome)
{
  gsize stated = 0, held = 0;

  for (int i = 0; i < outcome->fit->n_free; i++) {
    TrammelSpread spread;
    trammel_montecarlo_get_spread(&spread, outcome, i);
    stated += spread.n_stated;
    held += spread.n_held;
  }
  double share = stated > 0 ? 100 * (double)held / (double)stated : NAN;
  if (isnan(share))
    return g_strdup_printf(_("%zu of %u fits converged; none states a sigma."),
                           trammel_montecarlo_count_converged(outcome), outcome->draws->len);
  return g_strdup_printf(_("%zu of %u fits converged. %.1f %% of their 95 %% "
                           "intervals contain the value that generated the logs."),
                         trammel_montecarlo_count_converged(outcome), outcome->draws->len, share);
}

/* Returns what the spread says against the stated sigma, where it is no chance; static. */
static const char *
find_remark(const TrammelSpread *s, double truth)
{
  double n = (double)s->n;

  if (s->n < 3 || !(s->scatter > 0))
    return "";
  if (s->n_stated == 0)
    return _("not determined");
  double ratio = log(s->scatter / s->sigma) * sqrt(2 * (n - 1));
  if (ratio > BEYOND_CHANCE)
    return _("scatters more than stated");
  if (fabs(s->mean - truth) > BEYOND_CHANCE * s->scatter / sqrt(n))
    return _("off on average");
  return ratio < -BEYOND_CHANCE ? _("scatters less than stated") : "";
}

static char *
dup_coverage(const TrammelSpread *s)
{
  return s->n_stated > 0 ? g_strdup_printf("%.0f %%", 100 * (double)s->n_held / (double)s->n_stated)
                         : g_strdup("–");
}

GListModel *
trammel_scatter_study_rows(const TrammelMonteCarlo *outcome, TrammelRun *run)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));

  for (int i = 0; i < outcome->fit->n_free; i++) {
    double truth = outcome->fit->estimates[i].value;
    char **texts = g_new0(char *, TRAMMEL_SCATTER_COLUMNS + 1);
    TrammelSpread s;
    trammel_montecarlo_get_spread(&s, outcome, i);
    texts[TRAMMEL_SCATTER_LABEL] = trammel_run_dup_label(run, i);
    texts[TRAMMEL_SCATTER_UNIT] = g_strdup(tr_task_free_unit(task, i));
    texts[TRAMMEL_SCATTER_TRUTH] = trammel_format_value(truth, s.scatter);
    texts[TRAMMEL_SCATTER_SIGMA] = isnan(s.sigma) ? g_strdup("–") : trammel_format_sigma(s.sigma);
    texts[TRAMMEL_SCATTER_SCATTER] =
        isnan(s.scatter) ? g_strdup("–") : trammel_format_sigma(s.scatter);
    texts[TRAMMEL_SCATTER_COVERAGE] = dup_coverage(&s);
    texts[TRAMMEL_SCATTER_REMARK] = g_strdup(find_remark(&s, truth));
    g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, NULL);
    g_list_store_append(rows, row);
  }
  return G_LIST_MODEL(rows);
}
