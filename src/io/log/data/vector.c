/* Lookup of vectors by the project's `column`: CSV names, MATLAB paths with indices. */
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/log/data/private.h"
#include "io/log/text/cell.h"
#include "io/units/units.h"

enum { MAX_LISTED = 12, MAX_COMPARED = 2000, MAX_COMPARED_LENGTH = 256 };

/* Returns the n-th column of a name: `name#2` is the second. */
static const TrammelColumn *
find_nth(const TrammelDataset *dataset, const char *name, guint64 nth, gboolean by_label)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);

    if (g_str_equal(by_label ? column->label : column->name, name) && --nth == 0)
      return column;
  }
  return NULL;
}

/* TRUE if a group such as "(1,2)" is the stored index `k` of a vector, e.g. "(2)": 1 x n and n x 1
 * arrays of structs and cells are stored with one index. */
static gboolean
is_same_index(const char *stored, gsize n_stored, const char *group, gsize n_group)
{
  if (n_group == n_stored && strncmp(group, stored, n_group) == 0)
    return TRUE;
  if (n_group != n_stored + 2 || n_stored < 2)
    return FALSE;
  return (strncmp(group + 1, "1,", 2) == 0 && strncmp(group + 3, stored + 1, n_stored - 1) == 0) ||
         (strncmp(group, stored, n_stored - 1) == 0 && strncmp(group + n_stored - 1, ",1", 2) == 0);
}

/* Compares a path without spaces with one from the file.  Forms that MATLAB treats as equal are
 * accepted: a(1).b and a(1,1).b for the struct a.b, c{1,3} and c{3,1} for c{3}, v(:) for v. */
static gboolean
is_same_path(const char *stored, const char *path)
{
  while (*path) {
    gboolean index = *path == '(' || *path == '{';
    gsize n = index ? strcspn(path, ")}") + 1 : 1;

    if (index && path[n - 1] == '\0')
      return FALSE;
    if (index && *stored == *path) {
      gsize n_stored = strcspn(stored, ")}") + 1;

      if (stored[n_stored - 1] == '\0' || !is_same_index(stored, n_stored, path, n))
        return FALSE;
      stored += n_stored;
    } else if (!index) {
      if (*stored++ != *path)
        return FALSE;
    } else if (!(path[n] != '\0' &&
                 (g_str_has_prefix(path, "(1)") || g_str_has_prefix(path, "(1,1)"))) &&
               !g_str_equal(path, "(:)")) {
      return FALSE;
    }
    path += n;
  }
  return *stored == '\0';
}

static const TrammelColumn *
find_path(const TrammelDataset *dataset, const char *name)
{
  g_auto(GStrv) words = g_strsplit(name, " ", -1);
  g_autofree char *path = g_strjoinv(NULL, words);

  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);

    if (is_same_path(column->name, path))
      return column;
  }
  return NULL;
}

/* Finds the column q1_deg by the name q1; its unit is taken from its name. */
static const TrammelColumn *
find_stem(const TrammelDataset *dataset, const char *name)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
    gsize stem;

    if (trammel_unit_find_in_name(column->name, &stem) && strlen(name) == stem &&
        strncmp(column->name, name, stem) == 0)
      return column;
  }
  return NULL;
}

static const TrammelColumn *
find_name(const TrammelDataset *dataset, const char *name)
{
  const TrammelColumn *column = find_nth(dataset, name, 1, TRUE);
  const char *hash = strrchr(name, '#');
  g_autofree char *stem = NULL;
  guint64 nth;

  if (!column)
    column = find_nth(dataset, name, 1, FALSE);
  if (!column && g_str_equal(trammel_dataset_get_kind(dataset), "mat"))
    return find_path(dataset, name);
  if (!column)
    column = find_stem(dataset, name);
  if (column || !hash || !g_ascii_string_to_unsigned(hash + 1, 10, 1, G_MAXUINT32, &nth, NULL))
    return column;
  if (hash == name)
    return nth <= trammel_dataset_get_n_columns(dataset)
               ? trammel_dataset_get_column(dataset, (guint)nth - 1)
               : NULL;
  stem = g_strndup(name, (gsize)(hash - name));
  column = find_nth(dataset, stem, nth, TRUE);
  return column ? column : find_nth(dataset, stem, nth, FALSE);
}

