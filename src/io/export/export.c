#include "io/export/export.h"

#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/ending.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"
#include "io/export/c_header.h"
#include "io/export/mat.h"
#include "io/export/model.h"
#include "io/export/params_csv.h"
#include "io/export/report.h"
#include "io/export/script.h"

/* Inputs of all formats. */
typedef struct {
  const char *path, *date;
  const TrammelExportOptions *options;
  char ***notes;
} Target;

typedef GBytes *(*MakeFunc)(const TrammelExportResult *result,
                            const Target *target,
                            GError **error);

/* Takes over `text`. */
static GBytes *
take_text(char *text)
{
  return g_bytes_new_take(text, strlen(text));
}

static char *
make_date(void)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();

  return g_date_time_format(now, "%Y-%m-%d %H:%M UTC");
}

static GBytes *
make_json(const TrammelExportResult *result, const Target *target, GError **error)
{
  return take_text(trammel_json_node_to_text(result->root));
}

static GBytes *
make_mat(const TrammelExportResult *result, const Target *target, GError **error)
{
  return trammel_export_mat(result->root, target->path, error);
}

static GBytes *
make_csv(const TrammelExportResult *result, const Target *target, GError **error)
{
  return take_text(trammel_export_csv(result));
}

static GBytes *
make_c_header(const TrammelExportResult *result, const Target *target, GError **error)
{
  return take_text(trammel_export_c_header(result, target->path, target->date));
}

static GBytes *
make_yaml(const TrammelExportResult *result, const Target *target, GError **error)
{
  return take_text(trammel_export_yaml(result, target->date));
}

static GBytes *
make_matlab(const TrammelExportResult *result, const Target *target, GError **error)
{
  return take_text(trammel_export_matlab(result, target->date));
}

static GBytes *
make_python(const TrammelExportResult *result, const Target *target, GError **error)
{
  return take_text(trammel_export_python(result, target->date));
}

static GBytes *
make_model(const TrammelExportResult *result, const Target *target, GError **error)
{
  const TrammelExportOptions *options = target->options;
  const TrammelModelOrder order = {.model = options->model,
                                   .path = target->path,
                                   .date = target->date,
                                   .construction = options->construction,
                                   .force = options->force,
                                   .force_hint = options->force_hint};

  return trammel_export_model(result, &order, target->notes, error);
}

static TrammelExportReport *
new_report(const TrammelExportResult *result, const Target *target)
{
  TrammelReportParts parts = {0};

  if (target->options->parts)
    parts = *target->options->parts;
  parts.date = target->date;
  parts.prints = target->options->prints;
  return trammel_report_new(result, &parts);
}

static GBytes *
make_html(const TrammelExportResult *result, const Target *target, GError **error)
{
  g_autoptr(TrammelExportReport) report = new_report(result, target);
  char *html = trammel_report_to_html(report, error);

  return html ? take_text(html) : NULL;
}

static GBytes *
make_pdf(const TrammelExportResult *result, const Target *target, GError **error)
{
  g_autoptr(TrammelExportReport) report = new_report(result, target);

  return trammel_report_to_pdf(report, error);
}

static const struct {
  const char *ending;
  MakeFunc make;
} formats[] = {{".json", make_json},  {".mat", make_mat},    {".csv", make_csv},
               {".h", make_c_header}, {".urdf", make_model}, {".xml", make_model},
               {".pdf", make_pdf},    {".html", make_html},  {".yaml", make_yaml},
               {".m", make_matlab},   {".py", make_python}};

static MakeFunc
find_format(const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
    if (trammel_has_ending(path, formats[i].ending))
      return formats[i].make;
  return NULL;
}

static gboolean
refuse(GError **error, const char *path, const char *what)
{
  trammel_error_set(error, TRAMMEL_ERROR_USAGE, "%s: %s", path, what);
  return FALSE;
}

gboolean
trammel_export_chooses_values(const char *path)
{
  MakeFunc make = find_format(path);

  return make && make != make_json && make != make_mat && make != make_csv;
}

gboolean
trammel_export_check(const char *path, const TrammelExportOptions *options, GError **error)
{
  MakeFunc make = find_format(path);

  if (!make)
    return refuse(
        error, path,
        TRAMMEL_WORD("results are exported as .json, .mat, .csv, .yaml, .m, .py, .h, .urdf, .xml "
                     "(MJCF), .pdf or .html; use one of these endings"));
  if (make == make_model && !options->model)
    return refuse(
        error, path,
        TRAMMEL_WORD(
            "no model is given whose values are to be replaced; name it with --model FILE"));
  if (make != make_model && options->model)
    return refuse(error, path, TRAMMEL_WORD("--model belongs to .urdf and .xml only"));
  if (options->prints && make != make_html && make != make_pdf)
    return refuse(error, path, TRAMMEL_WORD("--figures belongs to .pdf and .html only"));
  if (make != make_model && options->force)
    return refuse(error, path, TRAMMEL_WORD("--force belongs to .urdf and .xml only"));
  if (options->values != TRAMMEL_VALUES_PHYSICAL && !trammel_export_chooses_values(path))
    return refuse(
        error, path,
        TRAMMEL_WORD("the file has the values of the mechanism and of the stepper; "
                     "--values belongs to .yaml, .m, .py, .h, .urdf, .xml, .pdf and .html only"));
  if (make != make_model && options->construction)
    return refuse(error, path, TRAMMEL_WORD("--project belongs to .urdf and .xml only"));
  return TRUE;
}

GBytes *
trammel_export_to_bytes(const TrammelExportResult *result,
                        const char *path,
                        const TrammelExportOptions *options,
                        char ***notes,
                        GError **error)
{
  g_autofree char *now = options->date ? NULL : make_date();
  const Target target = {path, options->date ? options->date : now, options, notes};

  g_autoptr(TrammelExportResult) selected = NULL;

  if (notes)
    *notes = NULL;
  if (!trammel_export_check(path, options, error))
    return NULL;
  if (options->values != result->values)
    result = selected = trammel_export_result_select(result, options->values);
  return find_format(path)(result, &target, error);
}

gboolean
trammel_export_save(const TrammelExportResult *result,
                    const char *path,
                    const TrammelExportOptions *options,
                    char ***notes,
                    GError **error)
{
  g_autoptr(GBytes) bytes = trammel_export_to_bytes(result, path, options, notes, error);

  return bytes && trammel_whole_file_write_bytes(path, bytes, error);
}
