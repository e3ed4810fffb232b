/* trammel-cli pack and unpack: a project and its logs as one file, and back. */
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/json_writer.h"
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