/* Returns the edit distance of two names, ignoring case. */
static guint
measure_distance(const char *a, const char *b)
{
  gsize n = strlen(b);
  g_autofree guint *row = g_new(guint, n + 1);

  for (gsize k = 0; k <= n; k++)
    row[k] = (guint)k;
  for (gsize i = 1; a[i - 1]; i++) {
    guint diagonal = row[0];

    row[0] = (guint)i;
    for (gsize k = 1; k <= n; k++) {
      guint changed = diagonal + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[k - 1]));

      diagonal = row[k];
      row[k] = MIN(changed, MIN(row[k], row[k - 1]) + 1);
    }
  }
  return row[n];
}

typedef struct {
  const char *name;
  guint distance;
} Candidate;

static int
compare_candidates(const void *a, const void *b)
{
  const Candidate *x = a, *y = b;

  return (x->distance > y->distance) - (x->distance < y->distance);
}

/* Returns the columns whose names are nearest to `wanted`, for the message on an unknown column. */
static char *
list_names(const TrammelDataset *dataset, const char *wanted)
{
  guint n = trammel_dataset_get_n_columns(dataset);
  g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
  GString *list = g_string_new(NULL);
  gboolean is_short = strlen(wanted) < MAX_COMPARED_LENGTH;

  for (guint i = 0; i < MIN(n, MAX_COMPARED); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
    Candidate candidate = {column->label, MAX_COMPARED_LENGTH};

    if (is_short && strlen(column->label) < MAX_COMPARED_LENGTH)
      candidate.distance =
          MIN(measure_distance(wanted, column->label), measure_distance(wanted, column->name));
    g_array_append_val(candidates, candidate);
  }
  g_array_sort(candidates, compare_candidates);
  for (guint i = 0; i < MIN(candidates->len, MAX_LISTED); i++)
    g_string_append_printf(list, "%s'%s'", i ? ", " : "",
                           g_array_index(candidates, Candidate, i).name);
  if (n > MAX_LISTED) {
    g_autofree char *rest = trammel_bilingual_dup(" and %u more", n - MAX_LISTED);
    g_string_append(list, rest);
  }
  return g_string_free(list, FALSE);
}

static void
set_unknown(GError **error, const TrammelDataset *dataset, const char *column)
{
  g_autofree char *names = list_names(dataset, column);
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));
  const char *const *problems = trammel_dataset_get_problems(dataset);
  const char *refusal = trammel_dataset_find_refusal(dataset, column);

  if (refusal)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID, "%s has no column '%s' that can be read: %s",
                      file, column, refusal);
  else if (*names)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID, "%s has no column '%s'; it has %s", file,
                      column, names);
  else
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s has no column '%s', nor any other that can be read%s%s", file, column,
                      problems[0] ? ": " : "",
                      problems[0] ? trammel_dataset_get_problem_words(dataset, 0) : "");
}

/* Index of `path(:,3)` or `path(1,:)`: exactly one colon. */
typedef struct {
  gboolean row; /* a row is taken, else a column */
  gsize at;     /* 0-based */
} Slice;

static gboolean
parse_slice(const char *column, char **path, Slice *slice)
{
  g_autoptr(GRegex) regex =
      g_regex_new("^(.*)\\(\\s*(:|\\d+)\\s*,\\s*(:|\\d+)\\s*\\)$", 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  g_autofree char *first = NULL, *second = NULL;
  guint64 index;

  if (!g_regex_match(regex, column, 0, &match))
    return FALSE;
  first = g_match_info_fetch(match, 2);
  second = g_match_info_fetch(match, 3);
  if (g_str_equal(first, ":") == g_str_equal(second, ":"))
    return FALSE;
  slice->row = g_str_equal(second, ":");
  if (!g_ascii_string_to_unsigned(slice->row ? first : second, 10, 1, G_MAXUINT32, &index, NULL))
    return FALSE;
  slice->at = (gsize)index - 1;
  *path = g_match_info_fetch(match, 1);
  return TRUE;
}

static double *
take_slice(const TrammelColumn *source, const Slice *slice, gsize *n)
{
  gsize stride = slice->row ? source->n_rows : 1;
  const double *from = source->values + (slice->row ? slice->at : slice->at * source->n_rows);
  double *out;

  *n = slice->row ? source->n_columns : source->n_rows;
  out = g_new(double, MAX(*n, 1));
  for (gsize i = 0; i < *n; i++)
    out[i] = from[i * stride];
  return out;
}

/* TRUE if a column holds numbers. */
static gboolean
check_usable(const TrammelDataset *dataset,
             const char *name,
             const TrammelColumn *column,
             GError **error)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));
  const char *first = column->texts && column->texts[0] ? column->texts[0] : "";
  const char *why = column->is_text ? trammel_cell_explain(first) : NULL;

  if (column->is_skipped)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: column '%s' was not read; name it when the log is loaded", file, name);
  else if (column->is_text)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: column '%s' holds text, not numbers (its first cell is '%s'%s%s)", file,
                      name, first, why ? ": " : "", why ? why : "");
  else
    return TRUE;
  return FALSE;
}

