#include "ui/session/run/step.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/text/format.h"

double
trammel_step_get(const TrSettings *settings, TrammelRun *run)
{
  const TrSettings *used =
      run ? &trammel_problem_get_task(trammel_run_get_problem(run))->settings : NULL;

  if (!isnan(settings->h))
    return settings->h;
  return used && used->h_is_auto ? used->h : NAN;
}

char *
trammel_step_dup_text(const TrSettings *settings, TrammelRun *run)
{
  double h = trammel_step_get(settings, run);
  g_autofree char *step = isnan(h) ? NULL : trammel_format_prefixed(h, "s");

  if (!isnan(settings->h))
    return g_steal_pointer(&step);
  return step ? g_strdup_printf(_("automatic: %s"), step) : g_strdup(_("automatic"));
}
