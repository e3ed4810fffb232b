#include "io/intake/join.h"

#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/table.h"
#include "io/log/data/time_column.h"
#include "io/log/load.h"
#include "io/problem/clock.h"

enum { MOST_CELLS = 100000000 };

static const double PER_SECOND = 1e9; /* of the resolution of joined stamps */

/* One of the files. */
typedef struct {
  char *name;
  TrammelDataset *dataset;
  guint time; /* column; G_MAXUINT: by rate */
  TrammelStamps stamps;
  gint64 *t;  /* [stamps.n] ns since the first stamp of all files; G_MAXINT64: none */
  gsize next; /* row that has not been written */
} Part;

typedef struct {
  const TrammelJoin *join;
  GArray *parts; /* of Part */
  TrammelOrigin first;
} Joining;

static void
clear_part(gpointer data)
{
  Part *part = data;

  g_free(part->name);
  g_clear_pointer(&part->dataset, trammel_dataset_unref);
  trammel_stamps_clear(&part->stamps);
  g_free(part->t);
}

static Part *
get_part(const Joining *joining, guint i)
{
  return &g_array_index(joining->parts, Part, i);
}

static gboolean
is_joined(const Part *part, guint column)
{
  return column != part->time && !trammel_dataset_get_column(part->dataset, column)->is_text;
}

/* ---- reading --------------------------------------------------------------------------------- */

static gsize
count_rows(const TrammelDataset *dataset)
{
  gsize n = 0;

  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    n = MAX(n, trammel_dataset_get_column(dataset, i)->n);
  return n;
}

static gboolean
read_stamps(Part *part, double rate, GError **error)
{
  gboolean is_by_rate = part->time == G_MAXUINT;
  g_autofree char *column =
      is_by_rate ? NULL : trammel_dataset_dup_reference(part->dataset, part->time);
  const TrammelClock clock = {.column = column, .unit = NAN, .rate = rate};

  if (is_by_rate && !(rate > 0)) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s has no column of times; name one of its columns t, or give the rate of "
                      "its rows",
                      part->name);
    return FALSE;
  }
  return trammel_stamps_read(&part->stamps, part->dataset, part->name, &clock,
                             count_rows(part->dataset), error);
}

static gboolean
check_cells(const Part *part, GError **error)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(part->dataset); i++)
    if (is_joined(part, i) &&
        !trammel_column_check_cells(trammel_dataset_get_column(part->dataset, i), part->dataset,
                                    error))
      return FALSE;
  return TRUE;
}

static gboolean
read_part(Part *part, const char *path, double rate, GCancellable *cancellable, GError **error)
{
  part->name = g_path_get_basename(path);
  part->dataset = trammel_dataset_load(path, NULL, cancellable, error);
  if (!part->dataset)
    return FALSE;
  if (!g_str_equal(trammel_dataset_get_kind(part->dataset), "csv")) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s is a MAT file; only CSV files are joined, and one MAT file can hold all "
                      "channels",
                      part->name);
    return FALSE;
  }
  part->time = trammel_dataset_find_time(part->dataset);
  return read_stamps(part, rate, error) && check_cells(part, error);
}

/* ---- one time -------------------------------------------------------------------------------- */

/* Sets the first stamp; dates and plain numbers do not count from the same moment. */
static gboolean
find_first(Joining *joining, GError **error)
{
  const Part *leader = NULL;

  for (guint i = 0; i < joining->parts->len; i++) {
    const Part *part = get_part(joining, i);
    TrammelOrigin begin = trammel_stamps_get_first(&part->stamps);
    if (part->time == G_MAXUINT)
      continue;
    if (leader && (leader->stamps.epoch == 0) != (part->stamps.epoch == 0)) {
      trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                        "%s and %s do not count the time from the same moment: one has dates and "
                        "the other has not",
                        leader->name, part->name);
      return FALSE;
    }
    if (!leader || trammel_origin_measure(begin, joining->first) < 0)
      joining->first = begin;
    leader = part;
  }
  return TRUE;
}

static void
count_time(Part *part, TrammelOrigin first)
{
  const TrammelOrigin own = {0, 1, 0};

  part->t = g_new(gint64, MAX(part->stamps.n, 1));
  for (gsize i = 0; i < part->stamps.n; i++) {
    double t = trammel_stamps_get(&part->stamps, i, part->time == G_MAXUINT ? own : first);
    part->t[i] =
        isfinite(t) && fabs(t) < 1e9 ? (gint64)llround(t * PER_SECOND) : (gint64)G_MAXINT64;
  }
}

static void
find_span(const Part *part, gint64 span[2])
{
  span[0] = G_MAXINT64;
  span[1] = G_MININT64;
  for (gsize i = 0; i < part->stamps.n; i++)
    if (part->t[i] != G_MAXINT64) {
      span[0] = MIN(span[0], part->t[i]);
      span[1] = MAX(span[1], part->t[i]);
    }
}

/* Fails for a file that no other one overlaps: their clocks are then not the same. */
static gboolean
check_overlap(const Joining *joining, GError **error)
{
  gint64 common[2], span[2];

  find_span(get_part(joining, 0), common);
  for (guint i = 1; i < joining->parts->len; i++) {
    find_span(get_part(joining, i), span);
    if (span[0] > common[1] || span[1] < common[0]) {
      trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                        "%s lasts from %g to %g s and %s from %g to %g s, counted from the first "
                        "stamp of all: they have no time in common; their clocks must be the same",
                        get_part(joining, 0)->name, (double)common[0] / PER_SECOND,
                        (double)common[1] / PER_SECOND, get_part(joining, i)->name,
                        (double)span[0] / PER_SECOND, (double)span[1] / PER_SECOND);
      return FALSE;
    }
  }
  return TRUE;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Sets the time of the next row, and returns FALSE after the last. */
