/* trammel-cli base: named combinations of parameters that a structure lets any log show, and those
 * that these logs show. */
#include <math.h>

#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/base/table.h"
#include "io/result/base_report.h"
#include "io/result/node.h"

typedef struct {
  TrammelFitting fitting;
  char *result;
} Options;

static void
clear_options(Options *o)
{
  trammel_fitting_clear(&o->fitting);
  g_free(o->result);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

/* Everything that is printed. */
typedef struct {
  TrBase *base;
  TrBaseLogs logs;
  const TrModel *model;
  JsonNode *result; /* nullable */
  gboolean has_logs;
} Report;

/* Combination of the same text in a result; NULL: none. */
static JsonNode *
find_combination(JsonNode *result, const char *text)
{
  JsonNode *list =
      result ? trammel_json_find(trammel_json_find(result, "base"), "combinations") : NULL;

  if (!list || !JSON_NODE_HOLDS_ARRAY(list))
    return NULL;
  for (guint i = 0; i < json_array_get_length(json_node_get_array(list)); i++) {
    JsonNode *node = json_array_get_element(json_node_get_array(list), i);
    if (g_strcmp0(trammel_json_as_string(trammel_json_find(node, "id")), text) == 0)
      return node;
  }
  return NULL;
}

static void
add_row(TrammelTable *table, const Report *r, int k)
{
  g_autofree char *text = trammel_base_dup_text(r->base, r->model, k);
  JsonNode *found = find_combination(r->result, text);

  trammel_table_add_text(table, text);
  trammel_table_add_text(table, trammel_base_get_unit(r->base, r->model, k));
  trammel_table_add_number(table, r->logs.value[k]);
  trammel_table_add_number(table, r->logs.sigma[k]);
  if (!r->result)
    return;
  trammel_table_add_number(table,
                           found ? trammel_json_as_number(trammel_json_find(found, "value")) : NAN);
  trammel_table_add_number(table,
                           found ? trammel_json_as_number(trammel_json_find(found, "sigma")) : NAN);
}

static TrammelTable *
make_table(const Report *r)
{
  TrammelTable *table = trammel_table_new("");
  g_autofree int *order = trammel_base_new_order(r->logs.value, r->logs.sigma, r->base->rank);

  trammel_table_add_columns(table, "combination", "unit", "value", "sigma", NULL);
  if (r->result)
    trammel_table_add_columns(table, "result_value", "result_sigma", NULL);
  for (int k = 0; k < r->base->rank; k++)
    add_row(table, r, order[k]);
  return table;
}

static char *
to_json(const Report *r)
{
  g_autoptr(TrammelTable) table = make_table(r);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "rank", r->base->rank);
  trammel_json_writer_add_integer(json, "inertial_rank", r->base->inertial_rank);
  if (r->has_logs) {
    trammel_json_writer_add_integer(json, "sought", r->logs.n_sought);
    trammel_json_writer_add_integer(json, "shown_by_logs", r->logs.rank);
  }
  trammel_json_writer_key(json, "combinations");
  trammel_table_write(json, table);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static int
print(const Options *o, const Report *r)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelTable) table = make_table(r);
  g_autofree char *text = o->fitting.json ? to_json(r) : trammel_table_to_tsv(table);

  trammel_terminal_print("The structure lets a log show %d combinations, %d of them of masses and "
                         "inertias. ",
                         r->base->rank, r->base->inertial_rank);
  if (r->has_logs)
    trammel_terminal_print("%d have a free quantity, and these logs determine %d of them.\n",
                           r->logs.n_sought, r->logs.rank);
  else
    trammel_terminal_print("The project has no log; the values are those of the model.\n");
  return trammel_cli_write(NULL, text, &error) ? TRAMMEL_EXIT_OK : trammel_cli_fail(error);
}

/* Values of the model where there is no log. */
static void
take_model(Report *r)
{
  r->logs.value = g_new0(double, r->base->rank + 1);
  r->logs.sigma = g_new(double, r->base->rank + 1);
  tr_base_get(r->logs.value, r->base, r->model);
  for (int k = 0; k < r->base->rank; k++)
    r->logs.sigma[k] = NAN;
}

static gboolean
compute(Report *r, const TrTask *task, GError **error)
{
  TrError detail = {0};
  TrStatus status = tr_base_new(&r->base, r->model, &detail);

  if (status == TR_OK && !task)
    take_model(r);
  else if (status == TR_OK)
    status = tr_base_from_logs(&r->logs, r->base, task, &detail);
  if (status != TR_OK)
    trammel_error_set_status(error, status, &detail);
  return status == TR_OK;
}

int
trammel_cli_base(int argc, char **argv)
{
  g_auto(Options) o = {0};
  const GOptionEntry own[] = {{"result", 0, 0, G_OPTION_ARG_FILENAME, &o.result,
                               "Add the values that a result gives the same combinations",
                               "RESULT"},
                              {NULL}};
  const TrammelFittingVerb verb = {
      .summary = "Names the combinations of parameters that the structure lets any log show, and "
                 "estimates them from these logs by regression.",
      .output = "Not used",
      .json = "JSON instead of a table",
      .own = own};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = NULL;
  g_autoptr(TrammelProblem) problem = NULL;
  g_autoptr(JsonNode) result = NULL;
  Report report = {0};
  int code;

  if (!trammel_fitting_parse(&o.fitting, argc, argv, &verb, &error) ||
      !(project = trammel_fitting_load_project(&o.fitting, &error)) ||
      (o.result && !(result = trammel_result_load(o.result, &error))))
    return trammel_cli_fail(error);
  report.has_logs = trammel_project_get_n_logs(project) > 0;
  if (report.has_logs && !(problem = trammel_fitting_load(&o.fitting, &error)))
    return trammel_cli_fail(error);
  report.model = trammel_project_get_model(project);
  report.result = result;
  code = compute(&report, problem ? trammel_problem_get_task(problem) : NULL, &error)
             ? print(&o, &report)
             : trammel_cli_fail(error);
  tr_base_logs_clear(&report.logs);
  tr_base_free(report.base);
  return code;
}
