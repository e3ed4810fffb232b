/* trammel-cli methods: joint estimation and regression side by side. */
#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/bilingual.h"
#include "io/study/method_comparison.h"

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TrammelFitting, trammel_fitting_clear)

static int
print(const TrammelFitting *fitting, const TrammelMethodComparison *comparison)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *marked = trammel_method_comparison_dup_summary(comparison);
  g_autofree char *summary = trammel_bilingual_dup_english(marked);
  g_autofree char *filtered = trammel_method_comparison_dup_filter_text(comparison);
  g_autofree char *filter = filtered ? trammel_bilingual_dup_english(filtered) : NULL;
  g_autofree char *text = fitting->json ? trammel_method_comparison_to_json(comparison)
                                        : trammel_method_comparison_to_table(comparison);

  if (filter)
    trammel_terminal_print("%s\n", filter);
  trammel_terminal_print("%s\n", summary);
  return trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}

int
trammel_cli_methods(int argc, char **argv)
{
  g_auto(TrammelFitting) fitting = {0};
  const GOptionEntry own[] = {{NULL}};
  const TrammelFittingVerb verb = {
      .summary = "Fits a project by joint estimation and by regression, and says where they differ "
                 "and why.",
      .output = "Not used",
      .json = "JSON instead of a table",
      .own = own};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = NULL;
  g_autoptr(TrammelMethodComparison) comparison = NULL;
  const TrammelValidationOptions options = {0};

  if (!trammel_fitting_parse(&fitting, argc, argv, &verb, &error) ||
      !(problem = trammel_fitting_load(&fitting, &error)) ||
      !(comparison = trammel_method_comparison_new(problem, &options, &error)))
    return trammel_cli_fail(error);
  return print(&fitting, comparison);
}
