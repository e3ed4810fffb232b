/* Fuzz target of project files: a project that can be read is written, and reads back to the same
 * text; so are its sweeps, runs, figures, recipe and simulation. */
#include "fuzz/fuzz.h"
#include "io/project/figures.h"
#include "io/project/recipe.h"
#include "io/project/runs.h"
#include "io/project/scenario.h"
#include "io/study/project_sweeps.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

static void
check_sweeps(const TrammelProject *project)
{
  g_autoptr(GError) error = NULL;

  if (!trammel_project_check_sweeps(project, &error)) {
    fuzz_check_error(error);
    return;
  }
  for (guint i = 0; i < trammel_project_get_n_sweeps(project); i++) {
    g_autoptr(TrammelSweep) sweep = trammel_project_load_sweep(project, i);
    g_autoptr(TrammelProject) swept = trammel_project_load_swept(project, i);
    g_autoptr(TrammelProject) keeper = trammel_project_copy(project);
    if (!trammel_project_keep_sweep(keeper, sweep, swept ? swept : project, &error))
      fuzz_check_error(error);
    g_clear_error(&error);
  }
}

static void
check_runs(const TrammelProject *project)
{
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);
  g_autoptr(GPtrArray) runs = trammel_project_steal_runs(copy);

  for (guint i = 0; i < runs->len; i++) {
    g_autofree char *text = trammel_run_node_to_text(runs->pdata[i]);
    g_autofree char *result = trammel_run_node_to_result(runs->pdata[i]);
    g_autoptr(TrammelProject) stored = trammel_run_node_load_project(runs->pdata[i], copy);
    g_assert_true(g_utf8_validate(text, -1, NULL) && g_utf8_validate(result, -1, NULL));
  }
}

static void
check_figures(const TrammelProject *project)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) prints = trammel_project_load_prints(project, &error);

  if (!prints)
    fuzz_check_error(error);
}

static void
check_recipe(const TrammelProject *project)
{
  for (guint step = 0; step < trammel_recipe_get_n_steps(project); step++) {
    g_autofree char *label = trammel_recipe_dup_label(project, step);
    g_autoptr(TrammelProject) copy = trammel_project_copy(project);
    g_autoptr(GError) error = NULL;
    if (!trammel_recipe_begin_step(copy, project, step, &error))
      fuzz_check_error(error);
  }
}

static void
check_simulation(const TrammelProject *project)
{
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);
  g_autoptr(GError) error = NULL;

  if (!trammel_scenario_keep(scenario, copy, &error))
    fuzz_check_error(error);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project =
      trammel_project_new_from_data((const char *)data, (gssize)size, NULL, &error);

  if (!project) {
    fuzz_check_error(error);
    return 0;
  }
  g_autofree char *text = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = trammel_project_new_from_data(text, -1, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *same = trammel_project_to_data(again);
  g_assert_cmpstr(same, ==, text);
  check_sweeps(project);
  check_runs(project);
  check_figures(project);
  check_recipe(project);
  check_simulation(project);
  return 0;
}
