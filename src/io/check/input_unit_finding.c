#include "io/check/input_unit_finding.h"

#include <glib/gi18n-lib.h>

#include "engine/mbs/force/axial.h"
#include "engine/mbs/model/joint.h"
#include "io/log/csv/csv.h"
#include "io/project/private.h"
#include "io/project/put.h"
#include "io/units/units.h"

/* TRUE if a gain of 1 is all that is between the input and the joint, and a fit does not change
 * it. */
static gboolean
counts_as_force(const TrammelProject *project, int motor)
{
  const TrModel *model = trammel_project_get_model(project);
  const TrMotor *m = &model->motors[motor];
  char id[TR_ID_SIZE];

  if (m->drive != TR_DRIVE_NONE || tr_motor_has_servo(m) || m->resistance > 0 ||
      tr_motor_slope(m) != 1)
    return FALSE;
  tr_param_id(id, model, (TrParam){.kind = TR_PARAM_GAIN, .owner = motor});
  const TrammelQuantity *gain = trammel_project_find_quantity(project, id);
  return gain && !gain->free && !gain->tied;
}

static gboolean
is_force(const char *unit, gboolean is_linear)
{
  TrammelDimension dimension;

  return unit && trammel_unit_parse(unit, NULL, &dimension) &&
         dimension == (is_linear ? TRAMMEL_DIMENSION_FORCE : TRAMMEL_DIMENSION_TORQUE);
}

/* Returns the unit that the project states for a channel, else that of its column: given at the
 * import, or in its header; NULL if there is none. */
static char *
dup_unit(const TrammelLogEntry *entry, const TrammelMapping *mapping)
{
  const GArray *columns = entry->import ? entry->import->columns : NULL;
  char *unit = NULL;

  if (mapping->unit)
    return g_strdup(mapping->unit);
  for (guint i = 0; columns && i < columns->len; i++) {
    const TrammelImportColumn *column = &g_array_index(columns, TrammelImportColumn, i);
    if (g_str_equal(column->column, mapping->column) && column->unit)
      return *column->unit ? g_strdup(column->unit) : NULL;
  }
  g_free(trammel_csv_split_header(mapping->column, &unit));
  return unit;
}

static void
add_fixes(GArray *findings, const char *unit, const char *needed, const char *unit_path, int motor)
{
  g_autofree char *gain =
      trammel_project_dup_quantity_path((TrParam){.kind = TR_PARAM_GAIN, .owner = motor});
  g_autofree char *word = g_strdup_printf("\"%s\"", needed);

  if (!unit)
    trammel_findings_fix(findings, word, "%s", unit_path);
  if (!unit)
    trammel_findings_fix_also(findings, "true", "%s.free", gain);
  else
    trammel_findings_fix(findings, "true", "%s.free", gain);
}

/* Adds the finding on the first log that has such a channel: one per motor is enough. */
static void
check_motor(GArray *findings, const TrammelProject *project, int motor)
{
  const TrModel *model = trammel_project_get_model(project);
  gboolean is_linear = tr_joint_is_linear(&model->joints[model->motors[motor].joint]);
  const char *name = model->motors[motor].name, *needed = is_linear ? "N" : "N m";

  for (guint l = 0; l < trammel_project_get_n_logs(project); l++)
    for (guint i = 0; i < trammel_project_get_n_mappings(project, l); i++) {
      const TrammelMapping *mapping = trammel_project_get_mapping(project, l, i);
      TrammelPlace place = {.log = trammel_project_get_log_name(project, l),
                            .signal = name,
                            .column = mapping->column};

      if (trammel_project_get_log_role(project, l) == TRAMMEL_ROLE_OFF || !mapping->column ||
          !g_str_equal(mapping->signal, name) || mapping->scale != 1)
        continue; /* a stated scale is a gain */
      g_autofree char *unit = dup_unit(trammel_project_get_log(project, l), mapping);
      if (is_force(unit, is_linear))
        continue;
      g_autofree char *path = g_strdup_printf("logs[%u].channels[%u].unit", l, i);
      if (unit)
        trammel_findings_add(
            findings, &place, "warning", "input-unit",
            N_("Input '%s' has the unit %s, but the gain of its motor is fixed at 1 %s per unit: "
               "masses and friction come out divided by the real gain. State the gain or free it."),
            name, unit, needed);
      else
        trammel_findings_add(
            findings, &place, "warning", "input-unit",
            N_("Input '%s' has no unit, and the gain of its motor is fixed at 1, so it counts as "
               "%s. If it is not, masses and friction come out divided by the real gain: state the "
               "gain or free it."),
            name, needed);
      add_fixes(findings, unit, needed, path, motor);
      return;
    }
}

void
trammel_input_unit_findings_add(GArray *findings, const TrammelProject *project)
{
  for (int m = 0; m < trammel_project_get_model(project)->n_motors; m++)
    if (counts_as_force(project, m))
      check_motor(findings, project, m);
}
