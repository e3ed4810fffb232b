#include "cli/report.h"
#include "cli/base/completion.h"
#include "cli/base/terminal.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/whole_file.h"

static int
get_code(const GError *error)
{
  if (error->domain == G_OPTION_ERROR || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    return TRAMMEL_EXIT_USAGE;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRAMMEL_EXIT_INTERRUPTED;
  if (error->domain == G_FILE_ERROR || error->domain == G_IO_ERROR)
    return TRAMMEL_EXIT_UNREADABLE;
  if (error->domain != TRAMMEL_ERROR)
    return TRAMMEL_EXIT_INTERNAL;
  switch ((TrammelError)error->code) {
  case TRAMMEL_ERROR_USAGE:
    return TRAMMEL_EXIT_USAGE;
  case TRAMMEL_ERROR_UNREADABLE:
    return TRAMMEL_EXIT_UNREADABLE;
  case TRAMMEL_ERROR_INVALID:
  case TRAMMEL_ERROR_TOO_LARGE:
    return TRAMMEL_EXIT_INVALID;
  case TRAMMEL_ERROR_FAILED:
    break;
  }
  return TRAMMEL_EXIT_INTERNAL;
}

int
trammel_cli_fail(const GError *error)
{
  trammel_terminal_print("trammel-cli: %s\n", error->message);
  return get_code(error);
}

void
trammel_cli_print_finding(const TrammelFinding *finding)
{
  const char *word = g_str_equal(finding->severity, "info") ? "note" : finding->severity;

  trammel_terminal_print("%s: %s\n", word, finding->text);
}

/* Prints log files outside the project's folder: a project from elsewhere may name any file of this
 * computer. */
void
trammel_cli_print_places(const TrammelProject *project)
{
  for (guint i = 0; i < trammel_project_get_n_logs(project); i++) {
    g_autofree char *inner = trammel_project_dup_log_name_inside(project, i);
    g_autofree char *path = trammel_project_dup_log_path(project, i);
    if (!inner && trammel_project_get_log_role(project, i) != TRAMMEL_ROLE_OFF)
      trammel_terminal_print(
          "note: Log '%s' is read from %s, which is outside the project's folder.\n",
          trammel_project_get_log_name(project, i), path);
  }
}

void
trammel_cli_print_findings(const TrammelProblem *problem)
{
  trammel_cli_print_places(trammel_problem_get_project(problem));
  for (guint i = 0; i < trammel_problem_get_n_findings(problem); i++)
    trammel_cli_print_finding(trammel_problem_get_finding(problem, i));
}

TrammelProblem *
trammel_cli_load_problem(const TrammelProject *project, char **logs, GError **error)
{
  TrammelProblem *problem = trammel_problem_new(project, (const char *const *)logs, NULL, error);

  if (problem)
    trammel_cli_print_findings(problem);
  return problem;
}

gboolean
trammel_cli_write(const char *path, const char *text, GError **error)
{
  if (path && !g_str_equal(path, "-"))
    return trammel_whole_file_write(path, text, strlen(text), error);
  g_autofree char *escaped = trammel_terminal_escape(text);
  gsize length = strlen(escaped);
  if (fwrite(escaped, 1, length, stdout) == length && fflush(stdout) == 0)
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_FAILED, "cannot write the standard output: %s",
              g_strerror(errno));
  return FALSE;
}

gboolean
trammel_cli_parse_whole(
    const char *option, const char *text, gint64 least, gint64 most, gint64 *value, GError **error)
{
  if (!text || g_ascii_string_to_signed(text, 10, least, most, value, NULL))
    return TRUE;
  return trammel_cli_refuse(
      error, "%s: '%s' is not a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
      option, text, least, most);
}

gboolean
trammel_cli_check_folder(const char *option, const char *path, GError **error)
{
  g_autofree char *folder = path ? g_path_get_dirname(path) : NULL;

  if (!path || g_str_equal(path, "-"))
    return TRUE;
  if (!g_file_test(folder, G_FILE_TEST_IS_DIR))
    return trammel_cli_refuse(error, "%s %s: there is no folder %s; make it, or choose another",
                              option, path, folder);
  if (g_access(folder, W_OK) != 0)
    return trammel_cli_refuse(error, "%s %s: the folder %s cannot be written to; choose another",
                              option, path, folder);
  return TRUE;
}

gboolean
trammel_cli_parse(int argc, char **argv, TrammelCliSyntax syntax, char ***rest, GError **error)
{
  g_autoptr(GOptionContext) context = g_option_context_new(syntax.usage);
  g_autofree char *name = g_strdup_printf("trammel-cli %s", argv[0]);
  g_auto(GStrv) arguments = g_new0(char *, (gsize)argc + 1);

  if (argc > 1 && g_str_equal(argv[1], TRAMMEL_CLI_COMPLETE)) {
    trammel_completion_print_options(syntax.entries, argc > 2 ? argv[2] : NULL);
    exit(TRAMMEL_EXIT_OK); /* as at --help */
  }
  for (int i = 0; i < argc; i++)
    arguments[i] = g_strdup(i ? argv[i] : name);
  for (int i = 0; syntax.entries[i]; i++)
    g_option_context_add_main_entries(context, syntax.entries[i], NULL);
  g_option_context_set_summary(context, syntax.summary);
  g_set_prgname(name);
  if (!g_option_context_parse_strv(context, &arguments, error)) {
    g_prefix_error(error, "%s: ", argv[0]);
    return FALSE;
  }
  *rest = g_strdupv(arguments + 1);
  return TRUE;
}

gboolean
trammel_cli_expect_project(const char *verb, char **rest, GError **error)
{
  guint n = g_strv_length(rest);

  return n == 1 || trammel_cli_refuse(error,
                                      "%s: expected one project file, found %u arguments; see "
                                      "trammel-cli %s --help",
                                      verb, n, verb);
}

gboolean
trammel_cli_refuse(GError **error, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  g_autofree char *marked = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_autofree char *text = trammel_bilingual_dup_english(marked);
  g_set_error_literal(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE, text);
  return FALSE;
}

gboolean
trammel_cli_parse_number(const char *text, double *value)
{
  char *end;

  *value = g_ascii_strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*value);
}
