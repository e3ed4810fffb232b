#include "io/log/shapes.h"

#include <math.h>
#include <string.h>

#include "io/log/data/time_column.h"

/* Relative tolerance of a uniform step. */
#define UNIFORM 1e-3

/* Limits on the time vectors that an array is compared with, and on the signals of a struct. */
enum { MAX_CLOCKS = 1000, MAX_SIGNALS = 10000 };

typedef struct {
  const TrammelDataset *dataset;
  GHashTable *groups; /* path of a struct to GArray of guint, its direct leaves */
  GPtrArray *order;   /* of char *, those paths in the order of the file */
  gboolean *taken;    /* [leaves] */
  gboolean *is_time;  /* [leaves] */
  GArray *clocks;     /* of guint: the leaves that are times */
  GPtrArray *shapes;
} Finder;

static void
clear_channel(gpointer data)
{
  TrammelShapeChannel *channel = data;

  g_free(channel->column);
  g_free(channel->name);
}

static void
shape_free(gpointer data)
{
  TrammelLogShape *shape = data;

  g_free(shape->path);
  g_free(shape->time);
  g_array_unref(shape->channels);
  g_free(shape);
}

static const TrammelColumn *
leaf_at(const Finder *finder, guint i)
{
  return trammel_dataset_get_column(finder->dataset, i);
}

static gboolean
is_numbers(const TrammelColumn *column)
{
  return !column->is_text && !column->is_skipped && column->n > 0;
}

static gboolean
is_vector(const TrammelColumn *column)
{
  return is_numbers(column) && column->n >= 2 && (column->n_rows == 1 || column->n_columns == 1);
}

/* Series of numbers at a distance of `stride` in an array. */
typedef struct {
  const double *values;
  gsize n, stride;
} Series;

static Series
get_series(const TrammelColumn *column)
{
  return (Series){column->values, column->n, 1};
}

static double
series_at(Series series, gsize i)
{
  return series.values[i * series.stride];
}

/* TRUE if every number is above (strictly) or not below the one before it. */
static gboolean
is_growing(Series series, gboolean strictly)
{
  if (series.n < 2 || !(series_at(series, series.n - 1) > series_at(series, 0)))
    return FALSE;
  for (gsize i = 1; i < series.n; i++) {
    double a = series_at(series, i - 1), b = series_at(series, i);

    if (!(strictly ? b > a : b >= a))
      return FALSE;
  }
  return TRUE;
}

static gboolean
is_clock(const TrammelColumn *column)
{
  return is_vector(column) && trammel_column_is_time(column) &&
         is_growing(get_series(column), FALSE);
}

static gboolean
fits(const TrammelColumn *column, gsize n)
{
  return is_numbers(column) && (column->n_rows == n || column->n_columns == n);
}

static const char *
get_last_part(const char *path)
{
  const char *dot = strrchr(path, '.');

  return dot ? dot + 1 : path;
}

static TrammelLogShape *
add_shape(Finder *finder, TrammelLogShapeKind kind, const char *path)
{
  TrammelLogShape *shape = g_new0(TrammelLogShape, 1);

  shape->kind = kind;
  shape->path = g_strdup(path);
  shape->step = NAN;
  shape->channels = g_array_new(FALSE, FALSE, sizeof(TrammelShapeChannel));
  g_array_set_clear_func(shape->channels, clear_channel);
  g_ptr_array_add(finder->shapes, shape);
  return shape;
}

static void
set_time(TrammelLogShape *shape, const char *column, Series time)
{
  gboolean uniform = TRUE;

  shape->time = g_strdup(column);
  shape->samples = time.n;
  shape->step = (series_at(time, time.n - 1) - series_at(time, 0)) / (double)(time.n - 1);
  for (gsize i = 1; uniform && i < time.n; i++)
    uniform = fabs(series_at(time, i) - series_at(time, i - 1) - shape->step) <=
              UNIFORM * fabs(shape->step);
  shape->is_uniform = uniform;
}

/* Adds the channels of a leaf with n samples along its rows or columns, from the `from`-th on. */
static void
add_channels(const Finder *finder,
             TrammelLogShape *shape,
             guint leaf,
             gsize n,
             gsize from,
             const char *label)
{
  const TrammelColumn *column = leaf_at(finder, leaf);
  gboolean rows = column->n_rows == n;
  gsize m = rows ? column->n_columns : column->n_rows;
  const char *name = label ? label : get_last_part(column->name);

  for (gsize k = from; k < m; k++) {
    TrammelShapeChannel channel = {.source = leaf};

    channel.name = m == 1 ? g_strdup(name) : g_strdup_printf("%s %" G_GSIZE_FORMAT, name, k + 1);
    channel.column =
        m == 1 ? g_strdup(column->name)
               : g_strdup_printf(rows ? "%s(:,%" G_GSIZE_FORMAT ")" : "%s(%" G_GSIZE_FORMAT ",:)",
                                 column->name, k + 1);
    g_array_append_val(shape->channels, channel);
  }
}

