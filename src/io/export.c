#include "io/export.h"

#include <string.h>

#include "io/error.h"
#include "io/export_mat.h"
#include "io/export_model.h"
#include "io/export_report.h"
#include "io/json_writer.h"

typedef gboolean (*SaveFunc)(const TrammelExportResult *result,
                             const char *path,
                             const TrammelExportOptions *options,
                             char ***notes,
                             GError **error);

static gboolean
save_bytes(const char *data, gsize length, const char *path, GError **error)
{
  return g_file_set_contents_full(path, data, (gssize)length,
                                  G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                  0666, error);
}

static gboolean
save_text(const char *text, const char *path, GError **error)
{
  return save_bytes(text, strlen(text), path, error);
}

static char *
make_date(void)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();

  return g_date_time_format(now, "%Y-%m-%d %H:%M UTC");
}

static gboolean
save_json(const TrammelExportResult *result,
          const char *path,
          const TrammelExportOptions *options,
          char ***notes,
          GError **error)
{
  g_autofree char *text = trammel_json_node_to_text(result->root);

  return save_text(text, path, error);
}

static gboolean
save_mat(const TrammelExportResult *result,
         const char *path,
         const TrammelExportOptions *options,
         char ***notes,
         GError **error)
{
  return trammel_export_mat(result->root, path, error);
}

static gboolean
save_csv(const TrammelExportResult *result,
         const char *path,
         const TrammelExportOptions *options,
         char ***notes,
         GError **error)
{
  g_autofree char *text = trammel_export_csv(result);

  return save_text(text, path, error);
}

static gboolean
save_model(const TrammelExportResult *result,
           const char *path,
           const TrammelExportOptions *options,
           char ***notes,
           GError **error)
{
  g_autofree char *date = make_date();

  return trammel_export_model(result, options->model, path, options->force, date, notes, error);
}

static gboolean
save_html(const TrammelExportResult *result,
          const char *path,
          const TrammelExportOptions *options,
          char ***notes,
          GError **error)
{
  g_autofree char *date = make_date();
  g_autoptr(TrammelReport) report = trammel_report_new(result, date);
  g_autofree char *html = trammel_report_to_html(report);

  return save_text(html, path, error);
}

static gboolean
save_pdf(const TrammelExportResult *result,
         const char *path,
         const TrammelExportOptions *options,
         char ***notes,
         GError **error)
{
  g_autofree char *date = make_date();
  g_autoptr(TrammelReport) report = trammel_report_new(result, date);
  g_autoptr(GBytes) pdf = trammel_report_to_pdf(report, error);

  return pdf && save_bytes(g_bytes_get_data(pdf, NULL), g_bytes_get_size(pdf), path, error);
}

static const struct {
  const char *ending;
  SaveFunc save;
} formats[] = {{".json", save_json}, {".mat", save_mat}, {".csv", save_csv},  {".urdf", save_model},
               {".xml", save_model}, {".pdf", save_pdf}, {".html", save_html}};

static SaveFunc
find_format(const char *path)
{
  g_autofree char *lower = g_ascii_strdown(path, -1);

  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
    if (g_str_has_suffix(lower, formats[i].ending))
      return formats[i].save;
  return NULL;
}

static gboolean
refuse(GError **error, const char *path, const char *what)
{
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE, "%s: %s", path, what);
  return FALSE;
}

gboolean
trammel_export_check(const char *path, const TrammelExportOptions *options, GError **error)
{
  SaveFunc save = find_format(path);

  if (!save)
    return refuse(error, path,
                  "results are exported as .json, .mat, .csv, .urdf, .xml (MJCF), .pdf or .html; "
                  "use one of these endings");
  if (save == save_model && !options->model)
    return refuse(error, path,
                  "a model is needed whose values are replaced; name it with --model FILE");
  if (save != save_model && options->model)
    return refuse(error, path, "--model belongs to .urdf and .xml only");
  if (save != save_model && options->force)
    return refuse(error, path, "--force belongs to .urdf and .xml only");
  return TRUE;
}

gboolean
trammel_export_save(const TrammelExportResult *result,
                    const char *path,
                    const TrammelExportOptions *options,
                    char ***notes,
                    GError **error)
{
  if (notes)
    *notes = NULL;
  return trammel_export_check(path, options, error) &&
         find_format(path)(result, path, options, notes, error);
}
