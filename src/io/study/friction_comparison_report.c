/* Friction comparison as JSON and as a table. */
#include <math.h>

#include "io/base/table.h"
#include "io/study/friction_comparison.h"

static const TrModel *
get_model(const TrammelFrictionComparison *t)
{
  return trammel_problem_get_task(t->problem)->model;
}

static void
write_joint(TrammelJsonWriter *json, const TrammelFrictionComparison *t, guint i)
{
  const TrJoint *joint = &get_model(t)->joints[t->joints[i]];
  const TrammelExcitation *e = &t->excitation[i];
  g_autofree char *text = t->reference ? trammel_excitation_dup_text(e, joint) : NULL;

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", joint->name);
  trammel_json_writer_add_string(json, "unit", tr_joint_velocity_unit(joint));
  trammel_json_writer_add_number(json, "rms_rate", e->rms);
  trammel_json_writer_add_number(json, "slow", e->slow);
  trammel_json_writer_add_number(json, "fast", e->fast);
  trammel_json_writer_add_number(json, "forward", e->forward);
  trammel_json_writer_add_integer(json, "reversals", e->reversals);
  trammel_json_writer_add_string(json, "doubt", text);
  trammel_json_writer_end_object(json);
}

/* Writes the friction of an entry: id, value and sigma. */
static void
write_values(TrammelJsonWriter *json, const TrammelFrictionComparisonEntry *entry)
{
  guint n = entry->project ? trammel_project_get_n_quantities(entry->project) : 0;
  int at = 0;

  trammel_json_writer_key(json, "friction");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < n; i++) {
    const TrammelQuantity *q = trammel_project_get_quantity(entry->project, i);
    if (!q->free || at >= entry->fit->n_free)
      continue;
    const TrEstimate *estimate = &entry->fit->estimates[at++];
    if (!tr_param_is_friction(q->param))
      continue;
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", q->id);
    trammel_json_writer_add_string(json, "unit", q->unit);
    trammel_json_writer_add_number(json, "value", estimate->value);
    trammel_json_writer_add_number(json, "sigma", estimate->sigma);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static const char *
get_status(const TrammelFrictionComparisonEntry *entry)
{
  if (!entry->fit)
    return entry->message ? "failed" : "not reached";
  return entry->fit->status == TR_OK ? "converged" : "stopped";
}

static void
write_entry(TrammelJsonWriter *json, const TrammelFrictionComparisonEntry *entry, double best)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", entry->contender->name);
  trammel_json_writer_add_string(json, "status", get_status(entry));
  trammel_json_writer_add_string(json, "message", entry->message);
  trammel_json_writer_add_integer(json, "parameters", entry->n_parameters);
  trammel_json_writer_add_integer(json, "friction_parameters", entry->n_friction);
  trammel_json_writer_add_number(json, "cost", entry->cost);
  trammel_json_writer_add_number(json, "aic", entry->aic);
  trammel_json_writer_add_number(json, "bic", entry->bic);
  trammel_json_writer_add_number(json, "bic_above_best", entry->bic - best);
  trammel_json_writer_add_number(json, "unexplained_percent", 100 * entry->unexplained);
  trammel_json_writer_add_number(json, "correlation", entry->correlation);
  trammel_json_writer_add_number(json, "whiteness_p", entry->whiteness);
  trammel_json_writer_add_number(json, "open_loop_percent", entry->open_loop);
  trammel_json_writer_add_number(json, "state_error", entry->state_error);
  write_values(json, entry);
  trammel_json_writer_end_object(json);
}

static double
get_best(const TrammelFrictionComparison *t)
{
  int best = trammel_friction_comparison_find_best(t);

  return best >= 0 ? t->entries[best].bic : NAN;
}

char *
trammel_friction_comparison_to_json(const TrammelFrictionComparison *t)
{
  TrammelJsonWriter *json = trammel_json_writer_new();
  const TrTask *task = trammel_problem_get_task(t->problem);
  int best = trammel_friction_comparison_find_best(t);
  g_autofree char *verdict = trammel_friction_comparison_dup_summary(t);

  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < task->n_logs; i++)
    trammel_json_writer_string(json, task->logs[i].name);
  trammel_json_writer_end_array(json);
  trammel_json_writer_add_number(json, "kappa", t->reference ? t->reference->kappa : NAN);
  trammel_json_writer_add_string(json, "validation", t->validation);
  trammel_json_writer_key(json, "joints");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < t->n_joints; i++)
    write_joint(json, t, i);
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "models");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < t->n_entries; i++)
    write_entry(json, &t->entries[i], get_best(t));
  trammel_json_writer_end_array(json);
  trammel_json_writer_add_string(json, "best", best >= 0 ? t->entries[best].contender->name : NULL);
  trammel_json_writer_add_string(json, "verdict", verdict);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

char *
trammel_friction_comparison_to_table(const TrammelFrictionComparison *t)
{
  static const char *const columns[][2] = {{"cost", "%.6g"},        {"bic_above_best", "%.1f"},
                                           {"aic", "%.1f"},         {"unexplained_%", "%.3g"},
                                           {"correlation", "%.3f"}, {"open_loop_%", "%.3g"},
                                           {"state_error", "%.4g"}};
  g_autoptr(TrammelTable) table = trammel_table_new("-");
  double best = get_best(t);

  trammel_table_add_columns(table, "model", "status", "parameters", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(columns); i++)
    trammel_table_add_column(table, columns[i][0], NULL, columns[i][1]);
  for (guint i = 0; i < t->n_entries; i++) {
    const TrammelFrictionComparisonEntry *entry = &t->entries[i];
    const double numbers[] = {
        entry->n_parameters,      entry->cost,        entry->bic - best, entry->aic,
        100 * entry->unexplained, entry->correlation, entry->open_loop,  entry->state_error};
    trammel_table_add_text(table, entry->contender->name);
    trammel_table_add_text(table, get_status(entry));
    trammel_table_add_numbers(table, numbers, G_N_ELEMENTS(numbers));
  }
  return trammel_table_to_tsv(table);
}
