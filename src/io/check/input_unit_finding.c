#include "io/check/input_unit_finding.h"

#include <glib/gi18n-lib.h>

#include "engine/mbs/force/axial.h"
#include "io/base/bilingual.h"
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

/* Channel of an input that counts as a force, whatever it is. */
typedef struct {
  int motor;
  guint log, channel;
  const char *needed; /* "N" or "N m"; static */
  char *unit;         /* stated; nullable */
} Input;

static void
clear_input(gpointer data)
{
  g_free(((Input *)data)->unit);
}

/* Returns the first channel of a motor that states neither a scale, which is a gain, nor the unit
 * of a force: one per motor is enough. */
static gboolean
find_input(Input *input, const TrammelProject *project, int motor)
{
  const TrModel *model = trammel_project_get_model(project);
  gboolean is_linear = tr_joint_is_linear(&model->joints[model->motors[motor].joint]);

  for (guint l = 0; l < trammel_project_get_n_logs(project); l++)
    for (guint i = 0; i < trammel_project_get_n_mappings(project, l); i++) {
      const TrammelMapping *mapping = trammel_project_get_mapping(project, l, i);
      if (trammel_project_get_log_role(project, l) == TRAMMEL_ROLE_OFF || !mapping->column ||
          !g_str_equal(mapping->signal, model->motors[motor].name) || mapping->scale != 1)
        continue;
      g_autofree char *unit = dup_unit(trammel_project_get_log(project, l), mapping);
      if (is_force(unit, is_linear))
        continue;
      *input = (Input){motor, l, i, is_linear ? "N" : "N m", g_steal_pointer(&unit)};
      return TRUE;
    }
  return FALSE;
}

/* Number of inputs that are named. */
enum { MAX_NAMED = 3 };

/* Inputs of the same unit, stated or not, at joints of the same kind: the first one, the names of
 * all, and the paths of their units and free gains for a fix of all. */
typedef struct {
  const Input *first;
  GString *names, *units, *gains;
  guint n;
} Group;

static gboolean
is_alike(const Input *a, const Input *b)
{
  return g_str_equal(a->needed, b->needed) && g_strcmp0(a->unit, b->unit) == 0;
}

static void
add_to_group(Group *group, const TrammelProject *project, const Input *input)
{
  const char *comma = group->n > 0 ? "," : "";
  g_autofree char *gain =
      trammel_project_dup_quantity_path((TrParam){.kind = TR_PARAM_GAIN, .owner = input->motor});

  if (group->n < MAX_NAMED)
    g_string_append_printf(group->names, "%s%s'%s'", comma, *comma ? " " : "",
                           trammel_project_get_model(project)->motors[input->motor].name);
  g_string_append_printf(group->units, "%slogs[%u].channels[%u].unit", comma, input->log,
                         input->channel);
  g_string_append_printf(group->gains, "%s%s.free", comma, gain);
  group->n++;
}

static void
report(GArray *findings, const TrammelProject *project, const Group *group)
{
  const Input *first = group->first;
  g_autofree char *word = g_strdup_printf("\"%s\"", first->needed);
  TrammelPlace place = {
      .log = trammel_project_get_log_name(project, first->log),
      .signal = trammel_project_get_model(project)->motors[first->motor].name,
      .column = trammel_project_get_mapping(project, first->log, first->channel)->column};

  if (first->unit) {
    trammel_findings_add(
        findings, &place, "warning", "input-unit",
        N_("Input %s: the unit is %s, but the gain of the motor is fixed at 1 %s per unit: "
           "masses and friction come out divided by the real gain. State the gain or free it."),
        group->names->str, first->unit, first->needed);
    trammel_findings_fix(findings, "true", "%s", group->gains->str);
    return;
  }
  trammel_findings_add(
      findings, &place, "warning", "input-unit",
      N_("Input %s: no unit is stated, and the gain of the motor is fixed at 1, so it counts as "
         "%s. If it is not, masses and friction come out divided by the real gain: state the "
         "gain or free it."),
      group->names->str, first->needed);
  trammel_findings_fix(findings, word, "%s", group->units->str);
  trammel_findings_fix_also(findings, "true", "%s", group->gains->str);
}

/* Reports the input at a place and those like it behind, unless one before is like it. */
static void
report_alike(GArray *findings, const TrammelProject *project, const GArray *inputs, guint at)
{
  const Input *all = (const Input *)inputs->data;
  g_autoptr(GString) names = g_string_new(NULL), units = g_string_new(NULL),
                     gains = g_string_new(NULL);
  Group group = {&all[at], names, units, gains, 0};

  for (guint i = 0; i < at; i++)
    if (is_alike(&all[i], &all[at]))
      return;
  for (guint i = at; i < inputs->len; i++)
    if (is_alike(&all[i], &all[at]))
      add_to_group(&group, project, &all[i]);
  if (group.n > MAX_NAMED) {
    g_autofree char *rest = trammel_bilingual_dup(" and %u more", group.n - MAX_NAMED);
    g_string_append(names, rest);
  }
  report(findings, project, &group);
}

void
trammel_input_unit_findings_add(GArray *findings, const TrammelProject *project)
{
  g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(Input));

  g_array_set_clear_func(inputs, clear_input);
  for (int m = 0; m < trammel_project_get_model(project)->n_motors; m++) {
    Input input;
    if (counts_as_force(project, m) && find_input(&input, project, m))
      g_array_append_val(inputs, input);
  }
  for (guint i = 0; i < inputs->len; i++)
    report_alike(findings, project, inputs, i);
}
