/* Section `logs` of a project: files, clocks and mappings.  Files are not opened here; offset,
 * scale and delay of the channels are quantities (project/load_quantity.c). */
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/project/import_json.h"
#include "io/project/private.h"
#include "io/units/sensor_unit.h"

static const char *const role_words[] = {"estimate", "validate", "off"};

static void
clear_clock(TrammelClock *clock)
{
  g_free(clock->column);
  g_strfreev(clock->dates);
}

static void
clear_channel(gpointer data)
{
  TrammelChannel *channel = data;

  g_free(channel->mapping.signal);
  g_free(channel->mapping.column);
  g_free(channel->mapping.minus);
  g_free(channel->mapping.formula);
  g_strfreev(channel->mapping.others);
  g_free(channel->mapping.process);
  g_free(channel->mapping.unit);
  clear_clock(&channel->clock);
}

void
trammel_log_entry_free(TrammelLogEntry *entry)
{
  g_free(entry->name);
  g_free(entry->file);
  g_free(entry->sha256);
  g_strfreev(entry->ignore);
  clear_clock(&entry->clock);
  g_clear_pointer(&entry->import, trammel_import_free);
  g_array_unref(entry->channels);
  g_array_unref(entry->excluded);
  g_array_unref(entry->own);
  g_free(entry);
}

/* Reads a unit of time; the last of the words is that of dates. */
static gboolean
read_time_unit(double *unit, gboolean *is_date, const TrammelNode *node, GError **error)
{
  static const char *const words[] = {"s", "ms", "us", "ns", "min", "h", "iso8601"};
  static const double seconds[] = {1, 1e-3, 1e-6, 1e-9, 60, 3600, 1};
  guint index = 0;

  *is_date = FALSE;
  if (!trammel_node_get_word(node, words, G_N_ELEMENTS(words), &index, error))
    return FALSE;
  if (!node->node)
    return TRUE;
  *unit = seconds[index];
  *is_date = index == G_N_ELEMENTS(words) - 1;
  return TRUE;
}

/* Reads `"column": ["date", "time"]`. */
static gboolean
read_date_columns(TrammelClock *clock, const TrammelNode *column, GError **error)
{
  guint length;

  if (!trammel_node_get_length(column, &length, error))
    return FALSE;
  if (length == 0)
    return trammel_node_fail(column, error,
                             "names no column; give the columns of the date and of the time");
  clock->dates = g_new0(char *, length + 1);
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(column, i);
    const char *text = NULL;
    if (!trammel_node_need_string(&element, &text, error))
      return FALSE;
    clock->dates[i] = g_strdup(text);
  }
  clock->column = g_strdup(clock->dates[0]);
  return TRUE;
}

static gboolean
read_clock_column(TrammelClock *clock, const TrammelNode *node, GError **error)
{
  TrammelNode column = trammel_node_member(node, "column");
  TrammelNode unit = trammel_node_member(node, "unit");
  gboolean is_list = column.node && JSON_NODE_HOLDS_ARRAY(column.node), is_date;
  const char *text = NULL;

  if ((!is_list && !trammel_node_need_string(&column, &text, error)) ||
      !read_time_unit(&clock->unit, &is_date, &unit, error))
    return FALSE;
  if (is_list && unit.node && !is_date)
    return trammel_node_fail(&unit, error,
                             "several columns make a date and time, whose unit is \"iso8601\"; "
                             "write that, or give one column");
  if (is_list)
    return read_date_columns(clock, &column, error);
  clock->column = g_strdup(text);
  if (is_date)
    clock->dates = g_strdupv((char *[]){clock->column, NULL});
  return TRUE;
}

/* Reads `{ "column", "unit" }` or `{ "rate" }`; the default is the column "t" in seconds. */
static gboolean
read_clock(TrammelClock *clock, const TrammelNode *node, GError **error)
{
  TrammelNode column = trammel_node_member(node, "column");
  TrammelNode rate = trammel_node_member(node, "rate");

  clock->unit = NAN;
  if (!node->node) {
    clock->column = g_strdup("t");
    return TRUE;
  }
  if (!trammel_node_check_object(node, error) ||
      !trammel_node_get_number(&rate, &clock->rate, error))
    return FALSE;
  if (rate.node && !(clock->rate > 0))
    return trammel_node_fail(&rate, error, "must be above zero [Hz], found %g", clock->rate);
  if (rate.node && column.node)
    return trammel_node_fail(node, error, "has both a column and a rate; remove one");
  return rate.node || read_clock_column(clock, node, error);
}

