/* trammel-cli: finds the verb and calls it. */
#include <json-glib/json-glib.h>
#include <locale.h>

#include "cli/base/completion.h"
#include "cli/base/terminal.h"
#include "cli/memory.h"
#include "cli/processes.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/name_suggestion.h"

typedef struct {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *arguments, *summary;
} Verb;

static const Verb verbs[] = {
    {"info", trammel_cli_info, "FILE...", "describe a log, a project or a result"},
    {"check", trammel_cli_check, "PROJECT", "report findings before a run"},
    {"identify", trammel_cli_identify, "PROJECT", "estimate the free parameters from the logs"},
    {"simulate", trammel_cli_simulate, "PROJECT -o OUT.csv", "simulate the model"},
    {"validate", trammel_cli_validate, "PROJECT --result RESULT", "score parameters on logs"},
    {"crossvalidate", trammel_cli_crossvalidate, "PROJECT", "fit each log, score on the others"},
    {"base", trammel_cli_base, "PROJECT", "name the combinations that logs can show"},
    {"methods", trammel_cli_methods, "PROJECT", "compare joint estimation and regression"},
    {"friction", trammel_cli_friction, "PROJECT", "compare friction models on the logs"},
    {"profile", trammel_cli_profile, "PROJECT --of ID", "profile the likelihood of a parameter"},
    {"track", trammel_cli_track, "PROJECT", "track parameters with a sliding window"},
    {"sweep", trammel_cli_sweep, "PROJECT --over NAME=FROM:TO:COUNT",
     "repeat a fit over a grid of settings"},
    {"montecarlo", trammel_cli_montecarlo, "PROJECT", "find the scatter over simulated logs"},
    {"design", trammel_cli_design, "PROJECT", "plan the next experiment"},
    {"diff", trammel_cli_diff, "A B", "compare two results"},
    {"export", trammel_cli_export, "RESULT --to FILE", "write a result in another format"},
    {"import", trammel_cli_import, "MODEL -o PROJECT", "make a project from URDF, MJCF or SDF"},
    {"join", trammel_cli_join, "FILE FILE... -o OUT.csv", "join logs by time into one file"},
    {"pack", trammel_cli_pack, "PROJECT -o FILE.trammelz",
     "pack a project with its logs into one file"},
    {"unpack", trammel_cli_unpack, "FILE.trammelz", "unpack the project and logs of such a file"},
    {"example", trammel_cli_example, "[NAME]", "list the examples, or write one out"},
};

static int
print_version(void)
{
  g_print("trammel %s\n", TRAMMEL_VERSION);
  g_print("GLib %u.%u.%u, json-glib %s, Matio %s\n", glib_major_version, glib_minor_version,
          glib_micro_version, JSON_VERSION_S, MATIO_VERSION_TEXT);
  if (trammel_processes_get_version())
    g_print("MPI %s\n", trammel_processes_get_version());
  return TRAMMEL_EXIT_OK;
}

static int
print_help(void)
{
  g_print("Usage:\n");
  for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
    g_print("  trammel-cli %-8s [OPTION...] %-18s  %s\n", verbs[i].name, verbs[i].arguments,
            verbs[i].summary);
  g_print("\nThe options of a verb: trammel-cli VERB --help.  Versions: trammel-cli --version.\n"
          "Exit codes: 0 done, 1 internal error, 2 usage, 3 unreadable file, 4 invalid model or "
          "mapping,\n5 stopped without convergence, 6 parameter not determined (with --strict), "
          "130 interrupted.\n");
  return TRAMMEL_EXIT_OK;
}

static int
refuse_verb(const char *word)
{
  const char *names[G_N_ELEMENTS(verbs) + 1] = {NULL};
  g_autofree char *nearest = NULL;
  g_autoptr(GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
    names[i] = verbs[i].name;
  nearest = trammel_name_suggest(word, names);
  trammel_cli_refuse(&error, "there is no verb '%s'; nearest: %s (trammel-cli --help)", word,
                     nearest);
  return trammel_cli_fail(error);
}

static int
complete_verb(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
    trammel_completion_print(verbs[i].name, verbs[i].summary);
  trammel_completion_print("--help", "the verbs");
  trammel_completion_print("--version", "the version of the program and of its libraries");
  return TRAMMEL_EXIT_OK;
}

static char *
list_verbs(void)
{
  GString *names = g_string_new(verbs[0].name);

  for (gsize i = 1; i < G_N_ELEMENTS(verbs); i++)
    g_string_append_printf(names, "%s%s", i + 1 < G_N_ELEMENTS(verbs) ? ", " : " or ",
                           verbs[i].name);
  return g_string_free(names, FALSE);
}

/* Runs a verb; one that does not share its work among processes runs in the first only. */
static int
run_verb(const Verb *verb, int argc, char **argv)
{
  gboolean is_shared = verb->run == trammel_cli_sweep || verb->run == trammel_cli_montecarlo ||
                       verb->run == trammel_cli_identify || verb->run == trammel_cli_design;

  if (!is_shared && !trammel_processes_is_first())
    return TRAMMEL_EXIT_OK;
  return verb->run(argc, argv);
}

int
main(int argc, char **argv)
{
  /* names of files and messages only: numbers stay in the C locale */
  setlocale(LC_CTYPE, "");
  trammel_cli_watch_memory();
  trammel_processes_start(&argc, &argv);
  if (argc < 2) {
    g_autofree char *names = list_verbs();
    trammel_terminal_print("trammel-cli: expected a verb: %s (trammel-cli --help)\n", names);
    return TRAMMEL_EXIT_USAGE;
  }
  if (g_str_equal(argv[1], "--version"))
    return print_version();
  if (g_str_equal(argv[1], TRAMMEL_CLI_COMPLETE))
    return complete_verb();
  if (g_str_equal(argv[1], "--help") || g_str_equal(argv[1], "-h") || g_str_equal(argv[1], "help"))
    return print_help();
  for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
    if (g_str_equal(argv[1], verbs[i].name))
      return run_verb(&verbs[i], argc - 1, argv + 1);
  return refuse_verb(argv[1]);
}
