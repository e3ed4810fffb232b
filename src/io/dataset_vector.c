/* Looking up vectors by the project's `column`: CSV names, MATLAB paths with indices. */
#include <math.h>
#include <string.h>

#include "io/dataset.h"
#include "io/error.h"

/* `name#2` is the second column of that name. */
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

static const TrammelColumn *
find_name(const TrammelDataset *dataset, const char *name)
{
  const TrammelColumn *column = find_nth(dataset, name, 1, TRUE);
  const char *hash = strrchr(name, '#');
  g_autofree char *stem = NULL;
  guint64 nth;

  if (!column)
    column = find_nth(dataset, name, 1, FALSE);
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

/* What there is, for the message about what there is not. */
static char *
list_names(const TrammelDataset *dataset)
{
  GString *list = g_string_new(NULL);
  guint n = trammel_dataset_get_n_columns(dataset);

  for (guint i = 0; i < MIN(n, 12); i++)
    g_string_append_printf(list, "%s'%s'", i ? ", " : "",
                           trammel_dataset_get_column(dataset, i)->label);
  if (n > 12)
    g_string_append_printf(list, " and %u more", n - 12);
  return g_string_free(list, FALSE);
}

static void
set_unknown(GError **error, const TrammelDataset *dataset, const char *column)
{
  g_autofree char *names = list_names(dataset);
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));

  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID, "%s has no column '%s'; it has %s", file,
              column, names);
}

/* The index in `path(:,3)` or `path(1,:)`: exactly one colon. */
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
  limit = slice.row ? (*source)->n_rows : (*source)->n_columns;
  if (slice.at >= limit) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "'%s' asks for %s %" G_GSIZE_FORMAT ", but '%s' is %" G_GSIZE_FORMAT
                " by %" G_GSIZE_FORMAT,
                column, slice.row ? "row" : "column", slice.at + 1, path, (*source)->n_rows,
                (*source)->n_columns);
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
  if (source->n_rows != 1 && source->n_columns != 1) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "'%s' is %" G_GSIZE_FORMAT " by %" G_GSIZE_FORMAT
                "; name one of its columns, such as %s(:,1)",
                column, source->n_rows, source->n_columns, column);
    return NULL;
  }
  *n = source->n;
  return g_memdup2(source->values, MAX(source->n, 1) * sizeof *source->values);
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

  if (found)
    values = dup_whole(dataset, column, n, found, error);
  else
    values = dup_sliced(dataset, column, n, &found, error);
  if (values && found->is_text) {
    g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));

    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "%s: column '%s' holds text, not numbers (its first cell is '%s')", file, column,
                found->texts && found->texts[0] ? found->texts[0] : "");
    g_clear_pointer(&values, g_free);
  }
  if (source)
    *source = found;
  return values;
}
