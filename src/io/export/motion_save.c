#include "io/export/motion_save.h"

#include <string.h>

#include "engine/mbs/model/active.h"
#include "io/base/ending.h"
#include "io/base/whole_file.h"
#include "io/export/states_csv.h"
#include "io/units/units.h"

/* Returns the SI unit that the log's channel of this motor was converted to. */
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

/* Returns the motors' units [n_motors]; free with g_free(). */
static const char **
list_units(const TrammelMotion *motion)
{
  const TrModel *model = motion->model;
  const char **units = g_new0(const char *, model->n_motors + 1);

  for (int m = 0; motion->log >= 0 && m < model->n_motors; m++)
    units[m] = get_motor_unit(trammel_problem_get_project(motion->problem),
                              trammel_problem_get_task(motion->problem)->logs[motion->log].name,
                              model->motors[m].name);
  return units;
}

gboolean
trammel_motion_can_save(const char *path)
{
  return trammel_has_ending(path, ".csv") || trammel_has_ending(path, ".mat");
}

TrammelMotion
trammel_motion_of_fit(const TrammelProblem *problem, const TrFit *fit, int log)
{
  return (TrammelMotion){problem,
                         log,
                         tr_fit_model_of_log(fit, log),
                         fit->logs[log].trajectory,
                         fit->logs[log].input,
                         &fit->logs[log]};
}

/* Computes the forces of the constraint rows along a fitted motion; FALSE where they are not known:
 * of joints and contacts that come and go, and where a step has no solution. */
static gboolean
find_forces(TrForceBalance *forces, const TrammelMotion *motion)
{
  const TrLogFit *fit = motion->fit;

  return fit && fit->friction_rate && !tr_model_switches(motion->model) &&
         !tr_model_has_impacts(motion->model) &&
         tr_force_balance(forces, motion->model, motion->trajectory, motion->input,
                          fit->friction_rate,
                          &trammel_problem_get_task(motion->problem)->settings) == TR_OK;
}

char *
trammel_motion_to_csv(const TrammelMotion *motion)
{
  g_autofree const char **units = list_units(motion);
  TrForceBalance forces = {0};
  gboolean has_forces = find_forces(&forces, motion);
  char *text = trammel_states_to_csv(&(TrammelStates){
      motion->model, motion->trajectory, motion->input, units, has_forces ? &forces : NULL});

  tr_force_balance_clear(&forces);
  return text;
}

static gboolean
save_mat(const TrammelMotion *motion, const char *path, GError **error)
{
  g_autofree const char **units = list_units(motion);
  TrForceBalance forces = {0};
  gboolean has_forces = find_forces(&forces, motion);
  gboolean ok =
      trammel_states_save_mat(&(TrammelStates){motion->model, motion->trajectory, motion->input,
                                               units, has_forces ? &forces : NULL},
                              path, error);

  tr_force_balance_clear(&forces);
  return ok;
}

gboolean
trammel_motion_save(const TrammelMotion *motion, const char *path, GError **error)
{
  if (trammel_has_ending(path, ".mat"))
    return save_mat(motion, path, error);
  g_autofree char *text = trammel_motion_to_csv(motion);
  return trammel_whole_file_write(path, text, strlen(text), error);
}

char *
trammel_motion_name_file(const TrammelProblem *problem, const TrFit *fit, int log, const char *path)
{
  const char *dot = strrchr(path, '.');
  gsize stem = dot ? (gsize)(dot - path) : strlen(path);

  if (fit->n_logs < 2)
    return g_strdup(path);
  return g_strdup_printf("%.*s.%s%s", (int)stem, path,
                         trammel_problem_get_task(problem)->logs[log].name, path + stem);
}

gboolean
trammel_motion_save_all(const TrammelProblem *problem,
                        const TrFit *fit,
                        const char *path,
                        GError **error)
{
  for (int i = 0; i < fit->n_logs; i++) {
    g_autofree char *name = trammel_motion_name_file(problem, fit, i, path);
    const TrammelMotion motion = trammel_motion_of_fit(problem, fit, i);
    if (!trammel_motion_save(&motion, name, error))
      return FALSE;
  }
  return TRUE;
}
