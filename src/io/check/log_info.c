#include "io/check/log_info.h"

#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/check/health.h"
#include "io/log/data/time_column.h"
#include "io/log/shapes.h"
#include "io/log/text/iso8601.h"
#include "io/problem/finding.h"
#include "io/units/units.h"

/* Largest number of variables described in the text form. */
enum { MAX_SHAPES = 40 };

/* Clock: times that never fall. */
typedef struct {
  guint column;
  double *values; /* values of the column, or `stamps` */
  double *stamps; /* of a column of words; nullable */
  gsize n;
  double factor; /* to seconds */
} Clock;

typedef struct {
  const TrammelDataset *dataset;
  GArray *clocks;      /* of Clock */
  GPtrArray *shapes;   /* of TrammelLogShape, none in a CSV file */
  double *steps;       /* [columns] from the shapes, NAN = unknown */
  GPtrArray *problems; /* of char * */
  GArray *findings;    /* TrammelFinding: io/check/health.h */
} Info;

typedef struct {
  gsize samples, missing; /* values that are numbers, and values that are not */
  double rate;            /* mean rate of the samples [Hz]; NAN without a time column */
  double min, max;        /* of the samples; NAN when there are none */
} Channel;

static double
get_time_factor(const TrammelColumn *column)
{
  TrammelDimension dimension;
  double factor;

  if (column->unit && trammel_unit_parse(column->unit, &factor, &dimension) &&
      dimension == TRAMMEL_DIMENSION_TIME)
    return factor;
  return 1;
}

static gboolean
is_vector(const TrammelColumn *column)
{
  return column->n >= 2 && (column->n_rows == 1 || column->n_columns == 1) && !column->is_text;
}

/* The first value that is below one before it, or n. */
static gsize
find_fall(const double *values, gsize n)
{
  double last = -INFINITY;

  for (gsize i = 0; i < n; i++) {
    if (values[i] < last)
      return i;
    if (!isnan(values[i]))
      last = values[i];
  }
  return n;
}

static gsize
count_common(const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] && a[n] == b[n])
    n++;
  return n;
}

static gboolean
fits(const Clock *clock, const TrammelColumn *column)
{
  return is_vector(column) ? clock->n == column->n
                           : clock->n == column->n_rows || clock->n == column->n_columns;
}

static const Clock *
find_clock(const Info *info, const TrammelColumn *column)
{
  gboolean nested = strcmp(trammel_dataset_get_kind(info->dataset), "mat") == 0;
  const Clock *best = NULL;
  gsize best_common = 0;

  for (guint i = 0; i < info->clocks->len; i++) {
    const Clock *clock = &g_array_index(info->clocks, Clock, i);
    const char *name = trammel_dataset_get_column(info->dataset, clock->column)->name;
    gsize common = nested && fits(clock, column) ? count_common(name, column->name) : 0;

    if ((best && common <= best_common) || !fits(clock, column))
      continue;
    best = clock;
    best_common = common;
  }
  return best;
}

/* Returns the samples of the column over the time that they span. */
static double
compute_rate(const TrammelColumn *column, const Clock *clock)
{
  double first = NAN, last = NAN;
  gboolean vector = is_vector(column);
  gsize n = 0;

  for (gsize i = 0; i < clock->n; i++) {
    if (isnan(clock->values[i]) || (vector && isnan(column->values[i])))
      continue;
    if (n++ == 0)
      first = clock->values[i];
    last = clock->values[i];
  }
  return n >= 2 && last > first ? (double)(n - 1) / ((last - first) * clock->factor) : NAN;
}

static void
describe_words(Channel *channel, const TrammelColumn *column)
{
  channel->missing = 0;
  for (gsize i = 0; i < column->n; i++)
    channel->missing += column->texts[i][0] == '\0';
  channel->samples = column->n - channel->missing;
}

static Channel
describe_channel(const Info *info, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(info->dataset, i);
  const Clock *clock = column->is_text ? NULL : find_clock(info, column);
  Channel channel = {.samples = column->n - column->n_missing,
                     .missing = column->n_missing,
                     .rate = NAN,
                     .min = NAN,
                     .max = NAN};

  if (column->is_text) {
    describe_words(&channel, column);
    return channel;
  }
  if (clock)
    channel.rate = compute_rate(column, clock);
  else if (info->steps[i] > 0)
    channel.rate = 1 / info->steps[i];
  for (gsize k = 0; k < column->n; k++) {
    double value = column->values[k] + 0.0; /* no -0 */

    if (!(channel.min <= value))
      channel.min = isnan(value) ? channel.min : value;
    if (!(channel.max >= value))
      channel.max = isnan(value) ? channel.max : value;
  }
  return channel;
}

