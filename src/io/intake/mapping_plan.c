#include "io/intake/mapping_plan.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/log/csv/preview.h"
#include "io/project/put.h"
#include "io/units/units.h"

/* Largest number of unused channels that are named. */
enum { MOST_UNUSED = 4 };

static void
clear_row(gpointer data)
{
  TrammelMapRow *row = data;

  g_free(row->signal);
  g_free(row->unit_text);
}

TrammelMapRow *
trammel_mapping_plan_get(const TrammelMappingPlan *plan, guint i)
{
  return &g_array_index(plan->rows, TrammelMapRow, i);
}

const TrammelTableChannel *
trammel_mapping_plan_get_channel(const TrammelMappingPlan *plan, guint i)
{
  return plan->table->channels->pdata[i];
}

gboolean
trammel_mapping_plan_uses(const TrammelMappingPlan *plan, guint channel)
{
  for (guint i = 0; i < plan->rows->len; i++)
    if (trammel_mapping_plan_get(plan, i)->column == channel + 1)
      return TRUE;
  return FALSE;
}

/* ---- from the project ------------------------------------------------------------------------ */

/* Returns the project's value of a channel's quantity; `other` if it has none. */
static double
read_quantity(const TrammelMappingPlan *plan,
              const TrammelMapRow *row,
              const char *ending,
              double other,
              gboolean *is_free)
{
  g_autofree char *id = g_strdup_printf(
      "log.%s.%s.%s", trammel_project_get_log_name(plan->project, plan->log), row->signal, ending);
  const TrammelQuantity *quantity = trammel_project_find_quantity(plan->project, id);

  if (is_free)
    *is_free = quantity && quantity->free;
  return quantity ? quantity->value : other;
}

static void
take_mapping(TrammelMappingPlan *plan, TrammelMapRow *row)
{
  for (guint i = 0; i < trammel_project_get_n_mappings(plan->project, plan->log); i++) {
    const TrammelMapping *mapping = trammel_project_get_mapping(plan->project, plan->log, i);
    if (!g_str_equal(mapping->signal, row->signal))
      continue;
    row->channel = (int)i;
    row->column = (guint)(trammel_log_table_find(plan->table, mapping->column) + 1);
    row->unit_text = g_strdup(mapping->unit);
    row->negative = mapping->sign < 0;
    row->scale = read_quantity(plan, row, "scale", 1, NULL);
    row->offset = read_quantity(plan, row, "offset", 0, &row->estimates_offset);
    row->delay = read_quantity(plan, row, "delay", 0, &row->estimates_delay);
  }
}

static void
add_row(
    TrammelMappingPlan *plan, const char *signal, const char *unit, gboolean is_motor, double sigma)
{
  TrammelMapRow row = {.signal = g_strdup(signal),
                       .unit = unit,
                       .is_motor = is_motor,
                       .scale = 1,
                       .sigma = sigma,
                       .channel = -1};

  take_mapping(plan, &row);
  g_array_append_val(plan->rows, row);
}

static gboolean
has_motion(const TrammelTableChannel *channel)
{
  double first = NAN;

  for (gsize i = 0; i < channel->n; i++) {
    if (isnan(first))
      first = channel->y[i];
    else if (!isnan(channel->y[i]) && channel->y[i] != first)
      return TRUE;
  }
  return FALSE;
}

TrammelMappingPlan *
trammel_mapping_plan_new(TrammelProject *project, guint log, TrammelLogTable *table)
{
  TrammelMappingPlan *plan = g_new0(TrammelMappingPlan, 1);
  const TrModel *model = trammel_project_get_model(project);

  plan->project = trammel_project_ref(project);
  plan->log = log;
  plan->table = trammel_log_table_ref(table);
  plan->rows = g_array_new(FALSE, TRUE, sizeof(TrammelMapRow));
  g_array_set_clear_func(plan->rows, clear_row);
  plan->moves = g_new0(gboolean, MAX(table->channels->len, 1));
  for (guint i = 0; i < table->channels->len; i++)
    plan->moves[i] = has_motion(table->channels->pdata[i]);
  for (int i = 0; i < model->n_sensors; i++)
    add_row(plan, model->sensors[i].name, tr_sensor_unit(model, i), FALSE, model->sensors[i].sigma);
  for (int i = 0; i < model->n_motors; i++)
    add_row(plan, model->motors[i].name, "", TRUE, NAN);
  return plan;
}

void
trammel_mapping_plan_free(TrammelMappingPlan *plan)
{
  trammel_project_unref(plan->project);
  trammel_log_table_unref(plan->table);
  g_array_unref(plan->rows);
  g_free(plan->moves);
  g_free(plan);
}

