/* trammel-cli import and join: a project from a URDF, MJCF or SDF file, or with more logs; several
 * logs as one file. */
#include <string.h>

#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"
#include "io/import/import.h"
#include "io/intake/add_log.h"
#include "io/intake/join.h"
#include "io/log/csv/preview.h"
#include "io/packed/packed.h"
#include "io/project/save.h"

/* Reads a rate in Hz; 0 if none is given. */
static gboolean
parse_rate(double *rate, const char *text, GError **error)
{
  *rate = 0;
  return !text || (trammel_cli_parse_number(text, rate) && *rate > 0) ||
         trammel_cli_refuse(error, "--rate: expected a number above 0 [Hz], found '%s'", text);
}

/* Joins files and writes the result to `path`, which must not be one of them. */
static gboolean
write_joined(TrammelJoined *joined, const TrammelJoin *join, const char *path, GError **error)
{
  if (!trammel_logs_join(joined, join, NULL, error))
    return FALSE;
  for (guint i = 0; join->paths[i]; i++)
    if (g_str_equal(join->paths[i], path))
      return trammel_cli_refuse(error, "%s is one of the files to join; name another one", path);
  return trammel_whole_file_write(path, joined->csv, strlen(joined->csv), error);
}

/* ---- join ------------------------------------------------------------------------------------ */

static char *
describe_joined(const char *path, const TrammelJoined *joined, gboolean as_json)
{
  if (!as_json)
    return g_strdup_printf("%s\n%zu rows, %u columns beside the time\n", path, joined->n_rows,
                           joined->n_columns);
  TrammelJsonWriter *json = trammel_json_writer_new();
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "file", path);
  trammel_json_writer_add_integer(json, "rows", (gint64)joined->n_rows);
  trammel_json_writer_add_integer(json, "columns", joined->n_columns);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