static void
add_fall(Info *info, const TrammelColumn *column, gsize at)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(info->dataset));

  g_ptr_array_add(info->problems,
                  g_strdup_printf("%s: the time '%s' falls at its sample %" G_GSIZE_FORMAT
                                  "; trim the log there or use another clock",
                                  file, column->label, at + 1));
}

static void
add_clock(Info *info, Clock clock)
{
  gsize at = find_fall(clock.values, clock.n);

  if (at < clock.n) {
    add_fall(info, trammel_dataset_get_column(info->dataset, clock.column), at);
    g_free(clock.stamps);
    return;
  }
  g_array_append_val(info->clocks, clock);
}

/* Returns the stamp in the first text cell; NULL when it is none. */
static const char *
find_first_stamp(const TrammelColumn *column)
{
  TrammelInstant instant;

  for (gsize i = 0; column->texts && i < column->n; i++)
    if (column->texts[i][0] != '\0')
      return trammel_iso8601_parse(column->texts[i], &instant) == NULL ? column->texts[i] : NULL;
  return NULL;
}

/* Adds the stamps in column i, or dates there with the times of day in the next column. */
static void
add_stamps(Info *info, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(info->dataset, i);
  const char *first = find_first_stamp(column);
  gboolean is_day = first && strlen(first) <= strlen("2026-11-21") &&
                    i + 1 < trammel_dataset_get_n_columns(info->dataset);
  g_autofree char *name = g_strdup_printf("#%u", i + 1), *next = g_strdup_printf("#%u", i + 2);
  g_autoptr(GError) error = NULL;
  Clock clock = {.column = i, .factor = 1};
  gint64 origin;

  if (!first)
    return;
  if (is_day)
    clock.stamps = trammel_dataset_dup_times(info->dataset, (const char *[]){name, next, NULL},
                                             &clock.n, &origin, NULL);
  if (!clock.stamps)
    clock.stamps = trammel_dataset_dup_times(info->dataset, (const char *[]){name, NULL}, &clock.n,
                                             &origin, &error);
  clock.values = clock.stamps;
  if (clock.stamps)
    add_clock(info, clock);
  else
    g_ptr_array_add(info->problems, g_strdup(trammel_error_get_english(error)));
}

static void
find_clocks(Info *info)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(info->dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(info->dataset, i);

    if (column->is_text && strcmp(trammel_dataset_get_kind(info->dataset), "csv") == 0)
      add_stamps(info, i);
    else if (trammel_column_is_time(column))
      add_clock(info, (Clock){.column = i,
                              .values = column->values,
                              .n = column->n,
                              .factor = get_time_factor(column)});
  }
}

static void
find_shapes(Info *info)
{
  info->shapes = trammel_shapes_find(info->dataset);
  for (guint i = 0; i < info->shapes->len; i++) {
    const TrammelLogShape *shape = g_ptr_array_index(info->shapes, i);

    for (guint k = 0; k < shape->channels->len; k++)
      info->steps[g_array_index(shape->channels, TrammelShapeChannel, k).source] = shape->step;
  }
}

static void
clear_clock(gpointer data)
{
  g_free(((Clock *)data)->stamps);
}

static void
info_init(Info *info, const TrammelDataset *dataset)
{
  guint n = trammel_dataset_get_n_columns(dataset);
  const char *const *known = trammel_dataset_get_problems(dataset);

  *info = (Info){.dataset = dataset};
  info->clocks = g_array_new(FALSE, FALSE, sizeof(Clock));
  g_array_set_clear_func(info->clocks, clear_clock);
  info->findings = trammel_findings_new();
  trammel_health_check_dataset(info->findings, dataset, NULL);
  info->problems = g_ptr_array_new_with_free_func(g_free);
  info->steps = g_new(double, MAX(n, 1));
  for (guint i = 0; i < n; i++)
    info->steps[i] = NAN;
  for (guint i = 0; known[i]; i++)
    g_ptr_array_add(info->problems, g_strdup(known[i]));
  if (strcmp(trammel_dataset_get_kind(dataset), "mat") == 0)
    find_shapes(info);
  find_clocks(info);
}

