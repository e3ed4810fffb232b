#include "io/export/params_csv.h"

#include "io/base/table.h"

char *
trammel_export_csv(const TrammelExportResult *result)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "unit", "value", "sigma", "noise", "model", "timing",
                            "step", "smoothing", "physical", "missing", "stepper_value",
                            "stepper_sigma", "sigma_linear", "start", "min", "max", "identifiable",
                            "at_bound", "flags", NULL);
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    const double reported[] = {p->value,  p->sigma, p->noise,    p->model,
                               p->timing, p->step,  p->smoothing};
    const double others[] = {p->stepper, p->stepper_sigma, p->sigma_linear,
                             p->start,   p->min,           p->max};
    trammel_table_add_text(table, p->id);
    trammel_table_add_text(table, p->unit);
    trammel_table_add_numbers(table, reported, G_N_ELEMENTS(reported));
    trammel_table_add_text(table, p->physical ? "true" : "false");
    trammel_table_add_text(table, p->missing);
    trammel_table_add_numbers(table, others, G_N_ELEMENTS(others));
    trammel_table_add_text(table, p->identifiable ? "true" : "false");
    trammel_table_add_text(table, p->at_bound ? "true" : "false");
    trammel_table_add_text(table, p->flags);
  }
  return trammel_table_to_csv(table);
}