static const GArray *
get_group(const Finder *finder, const char *path)
{
  return g_hash_table_lookup(finder->groups, path);
}

/* Returns the direct leaf `field` of the struct at `path`, ignoring case; G_MAXUINT for none. */
static guint
find_field(const Finder *finder, const char *path, const char *const *fields)
{
  const GArray *group = get_group(finder, path);

  for (guint f = 0; group && fields[f]; f++)
    for (guint i = 0; i < group->len; i++) {
      guint leaf = g_array_index(group, guint, i);

      if (g_ascii_strcasecmp(get_last_part(leaf_at(finder, leaf)->name), fields[f]) == 0)
        return leaf;
    }
  return G_MAXUINT;
}

/* Adds the values and the label of one signal; FALSE when none fit. */
static gboolean
add_signal(
    Finder *finder, TrammelLogShape **shape, const char *path, const char *signal, guint time)
{
  static const char *const values_names[] = {"values", NULL}, *const labels[] = {"label", NULL};
  guint values = find_field(finder, signal, values_names),
        label = find_field(finder, signal, labels);
  const TrammelColumn *clock = leaf_at(finder, time), *words;

  if (values == G_MAXUINT || !fits(leaf_at(finder, values), clock->n))
    return FALSE;
  if (!*shape) {
    *shape = add_shape(finder, TRAMMEL_SHAPE_TIME_STRUCT, path);
    set_time(*shape, clock->name, get_series(clock));
    finder->taken[time] = TRUE;
  }
  words = label == G_MAXUINT ? NULL : leaf_at(finder, label);
  finder->taken[values] = TRUE;
  add_channels(finder, *shape, values, clock->n, 0,
               words && words->texts && *words->texts[0] ? words->texts[0] : NULL);
  return TRUE;
}

static gboolean
find_time_struct(Finder *finder, const char *path, guint time)
{
  g_autofree char *single = g_strconcat(path, ".signals", NULL);
  TrammelLogShape *shape = NULL;

  add_signal(finder, &shape, path, single, time);
  for (guint i = 1; i < MAX_SIGNALS; i++) {
    g_autofree char *signal = g_strdup_printf("%s.signals(%u)", path, i);

    if (!get_group(finder, signal))
      break;
    add_signal(finder, &shape, path, signal, time);
  }
  return shape != NULL;
}

static gboolean
find_data_time(Finder *finder, const char *path, guint time)
{
  static const char *const names[] = {"data", "values", NULL};
  guint data = find_field(finder, path, names);
  const TrammelColumn *clock = leaf_at(finder, time);
  TrammelLogShape *shape;

  if (data == G_MAXUINT || !fits(leaf_at(finder, data), clock->n))
    return FALSE;
  shape = add_shape(finder, TRAMMEL_SHAPE_DATA_TIME, path);
  set_time(shape, clock->name, get_series(clock));
  finder->taken[time] = finder->taken[data] = TRUE;
  add_channels(finder, shape, data, clock->n, 0, get_last_part(path));
  return TRUE;
}

/* Returns the only vector of a struct that increases throughout, when all its vectors have the same
 * length. */
static guint
find_growing_field(const Finder *finder, const GArray *group)
{
  guint found = G_MAXUINT, n_vectors = 0;
  gsize n = 0;

  for (guint i = 0; i < group->len; i++) {
    guint leaf = g_array_index(group, guint, i);
    const TrammelColumn *column = leaf_at(finder, leaf);

    if (!is_vector(column))
      continue;
    if (n_vectors++ > 0 && column->n != n)
      return G_MAXUINT;
    n = column->n;
    if (!is_growing(get_series(column), TRUE))
      continue;
    if (found != G_MAXUINT)
      return G_MAXUINT;
    found = leaf;
  }
  return n_vectors >= 2 ? found : G_MAXUINT;
}

static void
find_fields(Finder *finder, const char *path, const GArray *group, guint time)
{
  const TrammelColumn *clock = leaf_at(finder, time);
  TrammelLogShape *shape = NULL;

  for (guint i = 0; i < group->len; i++) {
    guint leaf = g_array_index(group, guint, i);

    if (leaf == time || finder->taken[leaf] || !fits(leaf_at(finder, leaf), clock->n))
      continue;
    if (!shape) {
      shape = add_shape(finder, TRAMMEL_SHAPE_FIELDS, path);
      set_time(shape, clock->name, get_series(clock));
    }
    finder->taken[time] = finder->taken[leaf] = TRUE;
    add_channels(finder, shape, leaf, clock->n, 0, NULL);
  }
}

