#include "io/problem/log_table.h"

#include <math.h>
#include <string.h>

#include "engine/signal/health.h"
#include "io/log/data/private.h"
#include "io/log/data/time_column.h"
#include "io/log/shapes.h"
#include "io/problem/clock.h"
#include "io/problem/log.h"
#include "io/units/units.h"

/* Largest number of columns of a matrix that is a table of signals. */
enum { MAX_MATRIX_COLUMNS = 32 };

static void
channel_free(gpointer data)
{
  TrammelTableChannel *channel = data;

  g_free(channel->column);
  g_free(channel->name);
  g_free(channel->unit);
  g_free(channel->y);
  g_free(channel);
}

static void
use_free(gpointer data)
{
  TrammelTableUse *use = data;

  g_free(use->signal);
  g_free(use->t);
  g_free(use->y);
  g_free(use);
}

/* ---- channels -------------------------------------------------------------------------------- */

/* Adds a channel; takes `column`. */
static void
add_channel(TrammelLogTable *table, char *column, const char *name)
{
  const TrammelColumn *source;
  gsize n;
  double *values = trammel_dataset_dup_vector(table->dataset, column, &n, &source, NULL);

  if (!values) {
    g_free(column);
    return;
  }
  TrammelTableChannel *channel = g_new0(TrammelTableChannel, 1);
  *channel = (TrammelTableChannel){.column = column,
                                   .name = g_strdup(name),
                                   .unit = g_strdup(source->unit),
                                   .is_time = trammel_column_is_time(source),
                                   .n = n,
                                   .y = values};
  for (gsize i = 0; i < n; i++)
    channel->n_missing += isnan(values[i]);
  g_ptr_array_add(table->channels, channel);
}

static void
add_slices(TrammelLogTable *table, const TrammelColumn *column)
{
  gboolean tall = column->n_columns <= MAX_MATRIX_COLUMNS;
  gsize n = tall ? column->n_columns : column->n_rows;

  for (gsize k = 1; k <= n && n <= MAX_MATRIX_COLUMNS; k++) {
    char *path = g_strdup_printf(tall ? "%s(:,%" G_GSIZE_FORMAT ")" : "%s(%" G_GSIZE_FORMAT ",:)",
                                 column->name, k);
    add_channel(table, path, path);
  }
}

