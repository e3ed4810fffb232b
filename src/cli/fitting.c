#include "cli/fitting.h"

#include "cli/report.h"
#include "io/study/project_sweeps.h"

void
trammel_fitting_clear(TrammelFitting *fitting)
{
  trammel_overrides_clear(&fitting->overrides);
  g_strfreev(fitting->logs);
  g_strfreev(fitting->rest);
  g_free(fitting->output);
  g_free(fitting->progress);
}

gboolean
trammel_fitting_parse(
    TrammelFitting *f, int argc, char **argv, const TrammelFittingVerb *verb, GError **error)
{
  const GOptionEntry shared[] = {
      {"log", 0, 0, G_OPTION_ARG_STRING_ARRAY, &f->logs,
       "Use this log instead of those of role estimate", "NAME"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &f->output, verb->output, "FILE"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &f->json, verb->json, NULL},
      {"progress", 0, 0, G_OPTION_ARG_STRING, &f->progress, "bar, jsonl or none", "HOW"},
      {NULL}};
  g_autofree GOptionEntry *overrides = trammel_overrides_new_entries(&f->overrides);
  const GOptionEntry *const entries[] = {overrides, verb->own, shared, NULL};

  return trammel_cli_parse(argc, argv, (TrammelCliSyntax){entries, "PROJECT", verb->summary},
                           &f->rest, error) &&
         trammel_cli_expect_project(argv[0], f->rest, error) &&
         trammel_cli_check_folder("-o", f->output, error) &&
         trammel_progress_parse(&f->mode, f->progress, error);
}

TrammelProject *
trammel_fitting_load_project(const TrammelFitting *fitting, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_open(fitting->rest[0], error);

  if (!project || !trammel_overrides_apply(&fitting->overrides, project, error) ||
      !trammel_overrides_check_logs(project, fitting->logs, error))
    return NULL;
  return g_steal_pointer(&project);
}

TrammelProblem *
trammel_fitting_load(const TrammelFitting *fitting, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_fitting_load_project(fitting, error);

  return project ? trammel_cli_load_problem(project, fitting->logs, error) : NULL;
}
