#include "io/study/montecarlo.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine/base/normal.h"
#include "engine/base/order.h"
#include "engine/est/identify/identify.h"
#include "engine/est/predict/parametric_bootstrap.h"
#include "engine/est/regress/cutoff_sweep.h"
#include "io/base/error.h"
#include "io/base/work_pool.h"
#include "io/result/result.h"

/* Shares of the draws below the ends of the 95 % interval. */
#define LOW  0.025
#define HIGH 0.975

static void
free_draw(gpointer data)
{
  TrammelDraw *draw = data;

  if (!draw)
    return;
  g_free(draw->message);
  g_free(draw->values);
  g_free(draw->sigmas);
  g_free(draw);
}

static TrammelDraw *
new_draw(void)
{
  TrammelDraw *draw = g_new0(TrammelDraw, 1);

  draw->status = "failed";
  draw->kappa = NAN;
  return draw;
}

static void
take_fit(TrammelDraw *draw, const TrFit *fit)
{
  draw->status = trammel_result_get_status(fit);
  draw->message = g_strdup(fit->message);
  draw->kappa = fit->kappa;
  draw->values = g_new(double, (gsize)fit->n_free + 1);
  draw->sigmas = g_new(double, (gsize)fit->n_free + 1);
  for (int i = 0; i < fit->n_free; i++) {
    draw->values[i] = fit->estimates[i].value;
    draw->sigmas[i] = fit->estimates[i].identifiable ? fit->estimates[i].sigma : NAN;
  }
}

/* State shared by the draws. */
typedef struct {
  const TrTask *task;
  const TrammelMonteCarloOptions *options;
  TrammelMonteCarlo *study;
  double *truth;         /* [n_free] */
  int threads;           /* per fit */
  gint stop;             /* atomic */
  pthread_mutex_t mutex; /* protects n_done and the caller's function */
  gsize n_done;
} Runner;

static void
tell(Runner *runner, const TrammelDraw *draw)
{
  const TrammelMonteCarloOptions *options = runner->options;

  pthread_mutex_lock(&runner->mutex);
  runner->n_done++;
  if (options->func)
    options->func(draw, runner->n_done, options->n_draws, options->user_data);
  pthread_mutex_unlock(&runner->mutex);
}

/* Returns the task of the fits: with the drawn logs, starting at the true values.  Choices that
 * depend on logs that were not fitted are taken from the fit, because these logs are not drawn. */
static TrTask
make_task(const Runner *runner, const TrBootstrap *redraw)
{
  TrTask task = *runner->task;

  task.logs = redraw->logs;
  task.warm_start = runner->truth;
  task.settings.threads = runner->threads;
  if (isnan(task.settings.kappa) && task.settings.kappa_rule == TR_KAPPA_VALIDATE)
    tr_settings_hold_kappa(&task.settings, runner->study->fit);
  tr_cutoff_keep(&task.settings, runner->study->fit);
  return task;
}

/* Fits a draw; FALSE when the monitor ends it. */
static gboolean
fit_draw(TrammelDraw *draw, const Runner *runner, gsize i)
{
  TrBootstrapOptions options = {.seed = runner->options->seed,
                                .draw = (int)i,
                                .has_state_errors = runner->options->has_state_errors};
  TrTask watched = *runner->task;
  TrError detail = trammel_error_record();
  TrBootstrap *redraw;
  TrFit *fit = NULL;

  if (runner->options->monitor)
    watched.monitor = *runner->options->monitor;
  TrStatus status = tr_bootstrap_new(&redraw, &watched, runner->study->fit, &options, &detail);
  if (status == TR_OK) {
    TrTask task = make_task(runner, redraw);
    task.monitor = watched.monitor;
    status = tr_identify(&fit, &task, &detail);
  }
  if (fit)
    take_fit(draw, fit);
  else
    draw->message = g_strdup(*detail.text ? detail.text : tr_status_text(status));
  tr_fit_free(fit);
  tr_bootstrap_free(redraw);
  return status != TR_CANCELLED;
}

/* TrammelWorkPoolJob.work */
static void
run_draw(gpointer user_data, gsize piece)
{
  Runner *runner = user_data;
  TrammelDraw *draw = new_draw();

  if (!fit_draw(draw, runner, piece)) {
    g_atomic_int_set(&runner->stop, TRUE);
    free_draw(draw);
    return;
  }
  runner->study->draws->pdata[piece] = draw;
  tell(runner, draw);
}

#define DRAW_TYPE "(smsdma(dd))"

static GVariant *
give_draw(gpointer user_data, gsize piece)
{
  const Runner *runner = user_data;
  const TrammelDraw *draw = runner->study->draws->pdata[piece];
  GVariant *values = NULL;
  GVariantBuilder builder;

  if (draw->values) {
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a(dd)"));
    for (int i = 0; i < runner->task->n_free; i++)
      g_variant_builder_add(&builder, "(dd)", draw->values[i], draw->sigmas[i]);
    values = g_variant_builder_end(&builder);
  }
  return g_variant_new("(smsd@ma(dd))", draw->status, draw->message, draw->kappa,
                       g_variant_new_maybe(G_VARIANT_TYPE("a(dd)"), values));
}

