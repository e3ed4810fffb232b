#include "cli/states.h"

#include <string.h>

#include "cli/report.h"
#include "io/states_csv.h"
#include "io/units.h"

/* The SI unit that the log's channel of this motor was converted to. */
static const char *
get_motor_unit(const TrammelProject *project, const char *log, const char *motor)
{
  static const char *const si[] = {
      [TRAMMEL_DIMENSION_ANGLE] = "rad", [TRAMMEL_DIMENSION_LENGTH] = "m",
      [TRAMMEL_DIMENSION_FORCE] = "N",   [TRAMMEL_DIMENSION_TORQUE] = "N m",
      [TRAMMEL_DIMENSION_VOLTAGE] = "V", [TRAMMEL_DIMENSION_CURRENT] = "A"};
  TrammelDimension dimension = TRAMMEL_DIMENSION_NONE;

  for (guint l = 0; l < trammel_project_get_n_logs(project); l++) {
    if (!g_str_equal(trammel_project_get_log_name(project, l), log))
      continue;
    for (guint i = 0; i < trammel_project_get_n_mappings(project, l); i++) {
      const TrammelMapping *mapping = trammel_project_get_mapping(project, l, i);
      if (g_str_equal(mapping->signal, motor) && mapping->unit)
        trammel_unit_parse(mapping->unit, NULL, &dimension);
    }
  }
  return (gsize)dimension < G_N_ELEMENTS(si) ? si[dimension] : NULL;
}

gboolean
trammel_cli_check_states(const char *option, const char *path, GError **error)
{
  g_autofree char *lower = path ? g_ascii_strdown(path, -1) : NULL;

  if (!path || g_str_has_suffix(lower, ".csv") || g_str_has_suffix(lower, ".mat"))
    return TRUE;
  return trammel_cli_refuse(error,
                            "%s %s: motions are written as .csv or .mat; use one of these "
                            "endings",
                            option, path);
}

gboolean
trammel_cli_write_motion(const TrammelProblem *problem,
                         int log,
                         const TrModel *model,
                         const TrTrajectory *trajectory,
                         const double *input,
                         const char *path,
                         GError **error)
{
  g_autofree const char **units = g_new0(const char *, model->n_motors + 1);
  g_autofree char *lower = g_ascii_strdown(path, -1);
  g_autofree char *text = NULL;

  for (int m = 0; log >= 0 && m < model->n_motors; m++)
    units[m] =
        get_motor_unit(trammel_problem_get_project(problem),
                       trammel_problem_get_task(problem)->logs[log].name, model->motors[m].name);
  if (g_str_has_suffix(lower, ".mat"))
    return trammel_states_save_mat(model, trajectory, input, units, path, error);
  text = trammel_states_to_csv(model, trajectory, input, units);
  return trammel_cli_write(path, text, error);
}

gboolean
trammel_cli_write_states(const TrammelProblem *problem,
                         const TrFit *fit,
                         const char *path,
                         GError **error)
{
  const TrTask *task = trammel_problem_get_task(problem);
  const char *dot = strrchr(path, '.');
  gsize stem = dot ? (gsize)(dot - path) : strlen(path);

  for (int i = 0; i < fit->n_logs; i++) {
    const TrLogFit *log = &fit->logs[i];
    g_autofree char *name = fit->n_logs > 1 ? g_strdup_printf("%.*s.%s%s", (int)stem, path,
                                                              task->logs[i].name, path + stem)
                                            : g_strdup(path);
    if (!trammel_cli_write_motion(problem, i, fit->model, log->trajectory, log->input, name, error))
      return FALSE;
  }
  return TRUE;
}
