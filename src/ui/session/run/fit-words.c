#include "ui/session/run/fit-words.h"

#include <glib/gi18n.h>

/* Returns the reason; of a fit that failed that is its status. */
static const char *
get_reason(const TrFit *fit)
{
  if (fit->status == TR_NOT_DEFINITE || fit->status == TR_NOT_FINITE)
    return _(tr_status_text(fit->status));
  return _(tr_stop_text(fit->stop));
}

char *
trammel_fit_dup_ending(const TrFit *fit)
{
  g_autofree char *ending =
      g_strdup_printf(ngettext("%s after %d iteration: %s.", "%s after %d iterations: %s.",
                               (gulong)fit->iterations),
                      _(tr_outcome_text(fit->status)), fit->iterations, get_reason(fit));

  return *fit->singularity ? g_strconcat(ending, " ", fit->singularity, NULL)
                           : g_steal_pointer(&ending);
}

gboolean
trammel_fit_may_go_on(const TrFit *fit)
{
  return fit->status == TR_CANCELLED || fit->stop == TR_STOP_ITERATIONS;
}
