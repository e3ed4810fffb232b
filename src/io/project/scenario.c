#include "io/project/scenario.h"

#include <math.h>

#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/project/private.h"
#include "io/project/put.h"
#include "io/units/formula.h"

#define DEFAULT_DURATION 5.0

static TrammelScenario *
new_scenario(void)
{
  TrammelScenario *self = g_new0(TrammelScenario, 1);

  self->duration = DEFAULT_DURATION;
  self->step = NAN;
  self->inputs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  self->starts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
trammel_scenario_free(TrammelScenario *self)
{
  g_hash_table_unref(self->inputs);
  g_hash_table_unref(self->starts);
  g_free(self);
}

gboolean
trammel_scenario_set_input(TrammelScenario *self,
                           const char *motor,
                           const char *text,
                           GError **error)
{
  g_autofree char *formula = g_strstrip(g_strdup(text));

  if (!*formula) {
    g_hash_table_remove(self->inputs, motor);
    return TRUE;
  }
  g_autoptr(TrammelFormula) parsed = trammel_formula_parse_time(formula, error);
  if (parsed)
    g_hash_table_insert(self->inputs, g_strdup(motor), g_steal_pointer(&formula));
  return parsed != NULL;
}

TrammelScenarioStart
trammel_scenario_get_start(const TrammelScenario *self, const char *joint)
{
  const TrammelScenarioStart *start = g_hash_table_lookup(self->starts, joint);

  return start ? *start : (TrammelScenarioStart){NAN, NAN};
}

void
trammel_scenario_set_start(TrammelScenario *self, const char *joint, TrammelScenarioStart start)
{
  g_hash_table_insert(self->starts, g_strdup(joint), g_memdup2(&start, sizeof start));
}

/* ---- reading --------------------------------------------------------------------------------- */

static gboolean
read_input(TrammelScenario *self, const TrammelNode *node, GError **error)
{
  TrammelNode motor = trammel_node_member(node, "motor"),
              formula = trammel_node_member(node, "formula");
  const char *name, *text;
  g_autoptr(GError) fault = NULL;

  if (!trammel_node_check_object(node, error) || !trammel_node_need_string(&motor, &name, error) ||
      !trammel_node_need_string(&formula, &text, error))
    return FALSE;
  if (trammel_scenario_set_input(self, name, text, &fault))
    return TRUE;
  g_autofree char *words = trammel_error_dup_words(fault);
  return trammel_node_fail(&formula, error, "%s", words);
}

static gboolean
read_start(TrammelScenario *self, const TrammelNode *node, GError **error)
{
  TrammelNode joint = trammel_node_member(node, "joint"),
              position = trammel_node_member(node, "position"),
              rate = trammel_node_member(node, "rate");
  TrammelScenarioStart start = {NAN, NAN};
  const char *name;

  if (!trammel_node_check_object(node, error) || !trammel_node_need_string(&joint, &name, error) ||
      !trammel_node_get_number(&position, &start.position, error) ||
      !trammel_node_get_number(&rate, &start.rate, error))
    return FALSE;
  trammel_scenario_set_start(self, name, start);
  return TRUE;
}

static gboolean
read_numbers(TrammelScenario *self, const TrammelNode *node, GError **error)
{
  TrammelNode duration = trammel_node_member(node, "duration"),
              step = trammel_node_member(node, "step"), noise = trammel_node_member(node, "noise");

  if (!trammel_node_get_number(&duration, &self->duration, error) ||
      !trammel_node_get_number(&step, &self->step, error) ||
      !trammel_node_get_number(&noise, &self->noise, error))
    return FALSE;
  if (self->duration <= 0)
    return trammel_node_fail(&duration, error, "must be above zero");
  if (self->step <= 0)
    return trammel_node_fail(&step, error, "must be above zero");
  return self->noise >= 0 || trammel_node_fail(&noise, error, "must not be negative");
}

static gboolean
read_all(TrammelScenario *self, const TrammelNode *node, GError **error)
{
  TrammelNode inputs = trammel_node_member(node, "inputs"),
              starts = trammel_node_member(node, "start");
  guint n_inputs, n_starts;

  if (!node->node)
    return TRUE;
  if (!trammel_node_check_object(node, error) || !read_numbers(self, node, error) ||
      !trammel_node_get_length(&inputs, &n_inputs, error) ||
      !trammel_node_get_length(&starts, &n_starts, error))
    return FALSE;
  for (guint i = 0; i < n_inputs; i++) {
    TrammelNode input = trammel_node_element(&inputs, i);
    if (!read_input(self, &input, error))
      return FALSE;
  }
  for (guint i = 0; i < n_starts; i++) {
    TrammelNode start = trammel_node_element(&starts, i);
    if (!read_start(self, &start, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_project_read_scenario(const TrammelNode *root, GError **error)
{
  g_autoptr(TrammelScenario) scenario = new_scenario();
  TrammelNode node = trammel_node_member(root, "simulation");

  return read_all(scenario, &node, error);
}

gboolean
trammel_project_has_scenario(const TrammelProject *project)
{
  return trammel_project_find_at(project, "simulation") != NULL;
}

TrammelScenario *
trammel_scenario_of(const TrammelProject *project)
{
  TrammelScenario *self = new_scenario();
  TrammelNode node = trammel_node_root(trammel_project_find_at(project, "simulation"));

  read_all(self, &node, NULL); /* it was read with the project */
  return self;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void
write_inputs(TrammelJsonWriter *json, const TrammelScenario *self, const TrModel *model)
{
  trammel_json_writer_key(json, "inputs");
  trammel_json_writer_begin_array(json);
  for (int m = 0; m < model->n_motors; m++) {
    const char *formula = g_hash_table_lookup(self->inputs, model->motors[m].name);
    if (!formula)
      continue;
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "motor", model->motors[m].name);
    trammel_json_writer_add_string(json, "formula", formula);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static void
write_starts(TrammelJsonWriter *json, const TrammelScenario *self, const TrModel *model)
{
  trammel_json_writer_key(json, "start");
  trammel_json_writer_begin_array(json);
  for (int j = 0; j < model->n_joints; j++) {
    TrammelScenarioStart start = trammel_scenario_get_start(self, model->joints[j].name);
    if (!isfinite(start.position) && !isfinite(start.rate))
      continue;
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "joint", model->joints[j].name);
    if (isfinite(start.position))
      trammel_json_writer_add_number(json, "position", start.position);
    if (isfinite(start.rate))
      trammel_json_writer_add_number(json, "rate", start.rate);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

gboolean
trammel_scenario_keep(const TrammelScenario *self, TrammelProject *project, GError **error)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "duration", self->duration);
  if (isfinite(self->step))
    trammel_json_writer_add_number(json, "step", self->step);
  trammel_json_writer_add_number(json, "noise", self->noise);
  write_inputs(json, self, trammel_project_get_model(project));
  write_starts(json, self, trammel_project_get_model(project));
  trammel_json_writer_end_object(json);
  g_autofree char *text = trammel_json_writer_finish(json);
  return trammel_project_put(project, "simulation", text, error);
}
