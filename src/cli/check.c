/* trammel-cli check: the findings before a run. */
#include "io/check/check.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/error.h"
#include "io/check/predicted_uncertainty.h"
#include "io/study/project_sweeps.h"

typedef struct {
  gboolean json, parameters;
} Options;

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

int
trammel_cli_check(int argc, char **argv)
{
  Options options = {0};
  const GOptionEntry own[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &options.json, "Print JSON", NULL},
      {"parameters", 0, 0, G_OPTION_ARG_NONE, &options.parameters,
       "Print the uncertainty of each parameter that a fit will reach, instead of the findings",
       NULL},
      {NULL}};
  const GOptionEntry *const entries[] = {own, NULL};
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
  project = trammel_project_open(rest[0], &error);
  if (project)
    trammel_check_project(findings, &forecast, project, NULL, &error);
  else
    trammel_check_add_error(findings, error);
  return print_all(&options, findings, forecast, error);
}
