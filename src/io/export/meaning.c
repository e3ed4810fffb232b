#include "io/export/meaning.h"

#include "io/base/json_node.h"
#include "io/units/format_number.h"

/* Returns "the stepper of Trammel at h = 0.01 s (formulation 'predicted')". */
static char *
dup_stepper(const TrammelExportResult *result)
{
  const char *name =
      trammel_json_as_string(json_object_get_member(result->settings, "formulation"));
  double h = trammel_json_as_number(json_object_get_member(result->settings, "h"));
  g_autofree char *number = trammel_format_number(h, 6);

  return g_strdup_printf("the stepper of Trammel at h = %s s (formulation '%s')", number,
                         name ? name : "?");
}

char *
trammel_export_result_dup_meaning(const TrammelExportResult *result)
{
  g_autofree char *stepper = dup_stepper(result);
  guint n = result->parameters->len, n_physical = 0;

  for (guint i = 0; i < n; i++)
    n_physical += trammel_export_result_get_parameter(result, i)->physical != FALSE;
  if (n_physical == 0)
    return g_strdup_printf("Values of %s, for simulations with it; sigma covers noise, model and "
                           "timing.",
                           stepper);
  return g_strdup_printf("Values of the mechanism (h = 0); sigma covers noise, model, timing, "
                         "step and smoothing of friction.%s%s%s",
                         n_physical < n ? " Values marked stepper-value belong to " : "",
                         n_physical < n ? stepper : "",
                         n_physical < n ? "; their sigma lacks step and smoothing." : "");
}