static double *
dup_sliced(const TrammelDataset *dataset,
           const char *column,
           gsize *n,
           const TrammelColumn **source,
           GError **error)
{
  g_autofree char *path = NULL;
  Slice slice;
  gsize limit;

  if (!parse_slice(column, &path, &slice) || !(*source = find_name(dataset, path))) {
    set_unknown(error, dataset, column);
    return NULL;
  }
  if (!check_usable(dataset, path, *source, error))
    return NULL;
  limit = slice.row ? (*source)->n_rows : (*source)->n_columns;
  if (slice.at >= limit) {
    g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));

    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: '%s' requests %s %zu, but '%s' is %zu by %zu", file, column,
                      slice.row ? TRAMMEL_WORD("row") : TRAMMEL_WORD("column"), slice.at + 1, path,
                      (*source)->n_rows, (*source)->n_columns);
    return NULL;
  }
  return take_slice(*source, &slice, n);
}

static double *
dup_whole(const TrammelDataset *dataset,
          const char *column,
          gsize *n,
          const TrammelColumn *source,
          GError **error)
{
  if (source->n == 0) {
    g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));

    trammel_error_set(error, TRAMMEL_ERROR_INVALID, "%s: '%s' is an empty array", file, column);
    return NULL;
  }
  if (source->n_rows != 1 && source->n_columns != 1) {
    g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));

    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: '%s' is %zu by %zu; name one of its columns, such as %s(:,1), or rows, "
                      "such as %s(1,:)",
                      file, column, source->n_rows, source->n_columns, column, column);
    return NULL;
  }
  *n = source->n;
  return g_memdup2(source->values, MAX(source->n, 1) * sizeof *source->values);
}

guint
trammel_dataset_find_index(const TrammelDataset *dataset, const char *column)
{
  const TrammelColumn *found = find_name(dataset, column);

  return found ? (guint)(found - trammel_dataset_get_column(dataset, 0)) : G_MAXUINT;
}

const TrammelColumn *
trammel_dataset_find_column(const TrammelDataset *dataset, const char *column, GError **error)
{
  const TrammelColumn *found = find_name(dataset, column);

  if (!found)
    set_unknown(error, dataset, column);
  return found;
}

double *
trammel_dataset_dup_vector(const TrammelDataset *dataset,
                           const char *column,
                           gsize *n,
                           const TrammelColumn **source,
                           GError **error)
{
  const TrammelColumn *found = find_name(dataset, column);
  double *values;

  if (found && !check_usable(dataset, column, found, error))
    values = NULL;
  else if (found)
    values = dup_whole(dataset, column, n, found, error);
  else
    values = dup_sliced(dataset, column, n, &found, error);
  if (source)
    *source = found;
  return values;
}

char *
trammel_dataset_dup_reference(const TrammelDataset *dataset, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(dataset, i);

  if (!g_str_equal(trammel_dataset_get_kind(dataset), "csv"))
    return g_strdup(column->name);
  for (guint k = 0; k < trammel_dataset_get_n_columns(dataset); k++)
    if (k != i && g_strcmp0(trammel_dataset_get_column(dataset, k)->label, column->label) == 0)
      return g_strdup_printf("#%u", i + 1);
  return column->label && *column->label ? g_strdup(column->label) : g_strdup_printf("#%u", i + 1);
}
