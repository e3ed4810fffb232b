#include "io/result.h"

#include "io/direction.h"
#include "io/error.h"
#include "io/export.h"
#include "io/fit_finding.h"

const char *
trammel_result_name_status(TrStatus status)
{
  switch (status) {
  case TR_OK:
    return "converged";
  case TR_CANCELLED:
    return "cancelled";
  case TR_NOT_CONVERGED:
    return "stopped";
  default:
    return "failed";
  }
}

const char *
trammel_result_get_status(const TrFit *fit)
{
  return trammel_result_name_status(fit->status);
}

char *
trammel_result_dup_flags(const TrFit *fit, int parameter)
{
  const TrEstimate *estimate = &fit->estimates[parameter];
  GString *flags = g_string_new(NULL);

  if (estimate->at_bound)
    g_string_append(flags, "at-bound");
  if (!estimate->identifiable)
    g_string_append(flags, flags->len ? ",not-identifiable" : "not-identifiable");
  if (trammel_fit_is_bad(fit))
    g_string_append(flags, flags->len ? ",bad-fit" : "bad-fit");
  return g_string_free(flags, FALSE);
}

char *
trammel_result_dup_direction(const TrammelProblem *problem, const TrFit *fit, int direction)
{
  return trammel_direction_dup_text(trammel_problem_get_task(problem), fit, direction);
}

/* Returns the result from which the other formats are made, so that all have the same content. */
static TrammelExportResult *
unfold(const TrammelProblem *problem, const TrFit *fit)
{
  g_autofree char *json = trammel_result_to_json(problem, fit);
  g_autoptr(GError) error = NULL;
  TrammelExportResult *result = trammel_export_result_parse(json, -1, "the result", &error);

  g_assert_no_error(error);
  return result;
}

char *
trammel_result_to_csv(const TrammelProblem *problem, const TrFit *fit)
{
  g_autoptr(TrammelExportResult) result = unfold(problem, fit);

  return trammel_export_csv(result);
}

gboolean
trammel_result_save(const TrammelProblem *problem,
                    const TrFit *fit,
                    const char *path,
                    GError **error)
{
  static const char *const endings[] = {".json", ".mat", ".csv"};
  const TrammelExportOptions options = {NULL};
  g_autofree char *lower = g_ascii_strdown(path, -1);

  for (gsize i = 0; i < G_N_ELEMENTS(endings); i++)
    if (g_str_has_suffix(lower, endings[i])) {
      g_autoptr(TrammelExportResult) result = unfold(problem, fit);
      return trammel_export_save(result, path, &options, NULL, error);
    }
  trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                    "%s: results are written as .json, .mat or .csv; use one of these endings",
                    path);
  return FALSE;
}
