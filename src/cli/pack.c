/* trammel-cli pack, unpack and import: a project and its logs as one file, and back; a project from
 * a URDF, MJCF or SDF file. */
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/json_writer.h"
#include "io/import/import.h"
#include "io/packed/packed.h"
#include "io/project/save.h"
#include "io/study/project_sweeps.h"

/* Returns the report on the written file: `path`, or with --json also the names of the logs. */
static char *
describe_packed(const char *path, const TrammelProject *packed, gboolean as_json)
{
  if (!as_json)
    return g_strconcat(path, "\n", NULL);
  TrammelJsonWriter *json = trammel_json_writer_new();
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "file", path);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < trammel_project_get_n_logs(packed); i++)
    trammel_json_writer_string(json, trammel_project_get_log_file(packed, i));
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static char *
pack(const char *project_path, const char *path, gboolean as_json, GError **error)
{
  if (!path || !trammel_packed_has_ending(path)) {
    trammel_cli_refuse(error, "pack: name the file to write with -o FILE" TRAMMEL_PACKED_ENDING);
    return NULL;
  }
  if (!trammel_cli_check_folder("--output", path, error))
    return NULL;
  g_autoptr(TrammelProject) project = trammel_project_open(project_path, error);
  g_autoptr(TrammelProject) packed =
      project ? trammel_project_write(project, path, NULL, error) : NULL;
  return packed ? describe_packed(path, packed, as_json) : NULL;
}

int
trammel_cli_pack(int argc, char **argv)
{
  g_autofree char *path = NULL, *text = NULL;
  gboolean as_json = FALSE;
  const GOptionEntry own[] = {{"output", 'o', 0, G_OPTION_ARG_FILENAME, &path,
                               "Where to write, ending in " TRAMMEL_PACKED_ENDING, "FILE"},
                              {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL},
                              {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL;

  if (trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){entries, "PROJECT",
                             "Writes a project and the files of its logs into one file, which the "
                             "window and every verb read like a project."},
          &rest, &error) &&
      trammel_cli_expect_project("pack", rest, &error))
    text = pack(rest[0], path, as_json, &error);
  return text && trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}

static char *
describe_unpacked(char **paths, gboolean as_json)
{
  if (!as_json)
    return g_strconcat(paths[0], "\n", NULL);
  TrammelJsonWriter *json = trammel_json_writer_new();
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "project", paths[0]);
  trammel_json_writer_key(json, "files");
  trammel_json_writer_begin_array(json);
  for (guint i = 1; paths[i]; i++)
    trammel_json_writer_string(json, paths[i]);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

int
trammel_cli_unpack(int argc, char **argv)
{
  g_autofree char *folder = NULL, *text = NULL;
  gboolean as_json = FALSE;
  const GOptionEntry own[] = {{"output", 'o', 0, G_OPTION_ARG_FILENAME, &folder,
                               "Where to write; here by default", "FOLDER"},
                              {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL},
                              {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL, paths = NULL;

  if (trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){entries, "FILE",
                             "Writes the project and the logs of a packed project into a folder."},
          &rest, &error) &&
      trammel_cli_expect_project("unpack", rest, &error))
    paths = trammel_project_unpack(rest[0], folder ? folder : ".", &error);
  text = paths ? describe_unpacked(paths, as_json) : NULL;
  return text && trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}

typedef struct {
  char *output, *base, **locked;
  gboolean keep_fixed, open_loops, json;
} ImportOptions;

static void
clear_import_options(ImportOptions *o)
{
  g_free(o->output);
  g_free(o->base);
  g_strfreev(o->locked);
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

static TrammelModelImport *
load_model(const ImportOptions *o, char **rest, GError **error)
{
  TrammelModelImportOptions options = {.keep_fixed = o->keep_fixed,
                                       .open_loops = o->open_loops,
                                       .locked = (const char *const *)o->locked};

  if (g_strv_length(rest) != 1) {
    trammel_cli_refuse(error, "import: expected one file (URDF, MJCF or SDF), found %u arguments",
                       g_strv_length(rest));
    return NULL;
  }
  if (!find_base(&options.base, o->base, error) ||
      !trammel_cli_check_folder("--output", o->output, error))
    return NULL;
  return trammel_model_import_load(rest[0], &options, error);
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
      {"lock", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o.locked,
       "Fix the joints of this name, or of a pattern such as finger*; may be repeated", "NAME"},
      {"base", 0, 0, G_OPTION_ARG_STRING, &o.base,
       "Links that no joint carries: auto, fixed (they are the ground) or free", "WORD"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &o.json, "Print the record as JSON", NULL},
      {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL;
  g_autoptr(TrammelModelImport) import = NULL;
  g_autofree char *text = NULL;

  if (trammel_cli_parse(argc, argv,
                        (TrammelCliSyntax){entries, "FILE",
                                           "Makes a project from a URDF, MJCF or SDF file, and "
                                           "prints what was taken, changed and ignored."},
                        &rest, &error))
    import = load_model(&o, rest, &error);
  if (!import || !write_imported(&o, import, &error))
    return trammel_cli_fail(error);
  text = o.json ? trammel_model_import_to_json(import) : trammel_record_to_text(import->record);
  return trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}
