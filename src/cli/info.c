/* trammel-cli info: describes logs, projects and results. */
#include "cli/info_describe.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/json_writer.h"

/* Returns all descriptions in one array. */
static char *
join_json(const GPtrArray *texts)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < texts->len; i++) {
    g_autoptr(JsonNode) node = json_from_string(texts->pdata[i], NULL);
    trammel_json_writer_node(json, node);
  }
  trammel_json_writer_end_array(json);
  return trammel_json_writer_finish(json);
}

static char *
join_text(const GPtrArray *texts)
{
  GString *all = g_string_new(NULL);

  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf(all, "%s%s", i ? "\n" : "", (const char *)texts->pdata[i]);
  return g_string_free(all, FALSE);
}

/* Describes the readable files; returns the exit code of the last file that cannot be read. */
static int
describe_all(GPtrArray *texts, char **paths, gboolean as_json)
{
  int code = TRAMMEL_EXIT_OK;

  for (int i = 0; paths[i]; i++) {
    g_autoptr(GError) error = NULL;
    char *text = trammel_info_describe(paths[i], as_json, &error);
    if (text)
      g_ptr_array_add(texts, text);
    else
      code = trammel_cli_fail(error);
  }
  return code;
}

int
trammel_cli_info(int argc, char **argv)
{
  gboolean as_json = FALSE;
  const GOptionEntry own[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON; an array for several files", NULL},
      {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL;
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *text = NULL;
  int code;

  if (!trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){entries, "FILE...", "Describes logs, projects and results."}, &rest,
          &error) ||
      (!rest[0] && !trammel_cli_refuse(&error, "info: expected at least one file")))
    return trammel_cli_fail(error);
  code = describe_all(texts, rest, as_json);
  if (texts->len == 0)
    return code;
  if (as_json)
    text = rest[1] ? join_json(texts) : g_strdup(texts->pdata[0]);
  else
    text = join_text(texts);
  if (!trammel_cli_write(NULL, text, &error))
    return trammel_cli_fail(error);
  return code;
}