gboolean
trammel_mapping_plan_has_sensor(const TrammelMappingPlan *plan)
{
  for (guint i = 0; i < plan->rows->len; i++)
    if (!trammel_mapping_plan_get(plan, i)->is_motor && trammel_mapping_plan_get(plan, i)->column)
      return TRUE;
  return FALSE;
}

int
trammel_mapping_plan_rate(const TrammelMappingPlan *plan)
{
  int rate = 0;

  for (guint i = 0; i < plan->rows->len; i++) {
    const TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    rate += row->column ? row->guess != TRAMMEL_GUESS_BY_ORDER : -1;
  }
  return rate;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static char *
check_row(const TrammelMappingPlan *plan, const TrammelMapRow *row)
{
  const TrammelTableChannel *channel =
      row->column ? trammel_mapping_plan_get_channel(plan, row->column - 1) : NULL;
  const char *unit = row->unit_text ? row->unit_text : channel ? channel->unit : NULL;
  TrammelDimension wanted, found;

  if (!channel)
    return NULL;
  if (!isfinite(row->scale) || row->scale == 0)
    return g_strdup_printf(_("The scale of “%s” must be a number other than 0."), row->signal);
  if (!isfinite(row->offset) || !isfinite(row->delay) || row->delay < 0)
    return g_strdup_printf(_("The offset of “%s” must be a number, and its delay 0 or more."),
                           row->signal);
  if (!isnan(row->sigma) && !(row->sigma > 0))
    return g_strdup_printf(_("The noise of “%s” must be above 0, or auto."), row->signal);
  if (row->is_motor || !unit || !*unit || !trammel_unit_parse(row->unit, NULL, &wanted))
    return NULL;
  if (!trammel_unit_parse(unit, NULL, &found))
    return row->unit_text ? g_strdup_printf(_("“%s” is not a known unit; “%s” is measured in %s."),
                                            unit, row->signal, row->unit)
                          : NULL;
  return found == wanted || found == TRAMMEL_DIMENSION_NONE
             ? NULL
             : g_strdup_printf(_("“%s” is in %s, but “%s” is measured in %s."), channel->name, unit,
                               row->signal, row->unit);
}

char *
trammel_mapping_plan_check(const TrammelMappingPlan *plan)
{
  for (guint i = 0; i < plan->rows->len; i++) {
    const TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    char *why = check_row(plan, row);
    if (why)
      return why;
  }
  return trammel_mapping_plan_has_sensor(plan) || plan->rows->len == 0
             ? NULL
             : g_strdup(_("Choose a channel for at least one sensor."));
}

/* Returns "3 of 4 sensors and 1 of 1 inputs are mapped." */
static char *
count_mapped(const TrammelMappingPlan *plan)
{
  guint n[2] = {0, 0}, mapped[2] = {0, 0};

  for (guint i = 0; i < plan->rows->len; i++) {
    const TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    n[row->is_motor != 0]++;
    mapped[row->is_motor != 0] += row->column != 0;
  }
  if (n[1] == 0)
    return g_strdup_printf(_("%u of %u sensors are mapped."), mapped[0], n[0]);
  return g_strdup_printf(_("%u of %u sensors and %u of %u inputs are mapped."), mapped[0], n[0],
                         mapped[1], n[1]);
}

/* Returns "Not used: tau1, tau2.", the channels that move and are mapped to nothing; NULL without
 * any. */
static char *
list_unused(const TrammelMappingPlan *plan)
{
  g_autoptr(GString) list = g_string_new(NULL);
  guint n = 0;

  for (guint k = 0; k < plan->table->channels->len; k++) {
    const TrammelTableChannel *channel = trammel_mapping_plan_get_channel(plan, k);
    if (channel->is_time || !channel->t || !plan->moves[k] || trammel_mapping_plan_uses(plan, k))
      continue;
    if (n++ < MOST_UNUSED)
      g_string_append_printf(list, "%s%s", list->len ? ", " : "", channel->name);
  }
  if (n > MOST_UNUSED)
    return g_strdup_printf(_("Not used: %s and %u more."), list->str, n - MOST_UNUSED);
  return n > 0 ? g_strdup_printf(_("Not used: %s."), list->str) : NULL;
}

char *
trammel_mapping_plan_summarise(const TrammelMappingPlan *plan)
{
  g_autofree char *mapped = count_mapped(plan), *unused = list_unused(plan);

  if (plan->rows->len == 0)
    return g_strdup(_("This mechanism has no sensors yet. Add them on the page Model, then map."));
  return unused ? g_strdup_printf("%s %s", mapped, unused) : g_steal_pointer(&mapped);
}

/* ---- into the project ------------------------------------------------------------------------ */

static gboolean
put_number(TrammelProject *project,
           const char *channel,
           const char *key,
           double value,
           double usual,
           GError **error)
{
  g_autofree char *path = g_strdup_printf("%s.%s", channel, key);
  g_autofree char *present = trammel_project_dup_at(project, path);
  char number[TRAMMEL_NUMBER_SIZE];

  if (!present && value == usual)
    return TRUE;
  return trammel_project_put(project, path, trammel_json_format_number(number, value), error);
}

static gboolean
put_word(
    TrammelProject *project, const char *channel, const char *key, const char *word, GError **error)
{
  g_autofree char *path = g_strdup_printf("%s.%s", channel, key);
  g_autoptr(GString) json = g_string_new(NULL);

  if (!word || !*word)
    return trammel_project_remove(project, path, error);
  trammel_json_append_quoted(json, word);
  return trammel_project_put(project, path, json->str, error);
}

static gboolean
put_quantities(TrammelProject *project, guint log, const TrammelMapRow *row, GError **error)
{
  const char *name = trammel_project_get_log_name(project, log);
  g_autofree char *offset = g_strdup_printf("log.%s.%s.offset", name, row->signal);
  g_autofree char *delay = g_strdup_printf("log.%s.%s.delay", name, row->signal);
  g_autofree char *sigma = g_strdup_printf("sensor.%s.sigma", row->signal);
  const TrammelQuantity *noise = trammel_project_find_quantity(project, sigma);

  if (noise && !(noise->value == row->sigma || (isnan(noise->value) && isnan(row->sigma))) &&
      !trammel_project_set_value(project, sigma, row->sigma, error))
    return FALSE;
  return trammel_project_set_free(project, offset, row->estimates_offset, error) &&
         trammel_project_set_free(project, delay, row->estimates_delay, error);
}

/* Returns the index of the channel of `signal` in a log; -1 if there is none. */
static int
find_mapping(const TrammelProject *project, guint log, const char *signal)
{
  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++)
    if (g_str_equal(trammel_project_get_mapping(project, log, i)->signal, signal))
      return (int)i;
  return -1;
}

