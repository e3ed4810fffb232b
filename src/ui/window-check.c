/* The check before a run: when it looks, and what it forbids. */
#include "ui/window-private.h"

/* The logs are being read, which the check wants to use, or a preview follows a hand, which it must
 * not slow down. */
static gboolean
is_busy(gpointer data)
{
  TrammelWindow *self = data;
  gboolean is_reading =
      trammel_job_get_running(self->job) && trammel_job_get_kind(self->job) == TRAMMEL_RUN_PREPARED;

  return is_reading || trammel_live_get_running(self->live);
}

static void
on_checker_changed_cb(TrammelWindow *self)
{
  _trammel_window_update_actions(self);
}

void
_trammel_window_connect_checker(TrammelWindow *self)
{
  self->checker = trammel_checker_new(is_busy, self);
  g_signal_connect_swapped(self->checker, "changed", G_CALLBACK(on_checker_changed_cb), self);
}