/* Reads a range of time, whose end must be after its start. */
static gboolean
read_range(double range[2], const TrammelNode *node, GError **error)
{
  if (!trammel_node_get_vector(node, range, 2, error))
    return FALSE;
  if (!(range[0] < range[1]))
    return trammel_node_fail(node, error, "the end %g s is not after the start %g s", range[1],
                             range[0]);
  return TRUE;
}

static gboolean
read_trim(double trim[2], const TrammelNode *entry, GError **error)
{
  TrammelNode node = trammel_node_member(entry, "trim");

  trim[0] = -INFINITY;
  trim[1] = INFINITY;
  return !node.node || read_range(trim, &node, error);
}

static gboolean
read_excluded(TrammelLogEntry *entry, const TrammelNode *node, GError **error)
{
  TrammelNode list = trammel_node_member(node, "exclude");
  guint length;

  if (!trammel_node_get_length(&list, &length, error))
    return FALSE;
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(&list, i);
    double range[2];
    if (!read_range(range, &element, error))
      return FALSE;
    g_array_append_val(entry->excluded, range);
  }
  return TRUE;
}

static gboolean
read_import(TrammelLogEntry *entry, const TrammelNode *node, GError **error)
{
  TrammelNode import = trammel_node_member(node, "import");

  if (import.node)
    entry->import = trammel_import_read(&import, error);
  return !import.node || entry->import;
}

/* Fails unless the signal is a sensor or a motor of the model without another channel in this
 * log. */
static gboolean
check_signal(const TrammelProject *project,
             const TrammelLogEntry *entry,
             const TrammelNode *node,
             const char *signal,
             gboolean *is_motor,
             GError **error)
{
  const TrModel *model = project->model;
  gboolean known;

  *is_motor = FALSE;
  known = trammel_sensor_find(model, signal) >= 0;
  for (int i = 0; i < model->n_motors && !known; i++)
    known = *is_motor = g_str_equal(model->motors[i].name, signal);
  if (!known) {
    g_autofree char *sensors = trammel_project_list_names(
        model->n_sensors ? model->sensors->name : "", (guint)model->n_sensors, sizeof(TrSensor));
    g_autofree char *motors = trammel_project_list_names(model->n_motors ? model->motors->name : "",
                                                         (guint)model->n_motors, sizeof(TrMotor));
    return trammel_node_fail(node, error,
                             "there is no sensor or motor called '%s'; sensors are %s, motors are "
                             "%s",
                             signal, *sensors ? sensors : TRAMMEL_WORD("none"),
                             *motors ? motors : TRAMMEL_WORD("none"));
  }
  for (guint i = 0; i < entry->channels->len; i++)
    if (g_str_equal(g_array_index(entry->channels, TrammelChannel, i).mapping.signal, signal))
      return trammel_node_fail(node, error, "'%s' has two channels in this log; remove one",
                               signal);
  return TRUE;
}

static gboolean
read_sign(TrammelMapping *mapping, const TrammelNode *node, GError **error)
{
  TrammelNode sign = trammel_node_member(node, "sign");

  if (!trammel_node_get_number(&sign, &mapping->sign, error))
    return FALSE;
  if (mapping->sign != 1 && mapping->sign != -1)
    return trammel_node_fail(&sign, error, "must be 1 or -1, found %g", mapping->sign);
  return TRUE;
}

/* Reads the content of a channel: a column or a constant. */
static gboolean
read_content(TrammelChannel *channel, const TrammelNode *node, gboolean is_motor, GError **error)
{
  static const char *const betweens[] = {"hold", "linear"};
  TrammelNode column = trammel_node_member(node, "column");
  TrammelNode constant = trammel_node_member(node, "constant");
  TrammelNode minus = trammel_node_member(node, "minus");
  TrammelNode unit = trammel_node_member(node, "unit"), time = trammel_node_member(node, "time");
  TrammelNode between = trammel_node_member(node, "between");
  const char *text = NULL, *unit_text = NULL, *minus_text = NULL;
  guint linear = 0;

  if (constant.node && !is_motor)
    return trammel_node_fail(&constant, error, "only a motor can be constant; give a column");
  if (constant.node && column.node)
    return trammel_node_fail(node, error, "has both a column and a constant; remove one");
  if (constant.node && minus.node)
    return trammel_node_fail(
        &minus, error, "is subtracted from a column, but this channel is constant; remove it");
  if (!trammel_node_get_number(&constant, &channel->mapping.constant, error) ||
      (!constant.node && !trammel_node_need_string(&column, &text, error)) ||
      !trammel_node_get_string(&unit, &unit_text, error) ||
      !trammel_node_get_string(&minus, &minus_text, error) ||
      !trammel_node_get_word(&between, betweens, G_N_ELEMENTS(betweens), &linear, error))
    return FALSE;
  channel->mapping.column = g_strdup(text);
  channel->mapping.minus = g_strdup(minus_text);
  channel->mapping.unit = g_strdup(unit_text);
  channel->mapping.linear = linear == 1;
  channel->mapping.between_is_stated = between.node != NULL;
  channel->has_clock = time.node != NULL;
  return !time.node || read_clock(&channel->clock, &time, error);
}