static guint
find_named_time(const Finder *finder, const GArray *group)
{
  for (guint i = 0; i < group->len; i++) {
    guint leaf = g_array_index(group, guint, i);

    if (finder->is_time[leaf])
      return leaf;
  }
  return G_MAXUINT;
}

/* Finds the shape of a struct with a time of its own. */
static void
find_in_struct(Finder *finder, const char *path)
{
  const GArray *group = get_group(finder, path);
  guint time = find_named_time(finder, group);

  if (time == G_MAXUINT)
    time = find_growing_field(finder, group);
  if (time == G_MAXUINT || finder->taken[time])
    return;
  if (!find_time_struct(finder, path, time) && !find_data_time(finder, path, time))
    find_fields(finder, path, group, time);
}

/* Returns the number of characters that two paths have in common at either end: Y_id{3} belongs to
 * Time_id{3}. */
static gsize
count_common(const char *a, const char *b)
{
  gsize n = strlen(a), m = strlen(b), k = 0, prefix = 0;

  while (prefix < MIN(n, m) && a[prefix] == b[prefix])
    prefix++;
  while (k < MIN(n, m) - prefix && a[n - 1 - k] == b[m - 1 - k])
    k++;
  return prefix + k;
}

/* Rates a time for a leaf by its place: one in an enclosing struct, the inner the better, then one
 * outside of all structs; then by its name. */
static gsize
rate_clock(const char *clock, const char *leaf)
{
  const char *dot = strrchr(clock, '.');
  gsize parent = dot ? (gsize)(dot - clock) + 1 : 0;
  gsize place = strncmp(clock, leaf, parent) == 0 ? parent + 1 : 0;

  return (place << 16) + count_common(clock, leaf);
}

/* Returns the best time vector of a leaf's length. */
static guint
find_clock_for(const Finder *finder, guint leaf)
{
  const TrammelColumn *column = leaf_at(finder, leaf);
  guint best = G_MAXUINT;
  gsize best_rating = 0;

  for (guint i = 0; i < MIN(finder->clocks->len, MAX_CLOCKS); i++) {
    guint clock = g_array_index(finder->clocks, guint, i);
    const TrammelColumn *time = leaf_at(finder, clock);
    gsize rating;

    if (clock == leaf || !fits(column, time->n))
      continue;
    rating = rate_clock(time->name, column->name);
    if (best != G_MAXUINT && rating <= best_rating)
      continue;
    best = clock;
    best_rating = rating;
  }
  return best;
}

static gboolean
find_own_time(Finder *finder, guint leaf)
{
  const TrammelColumn *column = leaf_at(finder, leaf);
  Series row = {column->values, column->n_columns, column->n_rows};
  Series first = {column->values, column->n_rows, 1};
  gboolean by_row = column->n_columns > column->n_rows;
  g_autofree char *time = g_strconcat(column->name, by_row ? "(1,:)" : "(:,1)", NULL);
  TrammelLogShape *shape;

  if (column->n_rows < 2 || column->n_columns < 2 || !is_growing(by_row ? row : first, TRUE))
    return FALSE;
  shape =
      add_shape(finder, by_row ? TRAMMEL_SHAPE_ROW_TIME : TRAMMEL_SHAPE_COLUMN_TIME, column->name);
  set_time(shape, time, by_row ? row : first);
  add_channels(finder, shape, leaf, by_row ? column->n_columns : column->n_rows, 1, NULL);
  return TRUE;
}

/* Finds the shape of an array that is not in a struct with a time. */
static void
find_alone(Finder *finder, guint leaf)
{
  const TrammelColumn *column = leaf_at(finder, leaf);
  guint clock;
  TrammelLogShape *shape;

  if (finder->taken[leaf] || !is_numbers(column))
    return;
  if (column->n == 1) {
    add_shape(finder, TRAMMEL_SHAPE_CONSTANT, column->name)->samples = 1;
    return;
  }
  if (finder->is_time[leaf]) {
    set_time(add_shape(finder, TRAMMEL_SHAPE_TIME, column->name), column->name, get_series(column));
    return;
  }
  clock = find_clock_for(finder, leaf);
  if (clock == G_MAXUINT && find_own_time(finder, leaf))
    return;
  shape = add_shape(finder, clock == G_MAXUINT ? TRAMMEL_SHAPE_UNKNOWN : TRAMMEL_SHAPE_BESIDE_TIME,
                    column->name);
  shape->samples = MAX(column->n_rows, column->n_columns);
  if (clock != G_MAXUINT)
    set_time(shape, leaf_at(finder, clock)->name, get_series(leaf_at(finder, clock)));
  add_channels(finder, shape, leaf, shape->samples, 0, NULL);
}

