/* trammel-cli check: the findings before a run. */
#include "io/check/check.h"
#include "cli/overrides.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/check/predicted_uncertainty.h"
#include "io/study/project_sweeps.h"

typedef struct {
  TrammelOverrides overrides;
  gboolean json, parameters, fix_base;
} Options;

static void
clear_options(Options *o)
{
  trammel_overrides_clear(&o->overrides);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

/* Prints the findings; the error that stops the project is one of them, and also a message. */
static int
print_all(const Options *o, const GArray *findings, const GArray *forecast, const GError *reason)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = o->json         ? trammel_check_to_json(findings, forecast)
                          : o->parameters ? trammel_predicted_uncertainty_to_text(forecast)
                                          : trammel_check_to_text(findings);

  if (!trammel_cli_write(NULL, text, &error))
    return trammel_cli_fail(error);
  return reason ? trammel_cli_fail(reason) : TRAMMEL_EXIT_OK;
}

static TrammelProject *
open_project(const Options *o, const char *path, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_open(path, error);

  if (!project || !trammel_overrides_apply(&o->overrides, project, error) ||
      (o->fix_base && !trammel_overrides_fix_base(project, NULL, error)))
    return NULL;
  return g_steal_pointer(&project);
}

int
trammel_cli_check(int argc, char **argv)
{
  g_auto(Options) options = {0};
  const GOptionEntry own[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &options.json, "Print JSON", NULL},
      {"parameters", 0, 0, G_OPTION_ARG_NONE, &options.parameters,
       "Print the uncertainty of each parameter that a fit will reach, instead of the findings",
       NULL},
      {"fix-base", 0, 0, G_OPTION_ARG_NONE, &options.fix_base,
       "Fix the smallest set of parameters that the logs do not determine", NULL},
      {NULL}};
  g_autofree GOptionEntry *overrides = trammel_overrides_new_entries(&options.overrides);
  const GOptionEntry *const entries[] = {overrides, own, NULL};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) rest = NULL;
  g_autoptr(TrammelProject) project = NULL;
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(GArray) forecast = NULL;

  if (!trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){
              entries, "PROJECT",
              "Reports the findings in a project and its logs before an identification."},
          &rest, &error) ||
      ((!rest[0] || rest[1]) && !trammel_cli_refuse(&error, "check: expected one project")))
    return trammel_cli_fail(error);
  project = open_project(&options, rest[0], &error);
  if (project)
    trammel_check_project(findings, &forecast, project, NULL, &error);
  else
    trammel_check_add_error(findings, error);
  return print_all(&options, findings, forecast, error);
}
