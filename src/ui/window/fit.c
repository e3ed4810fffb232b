/* Fits of the window: starting and stopping them, and taking their results. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "ui/pages/identify/fit-series.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/run/kappa.h"

void
_trammel_window_start_fit(TrammelWindow *self, TrammelRunKind kind)
{
  g_clear_handle_id(&self->settle, g_source_remove);
  self->is_settling = FALSE;
  g_clear_object(&self->repeated);
  trammel_live_stop(self->live);
  trammel_job_start(self->job, kind, trammel_document_get_project(self->document),
                    trammel_document_get_problem(self->document));
}

void
_trammel_window_repeat(TrammelWindow *self, TrammelRunRecord *record, TrammelProject *project)
{
  g_clear_handle_id(&self->settle, g_source_remove);
  self->is_settling = FALSE;
  g_set_object(&self->repeated, record);
  trammel_live_stop(self->live);
  trammel_job_start(self->job, TRAMMEL_RUN_FULL, project, NULL);
}

void
_trammel_window_prepare(TrammelWindow *self)
{
  /* a new model has no log yet; the pages show that */
  if (trammel_project_get_n_logs(trammel_document_get_project(self->document)) > 0)
    _trammel_window_start_fit(self, TRAMMEL_RUN_PREPARED);
}

void
_trammel_window_reload(TrammelWindow *self)
{
  g_clear_handle_id(&self->settle, g_source_remove);
  self->is_settling = FALSE;
  trammel_live_stop(self->live);
  trammel_document_reload(self->document);
  trammel_job_start(self->job, TRAMMEL_RUN_PREPARED, trammel_document_get_project(self->document),
                    NULL);
}

void
_trammel_window_identify(TrammelWindow *self)
{
  trammel_message_bar_hide(self->messages);
  _trammel_window_keep_unsaved(self);
  _trammel_window_start_fit(self, TRAMMEL_RUN_FULL);
}

static void
report_run(TrammelWindow *self, TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);

  if (trammel_run_get_kind(run) != TRAMMEL_RUN_FULL)
    return;
  g_autofree char *ending = trammel_fit_dup_ending(fit);
  if (fit->status == TR_NOT_CONVERGED)
    _trammel_window_report(self, TRAMMEL_MESSAGE_WARNING, ending);
  else if (fit->status != TR_OK && fit->status != TR_CANCELLED)
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, ending);
}

/* Takes the result of a fit: that of a drag is only shown, a requested one is kept, and one that
 * was computed again gives its record the motions. */
static void
take_run(TrammelWindow *self, TrammelRun *run)
{
  gboolean is_full = trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;

  if (is_full && self->repeated) {
    trammel_run_record_set_run(self->repeated, run);
    trammel_message_bar_hide(self->messages);
  }
  trammel_document_take_run(self->document, run);
  if (is_full && !self->repeated && !self->is_settling)
    trammel_document_keep_run(self->document, run);
  if (is_full)
    g_clear_object(&self->repeated);
}

static void
on_job_finished_cb(TrammelWindow *self, TrammelRun *run, GError *error)
{
  if (self->document && run) {
    take_run(self, run);
    report_run(self, run);
  } else if (error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
  }
  /* the files were read, their content may have changed */
  if (run && trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED)
    trammel_checker_refresh(self->checker);
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
on_job_progress_cb(TrammelWindow *self, const TrammelJobProgress *progress)
{
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress),
                                trammel_kappa_get_progress(progress));
  if (progress->kind != TRAMMEL_RUN_FULL || !trammel_job_get_running(self->job))
    return;
  g_autofree char *where = trammel_kappa_dup_progress(progress);
  g_autofree char *text = g_strdup_printf(_("Identifying… %s"), where);
  gtk_label_set_text(self->state, text);
}

static void
on_job_running_cb(TrammelWindow *self)
{
  _trammel_window_watch_work(self, trammel_job_get_running(self->job));
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
  g_signal_connect_swapped(self->job, "notify::extending",
                           G_CALLBACK(_trammel_window_update_status), self);
}
