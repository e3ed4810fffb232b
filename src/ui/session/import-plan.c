#include "ui/session/import-plan.h"

#include <math.h>
#include <string.h>

#include "io/error.h"
#include "io/examples.h"
#include "io/json_writer.h"
#include "io/project_json.h"
#include "ui/session/format.h"
#include "ui/session/temp-folder.h"

/* A matrix with more columns than this is not a table of signals. */
enum { MAX_MATRIX_COLUMNS = 32 };

/* A step of this size resolves a mechanism's motion; more nodes than that make a fit slow. */
#define USUAL_STEP 0.002
enum { MAX_NODES = 20000 };

/* A linear axis: one body on a rail, driven along it; no example shows it. */
#define LINEAR_AXIS "/io/github/trammel/Trammel/templates/linear-axis.trammel"

guint
trammel_import_get_n_templates(void)
{
  return trammel_examples_get_n() + 1;
}

const char *
trammel_import_get_template_title(guint i)
{
  return i < trammel_examples_get_n() ? trammel_examples_get(i)->title
                                      : "Linear axis (one mass on a rail)";
}

const char *const *
trammel_import_units(const char *unit)
{
  static const char *const time[] = {"s", "ms", "us", "ns", NULL};
  static const char *const angle[] = {"rad", "deg", NULL};
  static const char *const length[] = {"m", "mm", "cm", NULL};
  static const char *const input[] = {"as is", NULL};

  if (g_str_equal(unit, "s"))
    return time;
  if (g_str_equal(unit, "rad"))
    return angle;
  if (g_str_equal(unit, "m"))
    return length;
  return input;
}

static void
clear_signal(gpointer data)
{
  g_free(((TrammelImportSignal *)data)->signal);
}

static void
add_columns(TrammelImportPlan *plan, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(plan->dataset, i);

  if (column->is_text || column->n < 2)
    return;
  if (column->n_rows == 1 || column->n_columns == 1)
    g_ptr_array_add(plan->columns, trammel_dataset_dup_reference(plan->dataset, i));
  else if (column->n_columns <= MAX_MATRIX_COLUMNS)
    for (gsize k = 1; k <= column->n_columns; k++)
      g_ptr_array_add(plan->columns, g_strdup_printf("%s(:,%zu)", column->name, k));
  else if (column->n_rows <= MAX_MATRIX_COLUMNS)
    for (gsize k = 1; k <= column->n_rows; k++)
      g_ptr_array_add(plan->columns, g_strdup_printf("%s(%zu,:)", column->name, k));
}

TrammelImportPlan *
trammel_import_plan_new(TrammelDataset *dataset)
{
  TrammelImportPlan *plan = g_new0(TrammelImportPlan, 1);

  plan->dataset = trammel_dataset_ref(dataset);
  plan->columns = g_ptr_array_new_with_free_func(g_free);
  plan->signals = g_array_new(FALSE, TRUE, sizeof(TrammelImportSignal));
  g_array_set_clear_func(plan->signals, clear_signal);
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    add_columns(plan, i);
  return plan;
}

void
trammel_import_plan_free(TrammelImportPlan *plan)
{
  trammel_dataset_unref(plan->dataset);
  g_ptr_array_unref(plan->columns);
  g_array_unref(plan->signals);
  g_clear_pointer(&plan->model, trammel_project_unref);
  g_free(plan);
}

static TrammelProject *
load_template(guint i, GError **error)
{
  if (i >= trammel_examples_get_n()) {
    g_autoptr(GBytes) bytes = g_resources_lookup_data(LINEAR_AXIS, 0, error);
    return bytes ? trammel_project_new_from_data(g_bytes_get_data(bytes, NULL),
                                                 (gssize)g_bytes_get_size(bytes), NULL, error)
                 : NULL;
  }
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", error);
  g_autofree char *path =
      folder ? trammel_examples_write(trammel_examples_get(i), folder, error) : NULL;
  TrammelProject *project = path ? trammel_project_load(path, error) : NULL;
  if (folder)
    trammel_temp_folder_remove(folder);
  return project;
}

/* How well the name of a column suits a signal: 0 not at all. */
static int
rate_name(const char *column, const char *signal, const char *const *usual)
{
  g_autofree char *name = g_ascii_strdown(column, -1);
  g_autofree char *wanted = g_ascii_strdown(signal, -1);

  if (g_str_equal(name, wanted))
    return 4;
  if (strstr(name, wanted))
    return 3;
  for (int i = 0; usual[i]; i++)
    if (g_str_equal(name, usual[i]))
      return 2;
  for (int i = 0; usual[i]; i++)
    if (strlen(usual[i]) > 1 && strstr(name, usual[i]))
      return 1;
  return 0;
}

