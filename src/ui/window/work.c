/* Long work of the window: prevents suspend, and notifies the user of its end if another window is
 * active. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "ui/desktop/settings.h"
#include "ui/session/run/fit-words.h"

/* Minimum duration of work for a notification. */
#define LONG_USEC (10 * G_USEC_PER_SEC)

/* Duration after which suspend is inhibited; shorter work does not ask the session. */
enum { INHIBIT_MS = 2000 };

static gboolean
on_going_on_cb(gpointer data)
{
  TrammelWindow *self = data;
  GApplication *application = g_application_get_default();

  self->work_source = 0;
  if (application)
    self->inhibition =
        gtk_application_inhibit(GTK_APPLICATION(application), GTK_WINDOW(self),
                                GTK_APPLICATION_INHIBIT_SUSPEND, _("An identification is running"));
  return G_SOURCE_REMOVE;
}

static void
begin(TrammelWindow *self)
{
  self->work_begin = g_get_monotonic_time();
  self->work_source = g_timeout_add(INHIBIT_MS, on_going_on_cb, self);
}

static char *
dup_outcome(TrammelWindow *self)
{
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;

  if (!run || trammel_run_get_kind(run) != TRAMMEL_RUN_FULL)
    return g_strdup(_("It ended without a result."));
  return trammel_fit_dup_ending(trammel_run_get_fit(run));
}

static void
tell(TrammelWindow *self)
{
  g_autoptr(GNotification) notification = g_notification_new(_("Identification finished"));
  g_autofree char *outcome = dup_outcome(self);

  g_notification_set_body(notification, outcome);
  g_application_send_notification(g_application_get_default(), "identification", notification);
}

/* Returns TRUE if there is a session bus: GLib sends notifications over it without checking. */
static gboolean
can_tell(void)
{
  GApplication *application = g_application_get_default();

  return application && g_application_get_dbus_connection(application) &&
         trammel_settings_get_boolean("notify", TRUE);
}

static void
end(TrammelWindow *self)
{
  gint64 taken = g_get_monotonic_time() - self->work_begin;

  _trammel_window_forget_work(self);
  if (taken > LONG_USEC && !gtk_window_is_active(GTK_WINDOW(self)) && can_tell())
    tell(self);
}

void
_trammel_window_watch_work(TrammelWindow *self, gboolean is_running)
{
  if (is_running && !self->work_begin)
    begin(self);
  else if (!is_running && self->work_begin)
    end(self);
}

void
_trammel_window_forget_work(TrammelWindow *self)
{
  GApplication *application = g_application_get_default();

  g_clear_handle_id(&self->work_source, g_source_remove);
  if (self->inhibition && application)
    gtk_application_uninhibit(GTK_APPLICATION(application), self->inhibition);
  self->inhibition = 0;
  self->work_begin = 0;
}
