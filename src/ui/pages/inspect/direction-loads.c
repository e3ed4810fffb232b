#include "ui/pages/inspect/direction-loads.h"

#include <math.h>

#include "plot/figure/number-text.h"
#include "ui/session/inspect/run-summary.h"

/* Smallest share that is drawn, relative to the largest one. */
#define LEAST_SHARE 0.1

GArray *
trammel_direction_loads_new(const TrammelRunAnalysis *analysis, int direction)
{
  const TrSpectrum *spectrum = &analysis->spectrum;
  const double *loading = spectrum->loading + direction * spectrum->n_free;
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(analysis->run));
  GArray *loads = trammel_loads_new();
  double most = 0;

  for (int i = 0; i < spectrum->n_free; i++)
    most = fmax(most, fabs(loading[i]));
  for (int i = 0; i < spectrum->n_free; i++) {
    if (!(fabs(loading[i]) >= LEAST_SHARE * most))
      continue;
    g_autofree char *label = trammel_run_dup_label(analysis->run, i);
    g_autofree char *number = g_strdup_printf("%+.2f", loading[i]);
    g_autofree char *shown = trammel_number_text_dup(number);
    TrammelLoad load = {task->free[i].param, loading[i] / most,
                        g_strdup_printf("%s %s", shown, label)};
    g_array_append_val(loads, load);
  }
  return loads;
}