/* The best unused column for `signal`, as index + 1; 0 when none suits. */
static guint
guess_column(const TrammelImportPlan *plan,
             const char *signal,
             const char *const *usual,
             guint64 *used)
{
  guint best = 0;
  int best_rate = 0;

  for (guint i = 0; i < MIN(plan->columns->len, 64); i++) {
    int rate = rate_name(plan->columns->pdata[i], signal, usual);
    if (rate > best_rate && !(*used & (G_GUINT64_CONSTANT(1) << i))) {
      best = i + 1;
      best_rate = rate;
    }
  }
  if (best)
    *used |= G_GUINT64_CONSTANT(1) << (best - 1);
  return best;
}

/* The unit that the file gives for `column`, as an index into the drop-down; 0 when it says none.
 */
static guint
guess_unit(const TrammelImportPlan *plan, const char *column, const char *unit)
{
  const char *const *units = trammel_import_units(unit);
  const TrammelColumn *source = NULL;
  gsize n;
  g_autofree double *values = trammel_dataset_dup_vector(plan->dataset, column, &n, &source, NULL);

  if (!values || !source || !source->unit)
    return 0;
  for (guint i = 0; units[i]; i++)
    if (g_str_equal(units[i], source->unit))
      return i;
  return 0;
}

static void
add_signal(
    TrammelImportPlan *plan, const char *name, gboolean is_motor, const char *unit, guint64 *used)
{
  static const char *const positions[] = {"qm",  "q",     "q1",     "pos",     "position", "angle",
                                          "enc", "theta", "theta1", "encoder", "x",        NULL};
  static const char *const inputs[] = {"vir",     "u",       "i",     "tau",   "torque", "force",
                                       "current", "voltage", "motor", "input", NULL};
  TrammelImportSignal signal = {
      .signal = g_strdup(name), .is_motor = is_motor, .unit = unit, .scale = 1};

  signal.column = guess_column(plan, name, is_motor ? inputs : positions, used);
  if (signal.column && !is_motor)
    signal.unit_index = guess_unit(plan, plan->columns->pdata[signal.column - 1], unit);
  g_array_append_val(plan->signals, signal);
}

gboolean
trammel_import_plan_set_template(TrammelImportPlan *plan, guint i, GError **error)
{
  static const char *const times[] = {"t", "time", "tout", "timestamp", "stamp", NULL};
  TrammelProject *project = load_template(i, error);
  guint64 used = 0;

  if (!project)
    return FALSE;
  g_clear_pointer(&plan->model, trammel_project_unref);
  plan->model = project;
  g_array_set_size(plan->signals, 0);
  guint time = guess_column(plan, "time", times, &used);
  plan->time = time ? time - 1 : 0;
  used |= G_GUINT64_CONSTANT(1) << MIN(plan->time, 63);
  plan->time_unit =
      plan->columns->len ? guess_unit(plan, plan->columns->pdata[plan->time], "s") : 0;

  const TrModel *model = trammel_project_get_model(project);
  for (int s = 0; s < model->n_sensors; s++)
    add_signal(plan, model->sensors[s].name, FALSE,
               tr_joint_position_unit(&model->joints[model->sensors[s].joint]), &used);
  for (int m = 0; m < model->n_motors; m++)
    add_signal(plan, model->motors[m].name, TRUE, "", &used);
  return TRUE;
}

/* Signals that found a column, less those that did not. */
static int
rate_template(const TrammelImportPlan *plan)
{
  int rate = 0;

  for (guint i = 0; i < plan->signals->len; i++)
    rate += g_array_index(plan->signals, TrammelImportSignal, i).column ? 1 : -1;
  return rate;
}

guint
trammel_import_plan_choose_template(TrammelImportPlan *plan)
{
  guint best = 0;
  int best_rate = G_MININT;

  for (guint i = 0; i < trammel_import_get_n_templates(); i++)
    if (trammel_import_plan_set_template(plan, i, NULL) && rate_template(plan) >= best_rate) {
      best = i;
      best_rate = rate_template(plan);
    }
  return best;
}

char *
trammel_import_plan_check(const TrammelImportPlan *plan)
{
  guint sensors = 0;

  if (plan->columns->len < 2)
    return g_strdup("The file has fewer than two columns of numbers: a time and a measurement are "
                    "needed.");
  if (!plan->model)
    return g_strdup("Choose a mechanism.");
  for (guint i = 0; i < plan->signals->len; i++) {
    const TrammelImportSignal *signal = &g_array_index(plan->signals, TrammelImportSignal, i);
    if (signal->column == plan->time + 1)
      return g_strdup_printf("“%s” uses the time column. Choose another column for it.",
                             signal->signal);
    if (!isfinite(signal->scale) || signal->scale <= 0)
      return g_strdup_printf("The scale of “%s” must be a number above 0.", signal->signal);
    sensors += !signal->is_motor && signal->column;
  }
  return sensors ? NULL : g_strdup("Choose a column for at least one sensor.");
}

