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

/* Returns the number of iterations, and of those whose step lowered the cost if others did not:
 * these are what tables and plots show. */
static char *
dup_count(const TrFit *fit)
{
  int accepted = fit->n_history - 1;

  if (fit->n_history > 0 && accepted < fit->iterations)
    return g_strdup_printf(ngettext("%d iteration (%d accepted)", "%d iterations (%d accepted)",
                                    (gulong)fit->iterations),
                           fit->iterations, accepted);
  return g_strdup_printf(ngettext("%d iteration", "%d iterations", (gulong)fit->iterations),
                         fit->iterations);
}

char *
trammel_fit_dup_ending(const TrFit *fit)
{
  g_autofree char *count = dup_count(fit);
  g_autofree char *ending = g_strdup_printf(_("%s after %s: %s."), _(tr_outcome_text(fit->status)),
                                            count, get_reason(fit));

  return *fit->singularity ? g_strconcat(ending, " ", fit->singularity, NULL)
                           : g_steal_pointer(&ending);
}

gboolean
trammel_fit_may_go_on(const TrFit *fit)
{
  return fit->status == TR_CANCELLED || fit->stop == TR_STOP_ITERATIONS;
}
