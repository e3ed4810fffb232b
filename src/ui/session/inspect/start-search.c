#include "ui/session/inspect/start-search.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/identify/multistart.h"
#include "io/base/error.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/format.h"
#include "ui/session/text/text-row.h"

typedef struct {
  TrammelRun *run;
  int n_starts;
  guint seed;
} Order;

struct _TrammelStartSearch {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelStartSearch, trammel_start_search, TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_order(gpointer data)
{
  Order *order = data;

  g_object_unref(order->run);
  g_free(order);
}

static void
free_fit(gpointer data)
{
  tr_fit_free(data);
}

/* Progress of the starts, on the worker's stack. */
typedef struct {
  TrammelTaskContext *context;
  int n_starts;
} Watch;

static void
report_ends(void *user, const TrMultistart *so_far)
{
  const Watch *watch = user;
  g_autofree char *what = g_strdup_printf(_("%d of %d starts: %d optima so far"), so_far->n_starts,
                                          watch->n_starts, so_far->n_optima);

  trammel_task_context_report(watch->context, (guint)so_far->n_starts, (guint)watch->n_starts,
                              what);
}

/* Runs on the thread, with the same result as the command line. */
static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Order *order = data;
  Watch watch = {context, order->n_starts};
  const TrMultistartOptions options = {
      .n_starts = order->n_starts, .seed = order->seed, .func = report_ends, .user = &watch};
  TrTask task = *trammel_problem_get_task(trammel_run_get_problem(order->run));
  TrError detail = trammel_error_record();
  TrFit *fit = NULL;

  task.monitor = (TrMonitor){.func = trammel_task_context_goes_on, .user = context};
  task.settings.threads = CLAMP((int)g_get_num_processors(), 1, TR_MAX_THREADS);
  TrStatus status = tr_multistart_run(&fit, &task, &options, &detail);
  if (fit && fit->multistart)
    return fit;
  if (status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        _("Stopped before the fit of the first start had ended."));
  else if (fit) /* nothing is free */
    g_set_error_literal(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE, fit->message);
  else
    trammel_error_set_status(error, status, &detail);
  tr_fit_free(fit);
  return NULL;
}

static void
trammel_start_search_class_init(TrammelStartSearchClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = free_order;
  task_class->free_outcome = free_fit;
}

static void
trammel_start_search_init(TrammelStartSearch *self)
{
}

TrammelStartSearch *
trammel_start_search_new(void)
{
  return g_object_new(TRAMMEL_TYPE_START_SEARCH, NULL);
}

void
trammel_start_search_start(TrammelStartSearch *self, TrammelRun *run, int n_starts, guint seed)
{
  g_return_if_fail(TRAMMEL_IS_START_SEARCH(self) && TRAMMEL_IS_RUN(run));
  Order *order = g_new(Order, 1);

  *order = (Order){g_object_ref(run), n_starts, seed};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
}

const TrFit *
trammel_start_search_get_fit(TrammelStartSearch *self, TrammelRun *run)
{
  g_return_val_if_fail(TRAMMEL_IS_START_SEARCH(self), NULL);
  const Order *order = trammel_background_task_get_order(TRAMMEL_BACKGROUND_TASK(self));

  return order && order->run == run
             ? trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self))
             : NULL;
}

static void
append_rest(GString *text, const TrMultistart *m)
{
  if (m->n_stopped > 0)
    g_string_append_printf(text, _(" %d stopped without convergence."), m->n_stopped);
  if (m->n_failed > 0)
    g_string_append_printf(text, _(" %d failed."), m->n_failed);
}

static void
append_own(GString *text, const TrMultistart *m)
{
  if (m->own_failed)
    g_string_append(text, _(" Your start values do not converge."));
  else if (m->optima[0].has_own)
    g_string_append(text, _(" Your start values end in the best one."));
  else
    g_string_append(text, _(" Your start values end in another one: use those of the best."));
}

char *
trammel_start_search_describe(const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;
  GString *text = g_string_new(NULL);

  if (m->n_optima == 0)
    g_string_append_printf(text, _("None of %d starts converged."), m->n_starts);
  else if (m->n_optima == 1)
    g_string_append_printf(text, _("%d of %d starts end in one and the same optimum."),
                           m->n_converged, m->n_starts);
  else
    g_string_append_printf(text,
                           _("%d of %d starts converged, to %d optima; %d of them reach the best."),
                           m->n_converged, m->n_starts, m->n_optima, m->optima[0].n_starts);
  append_rest(text, m);
  if (m->n_optima > 1 || m->own_failed)
    append_own(text, m);
  return g_string_free(text, FALSE);
}