static void
take_draw(gpointer user_data, gsize piece, GVariant *result)
{
  Runner *runner = user_data;
  TrammelDraw *draw = new_draw();
  g_autoptr(GVariantIter) values = NULL;
  const char *status;

  g_variant_get(result, "(&smsdma(dd))", &status, &draw->message, &draw->kappa, &values);
  draw->status = g_intern_string(status);
  if (values) {
    gsize n = g_variant_iter_n_children(values) + 1;
    draw->values = g_new(double, n);
    draw->sigmas = g_new(double, n);
    for (gsize i = 0; g_variant_iter_next(values, "(dd)", &draw->values[i], &draw->sigmas[i]); i++)
      ;
  }
  runner->study->draws->pdata[piece] = draw;
  tell(runner, draw);
}

static double *
dup_values(const TrFit *fit)
{
  double *values = g_new(double, (gsize)fit->n_free + 1);

  for (int i = 0; i < fit->n_free; i++)
    values[i] = fit->estimates[i].value;
  return values;
}

TrammelMonteCarlo *
trammel_montecarlo_run(TrammelProblem *problem,
                       const TrFit *fit,
                       const TrammelMonteCarloOptions *options)
{
  static const TrammelWorkPoolJob job = {.work = run_draw,
                                         .give = give_draw,
                                         .take = take_draw,
                                         .type = (const GVariantType *)DRAW_TYPE};
  g_autoptr(TrammelWorkPool) pool = trammel_work_pool_new(options->threads, options->exchange);
  g_autofree double *truth = dup_values(fit);
  TrammelMonteCarlo *study = g_new0(TrammelMonteCarlo, 1);
  Runner runner = {.task = trammel_problem_get_task(problem),
                   .options = options,
                   .study = study,
                   .truth = truth,
                   .threads = trammel_work_pool_get_share(pool, options->n_draws)};

  study->problem = trammel_problem_ref(problem);
  study->fit = fit;
  study->seed = options->seed;
  study->state_sigma = options->has_state_errors ? tr_bootstrap_state_sigma(runner.task, fit) : 0;
  study->draws = g_ptr_array_new_with_free_func(free_draw);
  g_ptr_array_set_size(study->draws, (int)options->n_draws);
  pthread_mutex_init(&runner.mutex, NULL);
  study->interrupted = trammel_work_pool_run(pool, options->n_draws, &job, &runner.stop, &runner);
  pthread_mutex_destroy(&runner.mutex);
  while (g_ptr_array_remove(study->draws, NULL))
    ;
  return study;
}

void
trammel_montecarlo_free(TrammelMonteCarlo *study)
{
  trammel_problem_unref(study->problem);
  g_ptr_array_unref(study->draws);
  g_free(study);
}

static gboolean
has_converged(const TrammelDraw *draw)
{
  return g_str_equal(draw->status, "converged");
}

gsize
trammel_montecarlo_count_converged(const TrammelMonteCarlo *study)
{
  gsize n = 0;

  for (guint i = 0; i < study->draws->len; i++)
    n += has_converged(study->draws->pdata[i]);
  return n;
}

/* Returns the value below which a share of the sorted values lies, interpolated between two of
 * them. */
static double
find_quantile(const GArray *sorted, double share)
{
  double x = share * (sorted->len - 1.0);
  guint k = MIN((guint)x, sorted->len - 1), next = MIN(k + 1, sorted->len - 1);
  double a = g_array_index(sorted, double, k), b = g_array_index(sorted, double, next);

  return a + (x - k) * (b - a);
}

static void
count_sigma(TrammelSpread *spread, double error, double sigma)
{
  if (isnan(sigma))
    return;
  spread->n_stated++;
  spread->sigma += sigma * sigma;
  spread->n_held += fabs(error) <= TR_NORMAL_95 * sigma;
}

void
trammel_montecarlo_get_spread(TrammelSpread *spread, const TrammelMonteCarlo *study, int parameter)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
  double truth = study->fit->estimates[parameter].value, sum = 0, squares = 0;

  *spread = (TrammelSpread){.mean = NAN, .scatter = NAN, .low = NAN, .high = NAN};
  for (guint i = 0; i < study->draws->len; i++) {
    const TrammelDraw *draw = study->draws->pdata[i];
    if (!has_converged(draw))
      continue;
    g_array_append_val(values, draw->values[parameter]);
    sum += draw->values[parameter] - truth;
    count_sigma(spread, draw->values[parameter] - truth, draw->sigmas[parameter]);
  }
  spread->n = values->len;
  spread->sigma = spread->n_stated > 0 ? sqrt(spread->sigma / (double)spread->n_stated) : NAN;
  if (values->len == 0)
    return;
  spread->mean = truth + sum / values->len;
  for (guint i = 0; i < values->len; i++)
    squares += pow(g_array_index(values, double, i) - spread->mean, 2);
  if (values->len > 1)
    spread->scatter = sqrt(squares / (values->len - 1.0));
  tr_sort((double *)values->data, values->len);
  spread->low = find_quantile(values, LOW);
  spread->high = find_quantile(values, HIGH);
}