static void
info_clear(Info *info)
{
  g_array_unref(info->clocks);
  g_clear_pointer(&info->shapes, g_ptr_array_unref);
  g_ptr_array_unref(info->problems);
  g_array_unref(info->findings);
  g_free(info->steps);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Info, info_clear)

/* Returns the name by which a project finds the column: duplicates in a CSV file are name#2. */
static char *
dup_name(const TrammelDataset *dataset, guint i)
{
  const char *name = trammel_dataset_get_column(dataset, i)->name;
  guint n = 1;

  if (strcmp(trammel_dataset_get_kind(dataset), "csv") == 0)
    for (guint k = 0; k < i; k++)
      n += strcmp(trammel_dataset_get_column(dataset, k)->name, name) == 0;
  return n == 1 ? g_strdup(name) : g_strdup_printf("%s#%u", name, n);
}

static void
write_channel(TrammelJsonWriter *writer, const Info *info, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(info->dataset, i);
  g_autofree char *name = dup_name(info->dataset, i);
  Channel channel = describe_channel(info, i);

  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_string(writer, "name", name);
  trammel_json_writer_add_string(writer, "unit", column->unit);
  trammel_json_writer_add_integer(writer, "samples", (gint64)channel.samples);
  trammel_json_writer_add_number(writer, "rate", channel.rate);
  trammel_json_writer_add_number(writer, "min", channel.min);
  trammel_json_writer_add_number(writer, "max", channel.max);
  trammel_json_writer_add_integer(writer, "missing", (gint64)channel.missing);
  if (column->n_rows != 1 && column->n_columns != 1) {
    trammel_json_writer_key(writer, "size");
    trammel_json_writer_begin_array(writer);
    trammel_json_writer_integer(writer, (gint64)column->n_rows);
    trammel_json_writer_integer(writer, (gint64)column->n_columns);
    trammel_json_writer_end_array(writer);
  }
  if (column->is_text) {
    trammel_json_writer_add_boolean(writer, "text", TRUE);
    trammel_json_writer_add_string(writer, "first", column->n > 0 ? column->texts[0] : NULL);
    if (find_first_stamp(column))
      trammel_json_writer_add_string(writer, "time", "iso8601");
  }
  trammel_json_writer_end_object(writer);
}

static void
write_shape(TrammelJsonWriter *writer, const TrammelLogShape *shape)
{
  g_autofree char *words = trammel_shape_describe(shape);

  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_string(writer, "variable", shape->path);
  trammel_json_writer_add_string(writer, "kind", trammel_shape_get_word(shape->kind));
  trammel_json_writer_add_string(writer, "looks_like", words);
  trammel_json_writer_add_string(writer, "time", shape->time);
  trammel_json_writer_add_integer(writer, "samples", (gint64)shape->samples);
  trammel_json_writer_add_number(writer, "step", shape->step);
  trammel_json_writer_key(writer, "channels");
  trammel_json_writer_begin_array(writer);
  for (guint i = 0; i < shape->channels->len; i++) {
    const TrammelShapeChannel *channel = &g_array_index(shape->channels, TrammelShapeChannel, i);

    trammel_json_writer_begin_object(writer);
    trammel_json_writer_add_string(writer, "column", channel->column);
    trammel_json_writer_add_string(writer, "name", channel->name);
    trammel_json_writer_end_object(writer);
  }
  trammel_json_writer_end_array(writer);
  trammel_json_writer_end_object(writer);
}

static void
write_info(TrammelJsonWriter *writer, const TrammelDataset *dataset)
{
  g_auto(Info) info;

  info_init(&info, dataset);
  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_string(writer, "file", trammel_dataset_get_path(dataset));
  trammel_json_writer_add_string(writer, "kind", trammel_dataset_get_kind(dataset));
  trammel_json_writer_key(writer, "channels");
  trammel_json_writer_begin_array(writer);
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    write_channel(writer, &info, i);
  trammel_json_writer_end_array(writer);
  if (info.shapes) {
    trammel_json_writer_key(writer, "shapes");
    trammel_json_writer_begin_array(writer);
    for (guint i = 0; i < info.shapes->len; i++)
      write_shape(writer, g_ptr_array_index(info.shapes, i));
    trammel_json_writer_end_array(writer);
  }
  trammel_json_writer_key(writer, "problems");
  trammel_json_writer_begin_array(writer);
  for (guint i = 0; i < info.problems->len; i++)
    trammel_json_writer_string(writer, g_ptr_array_index(info.problems, i));
  trammel_json_writer_end_array(writer);
  trammel_json_writer_key(writer, "findings");
  trammel_json_writer_begin_array(writer);
  for (guint i = 0; i < info.findings->len; i++)
    trammel_finding_write(writer, &g_array_index(info.findings, TrammelFinding, i));
  trammel_json_writer_end_array(writer);
  trammel_json_writer_end_object(writer);
}

