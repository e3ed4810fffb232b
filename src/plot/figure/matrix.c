#include "plot/figure/matrix.h"

#include <math.h>
#include <string.h>

#include "plot/figure/columns.h"
#include "plot/figure/number-text.h"

TrammelMatrix *
trammel_matrix_new(const double *values, guint n_rows, guint n_columns)
{
  TrammelMatrix *self = g_new0(TrammelMatrix, 1);
  self->n_rows = n_rows;
  self->n_columns = n_columns;
  self->cells = g_new0(TrammelMatrixCell, (gsize)n_rows * n_columns);
  for (gsize i = 0; i < (gsize)n_rows * n_columns; i++)
    self->cells[i].value = values[i];
  self->row_names = g_new0(char *, n_rows);
  self->column_names = g_new0(char *, n_columns);
  self->scale = TRAMMEL_SCALE_DIVERGING;
  self->low = -1.0;
  self->high = 1.0;
  self->digits = 2;
  return self;
}

TrammelMatrix *
trammel_matrix_copy(const TrammelMatrix *self)
{
  TrammelMatrix *copy = g_memdup2(self, sizeof *self);
  gsize n = (gsize)self->n_rows * self->n_columns;
  copy->cells = g_memdup2(self->cells, n * sizeof *self->cells);
  for (gsize i = 0; i < n; i++)
    copy->cells[i].text = g_strdup(self->cells[i].text);
  copy->row_names = g_new(char *, self->n_rows);
  copy->column_names = g_new(char *, self->n_columns);
  for (guint i = 0; i < self->n_rows; i++)
    copy->row_names[i] = g_strdup(self->row_names[i]);
  for (guint i = 0; i < self->n_columns; i++)
    copy->column_names[i] = g_strdup(self->column_names[i]);
  copy->title = g_strdup(self->title);
  copy->row_title = g_strdup(self->row_title);
  copy->column_title = g_strdup(self->column_title);
  copy->unit = g_strdup(self->unit);
  copy->empty_text = g_strdup(self->empty_text);
  return copy;
}

void
trammel_matrix_free(TrammelMatrix *self)
{
  if (self == NULL)
    return;
  for (gsize i = 0; i < (gsize)self->n_rows * self->n_columns; i++)
    g_free(self->cells[i].text);
  for (guint i = 0; i < self->n_rows; i++)
    g_free(self->row_names[i]);
  for (guint i = 0; i < self->n_columns; i++)
    g_free(self->column_names[i]);
  g_free(self->cells);
  g_free(self->row_names);
  g_free(self->column_names);
  g_free(self->title);
  g_free(self->row_title);
  g_free(self->column_title);
  g_free(self->unit);
  g_free(self->empty_text);
  g_free(self);
}

static void
set_text(char **field, const char *text)
{
  g_free(*field);
  *field = g_strdup(text);
}

void
trammel_matrix_set_row_name(TrammelMatrix *self, guint row, const char *name)
{
  g_return_if_fail(row < self->n_rows);
  set_text(&self->row_names[row], name);
}

void
trammel_matrix_set_column_name(TrammelMatrix *self, guint column, const char *name)
{
  g_return_if_fail(column < self->n_columns);
  set_text(&self->column_names[column], name);
}

TrammelMatrixCell *
trammel_matrix_get_cell(const TrammelMatrix *self, guint row, guint column)
{
  return &self->cells[(gsize)row * self->n_columns + column];
}

void
trammel_matrix_set_cell_text(TrammelMatrix *self, guint row, guint column, const char *text)
{
  g_return_if_fail(row < self->n_rows && column < self->n_columns);
  set_text(&trammel_matrix_get_cell(self, row, column)->text, text);
}

void
trammel_matrix_set_scale(TrammelMatrix *self, TrammelColorScale scale, double low, double high)
{
  double least = INFINITY, greatest = -INFINITY;
  for (gsize i = 0; i < (gsize)self->n_rows * self->n_columns; i++)
    if (isfinite(self->cells[i].value)) {
      least = fmin(least, self->cells[i].value);
      greatest = fmax(greatest, self->cells[i].value);
    }
  self->scale = scale;
  self->low = isnan(low) ? (least <= greatest ? least : 0.0) : low;
  self->high = isnan(high) ? (least <= greatest ? greatest : 1.0) : high;
}

char *
trammel_matrix_dup_text(const TrammelMatrix *self, guint row, guint column)
{
  const TrammelMatrixCell *cell = trammel_matrix_get_cell(self, row, column);
  char format[16], number[64];
  if (cell->text != NULL)
    return trammel_number_text_dup(cell->text);
  if (!isfinite(cell->value))
    return g_strdup("");
  g_snprintf(format, sizeof format, "%%.%df", CLAMP(self->digits, 0, 9));
  return trammel_number_text_dup(g_ascii_formatd(number, sizeof number, format, cell->value));
}

static const char *
get_name(char *const *names, guint index)
{
  return names[index] != NULL ? names[index] : "";
}

char *
trammel_matrix_dup_description(const TrammelMatrix *self, guint row, guint column)
{
  char *text = trammel_matrix_dup_text(self, row, column);
  gboolean is_empty = text[0] == '\0';
  gboolean has_unit = !is_empty && self->unit != NULL;
  char *description = g_strdup_printf(
      "%s, %s: %s%s%s", get_name(self->row_names, row), get_name(self->column_names, column),
      is_empty ? "\u2013" : text, has_unit ? " " : "", has_unit ? self->unit : "");
  g_free(text);
  return description;
}

TrammelColor
trammel_matrix_get_color(const TrammelMatrix *self, double value, gboolean dark)
{
  if (!isfinite(value))
    return trammel_palette_background(dark);
  double span = self->high - self->low;
  return trammel_palette_map(self->scale, span > 0.0 ? (value - self->low) / span : 0.5, dark);
}

char *
trammel_matrix_to_text(const TrammelMatrix *self, char separator)
{
  GString *text = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint column = 0; column < self->n_columns; column++) {
    g_string_append_c(text, separator);
    trammel_columns_append_text(text, get_name(self->column_names, column), separator);
  }
  g_string_append_c(text, '\n');
  for (guint row = 0; row < self->n_rows; row++) {
    trammel_columns_append_text(text, get_name(self->row_names, row), separator);
    for (guint column = 0; column < self->n_columns; column++) {
      double value = trammel_matrix_get_cell(self, row, column)->value;
      g_string_append_c(text, separator);
      if (isfinite(value))
        g_string_append(text, g_ascii_dtostr(number, sizeof number, value));
    }
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}
