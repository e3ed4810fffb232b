#include "io/export/export_fixture.h"

#include <math.h>

#include "io/packed/temp_folder.h"

#define SHA256_REST "000000000000000000000000000000000000000000000000000000000000"

static char *folder;

void
export_fixture_begin(void)
{
  folder = g_dir_make_tmp("trammel-export-XXXXXX", NULL);
}

char *
export_fixture_make_path(const char *name)
{
  return g_build_filename(folder, name, NULL);
}

void
export_fixture_end(void)
{
  trammel_temp_folder_remove(folder);
  g_free(folder);
}

/* Appends one parameter as JSON; a sigma below zero means none, and a value of the stepper. */
static void
append_parameter(GString *json, const char *id, const char *unit, double value, double sigma)
{
  char number[2][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *escaped = g_strescape(id, NULL);
  const char *text = sigma >= 0 ? g_ascii_dtostr(number[1], sizeof number[1], sigma) : "null";
  const char *shown = isnan(value) ? "null" : g_ascii_dtostr(number[0], sizeof number[0], value);
  gboolean known = sigma >= 0;

  g_string_append_printf(
      json,
      "%s{ \"id\": \"%s\", \"unit\": \"%s\", \"value\": %s, \"sigma\": %s, \"noise\": %s, "
      "\"step\": %s, \"smoothing\": %s, \"physical\": %s, \"missing\": %s, "
      "\"stepper\": { \"value\": %s, \"sigma\": %s, \"sigma_linear\": %s }, "
      "\"start\": 1, \"min\": 0, \"max\": null, \"identifiable\": %s, "
      "\"at_bound\": false, \"flags\": [%s] }",
      json->str[json->len - 1] == '[' ? "" : ", ", escaped, unit, shown, text, text,
      known ? "0" : "null", known ? "0" : "null", known ? "true" : "false",
      known ? "null" : "\"not-identifiable\"", shown, text, text, known ? "true" : "false",
      known ? "" : "\"not-identifiable\", \"stepper-value\"");
}

char *
export_fixture_make_text(const ExportValue *values, guint n, guint n_history)
{
  GString *json = g_string_new("{ \"format\": \"trammel-result/2\", \"program\": \"trammel 0.1.0\","
                               " \"status\": \"converged\", \"message\": \"Converged <soon>.\","
                               " \"iterations\": 2, \"seconds\": 0.25, \"cost\": { \"total\": 2 },"
                               " \"parameters\": [");
  static const char *const matrices[] = {"covariance", "correlation"};

  for (guint i = 0; i < n; i++)
    append_parameter(json, values[i].id, values[i].unit, values[i].value, values[i].sigma);
  for (int m = 0; m < 2; m++) {
    g_string_append_printf(json, "], \"%s\": [", matrices[m]);
    for (guint i = 0; i < n; i++) {
      g_string_append(json, i ? ", [" : "[");
      for (guint j = 0; j < n; j++)
        g_string_append_printf(json, "%s%s", j ? ", " : "", i == j ? "1" : "0.5");
      g_string_append_c(json, ']');
    }
  }
  g_string_append(json, "], \"unidentifiable_directions\": [ { \"text\": \"The logs do not "
                        "determine a & b.\", \"loadings\": { \"a.b\": 1 } } ], \"history\": [");
  for (guint i = 0; i < n_history; i++) {
    g_string_append_printf(json,
                           "%s{ \"iteration\": %u, \"cost\": %u, \"damping\": 0, \"step\": 0, "
                           "\"gradient\": 0, \"parameters\": [",
                           i ? ", " : "", i, 1000 / (i + 1));
    for (guint k = 0; k < n; k++)
      g_string_append_printf(json, "%s%u", k ? ", " : "", 100 - i);
    g_string_append(json, "] }");
  }
  g_string_append(
      json, "], \"logs\": [ { \"name\": \"swing\", \"role\": \"estimate\", "
            "\"samples\": 500, \"force_error_percent\": 4.1, "
            "\"predictions\": [ { \"joint\": \"hip\", \"period\": 0.5, "
            "\"error_percent\": 35 } ], \"sensors\": [ { \"name\": \"angle\", \"rmse\": 0.0025, "
            "\"fit_percent\": 99.5, \"chi2_per_sample\": null } ] } ], "
            "\"settings\": { \"formulation\": \"predicted\", \"h\": 0.004 }, "
            "\"provenance\": { \"project_sha256\": "
            "\"0123" SHA256_REST "\", \"log_sha256\": { \"swing\": \"4567" SHA256_REST
            "\" } }, \"findings\": [ { "
            "\"severity\": \"warning\", \"code\": \"x\", \"text\": \"Look <here>.\" } "
            "] }");
  return g_string_free(json, FALSE);
}

TrammelExportResult *
export_fixture_parse(const char *text)
{
  g_autoptr(GError) error = NULL;
  TrammelExportResult *result = trammel_export_result_parse(text, -1, "r.json", &error);

  g_assert_no_error(error);
  return result;
}

TrammelExportResult *
export_fixture_new(const ExportValue *values, guint n)
{
  g_autofree char *text = export_fixture_make_text(values, n, 3);

  return export_fixture_parse(text);
}
