/* Fits of the window: the display of their progress, results and failures. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "io/base/bilingual.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/identify/fit-series.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/run/kappa.h"
#include "ui/widgets/sentence-label.h"

static void
identify(TrammelWindow *self)
{
  trammel_message_bar_hide(self->messages);
  _trammel_window_keep_unsaved(self);
  trammel_fit_control_identify(self->fits);
  /* a fit after a drag may have run already, so that nothing tells of the new one */
  _trammel_window_update_actions(self);
}

/* Allows the project the steps that the user has agreed to, and starts the fit. */
static void
on_size_answered_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelWindow *self = TRAMMEL_WINDOW(source);
  const TrammelFinding *size = self->document ? trammel_checker_find_size(self->checker) : NULL;
  g_autoptr(GError) error = NULL;

  if (trammel_ask_save_finish(result) != TRAMMEL_ANSWER_START || !size)
    return;
  if (trammel_checker_fix(self->checker, size, 0, &error))
    identify(self);
  else
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

void
_trammel_window_identify(TrammelWindow *self)
{
  const TrammelFinding *size = trammel_checker_find_size(self->checker);

  if (!size) {
    identify(self);
    return;
  }
  g_autofree char *need = trammel_bilingual_dup_capital(size->words);
  trammel_ask_size_async(GTK_WINDOW(self), need, on_size_answered_cb, NULL);
}

void
_trammel_window_go_on(TrammelWindow *self)
{
  trammel_message_bar_hide(self->messages);
  _trammel_window_keep_unsaved(self);
  trammel_fit_control_go_on(self->fits);
}

static void
report_run(TrammelWindow *self, TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);

  if (trammel_run_get_kind(run) != TRAMMEL_RUN_FULL)
    return;
  g_autofree char *ending = trammel_fit_dup_ending(fit);
  if (fit->status == TR_NOT_CONVERGED) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_WARNING, ending);
    if (trammel_fit_control_can_go_on(self->fits))
      trammel_message_bar_add_action(self->messages, _("Continue"), "win.go-on");
  } else if (fit->status == TR_CANCELLED && trammel_fit_control_can_go_on(self->fits)) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_INFO,
                           _("Stopped: the best values are kept. A fit can begin where this one "
                             "stopped."));
    trammel_message_bar_add_action(self->messages, _("Continue"), "win.go-on");
  } else if (fit->status != TR_OK && fit->status != TR_CANCELLED)
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, ending);
}

/* Reports an error of a job.  That of reading the logs holds until they can be read; while the
 * columns of a log are being mapped, it is held back. */
static void
report_failure(TrammelWindow *self, const GError *error)
{
  TrammelJob *job = trammel_fit_control_get_job(self->fits);
  gboolean is_reading = trammel_job_get_kind(job) == TRAMMEL_RUN_PREPARED;

  if (is_reading && self->is_mapping) {
    g_free(self->held_message);
    self->held_message = g_strdup(error->message);
  } else if (is_reading) {
    _trammel_window_show_text(self->messages, TRAMMEL_MESSAGE_ERROR, error->message,
                              &self->reading_message);
  } else {
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
  }
}

static void
on_finished_cb(TrammelWindow *self, TrammelRun *run, GError *error, gboolean is_repeated)
{
  /* the message that a run is being computed again */
  if (is_repeated)
    trammel_message_bar_hide(self->messages);
  if (run)
    _trammel_window_hide_text(self->messages, &self->reading_message);
  if (self->document && run)
    report_run(self, run);
  else if (error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    report_failure(self, error);
  /* the files were read, their content may have changed */
  if (run && trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED)
    trammel_checker_refresh(self->checker);
  _trammel_window_update_actions(self);
  _trammel_window_update_status(self);
}

static void
on_progress_cb(TrammelWindow *self, const TrammelJobProgress *progress)
{
  TrammelJob *job = trammel_fit_control_get_job(self->fits);

  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress),
                                trammel_kappa_get_progress(progress));
  if (progress->kind != TRAMMEL_RUN_FULL || !trammel_job_get_running(job))
    return;
  g_autofree char *where = trammel_kappa_dup_progress(progress);
  guint step = trammel_recipe_runner_get_step(self->recipe);
  g_autofree char *text = step > 0 ? g_strdup_printf(_("Step %u of the recipe… %s"), step, where)
                                   : g_strdup_printf(_("Identifying… %s"), where);
  trammel_label_set_numbers(self->state, text);
}

static void
on_running_cb(TrammelWindow *self)
{
  TrammelJob *job = trammel_fit_control_get_job(self->fits);

  _trammel_window_watch_work(self, trammel_job_get_running(job));
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress), 0);
  _trammel_window_update_actions(self);
  _trammel_window_update_status(self);
}

static void
on_preview_failed_cb(TrammelWindow *self, const GError *error)
{
  _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

static void
on_slow_cb(TrammelWindow *self)
{
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO,
                         _("Live was switched off: a preview takes more than 1.5 s with this log. "
                           "Press Identify after a change."));
}

static void
on_is_live_cb(TrammelWindow *self)
{
  gboolean is_live;

  g_object_get(self->fits, "is-live", &is_live, NULL);
  g_action_group_change_action_state(G_ACTION_GROUP(self), "live", g_variant_new_boolean(is_live));
}

static void
connect_to(TrammelWindow *self, gpointer object, const char *name, GCallback callback)
{
  g_signal_connect_swapped(object, name, callback, self);
}

void
_trammel_window_connect_fits(TrammelWindow *self)
{
  GCallback update = G_CALLBACK(_trammel_window_update_status);

  self->fits = trammel_fit_control_new(trammel_fit_series_attach);
  TrammelJob *job = trammel_fit_control_get_job(self->fits);
  connect_to(self, self->fits, "finished", G_CALLBACK(on_finished_cb));
  connect_to(self, self->fits, "previewed", update);
  connect_to(self, self->fits, "preview-failed", G_CALLBACK(on_preview_failed_cb));
  connect_to(self, self->fits, "slow", G_CALLBACK(on_slow_cb));
  connect_to(self, self->fits, "notify::is-live", G_CALLBACK(on_is_live_cb));
  connect_to(self, job, "progress", G_CALLBACK(on_progress_cb));
  connect_to(self, job, "notify::running", G_CALLBACK(on_running_cb));
  connect_to(self, job, "notify::extending", update);
  connect_to(self, trammel_fit_control_get_live(self->fits), "notify::running", update);
}

void
_trammel_window_disconnect_fits(TrammelWindow *self)
{
  g_signal_handlers_disconnect_by_data(self->fits, self);
  g_signal_handlers_disconnect_by_data(trammel_fit_control_get_job(self->fits), self);
  g_signal_handlers_disconnect_by_data(trammel_fit_control_get_live(self->fits), self);
}