static void
add_column(TrammelLogTable *table, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(table->dataset, i);

  if (column->is_text || column->is_skipped || column->n < 2)
    return;
  if (column->n_rows == 1 || column->n_columns == 1)
    add_channel(table, trammel_dataset_dup_reference(table->dataset, i), column->name);
  else
    add_slices(table, column);
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Returns the seconds since the first stamp, in the order of the file; NULL when they cannot be
 * read. */
static double *
read_clock(TrammelLogTable *table, const TrammelClock *clock, gsize length, gsize *n)
{
  TrammelStamps stamps;

  if (!trammel_stamps_read_any(&stamps, table->dataset, clock, length, NULL))
    return NULL;
  TrammelOrigin first = trammel_stamps_get_first(&stamps);
  double *t = g_new(double, MAX(stamps.n, 1));
  for (gsize i = 0; i < stamps.n; i++)
    t[i] = trammel_stamps_get(&stamps, i, first);
  *n = stamps.n;
  trammel_stamps_clear(&stamps);
  g_ptr_array_add(table->clocks, t);
  return t;
}

/* Sets the clock of the channels of its length that have none. */
static void
share_clock(TrammelLogTable *table, const double *t, gsize n)
{
  for (guint i = 0; t && i < table->channels->len; i++) {
    TrammelTableChannel *channel = table->channels->pdata[i];
    if (!channel->t && channel->n == n)
      channel->t = t;
  }
}

static void
describe_clock(TrammelLogTable *table, const double *t, gsize n)
{
  TrClockHealth health;

  if (!t || tr_health_clock(&health, t, n) != TR_OK)
    return;
  table->n_rows = n;
  table->rate = health.step > 0 ? 1 / health.step : NAN;
  table->n_gaps = health.n_gaps;
  table->n_unordered = health.n_back + health.n_equal;
  for (gsize i = n; i > 0 && isnan(table->duration); i--)
    table->duration = t[i - 1];
}

/* Finds clocks next to their channels. */
static void
find_other_clocks(TrammelLogTable *table)
{
  g_autoptr(GPtrArray) shapes = trammel_shapes_find(table->dataset);

  for (guint s = 0; s < shapes->len; s++) {
    const TrammelLogShape *shape = shapes->pdata[s];
    TrammelClock clock = {.column = shape->time, .unit = NAN};
    gsize n = 0;
    double *t = shape->time ? read_clock(table, &clock, 0, &n) : NULL;
    if (t && table->n_rows == 0)
      describe_clock(table, t, n);
    for (guint k = 0; t && k < shape->channels->len; k++) {
      const TrammelShapeChannel *part = &g_array_index(shape->channels, TrammelShapeChannel, k);
      int i = trammel_log_table_find(table, part->column);
      TrammelTableChannel *channel = i >= 0 ? table->channels->pdata[i] : NULL;
      if (channel && !channel->t && channel->n == n)
        channel->t = t;
    }
  }
}

static void
mark_time(TrammelLogTable *table, const char *column)
{
  int at = trammel_log_table_find(table, column);

  if (at >= 0)
    ((TrammelTableChannel *)table->channels->pdata[at])->is_time = TRUE;
}

/* Marks the columns of the log's own clock, whatever their names are. */
static void
mark_clock(TrammelLogTable *table, const TrammelClock *clock)
{
  mark_time(table, clock->column);
  for (gsize i = 0; clock->dates && clock->dates[i]; i++)
    mark_time(table, clock->dates[i]);
}

static gsize
get_longest(const TrammelLogTable *table)
{
  gsize n = 0;

  for (guint i = 0; i < table->channels->len; i++)
    n = MAX(n, ((TrammelTableChannel *)table->channels->pdata[i])->n);
  return n;
}

TrammelLogTable *
trammel_log_table_new(const TrammelProject *project, guint log, TrammelDataset *dataset)
{
  const TrammelLogEntry *entry = trammel_project_get_log(project, log);
  TrammelLogTable *table = g_new0(TrammelLogTable, 1);
  gsize n = 0;

  table->refs = 1;
  table->dataset = trammel_dataset_ref(dataset);
  table->channels = g_ptr_array_new_with_free_func(channel_free);
  table->clocks = g_ptr_array_new_with_free_func(g_free);
  table->rate = table->duration = NAN;
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    add_column(table, i);
  mark_clock(table, &entry->clock);
  const double *t = read_clock(table, &entry->clock, get_longest(table), &n);
  describe_clock(table, t, n);
  share_clock(table, t, n);
  find_other_clocks(table);
  if (table->n_rows == 0)
    table->n_rows = get_longest(table);
  return table;
}

TrammelLogTable *
trammel_log_table_ref(TrammelLogTable *table)
{
  g_atomic_int_inc(&table->refs);
  return table;
}

void
trammel_log_table_unref(TrammelLogTable *table)
{
  if (!g_atomic_int_dec_and_test(&table->refs))
    return;
  trammel_dataset_unref(table->dataset);
  g_ptr_array_unref(table->channels);
  g_ptr_array_unref(table->clocks);
  g_free(table);
}

int
trammel_log_table_find(const TrammelLogTable *table, const char *column)
{
  for (guint i = 0; column && i < table->channels->len; i++)
    if (g_str_equal(((TrammelTableChannel *)table->channels->pdata[i])->column, column))
      return (int)i;
  guint at = column ? trammel_dataset_find_index(table->dataset, column) : G_MAXUINT;
  if (at == G_MAXUINT)
    return -1;
  /* another of the column's names, such as the one without its unit */
  g_autofree char *reference = trammel_dataset_dup_reference(table->dataset, at);
  return g_str_equal(reference, column) ? -1 : trammel_log_table_find(table, reference);
}

/* ---- used samples ---------------------------------------------------------------------------- */

static gboolean
is_used(const TrLog *log, double t)
{
  if (t < log->start || t > log->end)
    return FALSE;
  for (int i = 0; i < log->n_excluded; i++)
    if (t >= log->excluded[i][0] && t <= log->excluded[i][1])
      return FALSE;
  return TRUE;
}

/* Returns the factor of the unit: the project's, else the file's. */
static double
find_factor(const TrammelMapping *mapping, const TrammelTableChannel *channel)
{
  const char *unit = mapping->unit ? mapping->unit : channel->unit;
  double factor = 1;

  return unit && trammel_unit_parse(unit, &factor, NULL) ? factor : 1;
}

/* Returns the used samples, with a break wherever some are left out. */
static TrammelTableUse *
new_use(const TrLog *log, const TrChannel *samples, const TrammelMapping *mapping, double factor)
{
  TrammelTableUse *use = g_new0(TrammelTableUse, 1);
  gboolean broken = FALSE;

  use->signal = g_strdup(mapping->signal);
  use->factor = factor;
  use->t = g_new(double, samples->n + (gsize)log->n_excluded + 1);
  use->y = g_new(double, samples->n + (gsize)log->n_excluded + 1);
  for (gsize i = 0; i < samples->n; i++) {
    gboolean in = is_used(log, samples->t[i]);
    if (in || (!broken && use->n > 0)) {
      use->t[use->n] = samples->t[i];
      use->y[use->n++] = in ? samples->y[i] / factor : NAN;
    }
    broken = !in;
  }
  return use;
}

GPtrArray *
trammel_log_table_use(const TrammelLogTable *table,
                      const TrammelProject *project,
                      guint log,
                      GArray *findings,
                      GError **error)
{
  const TrammelLogEntry *entry = trammel_project_get_log(project, log);
  g_autoptr(TrammelLogData) data =
      trammel_log_data_new(project, log, table->dataset, findings, error);
  GPtrArray *uses = data ? g_ptr_array_new_with_free_func(use_free) : NULL;

  for (guint i = 0; data && i < entry->channels->len; i++) {
    const TrammelMapping *mapping = &g_array_index(entry->channels, TrammelChannel, i).mapping;
    int at = trammel_log_table_find(table, mapping->column);
    if (at < 0)
      continue;
    TrammelTableUse *use = new_use(&data->log, &data->log.channels[i], mapping,
                                   find_factor(mapping, table->channels->pdata[at]));
    use->channel = (guint)at;
    g_ptr_array_add(uses, use);
  }
  return uses;
}
