/* Predicted beside reached sigmas. */
#include <math.h>

#include "engine/est/task/reported.h"
#include "io/base/table.h"
#include "io/design/design.h"
#include "io/project/put.h"

static void
clear_promise(gpointer data)
{
  g_free(((TrammelPromise *)data)->id);
}

static double
get_number(JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member(object, key);

  return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_double(node) : NAN;
}

GArray *
trammel_project_dup_promises(const TrammelProject *project)
{
  JsonNode *list = trammel_project_find_at(project, "plan.parameters");
  GArray *promises;

  if (!list || !JSON_NODE_HOLDS_ARRAY(list))
    return NULL;
  promises = g_array_new(FALSE, FALSE, sizeof(TrammelPromise));
  g_array_set_clear_func(promises, clear_promise);
  for (guint i = 0; i < json_array_get_length(json_node_get_array(list)); i++) {
    JsonNode *one = json_array_get_element(json_node_get_array(list), i);
    JsonObject *object = JSON_NODE_HOLDS_OBJECT(one) ? json_node_get_object(one) : NULL;
    JsonNode *id = object ? json_object_get_member(object, "id") : NULL;

    if (!id || !JSON_NODE_HOLDS_VALUE(id) || json_node_get_value_type(id) != G_TYPE_STRING)
      continue;
    TrammelPromise promise = {g_strdup(json_node_get_string(id)), get_number(object, "now"),
                              get_number(object, "predicted")};
    g_array_append_val(promises, promise);
  }
  return promises;
}

/* Returns the sigma that a fit reports; NAN: not determined, or not free. */
static double
find_reached(const char *id, const TrTask *task, const TrFit *fit)
{
  for (int i = 0; i < task->n_free; i++) {
    char own[TR_ID_SIZE];

    tr_task_free_id(own, task, i);
    if (g_str_equal(own, id))
      return tr_fit_report(fit, i).sigma;
  }
  return NAN;
}

char *
trammel_promises_to_text(const GArray *promises, const TrTask *task, const TrFit *fit)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "sigma_before", "sigma_predicted", "sigma_reached",
                            "reached_by_predicted", NULL);
  for (guint i = 0; i < promises->len; i++) {
    const TrammelPromise *p = &g_array_index(promises, TrammelPromise, i);
    double reached = find_reached(p->id, task, fit);
    const double numbers[] = {p->now, p->predicted, reached, reached / p->predicted};

    trammel_table_add_text(table, p->id);
    trammel_table_add_numbers(table, numbers, G_N_ELEMENTS(numbers));
  }
  return trammel_table_to_tsv(table);
}

char *
trammel_promises_to_json(const GArray *promises, const TrTask *task, const TrFit *fit)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "format", "trammel-design-reached/1");
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < promises->len; i++) {
    const TrammelPromise *p = &g_array_index(promises, TrammelPromise, i);

    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", p->id);
    trammel_json_writer_add_number(json, "sigma_before", p->now);
    trammel_json_writer_add_number(json, "sigma_predicted", p->predicted);
    trammel_json_writer_add_number(json, "sigma_reached", find_reached(p->id, task, fit));
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}
