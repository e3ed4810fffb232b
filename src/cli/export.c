/* trammel-cli export: a result in another format. */
#include "io/export/export.h"

#include <string.h>

#include "cli/base/terminal.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"
#include "io/make/make.h"
#include "io/project/figures.h"
#include "io/result/apply.h"
#include "io/study/project_sweeps.h"

typedef struct {
  char **rest;
  char *to, *model, *figures, *project, *values_text;
  TrammelValues values;
  gboolean force, is_new, json;
} Options;

static void
clear_options(Options *o)
{
  g_strfreev(o->rest);
  g_free(o->to);
  g_free(o->model);
  g_free(o->figures);
  g_free(o->project);
  g_free(o->values_text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
check_options(const Options *o, const TrammelExportOptions *options, GError **error)
{
  if (g_strv_length(o->rest) != 1)
    return trammel_cli_refuse(error,
                              "export: expected one result file, found %u arguments; see "
                              "trammel-cli export --help",
                              g_strv_length(o->rest));
  if (!o->to)
    return trammel_cli_refuse(
        error, "export: name the file to write with --to FILE; its ending is the format");
  return trammel_export_check(o->to, options, error) &&
         trammel_cli_check_folder("--to", o->to, error);
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"to", 0, 0, G_OPTION_ARG_FILENAME, &o->to,
       "Where to write: .json, .mat, .csv, .yaml, .m, .py, .h (C), .urdf, .xml (MJCF), .pdf or "
       ".html",
       "FILE"},
      {"model", 0, 0, G_OPTION_ARG_FILENAME, &o->model,
       "The URDF or MJCF file whose values are replaced", "FILE"},
      {"project", 0, 0, G_OPTION_ARG_FILENAME, &o->project,
       "Also write the limits and gears of this project into the model", "PROJECT"},
      {"new", 0, 0, G_OPTION_ARG_NONE, &o->is_new,
       "Make a new .urdf, .xml (MJCF) or .sdf of the mechanism of --project, with the values of "
       "RESULT if there is one",
       NULL},
      {"figures", 0, 0, G_OPTION_ARG_FILENAME, &o->figures,
       "The project whose figures a report shows at its end", "PROJECT"},
      {"values", 0, 0, G_OPTION_ARG_STRING, &o->values_text,
       "Values to write: physical (of the mechanism; default) or stepper (of the stepper at the "
       "step "
       "of the fit)",
       "SET"},
      {"force", 0, 0, G_OPTION_ARG_NONE, &o->force, "Also write undetermined values into the model",
       NULL},
      {"json", 0, 0, G_OPTION_ARG_NONE, &o->json, "Print what was written as JSON", NULL},
      {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};

  return trammel_cli_parse(
             argc, argv,
             (TrammelCliSyntax){entries, "RESULT", "Writes a result file in another format."},
             &o->rest, error) &&
         trammel_values_parse(&o->values, "--values", o->values_text, error);
}

/* Loads the figures; *prints stays NULL without --figures. */
static gboolean
load_prints(const Options *o, GPtrArray **prints, GError **error)
{
  g_autoptr(TrammelProject) project = NULL;

  if (!o->figures)
    return TRUE;
  project = trammel_project_open(o->figures, error);
  *prints = project ? trammel_project_load_prints(project, error) : NULL;
  return *prints != NULL;
}

static char *
make_summary(const Options *o, char *const *notes)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "file", o->to);
  trammel_json_writer_key(json, "notes");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; notes && notes[i]; i++)
    trammel_json_writer_string(json, notes[i]);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Writes a new file of the project's mechanism; notes: what it cannot hold. */
static gboolean
make_new(const Options *o, char ***notes, GError **error)
{
  g_autoptr(TrammelProject) project = NULL;
  g_autofree char *text = NULL;

  if (!o->to || !o->project || o->model || g_strv_length(o->rest) > 1)
    return trammel_cli_refuse(error, "export --new: expected --to FILE.{urdf,xml,sdf}, --project "
                                     "PROJECT and at most one result, without --model");
  if (!trammel_cli_check_folder("--to", o->to, error))
    return FALSE;
  project = trammel_project_open(o->project, error);
  if (!project ||
      (o->rest[0] && !trammel_result_apply_values(project, o->rest[0], o->values, error)))
    return FALSE;
  text = trammel_make_model(trammel_project_get_model(project), trammel_project_get_name(project),
                            project, o->to, notes, error);
  return text && trammel_whole_file_write(o->to, text, (gsize)strlen(text), error);
}

static int
report_export(const Options *o, char *const *notes)
{
  g_autofree char *summary = make_summary(o, notes);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; notes && notes[i]; i++)
    trammel_terminal_print("warning: %s\n", notes[i]);
  if (o->json && !trammel_cli_write(NULL, summary, &error))
    return trammel_cli_fail(error);
  return TRAMMEL_EXIT_OK;
}

int
trammel_cli_export(int argc, char **argv)
{
  g_auto(Options) o = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelExportResult) result = NULL;
  g_auto(GStrv) notes = NULL;
  g_autoptr(GPtrArray) prints = NULL;
  g_autoptr(TrammelProject) project = NULL;
  TrammelExportOptions options;

  if (!parse_options(&o, argc, argv, &error))
    return trammel_cli_fail(error);
  if (o.is_new)
    return make_new(&o, &notes, &error) ? report_export(&o, notes) : trammel_cli_fail(error);
  if (!load_prints(&o, &prints, &error))
    return trammel_cli_fail(error);
  if (o.project && !(project = trammel_project_open(o.project, &error)))
    return trammel_cli_fail(error);
  options =
      (TrammelExportOptions){.model = o.model,
                             .force = o.force,
                             .force_hint = " (--force writes it anyway)",
                             .values = o.values,
                             .construction = project ? trammel_project_get_model(project) : NULL,
                             .prints = prints};
  if (!check_options(&o, &options, &error) ||
      !(result = trammel_export_result_load(o.rest[0], &error)) ||
      !trammel_export_save(result, o.to, &options, &notes, &error))
    return trammel_cli_fail(error);
  return report_export(&o, notes);
}
