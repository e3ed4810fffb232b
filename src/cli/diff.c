/* trammel-cli diff: the differences of two results. */
#include "io/result/diff.h"
#include "cli/base/terminal.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/result/node.h"

typedef struct {
  char **rest;
  gboolean json;
} Options;

static void
clear_options(Options *o)
{
  g_strfreev(o->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &o->json, "JSON instead of a table", NULL}, {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};

  if (!trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){entries, "A B", "Reports the differences between two result files."},
          &o->rest, error))
    return FALSE;
  if (g_strv_length(o->rest) == 2)
    return TRUE;
  return trammel_cli_refuse(error,
                            "diff: expected two result files, found %u arguments; see trammel-cli "
                            "diff --help",
                            g_strv_length(o->rest));
}

int
trammel_cli_diff(int argc, char **argv)
{
  g_auto(Options) o = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) a = NULL, b = NULL;

  if (!parse_options(&o, argc, argv, &error) || !(a = trammel_result_load(o.rest[0], &error)) ||
      !(b = trammel_result_load(o.rest[1], &error)))
    return trammel_cli_fail(error);
  g_autoptr(TrammelResultDiff) diff = trammel_result_diff_new(a, b);
  g_autofree char *text =
      o.json ? trammel_result_diff_to_json(diff) : trammel_result_diff_to_text(diff);
  trammel_terminal_print("%s\n", diff->is_same ? "the same to the last digit"
                                 : diff->entries->len == 0
                                     ? "the same except for digits of matrices"
                                     : "different");
  return trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}
