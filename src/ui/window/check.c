/* Check before a run in the window: when it may run, and the effect of its findings. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

static gboolean
is_busy(gpointer data)
{
  TrammelWindow *self = data;

  return trammel_fit_control_delays_check(self->fits);
}

/* Returns a text with the number of findings and the gravest one. */
static char *
describe_findings(TrammelChecker *checker)
{
  const GArray *findings = trammel_checker_get_findings(checker);
  guint n = trammel_checker_count(checker, "fatal") + trammel_checker_count(checker, "warning");

  if (n == 0)
    return g_strdup(_("Checked: no findings."));
  return g_strdup_printf(
      ngettext("Checked: %u finding. %s", "Checked: %u findings, the first: %s", n), n,
      g_array_index(findings, TrammelFinding, 0).words);
}

static void
report_findings(TrammelWindow *self)
{
  if (!self->reports_check || !trammel_checker_is_current(self->checker) ||
      !trammel_checker_get_findings(self->checker))
    return;
  g_autofree char *text = describe_findings(self->checker);
  self->reports_check = FALSE;
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
}

static void
on_checker_changed_cb(TrammelWindow *self)
{
  report_findings(self);
  _trammel_window_update_actions(self);
}

void
_trammel_window_connect_checker(TrammelWindow *self)
{
  self->checker = trammel_checker_new(is_busy, self);
  g_signal_connect_swapped(self->checker, "changed", G_CALLBACK(on_checker_changed_cb), self);
}

void
_trammel_window_check(TrammelWindow *self)
{
  self->reports_check = TRUE;
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, _("Checking…"));
  trammel_checker_refresh(self->checker);
}