static gboolean
read_channel(TrammelProject *project,
             TrammelLogEntry *entry,
             const TrammelNode *node,
             GError **error)
{
  TrammelChannel channel = {.mapping = {.sign = 1, .scale = 1}};
  TrammelNode signal = trammel_node_member(node, "signal");
  const char *text = NULL;
  gboolean is_motor, ok;

  if (!trammel_node_check_object(node, error) || !trammel_node_need_string(&signal, &text, error) ||
      !check_signal(project, entry, &signal, text, &is_motor, error))
    return FALSE;
  channel.mapping.signal = g_strdup(text);
  ok = read_content(&channel, node, is_motor, error) &&
       trammel_project_read_process(&channel.mapping, node, error) &&
       read_sign(&channel.mapping, node, error);
  g_array_append_val(entry->channels, channel);
  return ok;
}

/* Reads whether stamps and inputs are exact. */
static gboolean
read_timing(TrammelLogEntry *entry, const TrammelNode *node, GError **error)
{
  static const char *const words[] = {"sampled", "known"};
  TrammelNode timing = trammel_node_member(node, "timing");
  guint index = 0;

  if (!trammel_node_get_word(&timing, words, G_N_ELEMENTS(words), &index, error))
    return FALSE;
  entry->timing_is_known = index == 1;
  return TRUE;
}

static gboolean
read_entry(TrammelProject *project, TrammelLogEntry *entry, const TrammelNode *node, GError **error)
{
  TrammelNode file = trammel_node_member(node, "file"), sha = trammel_node_member(node, "sha256");
  TrammelNode role = trammel_node_member(node, "role"), time = trammel_node_member(node, "time");
  TrammelNode channels = trammel_node_member(node, "channels");
  TrammelNode ignore = trammel_node_member(node, "ignore");
  const char *file_text = NULL, *sha_text = NULL;
  guint role_index = TRAMMEL_ROLE_ESTIMATE, length;

  if (!trammel_node_need_string(&file, &file_text, error) ||
      !trammel_node_get_string(&sha, &sha_text, error) ||
      !trammel_node_get_word(&role, role_words, G_N_ELEMENTS(role_words), &role_index, error) ||
      !read_clock(&entry->clock, &time, error) || !read_trim(entry->trim, node, error) ||
      !read_excluded(entry, node, error) || !read_timing(entry, node, error) ||
      !read_import(entry, node, error) || !trammel_node_get_words(&ignore, &entry->ignore, error) ||
      !trammel_node_get_length(&channels, &length, error))
    return FALSE;
  if (sha_text && !trammel_json_as_sha256(sha.node))
    return trammel_node_fail(&sha, error,
                             "expected the SHA-256 of the file, 64 hexadecimal digits; correct or "
                             "remove it");
  entry->file = g_strdup(file_text);
  entry->sha256 = g_strdup(sha_text);
  entry->role = (TrammelRole)role_index;
  entry->has_clock = time.node != NULL;
  for (guint i = 0; i < length; i++) {
    TrammelNode channel = trammel_node_element(&channels, i);
    if (!read_channel(project, entry, &channel, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_project_read_logs(TrammelProject *project, const TrammelNode *root, GError **error)
{
  TrammelNode logs = trammel_node_member(root, "logs");
  guint length;

  if (!trammel_node_get_length(&logs, &length, error))
    return FALSE;

  g_autofree char *names = g_new0(char, (gsize)length *TR_NAME_SIZE + 1);
  for (guint i = 0; i < length; i++) {
    TrammelNode node = trammel_node_element(&logs, i);
    char *name = names + (gsize)i * TR_NAME_SIZE;
    if (!trammel_project_read_name(name, &node, TRAMMEL_WORD("log"),
                                   (TrammelNames){names, i, TR_NAME_SIZE}, error))
      return FALSE;
    TrammelLogEntry *entry = g_new0(TrammelLogEntry, 1);
    entry->name = g_strdup(name);
    entry->excluded = g_array_new(FALSE, FALSE, sizeof(double[2]));
    entry->own = g_array_new(FALSE, TRUE, sizeof(TrOwnValue));
    entry->channels = g_array_new(FALSE, TRUE, sizeof(TrammelChannel));
    g_array_set_clear_func(entry->channels, clear_channel);
    g_ptr_array_add(project->logs, entry);
    if (!read_entry(project, entry, &node, error))
      return FALSE;
  }
  return TRUE;
}