char *
trammel_info_to_json(const TrammelDataset *dataset)
{
  TrammelJsonWriter *writer = trammel_json_writer_new();

  write_info(writer, dataset);
  return trammel_json_writer_finish(writer);
}

/* Writes six digits in the C locale, or a dash. */
static const char *
format_number(char text[G_ASCII_DTOSTR_BUF_SIZE], double value)
{
  if (isnan(value))
    return "-";
  return g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, "%.6g", value);
}

/* Appends a cell and spaces up to the width, counted in characters. */
static void
append_cell(GString *text, const char *cell, int width)
{
  g_string_append(text, cell);
  for (long n = g_utf8_strlen(cell, -1); n < width; n++)
    g_string_append_c(text, ' ');
  g_string_append(text, "  ");
}

static void
append_channel(GString *text, const Info *info, guint i, int width)
{
  const TrammelColumn *column = trammel_dataset_get_column(info->dataset, i);
  g_autofree char *name = dup_name(info->dataset, i);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  Channel channel = describe_channel(info, i);

  append_cell(text, name, width);
  append_cell(text,
              find_first_stamp(column)        ? "iso8601"
              : column->is_text               ? "text"
              : column->unit && *column->unit ? column->unit
                                              : "-",
              8);
  g_string_append_printf(text, "%9" G_GSIZE_FORMAT "  ", channel.samples);
  g_string_append_printf(text, "%10s  ", format_number(number, channel.rate));
  g_string_append_printf(text, "%12s  ", format_number(number, channel.min));
  g_string_append_printf(text, "%12s  ", format_number(number, channel.max));
  g_string_append_printf(text, "%8" G_GSIZE_FORMAT "\n", channel.missing);
}

/* Appends a description of the variables; constants are listed with the channels. */
static void
append_shapes(GString *text, const GPtrArray *shapes)
{
  guint n = 0;

  for (guint i = 0; shapes && i < shapes->len; i++) {
    const TrammelLogShape *shape = g_ptr_array_index(shapes, i);
    g_autofree char *words = trammel_shape_describe(shape);

    if (shape->kind == TRAMMEL_SHAPE_CONSTANT || n++ >= MAX_SHAPES)
      continue;
    g_string_append_printf(text, "%s looks like: %s", shape->path, words);
    if (shape->time && shape->kind != TRAMMEL_SHAPE_TIME)
      g_string_append_printf(text, "; time '%s'", shape->time);
    g_string_append_c(text, '\n');
  }
  if (n > MAX_SHAPES)
    g_string_append_printf(text, "and %u variables more; --json lists them all\n", n - MAX_SHAPES);
}

char *
trammel_info_to_text(const TrammelDataset *dataset)
{
  GString *text = g_string_new(NULL);
  g_auto(Info) info;
  guint n = trammel_dataset_get_n_columns(dataset);
  int width = 4;

  info_init(&info, dataset);
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = dup_name(dataset, i);

    width = MAX(width, (int)g_utf8_strlen(name, -1));
  }
  g_string_append_printf(text, "%s (%s, %u channel%s)\n", trammel_dataset_get_path(dataset),
                         trammel_dataset_get_kind(dataset), n, n == 1 ? "" : "s");
  append_cell(text, "name", width);
  g_string_append_printf(text, "%-8s  %9s  %10s  %12s  %12s  %8s\n", "unit", "samples", "rate [Hz]",
                         "min", "max", "missing");
  for (guint i = 0; i < n; i++)
    append_channel(text, &info, i, width);
  append_shapes(text, info.shapes);
  for (guint i = 0; i < info.problems->len; i++)
    g_string_append_printf(text, "problem: %s\n", (char *)g_ptr_array_index(info.problems, i));
  for (guint i = 0; i < info.findings->len; i++) {
    const TrammelFinding *finding = &g_array_index(info.findings, TrammelFinding, i);
    g_string_append_printf(text, "%s: %s: %s\n", finding->severity, finding->code, finding->text);
  }
  return g_string_free(text, FALSE);
}
