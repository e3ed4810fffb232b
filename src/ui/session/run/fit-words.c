#include "ui/session/run/fit-words.h"

#include <glib/gi18n.h>

static const char *
get_reason(const TrFit *fit)
{
  static const char *const reasons[] = {
      [TR_STOP_DECREASE] = N_("the cost no longer falls"),
      [TR_STOP_GRADIENT] = N_("the gradient is zero"),
      [TR_STOP_STEP] = N_("the step is zero"),
      [TR_STOP_ITERATIONS] = N_("the limit of iterations is reached"),
      [TR_STOP_CANCELLED] = N_("the best values so far are kept, without sigma"),
      [TR_STOP_NO_DESCENT] = N_("no step lowers the cost; the best values are kept")};

  if (fit->status == TR_NOT_DEFINITE)
    return _("a matrix that must be positive definite is not");
  if (fit->status == TR_NOT_FINITE)
    return _("a value is not finite");
  return _(reasons[fit->stop]);
}

static const char *
get_outcome(const TrFit *fit)
{
  switch (fit->status) {
  case TR_OK:
    return _("Converged");
  case TR_CANCELLED:
    return _("Stopped by you");
  case TR_NOT_CONVERGED:
    return _("Not converged");
  default:
    return _("Failed");
  }
}

char *
trammel_fit_dup_ending(const TrFit *fit)
{
  g_autofree char *ending =
      g_strdup_printf(ngettext("%s after %d iteration: %s.", "%s after %d iterations: %s.",
                               (gulong)fit->iterations),
                      get_outcome(fit), fit->iterations, get_reason(fit));

  return *fit->singularity ? g_strconcat(ending, " ", fit->singularity, NULL)
                           : g_steal_pointer(&ending);
}
