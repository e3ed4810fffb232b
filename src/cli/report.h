/* Common output of the verbs: exit codes, messages on the standard error, text on the standard
 * output. */
#pragma once

#include <glib.h>

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Exit codes; scripts rely on them (docs/user/command-line.md). */
enum {
  TRAMMEL_EXIT_OK = 0,
  TRAMMEL_EXIT_INTERNAL = 1,
  TRAMMEL_EXIT_USAGE = 2,
  TRAMMEL_EXIT_UNREADABLE = 3,
  TRAMMEL_EXIT_INVALID = 4,
  TRAMMEL_EXIT_NOT_CONVERGED = 5,
  TRAMMEL_EXIT_NOT_IDENTIFIABLE = 6, /* with --strict only */
  TRAMMEL_EXIT_INTERRUPTED = 130,
};

/* Prints "trammel-cli: message" and returns the exit code of the error. */
int trammel_cli_fail(const GError *error);

/* Prints a finding on the standard error: "error: ...", "warning: ..." or "note: ...". */
void trammel_cli_print_finding(const TrammelFinding *finding);

/* Prints all findings of a problem, after the output of trammel_cli_print_places(). */
void trammel_cli_print_findings(const TrammelProblem *problem);

/* Prints the logs that are read from outside the project's folder. */
void trammel_cli_print_places(const TrammelProject *project);

/* Calls trammel_problem_new() and prints its findings. */
TrammelProblem *
trammel_cli_load_problem(const TrammelProject *project, char **logs, GError **error);

/* Writes `text` to the file, or to the standard output, without control characters
 * (cli/base/terminal.h), when `path` is "-" or NULL. */
gboolean trammel_cli_write(const char *path, const char *text, GError **error);

/* Reads a whole number of an option; *value is unchanged if `text` is NULL.  Errors:
 * TRAMMEL_ERROR_USAGE. */
gboolean trammel_cli_parse_whole(
    const char *option, const char *text, gint64 least, gint64 most, gint64 *value, GError **error);

/* Fails for a file (NULL and "-" are none) in a folder that does not exist or is not writable,
 * before a long run.  Error: TRAMMEL_ERROR_USAGE. */
gboolean trammel_cli_check_folder(const char *option, const char *path, GError **error);

/* Help of a verb, and its options. */
typedef struct TrammelCliSyntax {
  const GOptionEntry *const *entries; /* NULL-terminated */
  const char *usage;                  /* the arguments after the options, e.g. "PROJECT" */
  const char *summary;                /* description of the verb */
} TrammelCliSyntax;

/* Parses the arguments of a verb, or prints the words of its completion (cli/base/completion.h) and
 * exits; the remaining ones are in *rest (free with g_strfreev()).  Error:
 * G_OPTION_ERROR. */
gboolean
trammel_cli_parse(int argc, char **argv, TrammelCliSyntax syntax, char ***rest, GError **error);

/* Fails unless the remaining arguments are one, the project.  Error: TRAMMEL_ERROR_USAGE. */
gboolean trammel_cli_expect_project(const char *verb, char **rest, GError **error);

/* Sets TRAMMEL_ERROR_USAGE and returns FALSE.  Parts of a sentence of io/base/bilingual.h are put
 * in English. */
gboolean trammel_cli_refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Reads the whole of `text` as a finite number in the C locale. */
gboolean trammel_cli_parse_number(const char *text, double *value);

G_END_DECLS