int
trammel_cli_join(int argc, char **argv)
{
  g_autofree char *path = NULL, *rate = NULL, *text = NULL;
  gboolean as_json = FALSE;
  const GOptionEntry own[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Where to write", "FILE.csv"},
      {"rate", 0, 0, G_OPTION_ARG_STRING, &rate, "Rate of files without a time column [Hz]", "HZ"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL},
      {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL;
  TrammelJoin join = {0};
  TrammelJoined joined = {0};

  if (trammel_cli_parse(argc, argv,
                        (TrammelCliSyntax){entries, "FILE FILE...",
                                           "Joins logs that were recorded beside each other by "
                                           "time into one CSV file."},
                        &rest, &error) &&
      (path || trammel_cli_refuse(&error, "join: name the file to write with -o FILE.csv")) &&
      parse_rate(&join.rate, rate, &error) && trammel_cli_check_folder("--output", path, &error)) {
    join.paths = (const char *const *)rest;
    if (write_joined(&joined, &join, path, &error))
      text = describe_joined(path, &joined, as_json);
  }
  trammel_joined_clear(&joined);
  return text && trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}

/* ---- import ---------------------------------------------------------------------------------- */

typedef struct {
  char *output, *base, *rate, **locked, **logs;
  gboolean keep_fixed, open_loops, dry_friction, with_rates, json;
} ImportOptions;

static void
clear_import_options(ImportOptions *o)
{
  g_free(o->output);
  g_free(o->base);
  g_free(o->rate);
  g_strfreev(o->locked);
  g_strfreev(o->logs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ImportOptions, clear_import_options)

static gboolean
find_base(TrammelBase *base, const char *word, GError **error)
{
  *base = TRAMMEL_BASE_AUTO;
  for (int i = 0; word && i < TRAMMEL_N_BASES; i++)
    if (g_str_equal(word, trammel_base_get_word((TrammelBase)i))) {
      *base = (TrammelBase)i;
      return TRUE;
    }
  return !word || trammel_cli_refuse(error, "--base: '%s' is not one of auto, fixed, free", word);
}

/* Takes a project as it is, to add logs to it. */
static TrammelModelImport *
load_project(const char *path, GError **error)
{
  TrammelProject *project = trammel_project_load(path, error);
  TrammelModelImport *import;

  if (!project)
    return NULL;
  import = g_new0(TrammelModelImport, 1);
  *import = (TrammelModelImport){project, trammel_record_new(), "Trammel"};
  return import;
}

static TrammelModelImport *
load_model(const ImportOptions *o, char **rest, GError **error)
{
  TrammelModelImportOptions options = {.keep_fixed = o->keep_fixed,
                                       .open_loops = o->open_loops,
                                       .dry_friction = o->dry_friction,
                                       .read_meshes = TRUE,
                                       .locked = (const char *const *)o->locked};

  if (g_strv_length(rest) != 1) {
    trammel_cli_refuse(error,
                       "import: expected one file (URDF, MJCF, SDF or a project), found %u "
                       "arguments",
                       g_strv_length(rest));
    return NULL;
  }
  if (!find_base(&options.base, o->base, error) ||
      !trammel_cli_check_folder("--output", o->output, error))
    return NULL;
  return trammel_project_is_file_name(rest[0])
             ? load_project(rest[0], error)
             : trammel_model_import_load(rest[0], &options, error);
}

/* TRUE if a file begins like one that was joined, so that it may be written again. */
static gboolean
is_own(const char *path, GError **error)
{
  g_autoptr(TrammelCsvPreview) preview = trammel_csv_preview_new(path, NULL, 0, 1, NULL);

  return (preview && g_str_has_prefix(preview->header, "t [s],")) ||
         trammel_cli_refuse(error, "--log: %s exists and is no joined log; move it away", path);
}

/* Returns the path of a log of --log: a file, or the joined file of A.csv+B.csv, which is written
 * beside the project. */
static char *
find_log(const ImportOptions *o, const char *said, double rate, GError **error)
{
  g_auto(GStrv) paths = g_strsplit(said, "+", -1);

  if (g_strv_length(paths) < 2 || g_file_test(said, G_FILE_TEST_EXISTS))
    return g_strdup(said);
  if (!o->output) {
    trammel_cli_refuse(error,
                       "--log: files are joined beside the project; name it with -o PROJECT");
    return NULL;
  }
  const TrammelJoin join = {(const char *const *)paths, rate};
  g_autofree char *folder = g_path_get_dirname(o->output);
  g_autofree char *name = trammel_join_dup_name(join.paths);
  g_autofree char *path = g_build_filename(folder, name, NULL);
  TrammelJoined joined = {0};
  gboolean ok = !g_file_test(path, G_FILE_TEST_EXISTS) || is_own(path, error);
  ok = ok && write_joined(&joined, &join, path, error);
  trammel_joined_clear(&joined);
  return ok ? g_steal_pointer(&path) : NULL;
}

/* Sets the file of the last log relative to the folder of the project, if it lies there or below.
 */
static void
place_log(TrammelProject *project, const char *output, const char *path)
{
  g_autofree char *whole = output ? g_canonicalize_filename(output, NULL) : NULL;
  g_autofree char *folder = whole ? g_path_get_dirname(whole) : NULL;
  gsize n = folder ? strlen(folder) : 0;

  if (n > 0 && strncmp(path, folder, n) == 0 && path[n] == G_DIR_SEPARATOR)
    trammel_project_set_log_file(project, trammel_project_get_n_logs(project) - 1, path + n + 1);
}

static gboolean
add_log(const ImportOptions *o,
        const char *said,
        double rate,
        TrammelModelImport *import,
        GError **error)
{
  g_autofree char *found = find_log(o, said, rate, error);
  g_autofree char *path = found ? g_canonicalize_filename(found, NULL) : NULL;
  const TrammelNewLog log = {path, rate, o->with_rates};
  TrammelProject *more =
      path ? trammel_project_add_log(import->project, &log, import->record, NULL, error) : NULL;

  if (!more)
    return FALSE;
  trammel_project_unref(import->project);
  import->project = more;
  place_log(more, o->output, path);
  return TRUE;
}

static gboolean
add_logs(const ImportOptions *o, TrammelModelImport *import, GError **error)
{
  double rate;

  if (!parse_rate(&rate, o->rate, error))
    return FALSE;
  for (guint i = 0; o->logs && o->logs[i]; i++)
    if (!add_log(o, o->logs[i], rate, import, error))
      return FALSE;
  return TRUE;
}

static gboolean
write_imported(const ImportOptions *o, const TrammelModelImport *import, GError **error)
{
  g_autoptr(TrammelProject) written =
      o->output ? trammel_project_write(import->project, o->output, NULL, error) : NULL;

  return !o->output || written;
}

int
trammel_cli_import(int argc, char **argv)
{
  g_auto(ImportOptions) o = {0};
  const GOptionEntry own[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &o.output,
       "Where to write the project; without it the record alone is printed", "PROJECT"},
      {"keep-fixed", 0, 0, G_OPTION_ARG_NONE, &o.keep_fixed,
       "Keep links with a mass that are fixed to others as bodies", NULL},
      {"open-loops", 0, 0, G_OPTION_ARG_NONE, &o.open_loops, "Leave out joints that close loops",
       NULL},
      {"dry-friction", 0, 0, G_OPTION_ARG_NONE, &o.dry_friction,
       "Give hinges and slides a model of friction with a dry part", NULL},
      {"lock", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o.locked,
       "Fix the joints of this name, or of a pattern such as finger*; may be repeated", "NAME"},
      {"base", 0, 0, G_OPTION_ARG_STRING, &o.base,
       "Links that no joint carries: auto, fixed (they are the ground) or free", "WORD"},
      {"log", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o.logs,
       "Add a log, or several files joined by time, and map its columns by name; may be repeated",
       "FILE[+FILE...]"},
      {"rate", 0, 0, G_OPTION_ARG_STRING, &o.rate, "Rate of logs without a time column [Hz]", "HZ"},
      {"rates", 0, 0, G_OPTION_ARG_NONE, &o.with_rates, "Columns of joint rates get sensors, too",
       NULL},
      {"json", 0, 0, G_OPTION_ARG_NONE, &o.json, "Print the record as JSON", NULL},
      {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL;
  g_autoptr(TrammelModelImport) import = NULL;
  g_autofree char *text = NULL;

  if (trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){entries, "FILE",
                             "Makes a project from a URDF, MJCF or SDF file, or adds logs "
                             "to one, and prints what was taken, changed and ignored."},
          &rest, &error))
    import = load_model(&o, rest, &error);
  if (!import || !add_logs(&o, import, &error) || !write_imported(&o, import, &error))
    return trammel_cli_fail(error);
  text = o.json ? trammel_model_import_to_json(import) : trammel_record_to_text(import->record);
  return trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}