/* Writes the channel of a row: new, changed or removed; a constant input remains if no column is
 * chosen. */
static gboolean
put_row(const TrammelMappingPlan *plan,
        TrammelProject *project,
        guint log,
        const TrammelMapRow *row,
        GError **error)
{
  int at = find_mapping(project, log, row->signal);
  gboolean is_constant = at >= 0 && !trammel_project_get_mapping(project, log, (guint)at)->column;
  g_autofree char *list = g_strdup_printf("logs[%u].channels[]", log);
  g_autofree char *channel =
      g_strdup_printf("logs[%u].channels[%u]", log,
                      at >= 0 ? (guint)at : trammel_project_get_n_mappings(project, log));

  if (!row->column)
    return at < 0 || is_constant || trammel_project_remove(project, channel, error);
  if (at < 0 || is_constant) {
    g_autoptr(GString) json = g_string_new("{ \"signal\": ");
    trammel_json_append_quoted(json, row->signal);
    g_string_append(json, ", \"column\": ");
    trammel_json_append_quoted(json,
                               trammel_mapping_plan_get_channel(plan, row->column - 1)->column);
    g_string_append(json, " }");
    if (!trammel_project_put(project, at < 0 ? list : channel, json->str, error))
      return FALSE;
  }
  return put_word(project, channel, "column",
                  trammel_mapping_plan_get_channel(plan, row->column - 1)->column, error) &&
         put_word(project, channel, "unit", row->unit_text, error) &&
         put_number(project, channel, "sign", row->negative ? -1 : 1, 1, error) &&
         put_number(project, channel, "scale", row->scale, 1, error) &&
         put_number(project, channel, "offset", row->offset, 0, error) &&
         put_number(project, channel, "delay", row->delay, 0, error) &&
         put_quantities(project, log, row, error);
}

static char *
read_header(const TrammelProject *project, guint log)
{
  g_autofree char *path = trammel_project_dup_log_path(project, log);
  g_autoptr(TrammelCsvPreview) preview = trammel_csv_preview_new(path, NULL, 0, 1, NULL);

  return preview ? g_strdup(preview->header) : NULL;
}

TrammelProject *
trammel_mapping_plan_build(const TrammelMappingPlan *plan, gboolean for_all, GError **error)
{
  g_autofree char *why = trammel_mapping_plan_check(plan);
  g_autofree char *header = read_header(plan->project, plan->log);

  if (why) {
    g_set_error_literal(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID, why);
    return NULL;
  }
  g_autoptr(TrammelProject) project = trammel_project_copy(plan->project);
  for (guint log = 0; log < trammel_project_get_n_logs(project); log++) {
    g_autofree char *other = log != plan->log && for_all ? read_header(project, log) : NULL;
    if (log != plan->log && (!header || g_strcmp0(header, other) != 0))
      continue;
    for (guint i = 0; i < plan->rows->len; i++)
      if (!put_row(plan, project, log, trammel_mapping_plan_get(plan, i), error))
        return NULL;
  }
  return g_steal_pointer(&project);
}