double
trammel_start_search_get_rise(const TrFit *fit, double cost)
{
  const TrMultistart *m = fit->multistart;
  double best = m->n_optima > 0 ? m->optima[0].cost.total : fit->cost.total;

  return (cost - best) / (best / (double)MAX(fit->dof, 1));
}

/* Rise from the best optimum: in -2 log L where it is known, which has the same unit. */
static double
get_optimum_rise(const TrFit *fit, const TrOptimum *o)
{
  return isnan(o->likelihood) ? trammel_start_search_get_rise(fit, o->cost.total)
                              : o->likelihood - fit->multistart->optima[0].likelihood;
}

static char *
dup_remark(const TrFit *fit, int optimum)
{
  const TrOptimum *o = &fit->multistart->optima[optimum];
  gboolean is_close = optimum == 1 && tr_multistart_is_ambiguous(fit);

  if (o->has_own)
    return g_strdup(is_close ? _("your start values; nearly as good as the best")
                             : _("your start values"));
  return g_strdup(is_close ? _("nearly as good as the best") : "");
}

GListModel *
trammel_start_search_optimum_rows(const TrFit *fit)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  const TrMultistart *m = fit->multistart;

  for (int i = 0; i < m->n_optima; i++) {
    const TrOptimum *o = &m->optima[i];
    char **texts = g_new0(char *, TRAMMEL_OPTIMUM_COLUMNS + 1);
    texts[TRAMMEL_OPTIMUM_LABEL] = g_strdup_printf("%d", i + 1);
    texts[TRAMMEL_OPTIMUM_COST] = trammel_format_cost(o->cost.total);
    texts[TRAMMEL_OPTIMUM_RISE] = trammel_format_cost(get_optimum_rise(fit, o));
    texts[TRAMMEL_OPTIMUM_STARTS] = g_strdup_printf("%d", o->n_starts);
    texts[TRAMMEL_OPTIMUM_REMARK] = dup_remark(fit, i);
    g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, NULL);
    g_list_store_append(rows, row);
  }
  return G_LIST_MODEL(rows);
}

/* Returns a sigma for the digits of a value: that of the best fit, or none. */
static double
get_sigma(const TrFit *fit, int i)
{
  const TrEstimate *e = &fit->estimates[i];

  return e->identifiable && e->sigma_linear > 0 ? e->sigma_linear : NAN;
}

static char *
dup_difference(const TrFit *fit, int i, double difference)
{
  double sigma = get_sigma(fit, i);

  return isfinite(sigma) ? g_strdup_printf("%+.2f σ", difference / sigma)
                         : g_strdup(_("not determined"));
}

GListModel *
trammel_start_search_end_rows(const TrFit *fit, TrammelRun *run, int optimum)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrMultistart *m = fit->multistart;

  for (int i = 0; optimum < m->n_optima && i < fit->n_free; i++) {
    double best = m->optima[0].parameters[i], value = m->optima[optimum].parameters[i];
    char **texts = g_new0(char *, TRAMMEL_END_COLUMNS + 1);
    texts[TRAMMEL_END_LABEL] = trammel_run_dup_label(run, i);
    texts[TRAMMEL_END_UNIT] = g_strdup(tr_task_free_unit(task, i));
    texts[TRAMMEL_END_BEST] = trammel_format_value(best, get_sigma(fit, i));
    texts[TRAMMEL_END_VALUE] = trammel_format_value(value, get_sigma(fit, i));
    texts[TRAMMEL_END_DIFFERENCE] =
        optimum > 0 ? dup_difference(fit, i, value - best) : g_strdup("");
    g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, NULL);
    g_list_store_append(rows, row);
  }
  return G_LIST_MODEL(rows);
}

gboolean
trammel_start_search_apply(
    const TrFit *fit, TrammelRun *run, int optimum, TrammelDocument *document, GError **error)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));

  for (int i = 0; i < fit->n_free; i++) {
    TrammelAssignment to = {.value = fit->multistart->optima[optimum].parameters[i]};
    tr_task_free_id(to.id, task, i);
    g_array_append_val(all, to);
  }
  if (!trammel_project_set_values(project, all, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project),
                                _("use an optimum as start values"), NULL);
  return TRUE;
}
