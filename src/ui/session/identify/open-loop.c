#include "ui/session/identify/open-loop.h"

#include <math.h>

#include "engine/est/predict/validate.h"
#include "io/study/validation.h"

typedef struct {
  TrammelRun *run;
  GPtrArray *curves; /* TrammelCurve */
} Outcome;

struct _TrammelOpenLoop {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelOpenLoop, trammel_open_loop, TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_outcome(gpointer data)
{
  Outcome *outcome = data;

  g_object_unref(outcome->run);
  g_ptr_array_unref(outcome->curves);
  g_free(outcome);
}

/* Returns the values of the stepper, which simulates; free with g_free(). */
static double *
dup_values(TrammelRun *run)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);

  if (trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED)
    return trammel_task_dup_start(task);
  double *values = g_new(double, (gsize)fit->n_free + 1);
  for (int i = 0; i < fit->n_free; i++)
    values[i] = fit->estimates[i].value;
  return values;
}

static void
simulate(GPtrArray *curves, const TrTask *task, TrammelRun *run, int log, const double *values)
{
  const TrScoreOptions options = {
      .h = NAN, .traces = true, .motion = trammel_run_get_fit(run)->logs[log].trajectory};
  TrLogScore *score = NULL;

  if (tr_score_log(&score, task, log, values, &options, NULL) == TR_OK && score->status == TR_OK)
    for (int s = 0; s < score->n_sensors; s++)
      g_ptr_array_add(curves, trammel_curve_new_simulated(task, log, &score->sensors[s]));
  tr_log_score_free(score);
}

static gpointer
work(TrammelTaskContext *context, gpointer run, GError **error)
{
  TrTask task = *trammel_problem_get_task(trammel_run_get_problem(run));
  g_autofree double *values = dup_values(run);
  Outcome *outcome = g_new0(Outcome, 1);

  task.monitor = (TrMonitor){.func = trammel_task_context_goes_on, .user = context};
  outcome->run = g_object_ref(run);
  outcome->curves = g_ptr_array_new_with_free_func(trammel_curve_free);
  for (int l = 0; l < trammel_run_get_fit(run)->n_logs; l++)
    simulate(outcome->curves, &task, run, l, values);
  return outcome;
}

static void
trammel_open_loop_class_init(TrammelOpenLoopClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = g_object_unref;
  task_class->free_outcome = free_outcome;
}

static void
trammel_open_loop_init(TrammelOpenLoop *self)
{
}

TrammelOpenLoop *
trammel_open_loop_new(void)
{
  return g_object_new(TRAMMEL_TYPE_OPEN_LOOP, NULL);
}

void
trammel_open_loop_start(TrammelOpenLoop *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_OPEN_LOOP(self) && TRAMMEL_IS_RUN(run));
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), g_object_ref(run));
}

TrammelRun *
trammel_open_loop_get_run(TrammelOpenLoop *self)
{
  g_return_val_if_fail(TRAMMEL_IS_OPEN_LOOP(self), NULL);
  const Outcome *outcome = trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self));

  return outcome ? outcome->run : NULL;
}

const TrammelCurve *
trammel_open_loop_get_curve(TrammelOpenLoop *self, int log, int sensor)
{
  g_return_val_if_fail(TRAMMEL_IS_OPEN_LOOP(self), NULL);
  const Outcome *outcome = trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self));

  for (guint i = 0; outcome && i < outcome->curves->len; i++) {
    const TrammelCurve *curve = outcome->curves->pdata[i];
    if (curve->log == log && curve->sensor == sensor)
      return curve;
  }
  return NULL;
}