/* Returns the direct leaves of a struct, "" for variables that are in none. */
static GArray *
add_group(Finder *finder, const char *path)
{
  GArray *group = g_hash_table_lookup(finder->groups, path);

  if (!group) {
    group = g_array_new(FALSE, FALSE, sizeof(guint));
    g_hash_table_insert(finder->groups, g_strdup(path), group);
    if (*path)
      g_ptr_array_add(finder->order, g_strdup(path));
  }
  return group;
}

static void
add_clock(Finder *finder, guint leaf)
{
  finder->is_time[leaf] = TRUE;
  g_array_append_val(finder->clocks, leaf);
}

/* Sorts the leaves by the struct that they are in, and finds the times by their names; a file with
 * none has one that grows. */
static void
collect(Finder *finder)
{
  GArray *top = add_group(finder, "");
  guint time;

  for (guint i = 0; i < trammel_dataset_get_n_columns(finder->dataset); i++) {
    const TrammelColumn *column = leaf_at(finder, i);
    const char *dot = strrchr(column->name, '.');
    g_autofree char *path = g_strndup(column->name, dot ? (gsize)(dot - column->name) : 0);

    if (is_clock(column))
      add_clock(finder, i);
    g_array_append_val(add_group(finder, path), i);
  }
  time = finder->clocks->len == 0 ? find_growing_field(finder, top) : G_MAXUINT;
  if (time != G_MAXUINT)
    add_clock(finder, time);
}

GPtrArray *
trammel_shapes_find(const TrammelDataset *dataset)
{
  guint n = trammel_dataset_get_n_columns(dataset);
  g_autoptr(GHashTable) groups =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  g_autoptr(GPtrArray) order = g_ptr_array_new_with_free_func(g_free);
  g_autofree gboolean *taken = g_new0(gboolean, n + 1), *is_time = g_new0(gboolean, n + 1);
  g_autoptr(GArray) clocks = g_array_new(FALSE, FALSE, sizeof(guint));
  Finder finder = {.dataset = dataset,
                   .groups = groups,
                   .order = order,
                   .taken = taken,
                   .is_time = is_time,
                   .clocks = clocks,
                   .shapes = g_ptr_array_new_with_free_func(shape_free)};

  collect(&finder);
  for (guint i = 0; i < order->len; i++)
    find_in_struct(&finder, g_ptr_array_index(order, i));
  for (guint i = 0; i < n; i++)
    find_alone(&finder, i);
  return finder.shapes;
}

static const char *
get_words(TrammelLogShapeKind kind)
{
  static const char *const words[] = {
      [TRAMMEL_SHAPE_TIME_STRUCT] = "structure with time",
      [TRAMMEL_SHAPE_DATA_TIME] = "structure of data and time",
      [TRAMMEL_SHAPE_FIELDS] = "structure of equally long fields, one of them the time",
      [TRAMMEL_SHAPE_BESIDE_TIME] = "array beside a time vector",
      [TRAMMEL_SHAPE_ROW_TIME] = "To File array, whose first row is the time",
      [TRAMMEL_SHAPE_COLUMN_TIME] = "array whose first column is the time",
      [TRAMMEL_SHAPE_TIME] = "time vector",
      [TRAMMEL_SHAPE_CONSTANT] = "constant",
      [TRAMMEL_SHAPE_UNKNOWN] = "array without a time",
  };

  return words[kind];
}

char *
trammel_shape_describe(const TrammelLogShape *shape)
{
  GString *text = g_string_new(get_words(shape->kind));
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (shape->channels->len > 0)
    g_string_append_printf(text, ", %u channel%s", shape->channels->len,
                           shape->channels->len == 1 ? "" : "s");
  if (shape->kind != TRAMMEL_SHAPE_CONSTANT)
    g_string_append_printf(text, ", %" G_GSIZE_FORMAT " samples", shape->samples);
  if (shape->time) {
    g_ascii_formatd(number, sizeof number, "%.6g", shape->step);
    g_string_append_printf(
        text, shape->is_uniform ? ", step %s s" : ", uneven steps of %s s on average", number);
  }
  return g_string_free(text, FALSE);
}

const char *
trammel_shape_get_word(TrammelLogShapeKind kind)
{
  static const char *const words[] = {
      [TRAMMEL_SHAPE_TIME_STRUCT] = "time-struct",
      [TRAMMEL_SHAPE_DATA_TIME] = "data-time",
      [TRAMMEL_SHAPE_FIELDS] = "fields",
      [TRAMMEL_SHAPE_BESIDE_TIME] = "beside-time",
      [TRAMMEL_SHAPE_ROW_TIME] = "row-time",
      [TRAMMEL_SHAPE_COLUMN_TIME] = "column-time",
      [TRAMMEL_SHAPE_TIME] = "time",
      [TRAMMEL_SHAPE_CONSTANT] = "constant",
      [TRAMMEL_SHAPE_UNKNOWN] = "unknown",
  };

  return words[kind];
}
