/* Live fits of the window: previews during a drag of a setting, a full fit when it rests. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "io/project/put.h"
#include "ui/pages/identify/fit-series.h"

/* Pause after which a drag counts as ended, even if the slider was not released. */
enum { SETTLE_MS = 350 };

/* Limit above which a preview is too slow to follow a drag. */
#define PREVIEW_LIMIT_USEC (1500 * 1000)

gboolean
_trammel_window_is_live(TrammelWindow *self)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(self), "live");
  return g_variant_get_boolean(state);
}

/* Returns the newest full run that a preview can start from. */
static TrammelRun *
find_base(TrammelWindow *self)
{
  GListModel *runs = trammel_document_get_runs(self->document);

  for (guint i = g_list_model_get_n_items(runs); i-- > 0;) {
    g_autoptr(TrammelRun) run = g_list_model_get_item(runs, i);
    TrStatus status = trammel_run_get_fit(run)->status;
    if ((status == TR_OK || status == TR_NOT_CONVERGED) &&
        trammel_document_uses_logs_of(self->document, trammel_run_get_problem(run)))
      return run;
  }
  return NULL;
}

static void
settle(TrammelWindow *self)
{
  _trammel_window_start_fit(self, TRAMMEL_RUN_FULL);
  self->is_settling = TRUE;
}

static gboolean
on_settled_cb(gpointer data)
{
  TrammelWindow *self = data;

  /* the preview of the final value is shown first */
  if (trammel_live_get_running(self->live))
    return G_SOURCE_CONTINUE;
  self->settle = 0;
  settle(self);
  return G_SOURCE_REMOVE;
}

static void
request_preview(TrammelWindow *self, TrammelRun *base)
{
  /* a full fit that an earlier pause has started */
  trammel_job_forget(self->job);
  if (!trammel_live_get_running(self->live))
    self->preview_begin = g_get_monotonic_time();
  trammel_live_request(self->live, trammel_document_get_project(self->document), base);
}

/* Returns TRUE if the edit does not affect a fit: a sweep, a name. */
static gboolean
is_beside_fits(TrammelWindow *self)
{
  static const char *const parts[] = {"model", "settings", "logs"};
  TrammelProject *present = trammel_document_get_project(self->document);
  gboolean is_same = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    is_same = is_same && trammel_project_equal_at(self->seen, present, parts[i]);
  trammel_project_unref(self->seen);
  self->seen = trammel_project_ref(present);
  return is_same;
}

/* Handles an edit: with Live on, starts a preview, and a full fit after a pause; without a result,
 * draws the start values again. */
void
_trammel_window_document_changed(TrammelWindow *self)
{
  gboolean is_fitting =
      trammel_job_get_running(self->job) && trammel_job_get_kind(self->job) == TRAMMEL_RUN_FULL;

  if (is_beside_fits(self) || (is_fitting && !self->is_settling))
    return;
  /* a message on that is shown already, with a button */
  if (trammel_document_find_missing_log(self->document, 0) >= 0)
    return;
  if (g_list_model_get_n_items(trammel_document_get_runs(self->document)) == 0) {
    _trammel_window_prepare(self);
    return;
  }
  if (!_trammel_window_is_live(self))
    return;
  TrammelRun *base = find_base(self);
  if (base)
    request_preview(self, base);
  g_clear_handle_id(&self->settle, g_source_remove);
  self->settle = g_timeout_add(SETTLE_MS, on_settled_cb, self);
}

void
_trammel_window_slider_released(TrammelWindow *self)
{
  if (self->settle)
    settle(self);
}

static void
check_preview_time(TrammelWindow *self)
{
  gint64 now = g_get_monotonic_time(), taken = now - self->preview_begin;

  self->preview_begin = now;
  if (taken < PREVIEW_LIMIT_USEC)
    return;
  g_action_group_change_action_state(G_ACTION_GROUP(self), "live", g_variant_new_boolean(FALSE));
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO,
                         _("Live was switched off: a preview takes more than 1.5 s with this log. "
                           "Press Identify after a change."));
}

static void
on_live_solved_cb(TrammelWindow *self, TrammelRun *run)
{
  check_preview_time(self);
  trammel_document_take_run(self->document, run);
  _trammel_window_update_status(self);
}

static void
on_live_failed_cb(TrammelWindow *self, const GError *error)
{
  _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

void
_trammel_window_connect_live(TrammelWindow *self)
{
  self->live = trammel_live_new(trammel_fit_series_attach);
  g_signal_connect_swapped(self->live, "solved", G_CALLBACK(on_live_solved_cb), self);
  g_signal_connect_swapped(self->live, "failed", G_CALLBACK(on_live_failed_cb), self);
  g_signal_connect_swapped(self->live, "notify::running", G_CALLBACK(_trammel_window_update_status),
                           self);
}
