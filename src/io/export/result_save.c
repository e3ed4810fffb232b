#include "io/export/result_save.h"

#include "io/base/ending.h"
#include "io/base/error.h"
#include "io/export/export.h"
#include "io/result/result.h"

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

gboolean
trammel_result_save(const TrammelProblem *problem,
                    const TrFit *fit,
                    const char *path,
                    GError **error)
{
  static const char *const endings[] = {".json", ".mat", ".csv"};
  const TrammelExportOptions options = {NULL};

  for (gsize i = 0; i < G_N_ELEMENTS(endings); i++)
    if (trammel_has_ending(path, endings[i])) {
      g_autoptr(TrammelExportResult) result = unfold(problem, fit);
      return trammel_export_save(result, path, &options, NULL, error);
    }
  trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                    "%s: results are written as .json, .mat or .csv; use one of these endings",
                    path);
  return FALSE;
}
