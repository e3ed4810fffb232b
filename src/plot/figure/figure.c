#include "plot/figure/figure.h"

#include <math.h>
#include <string.h>

#define MARGIN 0.03 /* around the curves, as a share of the range */

static void
clear_mark(gpointer mark)
{
  g_free(((TrammelMark *)mark)->text);
}

void
trammel_figure_init(TrammelFigure *self)
{
  *self = (TrammelFigure){
      .x = {.min = 0.0, .max = 1.0, .start = 0.0, .end = 1.0},
      .y = {.min = 0.0, .max = 1.0, .start = 1.0, .end = 0.0},
      .series = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref),
      .measure = {.x = {NAN, NAN}, .y = {NAN, NAN}},
      .references = g_array_new(FALSE, FALSE, sizeof(TrammelReference)),
      .marks = g_array_new(FALSE, FALSE, sizeof(TrammelMark)),
      .hidden = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
  };
  g_array_set_clear_func(self->marks, clear_mark);
}

void
trammel_figure_clear(TrammelFigure *self)
{
  g_clear_pointer(&self->title, g_free);
  g_clear_pointer(&self->x_title, g_free);
  g_clear_pointer(&self->y_title, g_free);
  g_clear_pointer(&self->empty_text, g_free);
  g_clear_pointer(&self->note, g_free);
  g_clear_pointer(&self->series, g_ptr_array_unref);
  g_clear_pointer(&self->marks, g_array_unref);
  g_clear_pointer(&self->references, g_array_unref);
  g_clear_pointer(&self->measure.text, g_free);
  g_clear_pointer(&self->highlight, g_free);
  g_clear_pointer(&self->hidden, g_hash_table_unref);
}

void
trammel_figure_add_mark(TrammelFigure *self, double x, const char *text)
{
  TrammelMark mark = {.x = x, .text = g_strdup(text)};
  g_array_append_val(self->marks, mark);
}

gboolean
trammel_figure_find_curve(const TrammelFigure *self, const char *name, guint *index)
{
  gboolean found = FALSE;
  for (guint i = 0; i < self->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(self, i);
    if (!trammel_figure_is_visible(self, i) || trammel_series_get_size(series) == 0 ||
        trammel_series_get_kind(series) != TRAMMEL_SERIES_CURVE)
      continue;
    gboolean matches = g_strcmp0(name, trammel_series_get_name(series)) == 0;
    if (!found || matches)
      *index = i;
    found = TRUE;
    if (matches)
      break;
  }
  return found;
}

TrammelSeries *
trammel_figure_get_series(const TrammelFigure *self, guint index)
{
  return g_ptr_array_index(self->series, index);
}

gboolean
trammel_figure_is_visible(const TrammelFigure *self, guint index)
{
  const TrammelSeries *series = trammel_figure_get_series(self, index);
  return !g_hash_table_contains(self->hidden, trammel_series_get_name(series));
}

gboolean
trammel_figure_has_data(const TrammelFigure *self)
{
  for (guint i = 0; i < self->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(self, i);
    if (!trammel_series_is_backdrop(series) && trammel_series_get_size(series) > 0)
      return TRUE;
  }
  return FALSE;
}

gboolean
trammel_figure_x_extent(const TrammelFigure *self, double *low, double *high)
{
  double a = INFINITY, b = -INFINITY;
  for (guint i = 0; i < self->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(self, i);
    double x_low, x_high;
    if (trammel_series_get_style(series)->not_fitted ||
        !trammel_series_x_extent(series, &x_low, &x_high))
      continue;
    a = fmin(a, x_low);
    b = fmax(b, x_high);
  }
  if (!(a <= b))
    return FALSE;
  *low = a;
  *high = b;
  return TRUE;
}

gboolean
trammel_figure_y_extent(
    const TrammelFigure *self, double x_low, double x_high, double *low, double *high)
{
  double a = INFINITY, b = -INFINITY;
  gboolean positive = self->y.kind == TRAMMEL_AXIS_LOG;
  for (guint i = 0; i < self->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(self, i);
    double y_low, y_high;
    if (!trammel_figure_is_visible(self, i) || trammel_series_get_style(series)->not_fitted ||
        !trammel_series_y_extent(series, x_low, x_high, positive, &y_low, &y_high))
      continue;
    a = fmin(a, y_low);
    b = fmax(b, y_high);
  }
  if (!(a <= b))
    return FALSE;
  *low = a;
  *high = b;
  return TRUE;
}

void
trammel_figure_fit(TrammelFigure *self)
{
  double low, high;
  if (!trammel_figure_x_extent(self, &low, &high))
    return;
  trammel_axis_fit(&self->x, low, high, self->x.kind == TRAMMEL_AXIS_INTEGER ? MARGIN : 0.0);
  if (trammel_figure_y_extent(self, self->x.min, self->x.max, &low, &high))
    trammel_axis_fit(&self->y, low, high, MARGIN);
}

gboolean
trammel_figure_has_marks(const TrammelFigure *self)
{
  for (guint i = 0; i < self->series->len; i++)
    if (trammel_series_has_marks(trammel_figure_get_series(self, i)))
      return TRUE;
  return FALSE;
}

gboolean
trammel_figure_is_grounded(const TrammelFigure *self)
{
  for (guint i = 0; i < self->series->len; i++)
    if (trammel_figure_is_visible(self, i) &&
        trammel_series_is_grounded(trammel_figure_get_series(self, i)))
      return TRUE;
  return FALSE;
}

const char *
trammel_figure_get_x_title(const TrammelFigure *self)
{
  return self->x_title == NULL && self->is_time ? "t [s]" : self->x_title;
}

char *
trammel_figure_dup_unit(const char *title)
{
  const char *open = title == NULL ? NULL : strrchr(title, '[');
  const char *close = open == NULL ? NULL : strchr(open, ']');
  return close == NULL ? NULL : g_strndup(open + 1, (gsize)(close - open - 1));
}

char *
trammel_figure_dup_spoken_unit(const char *title)
{
  char *unit = trammel_figure_dup_unit(title);
  if (g_strcmp0(unit, "1") == 0)
    g_clear_pointer(&unit, g_free);
  return unit;
}

char *
trammel_figure_dup_quantity(const char *title)
{
  const char *open = title == NULL ? NULL : strrchr(title, '[');
  if (open == NULL)
    return g_strdup(title);
  return g_strchomp(g_strndup(title, (gsize)(open - title)));
}
