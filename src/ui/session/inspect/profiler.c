#include "ui/session/inspect/profiler.h"

#include "io/base/error.h"

/* Nodes along a side of the grid: enough for smooth contours, with half the fits of a finer
 * grid. */
enum { GRID = 9 };

typedef struct {
  TrammelRun *run;
  int pair[2];
} Order;

struct _TrammelProfiler {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelProfiler, trammel_profiler, TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_order(gpointer data)
{
  Order *order = data;

  g_object_unref(order->run);
  g_free(order);
}

static void
free_profiles(gpointer data)
{
  tr_profiles_free(data);
}

/* TrMonitorFunc */
static bool
monitor_profiles(void *context, const void *event)
{
  const TrProfileEvent *now = event;

  if (now)
    trammel_task_context_report(context, (guint)now->fits, (guint)now->most, NULL);
  return trammel_task_context_goes_on(context, event);
}

/* Runs on the thread, with the same result as the command line: from the run's estimates, with the
 * weights that it found. */
static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Order *order = data;
  const TrFit *fit = trammel_run_get_fit(order->run);
  TrTask task = *trammel_problem_get_task(trammel_run_get_problem(order->run));
  g_autofree double *start = g_new(double, fit->n_free + 1);
  const TrProfileOptions options = {.n_parameters = order->pair[0] == order->pair[1] ? 1 : 2,
                                    .parameters = {order->pair[0], order->pair[1]},
                                    .n_grid = GRID};
  TrProfiles *profiles = NULL;
  TrModel *model = trammel_need_memory(tr_task_continue(&task, start, fit));
  TrError detail = trammel_error_record();

  task.monitor = (TrMonitor){.func = monitor_profiles, .user = context};
  TrStatus status = tr_profile(&profiles, &task, &options, &detail);
  tr_model_free(model);
  if (!profiles)
    trammel_error_set_status(error, status, &detail);
  else if (profiles->status != TR_OK) {
    g_set_error_literal(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE, profiles->message);
    g_clear_pointer(&profiles, tr_profiles_free);
  }
  return profiles;
}

static void
trammel_profiler_class_init(TrammelProfilerClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = free_order;
  task_class->free_outcome = free_profiles;
}

static void
trammel_profiler_init(TrammelProfiler *self)
{
}

TrammelProfiler *
trammel_profiler_new(void)
{
  return g_object_new(TRAMMEL_TYPE_PROFILER, NULL);
}

void
trammel_profiler_start(TrammelProfiler *self, TrammelRun *run, int first, int second)
{
  g_return_if_fail(TRAMMEL_IS_PROFILER(self) && TRAMMEL_IS_RUN(run));
  Order *order = g_new(Order, 1);

  *order = (Order){g_object_ref(run), {first, second}};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
}

TrammelRun *
trammel_profiler_get_run(TrammelProfiler *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PROFILER(self), NULL);
  const Order *order = trammel_background_task_get_order(TRAMMEL_BACKGROUND_TASK(self));

  return order ? order->run : NULL;
}

const TrProfiles *
trammel_profiler_get_profiles(TrammelProfiler *self, TrammelRun *run, int first, int second)
{
  g_return_val_if_fail(TRAMMEL_IS_PROFILER(self), NULL);
  const Order *order = trammel_background_task_get_order(TRAMMEL_BACKGROUND_TASK(self));

  return order && order->run == run && order->pair[0] == first && order->pair[1] == second
             ? trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self))
             : NULL;
}