static void
append_channel(const TrammelImportPlan *plan, GString *json, const TrammelImportSignal *signal)
{
  g_autofree char *scale = trammel_format_entry(signal->scale);

  g_string_append(json, "{ \"signal\": ");
  trammel_json_append_quoted(json, signal->signal);
  g_string_append(json, ", \"column\": ");
  trammel_json_append_quoted(json, plan->columns->pdata[signal->column - 1]);
  if (!signal->is_motor)
    g_string_append_printf(json, ", \"unit\": \"%s\"",
                           trammel_import_units(signal->unit)[signal->unit_index]);
  g_string_append_printf(json, ", \"sign\": %d, \"scale\": %s }", signal->negative ? -1 : 1, scale);
}

/* The project's `logs`. */
static char *
write_logs(const TrammelImportPlan *plan, const char *name)
{
  GString *json = g_string_new("[ { \"name\": ");
  gboolean first = TRUE;

  trammel_json_append_quoted(json, name);
  g_string_append(json, ", \"file\": ");
  trammel_json_append_quoted(json, trammel_dataset_get_path(plan->dataset));
  g_string_append(json, ", \"role\": \"estimate\", \"time\": { \"column\": ");
  trammel_json_append_quoted(json, plan->columns->pdata[plan->time]);
  g_string_append_printf(json, ", \"unit\": \"%s\" }, \"channels\": [",
                         trammel_import_units("s")[plan->time_unit]);
  for (guint i = 0; i < plan->signals->len; i++) {
    const TrammelImportSignal *signal = &g_array_index(plan->signals, TrammelImportSignal, i);
    if (!signal->column)
      continue;
    g_string_append(json, first ? " " : ", ");
    append_channel(plan, json, signal);
    first = FALSE;
  }
  g_string_append(json, " ] } ]");
  return g_string_free(json, FALSE);
}

/* A log's name: the file's, without what names must not contain. */
static char *
name_log(const TrammelImportPlan *plan)
{
  char *name = g_path_get_basename(trammel_dataset_get_path(plan->dataset));
  char *dot = strrchr(name, '.');

  if (dot && dot != name)
    *dot = '\0';
  g_strdelimit(name, ".=/", '_');
  return name;
}

/* The time step that suits the log: the samples' own, or a multiple of it. */
static double
choose_step(const TrammelImportPlan *plan)
{
  static const double factors[] = {1, 1e-3, 1e-6, 1e-9};
  gsize n = 0;
  g_autofree double *t =
      trammel_dataset_dup_vector(plan->dataset, plan->columns->pdata[plan->time], &n, NULL, NULL);

  if (!t || n < 3)
    return NAN;
  double duration = (t[n - 1] - t[0]) * factors[plan->time_unit];
  double sample = duration / (double)(n - 1);
  /* written with few digits: the clock's own jitter is no part of the step */
  double rounded = round(sample * 1e6) * 1e-6;
  double step = fmax(USUAL_STEP, duration / (double)MAX_NODES);
  return sample > 0 ? fmax(1, ceil(step / sample - 1e-3)) * (rounded > 0 ? rounded : sample) : NAN;
}

static gboolean
set_step(TrammelProject *project, double step, GError **error)
{
  char text[TRAMMEL_NUMBER_SIZE];

  return !isfinite(step) || step <= 0 ||
         trammel_project_set_setting(project, "h", trammel_json_format_number(text, step), error);
}

TrammelProject *
trammel_import_plan_build(const TrammelImportPlan *plan, GError **error)
{
  g_autofree char *why = trammel_import_plan_check(plan);

  if (why) {
    g_set_error_literal(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID, why);
    return NULL;
  }
  g_autofree char *name = name_log(plan);
  g_autofree char *text = trammel_project_to_data(plan->model);
  g_autofree char *logs = write_logs(plan, name);
  g_autoptr(JsonNode) root = trammel_json_parse(text, -1, "the mechanism", error);
  g_autoptr(JsonNode) mapped = root ? trammel_json_parse(logs, -1, "the mapping", error) : NULL;
  if (!mapped)
    return NULL;
  json_object_set_member(json_node_get_object(root), "logs", g_steal_pointer(&mapped));
  json_object_set_string_member(json_node_get_object(root), "name", name);
  g_autofree char *mapped_text = trammel_json_node_to_text(root);
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(mapped_text, -1, NULL, error);
  return project && set_step(project, choose_step(plan), error) ? g_steal_pointer(&project) : NULL;
}
