#include "plot/figure/columns.h"

#include <math.h>
#include <string.h>

#include "engine/base/formula.h"

static void
clear_column(gpointer data)
{
  TrammelTableColumn *column = data;
  g_free(column->head);
  g_free(column->own);
}

/* Samples in the table: a run of an ordered series, else a selection. */
typedef struct {
  gsize first, n;
  gsize *choice; /* [n] or NULL */
} Rows;

static Rows
choose_rows(const TrammelFigure *figure, const TrammelSeries *series, gboolean in_range)
{
  const double *x = trammel_series_get_x(series);
  Rows rows = {.n = trammel_series_get_size(series)};
  if (!in_range || x == NULL)
    return rows;
  gsize end, n = 0;
  if (trammel_series_find_run(series, figure->x.min, figure->x.max, &rows.first, &end)) {
    rows.n = end - rows.first;
    return rows;
  }
  rows.choice = g_new(gsize, rows.n);
  for (gsize i = 0; i < rows.n; i++)
    if (x[i] >= figure->x.min && x[i] <= figure->x.max)
      rows.choice[n++] = i;
  rows.n = n;
  return rows;
}

/* takes `head` */
static void
append_column(GArray *columns, char *head, const double *values, const Rows *rows)
{
  TrammelTableColumn column = {.head = head, .values = values + rows->first, .n = rows->n};
  if (rows->choice != NULL) {
    column.own = g_new(double, rows->n);
    for (gsize i = 0; i < rows->n; i++)
      column.own[i] = values[rows->choice[i]];
    column.values = column.own;
  }
  g_array_append_val(columns, column);
}

/* "name [unit]" of a curve; the axis title if the curve has no name */
static char *
dup_head(const char *name, const char *suffix, const char *title)
{
  g_autofree char *unit = trammel_figure_dup_unit(title);
  g_autofree char *quantity = trammel_figure_dup_quantity(title);
  const char *base = name[0] != '\0' ? name : (quantity != NULL ? quantity : "y");
  return unit != NULL ? g_strdup_printf("%s%s [%s]", base, suffix, unit)
                      : g_strdup_printf("%s%s", base, suffix);
}

static gboolean
is_last_x(const GArray *columns, int last, const TrammelTableColumn *fresh)
{
  if (last < 0)
    return FALSE;
  const TrammelTableColumn *column = &g_array_index(columns, TrammelTableColumn, last);
  return column->n == fresh->n &&
         (column->values == fresh->values ||
          memcmp(column->values, fresh->values, fresh->n * sizeof *fresh->values) == 0);
}

/* one column of x, or two */
static void
append_x(GArray *columns,
         const TrammelFigure *figure,
         const TrammelSeries *series,
         const Rows *rows,
         int *last)
{
  const char *title = figure->x_title != NULL ? figure->x_title : "x";
  const double *x_end = trammel_series_get_x_end(series);
  if (x_end != NULL) {
    append_column(columns, dup_head("", " from", title), trammel_series_get_x(series), rows);
    append_column(columns, dup_head("", " to", title), x_end, rows);
    *last = -1;
    return;
  }
  append_column(columns, g_strdup(title), trammel_series_get_x(series), rows);
  if (is_last_x(columns, *last, &g_array_index(columns, TrammelTableColumn, columns->len - 1)))
    g_array_set_size(columns, columns->len - 1);
  else
    *last = (int)columns->len - 1;
}

GArray *
trammel_columns_new(const TrammelFigure *figure, gboolean in_range)
{
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(TrammelTableColumn));
  int last_x = -1;
  g_array_set_clear_func(columns, clear_column);
  for (guint i = 0; i < figure->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(figure, i);
    const double *y = trammel_series_get_y(series);
    const double *high = trammel_series_get_high(series);
    const char *name = trammel_series_get_name(series);
    if (!trammel_figure_is_visible(figure, i))
      continue;
    Rows rows = choose_rows(figure, series, in_range);
    if (rows.n > 0 && trammel_series_get_x(series) != NULL)
      append_x(columns, figure, series, &rows, &last_x);
    if (rows.n > 0 && y != NULL)
      append_column(columns, dup_head(name, high != NULL ? " low" : "", figure->y_title), y, &rows);
    if (rows.n > 0 && high != NULL)
      append_column(columns, dup_head(name, " high", figure->y_title), high, &rows);
    g_free(rows.choice);
  }
  return columns;
}

gsize
trammel_columns_count_rows(const GArray *columns)
{
  gsize n = 0;
  for (guint c = 0; c < columns->len; c++)
    n = MAX(n, g_array_index(columns, TrammelTableColumn, c).n);
  return n;
}

void
trammel_columns_append_text(GString *text, const char *cell, char separator)
{
  const char *guard = tr_is_formula(cell) ? "'" : "";

  if (strchr(cell, separator) == NULL && strpbrk(cell, "\"\n") == NULL) {
    g_string_append_printf(text, "%s%s", guard, cell);
    return;
  }
  g_string_append_printf(text, "\"%s", guard);
  for (const char *c = cell; *c != '\0'; c++) {
    if (*c == '"')
      g_string_append_c(text, '"');
    g_string_append_c(text, *c);
  }
  g_string_append_c(text, '"');
}

static void
append_row(GString *text, const GArray *columns, gsize row, char separator)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint c = 0; c < columns->len; c++) {
    const TrammelTableColumn *column = &g_array_index(columns, TrammelTableColumn, c);
    if (c > 0)
      g_string_append_c(text, separator);
    if (row < column->n && isfinite(column->values[row]))
      g_string_append(text, g_ascii_dtostr(number, sizeof number, column->values[row]));
  }
  g_string_append_c(text, '\n');
}

char *
trammel_columns_to_text(const GArray *columns, char separator)
{
  GString *text = g_string_new(NULL);
  gsize n_rows = trammel_columns_count_rows(columns);
  for (guint c = 0; c < columns->len; c++) {
    if (c > 0)
      g_string_append_c(text, separator);
    trammel_columns_append_text(text, g_array_index(columns, TrammelTableColumn, c).head,
                                separator);
  }
  g_string_append_c(text, '\n');
  for (gsize row = 0; row < n_rows; row++)
    append_row(text, columns, row, separator);
  return g_string_free(text, FALSE);
}