static gboolean
find_next(const Joining *joining, gint64 *t)
{
  *t = G_MAXINT64;
  for (guint i = 0; i < joining->parts->len; i++) {
    Part *part = get_part(joining, i);
    while (part->next < part->stamps.n && part->t[part->next] == G_MAXINT64)
      part->next++;
    if (part->next < part->stamps.n)
      *t = MIN(*t, part->t[part->next]);
  }
  return *t != G_MAXINT64;
}

static void
step_over(const Joining *joining, gint64 t)
{
  for (guint i = 0; i < joining->parts->len; i++) {
    Part *part = get_part(joining, i);
    while (part->next < part->stamps.n && part->t[part->next] == t)
      part->next++;
  }
}

static gsize
count_times(const Joining *joining)
{
  gsize n = 0;

  for (gint64 t; find_next(joining, &t); n++)
    step_over(joining, t);
  for (guint i = 0; i < joining->parts->len; i++)
    get_part(joining, i)->next = 0;
  return n;
}

/* Returns the name of a column in the joined file, which no column before it has. */
static char *
dup_title(const Part *part, const char *name, GHashTable *taken)
{
  const char *dot = strrchr(part->name, '.');
  char *title = g_strdup(name);

  for (guint number = 1; g_hash_table_contains(taken, title); number++) {
    g_free(title);
    int length = dot && dot != part->name ? (int)(dot - part->name) : (int)strlen(part->name);
    title = number == 1 ? g_strdup_printf("%.*s/%s", length, part->name, name)
                        : g_strdup_printf("%.*s-%u/%s", length, part->name, number, name);
  }
  g_hash_table_add(taken, g_strdup(title));
  return title;
}

static void
add_titles(TrammelTable *table, const Joining *joining)
{
  g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

  trammel_table_add_column(table, "t", "s", NULL);
  g_hash_table_add(taken, g_strdup("t"));
  for (guint i = 0; i < joining->parts->len; i++) {
    const Part *part = get_part(joining, i);
    for (guint k = 0; k < trammel_dataset_get_n_columns(part->dataset); k++) {
      const TrammelColumn *column = trammel_dataset_get_column(part->dataset, k);
      g_autofree char *title = is_joined(part, k) ? dup_title(part, column->name, taken) : NULL;
      if (title)
        trammel_table_add_column(table, title, column->unit, NULL);
    }
  }
}

static void
add_cells(TrammelTable *table, const Part *part, gint64 t)
{
  gboolean is_here = part->next < part->stamps.n && part->t[part->next] == t;

  for (guint k = 0; k < trammel_dataset_get_n_columns(part->dataset); k++) {
    const TrammelColumn *column = trammel_dataset_get_column(part->dataset, k);
    if (is_joined(part, k))
      trammel_table_add_number(table, is_here && part->next < column->n ? column->values[part->next]
                                                                        : NAN);
  }
}

static gboolean
write_rows(TrammelJoined *joined, const Joining *joining, GError **error)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  add_titles(table, joining);
  joined->n_columns = trammel_table_get_n_columns(table) - 1;
  joined->n_rows = count_times(joining);
  if (joined->n_rows > MOST_CELLS / (joined->n_columns + 1)) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "the joined log would have %zu rows of %u columns, more than this program "
                      "joins; remove columns, or resample the files",
                      joined->n_rows, joined->n_columns);
    return FALSE;
  }
  for (gint64 t; find_next(joining, &t); step_over(joining, t)) {
    trammel_table_add_number(table, (double)t / PER_SECOND);
    for (guint i = 0; i < joining->parts->len; i++)
      add_cells(table, get_part(joining, i), t);
  }
  joined->csv = trammel_table_to_csv(table);
  return TRUE;
}

static gboolean
join_parts(TrammelJoined *joined, Joining *joining, GError **error)
{
  if (!find_first(joining, error))
    return FALSE;
  for (guint i = 0; i < joining->parts->len; i++) {
    count_time(get_part(joining, i), joining->first);
    joined->n_by_rate += get_part(joining, i)->time == G_MAXUINT;
  }
  return check_overlap(joining, error) && write_rows(joined, joining, error);
}

gboolean
trammel_logs_join(TrammelJoined *joined,
                  const TrammelJoin *join,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr(GArray) parts = g_array_new(FALSE, TRUE, sizeof(Part));
  Joining joining = {join, parts, {0, 1, 0}};
  guint n = g_strv_length((char **)join->paths);

  *joined = (TrammelJoined){0};
  g_array_set_clear_func(parts, clear_part);
  if (n < 2) {
    trammel_error_set(error, TRAMMEL_ERROR_USAGE, "name at least two files to join, found %u", n);
    return FALSE;
  }
  g_array_set_size(parts, n);
  for (guint i = 0; i < n; i++)
    if (!read_part(get_part(&joining, i), join->paths[i], join->rate, cancellable, error))
      return FALSE;
  return join_parts(joined, &joining, error);
}

void
trammel_joined_clear(TrammelJoined *joined)
{
  g_clear_pointer(&joined->csv, g_free);
}

char *
trammel_join_dup_name(const char *const *paths)
{
  GString *name = g_string_new(NULL);

  for (guint i = 0; paths[i]; i++) {
    g_autofree char *base = g_path_get_basename(paths[i]);
    char *dot = strrchr(base, '.');
    if (dot && dot != base)
      *dot = '\0';
    g_string_append_printf(name, "%s%s", i ? "+" : "", base);
  }
  g_string_truncate(name, MIN(name->len, 120));
  g_string_append(name, ".csv");
  return g_string_free(name, FALSE);
}
