/* trammel-cli example: lists the embedded examples, or writes one. */
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/name_suggestion.h"
#include "io/base/table.h"
#include "io/project/examples.h"

static char *
list_examples(gboolean as_json)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "name", "title", "summary", NULL);
  for (guint i = 0; i < trammel_examples_get_n(); i++) {
    const TrammelExample *example = trammel_examples_get(i);
    trammel_table_add_text(table, example->name);
    trammel_table_add_text(table, example->title);
    trammel_table_add_text(table, example->summary);
  }
  if (!as_json)
    return trammel_table_to_tsv(table);
  TrammelJsonWriter *json = trammel_json_writer_new();
  trammel_table_write(json, table);
  return trammel_json_writer_finish(json);
}

static gboolean
refuse_name(const char *name, GError **error)
{
  guint n = trammel_examples_get_n();
  g_autofree const char **names = g_new0(const char *, n + 1);
  g_autofree char *nearest = NULL;

  for (guint i = 0; i < n; i++)
    names[i] = trammel_examples_get(i)->name;
  nearest = trammel_name_suggest(name, names);
  return trammel_cli_refuse(error, "example: there is no example '%s'; there are %s", name,
                            nearest);
}

/* Writes the project and its log; returns the project's path. */
static char *
write_example(const char *name, const char *folder, gboolean as_json, GError **error)
{
  const TrammelExample *example = trammel_examples_find(name);
  g_autofree char *path = NULL;
  TrammelJsonWriter *json;

  if (!example) {
    refuse_name(name, error);
    return NULL;
  }
  path = trammel_examples_write(example, folder ? folder : ".", error);
  if (!path)
    return NULL;
  if (!as_json)
    return g_strconcat(path, "\n", NULL);
  json = trammel_json_writer_new();
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(json, "project", path);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

int
trammel_cli_example(int argc, char **argv)
{
  g_autofree char *folder = NULL;
  gboolean as_json = FALSE;
  const GOptionEntry own[] = {
      {"folder", 0, 0, G_OPTION_ARG_FILENAME, &folder, "Where to write; here by default", "FOLDER"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL},
      {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL;
  g_autofree char *text = NULL;

  if (trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){
              entries, "[NAME]",
              "Lists the embedded examples, or writes one out as a project with its log."},
          &rest, &error)) {
    if (g_strv_length(rest) > 1)
      trammel_cli_refuse(&error, "example: expected one name, found %u arguments",
                         g_strv_length(rest));
    else
      text = rest[0] ? write_example(rest[0], folder, as_json, &error) : list_examples(as_json);
  }
  if (!text || !trammel_cli_write(NULL, text, &error))
    return trammel_cli_fail(error);
  return TRAMMEL_EXIT_OK;
}
