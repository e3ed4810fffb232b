#include "io/export/script.h"

#include <math.h>

#include "io/base/json_writer.h"
#include "io/export/mat_write.h"
#include "io/export/meaning.h"

/* Appends a line of comment; line breaks within the text become spaces. */
static void
append_comment(GString *text, const char *sign, const char *words)
{
  g_string_append_printf(text, "%s ", sign);
  for (const char *c = words; *c; c++)
    g_string_append_c(text, g_ascii_iscntrl(*c) ? ' ' : *c);
  g_string_append_c(text, '\n');
}

static void
append_head(GString *text, const char *sign, const TrammelExportResult *result, const char *date)
{
  g_autofree char *from = g_path_get_basename(result->path);
  g_autofree char *origin =
      g_strdup_printf("%s, %s: values of %s in SI units, with their standard deviations.",
                      result->program, date, from);
  g_autofree char *meaning = trammel_export_result_dup_meaning(result);
  g_autofree char *status = g_strdup_printf("%s: %s",
                                            g_str_equal(result->status, "converged")
                                                ? "The run converged"
                                                : "CAUTION, the run did not converge",
                                            result->message);
  g_autofree char *project = g_strdup_printf("Project: SHA-256 %s", result->project_sha256);
  const char *const lines[] = {origin, meaning, status, project};

  for (gsize i = 0; i < G_N_ELEMENTS(lines); i++)
    append_comment(text, sign, lines[i]);
}

static void
append_number(GString *text, double value, const char *missing)
{
  char number[TRAMMEL_NUMBER_SIZE];

  g_string_append(text, isfinite(value) ? trammel_json_format_number(number, value) : missing);
}

static double
get_sigma(const TrammelExportParameter *p)
{
  return trammel_export_parameter_has(p, "not-identifiable") ? NAN : p->sigma;
}

/* Appends the flags as a list of texts, in JSON, which YAML and Python read as well. */
static void
append_flags(GString *text, const TrammelExportParameter *p)
{
  g_auto(GStrv) flags = g_strsplit(p->flags, ",", -1);

  g_string_append_c(text, '[');
  for (guint i = 0; flags[i]; i++)
    if (*flags[i]) {
      g_string_append(text, i ? ", " : "");
      trammel_json_append_quoted(text, flags[i]);
    }
  g_string_append_c(text, ']');
}

char *
trammel_export_yaml(const TrammelExportResult *result, const char *date)
{
  GString *text = g_string_new(NULL);

  append_head(text, "#", result, date);
  g_string_append(text, "status: ");
  trammel_json_append_quoted(text, result->status);
  g_string_append(text, result->parameters->len ? "\nparameters:\n" : "\nparameters: []\n");
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_string_append(text, "  - id: ");
    trammel_json_append_quoted(text, p->id);
    g_string_append(text, "\n    value: ");
    append_number(text, p->value, "null");
    g_string_append(text, "\n    sigma: ");
    append_number(text, get_sigma(p), "null");
    g_string_append(text, "\n    unit: ");
    trammel_json_append_quoted(text, p->unit);
    g_string_append(text, "\n    flags: ");
    append_flags(text, p);
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

/* Appends a text of MATLAB, in single quotes. */
static void
append_matlab_text(GString *text, const char *words)
{
  g_string_append_c(text, '\'');
  for (const char *c = words; *c; c++)
    g_string_append_printf(text, *c == '\'' ? "''" : "%c", g_ascii_iscntrl(*c) ? ' ' : *c);
  g_string_append_c(text, '\'');
}

char *
trammel_export_matlab(const TrammelExportResult *result, const char *date)
{
  guint n = result->parameters->len;
  g_autofree const char **ids = g_new0(const char *, n + 1);
  g_auto(GStrv) names = NULL;
  GString *text = g_string_new(NULL);

  for (guint i = 0; i < n; i++)
    ids[i] = trammel_export_result_get_parameter(result, i)->id;
  names = trammel_mat_make_names(ids);
  append_head(text, "%", result, date);
  g_string_append(text, "parameters = struct();\n");
  for (guint i = 0; i < n; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_string_append_printf(text, "parameters.%s = struct('id', ", names[i]);
    append_matlab_text(text, p->id);
    g_string_append(text, ", 'value', ");
    append_number(text, p->value, "NaN");
    g_string_append(text, ", 'sigma', ");
    append_number(text, get_sigma(p), "NaN");
    g_string_append(text, ", 'unit', ");
    append_matlab_text(text, p->unit);
    g_string_append(text, ", 'flags', ");
    append_matlab_text(text, p->flags);
    g_string_append(text, ");\n");
  }
  return g_string_free(text, FALSE);
}

char *
trammel_export_python(const TrammelExportResult *result, const char *date)
{
  GString *text = g_string_new(NULL);

  append_head(text, "#", result, date);
  g_string_append(text, "parameters = {\n");
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_string_append(text, "    ");
    trammel_json_append_quoted(text, p->id);
    g_string_append(text, ": {\"value\": ");
    append_number(text, p->value, "None");
    g_string_append(text, ", \"sigma\": ");
    append_number(text, get_sigma(p), "None");
    g_string_append(text, ", \"unit\": ");
    trammel_json_append_quoted(text, p->unit);
    g_string_append(text, ", \"flags\": ");
    append_flags(text, p);
    g_string_append(text, "},\n");
  }
  g_string_append(text, "}\n");
  return g_string_free(text, FALSE);
}
