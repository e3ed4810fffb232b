#include "ui/window-private.h"

#include "ui/pages/fit-series.h"
#include "ui/session/kappa.h"

/* After this rest a drag counts as ended, and a full fit follows the previews. */
enum { SETTLE_MS = 350 };

/* A preview that takes longer than this does not follow the hand any more. */
#define PREVIEW_LIMIT_USEC (1500 * 1000)

gboolean
_trammel_window_is_live(TrammelWindow *self)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(self), "live");
  return g_variant_get_boolean(state);
}

static gboolean
has_result(TrammelWindow *self)
{
  return g_list_model_get_n_items(trammel_document_get_runs(self->document)) > 0;
}

static void
start_fit(TrammelWindow *self, TrammelRunKind kind, gboolean warm)
{
  TrammelRun *run = trammel_document_get_run(self->document);
  const TrFit *fit = run && warm ? trammel_run_get_fit(run) : NULL;
  gsize n = fit ? (gsize)fit->n_free : 0;
  g_autofree double *values = g_new(double, n + 1);

  for (gsize i = 0; i < n; i++)
    values[i] = fit->estimates[i].value;
  g_clear_handle_id(&self->settle, g_source_remove);
  trammel_job_start(self->job, kind, trammel_document_get_project(self->document),
                    trammel_document_get_problem(self->document), n ? values : NULL, n);
}

void
_trammel_window_prepare(TrammelWindow *self)
{
  start_fit(self, TRAMMEL_RUN_PREPARED, FALSE);
}

void
_trammel_window_identify(TrammelWindow *self)
{
  trammel_message_bar_hide(self->messages);
  start_fit(self, TRAMMEL_RUN_FULL, FALSE);
}

static gboolean
on_settled_cb(gpointer data)
{
  TrammelWindow *self = data;

  self->settle = 0;
  start_fit(self, TRAMMEL_RUN_FULL, FALSE);
  return G_SOURCE_REMOVE;
}

static void
schedule_settling(TrammelWindow *self)
{
  g_clear_handle_id(&self->settle, g_source_remove);
  self->settle = g_timeout_add(SETTLE_MS, on_settled_cb, self);
}

/* An edit: with Live a preview follows it, and a full fit when the hand rests; without a result
 * the start values are drawn anew. */
void
_trammel_window_document_changed(TrammelWindow *self)
{
  if (trammel_job_get_running(self->job) && trammel_job_get_kind(self->job) == TRAMMEL_RUN_FULL)
    return;
  if (!has_result(self)) {
    _trammel_window_prepare(self);
    return;
  }
  if (!_trammel_window_is_live(self))
    return;
  /* the one that runs is finished first: else a fast hand would never see a preview */
  if (!trammel_job_get_running(self->job)) {
    self->preview_begin = g_get_monotonic_time();
    start_fit(self, TRAMMEL_RUN_PREVIEW, TRUE);
  }
  schedule_settling(self);
}

void
_trammel_window_slider_released(TrammelWindow *self)
{
  if (self->settle)
    schedule_settling(self);
}

static void
check_preview_time(TrammelWindow *self)
{
  if (g_get_monotonic_time() - self->preview_begin < PREVIEW_LIMIT_USEC)
    return;
  g_action_group_change_action_state(G_ACTION_GROUP(self), "live", g_variant_new_boolean(FALSE));
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO,
                         "Live was switched off: a preview takes more than 1.5 s with this log. "
                         "Press Identify after a change.");
}

static void
report_run(TrammelWindow *self, TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);

  if (trammel_run_get_kind(run) != TRAMMEL_RUN_FULL)
    return;
  if (fit->status == TR_NOT_CONVERGED)
    _trammel_window_report(self, TRAMMEL_MESSAGE_WARNING, fit->message);
  else if (fit->status != TR_OK && fit->status != TR_CANCELLED)
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, fit->message);
}

static void
on_job_finished_cb(TrammelWindow *self, TrammelRun *run, GError *error)
{
  if (self->document && run) {
    if (trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
      check_preview_time(self);
    trammel_document_take_run(self->document, run);
    report_run(self, run);
  } else if (error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
  }
  _trammel_window_update_actions(self);
  _trammel_window_update_status(self);
}

static void
on_job_extended_cb(TrammelWindow *self, TrammelRun *run)
{
  if (self->document)
    trammel_document_extend_run(self->document, run);
}

static void
on_job_progress_cb(TrammelWindow *self, const TrammelProgress *progress)
{
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress),
                                trammel_kappa_get_progress(progress));
  if (progress->kind != TRAMMEL_RUN_FULL || !trammel_job_get_running(self->job))
    return;
  g_autofree char *where = trammel_kappa_dup_progress(progress);
  g_autofree char *text = g_strdup_printf("Identifying… %s", where);
  gtk_label_set_text(self->state, text);
}

static void
on_job_running_cb(TrammelWindow *self)
{
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress), 0);
  _trammel_window_update_actions(self);
  _trammel_window_update_status(self);
}

void
_trammel_window_connect_job(TrammelWindow *self)
{
  self->job = trammel_job_new(trammel_fit_series_attach);
  g_signal_connect_swapped(self->job, "finished", G_CALLBACK(on_job_finished_cb), self);
  g_signal_connect_swapped(self->job, "extended", G_CALLBACK(on_job_extended_cb), self);
  g_signal_connect_swapped(self->job, "progress", G_CALLBACK(on_job_progress_cb), self);
  g_signal_connect_swapped(self->job, "notify::running", G_CALLBACK(on_job_running_cb), self);
}
