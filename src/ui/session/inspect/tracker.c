#include "ui/session/inspect/tracker.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/task/task_subset.h"
#include "io/base/error.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/format.h"
#include "ui/session/text/text-row.h"

typedef struct {
  TrammelRun *run;
  int log;
  TrFixedLagOptions options;
} Order;

struct _TrammelTracker {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelTracker, trammel_tracker, TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_order(gpointer data)
{
  Order *order = data;

  g_object_unref(order->run);
  g_free(order);
}

static void
free_track(gpointer data)
{
  TrammelTrack *track = data;

  g_object_unref(track->run);
  tr_fixed_lag_free(track->lag);
  g_free(track->index);
  g_free(track->factor);
  g_free(track->note);
  g_free(track);
}

/* Progress along the log, on the worker's stack. */
typedef struct {
  TrammelTaskContext *context;
  const TrTrajectory *whole; /* motion of the run; nullable */
} Watch;

static double
get_end(const TrTrajectory *motion)
{
  return motion->start + (motion->n_nodes - 1) * motion->h;
}

/* TrMonitorFunc: reports how far the window has come. */
static bool
watch_window(void *user, const void *data)
{
  const Watch *watch = user;
  const TrFitEvent *event = data;

  if (event && event->trajectories && watch->whole) {
    double share = (get_end(event->trajectories[0]) - watch->whole->start) /
                   (get_end(watch->whole) - watch->whole->start);
    trammel_task_context_report(watch->context, (guint)(100 * CLAMP(share, 0, 1)), 100, NULL);
  }
  return trammel_task_context_goes_on(watch->context, NULL);
}

/* Takes over what is needed of the task of one log. */
static TrammelTrack *
new_track(const Order *order, TrFixedLag *lag, const TrTaskSubset *sub)
{
  TrammelTrack *track = g_new0(TrammelTrack, 1);
  gsize n = (gsize)lag->n_free;

  track->run = g_object_ref(order->run);
  track->lag = lag;
  track->index = g_memdup2(sub->index, n * sizeof *sub->index);
  track->factor = g_memdup2(sub->factor, n * sizeof *sub->factor);
  return track;
}

/* Slides the window over the one log of the task. */
static TrammelTrack *
slide(TrammelTaskContext *context, const Order *order, const TrTaskSubset *sub, GError **error)
{
  Watch watch = {context, trammel_run_get_fit(order->run)->logs[order->log].trajectory};
  TrTask task = sub->task;
  TrError detail = trammel_error_record();
  g_autoptr(GError) reason = NULL;
  TrFixedLag *lag = NULL;

  task.monitor = (TrMonitor){.func = watch_window, .user = &watch};
  TrStatus status = tr_fixed_lag(&lag, &task, &order->options, &detail);
  if (status == TR_CANCELLED)
    g_set_error_literal(&reason, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        _("Stopped by you: the log is followed to this point."));
  else if (status != TR_OK)
    trammel_error_set_status(&reason, status, &detail);
  if (!lag || lag->n_windows == 0) {
    tr_fixed_lag_free(lag);
    g_propagate_error(error, g_steal_pointer(&reason));
    return NULL;
  }
  TrammelTrack *track = new_track(order, lag, sub);
  track->note = reason ? g_strdup(reason->message) : NULL;
  return track;
}

/* Runs on the thread. */
static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Order *order = data;
  const TrFit *fit = trammel_run_get_fit(order->run);
  TrTask task = *trammel_problem_get_task(trammel_run_get_problem(order->run));
  g_autofree bool *wanted = g_new0(bool, (gsize)task.n_logs + 1);
  TrModel *model = trammel_need_memory(tr_model_copy(task.model));

  wanted[order->log] = true;
  tr_settings_hold_kappa(&task.settings, fit);
  tr_model_hold_sigmas(model, fit);
  task.model = model;
  TrTaskSubset *sub = trammel_need_memory(tr_task_subset_new(&task, wanted));
  TrammelTrack *track = slide(context, order, sub, error);
  tr_task_subset_free(sub);
  tr_model_free(model);
  return track;
}

static void
trammel_tracker_class_init(TrammelTrackerClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = free_order;
  task_class->free_outcome = free_track;
}

static void
trammel_tracker_init(TrammelTracker *self)
{
}

TrammelTracker *
trammel_tracker_new(void)
{
  return g_object_new(TRAMMEL_TYPE_TRACKER, NULL);
}

void
trammel_tracker_start(TrammelTracker *self,
                      TrammelRun *run,
                      int log,
                      const TrFixedLagOptions *options)
{
  g_return_if_fail(TRAMMEL_IS_TRACKER(self) && TRAMMEL_IS_RUN(run));
  Order *order = g_new(Order, 1);

  *order = (Order){g_object_ref(run), log, *options};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
}

const TrammelTrack *
trammel_tracker_get(TrammelTracker *self, TrammelRun *run)
{
  g_return_val_if_fail(TRAMMEL_IS_TRACKER(self), NULL);
  const TrammelTrack *track = trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self));

  return track && track->run == run ? track : NULL;
}

char *
trammel_track_describe(const TrammelTrack *track)
{
  const TrFixedLag *lag = track->lag;

  return track->note ? g_strdup(track->note)
                     : g_strdup_printf(_("%d windows, the last one ends at %.4g s. Beside the run "
                                         "stands what the last window says."),
                                       lag->n_windows, lag->t[lag->n_windows - 1]);
}

/* Returns the difference to the run in sigmas of the run; empty where it has none. */
static char *
dup_difference(const TrEstimate *e, double difference)
{
  return e->identifiable && e->sigma_linear > 0
             ? g_strdup_printf("%+.2f σ", difference / e->sigma_linear)
             : g_strdup("");
}

GListModel *
trammel_track_rows(const TrammelTrack *track)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  const TrFixedLag *lag = track->lag;
  const TrFit *fit = trammel_run_get_fit(track->run);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(track->run));

  for (int i = 0; i < lag->n_free; i++) {
    gsize at = (gsize)(lag->n_windows - 1) * (gsize)lag->n_free + (gsize)i;
    const TrEstimate *e = &fit->estimates[track->index[i]];
    double run = track->factor[i] * e->value;
    char **texts = g_new0(char *, TRAMMEL_TRACK_COLUMNS + 1);
    texts[TRAMMEL_TRACK_LABEL] = trammel_run_dup_label(track->run, track->index[i]);
    texts[TRAMMEL_TRACK_UNIT] = g_strdup(tr_task_free_unit(task, track->index[i]));
    texts[TRAMMEL_TRACK_VALUE] = trammel_format_value(lag->parameters[at], lag->sigma[at]);
    texts[TRAMMEL_TRACK_SIGMA] = trammel_format_sigma(lag->sigma[at]);
    texts[TRAMMEL_TRACK_RUN] = trammel_format_value(run, lag->sigma[at]);
    texts[TRAMMEL_TRACK_DIFFERENCE] =
        dup_difference(e, (lag->parameters[at] - run) / fabs(track->factor[i]));
    g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, NULL);
    g_list_store_append(rows, row);
  }
  return G_LIST_MODEL(rows);
}
