/* Measurement between the markers of a figure: the text of the readout, and units. */
#include <math.h>
#include <string.h>

#include "plot/figure/figure.h"
#include "plot/figure/number-text.h"

#define BETWEEN "   "

/* four digits, true minus, powers of ten as superscripts */
static void
format_number(double value, char *text, gsize size)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE], power[40] = "";
  g_ascii_formatd(number, sizeof number, "%.4g", value);
  char *e = strchr(number, 'e');
  if (e != NULL) {
    trammel_format_power((int)g_ascii_strtoll(e + 1, NULL, 10), power, sizeof power);
    *e = '\0';
  }
  g_autofree char *shown = trammel_number_text_dup(number);
  g_snprintf(text, size, "%s%s", shown, power);
}

static void
append_unit(GString *text, const char *unit)
{
  if (unit != NULL)
    g_string_append_printf(text, " %s", unit);
}

/* "RMS 2.3 rad", separated from the text before */
static void
append_item(GString *text, const char *name, const char *number, const char *unit)
{
  g_string_append_printf(text, "%s%s %s", text->len > 0 ? BETWEEN : "", name, number);
  append_unit(text, unit);
}

static void
append_value(GString *text, const char *name, double value, const char *unit)
{
  char number[64];
  if (!isfinite(value))
    return;
  format_number(value, number, sizeof number);
  append_item(text, name, number, unit);
}

/* "deg/s"; a unit of several factors is put in brackets */
static char *
dup_ratio(const char *above, const char *below)
{
  const char *top = above == NULL ? "1" : above;
  if (below == NULL)
    return g_strdup(top);
  return g_strdup_printf(strpbrk(below, " /") != NULL ? "%s/(%s)" : "%s/%s", top, below);
}

typedef struct {
  const TrammelFigure *figure;
  char *x_name, *x_unit, *y_unit;
} Names;

static void
append_marker(GString *text, const Names *names, int marker)
{
  const TrammelFigure *figure = names->figure;
  char x[64], y[64];
  if (isnan(figure->measure.x[marker]))
    return;
  trammel_axis_format(&figure->x, figure->measure.x[marker], x, sizeof x);
  append_item(text, marker == 0 ? "A" : "B", x, names->x_unit);
  if (!isfinite(figure->measure.y[marker]))
    return;
  trammel_axis_format(&figure->y, figure->measure.y[marker], y, sizeof y);
  g_string_append_printf(text, ", %s", y);
  append_unit(text, names->y_unit);
}

static void
append_differences(GString *text, const Names *names)
{
  const TrammelMeasure *m = &names->figure->measure;
  double dx = m->x[1] - m->x[0];
  double dy = m->y[1] - m->y[0];
  gboolean is_time = g_strcmp0(names->x_unit, "s") == 0;
  g_autofree char *dx_name = g_strdup_printf("\u0394%s", names->x_name);
  g_autofree char *inverse = g_strdup_printf("1/\u0394%s", names->x_name);
  g_autofree char *inverse_unit = is_time ? g_strdup("Hz") : dup_ratio("1", names->x_unit);
  g_autofree char *slope_unit = dup_ratio(names->y_unit, names->x_unit);
  append_value(text, dx_name, dx, names->x_unit);
  if (dx != 0.0)
    append_value(text, inverse, 1.0 / fabs(dx), inverse_unit);
  append_value(text, "\u0394y", dy, names->y_unit);
  if (dx != 0.0)
    append_value(text, "slope", dy / dx, slope_unit);
}

static void
append_statistics(GString *text, const Names *names, const TrammelSeries *series)
{
  const TrammelMeasure *m = &names->figure->measure;
  TrammelStatistics s;
  char number[32];
  if (!trammel_series_measure(series, fmin(m->x[0], m->x[1]), fmax(m->x[0], m->x[1]), &s))
    return;
  append_value(text, "mean", s.mean, names->y_unit);
  append_value(text, "RMS", s.rms, names->y_unit);
  g_snprintf(number, sizeof number, "%zu", s.n);
  append_item(text, "n", number, NULL);
}

/* the name of x in the readout; a long one, e.g. "measurement residual", would be repeated four
 * times */
static char *
dup_x_name(const TrammelFigure *figure)
{
  char *name = trammel_figure_dup_quantity(trammel_figure_get_x_title(figure));
  if (name != NULL && g_utf8_strlen(name, -1) <= 4)
    return name;
  g_free(name);
  return g_strdup("x");
}

static char *
dup_readout(const TrammelFigure *figure, const TrammelSeries *series)
{
  GString *text = g_string_new(NULL);
  Names names = {.figure = figure,
                 .x_name = dup_x_name(figure),
                 .x_unit = trammel_figure_dup_spoken_unit(trammel_figure_get_x_title(figure)),
                 .y_unit = trammel_figure_dup_spoken_unit(figure->y_title)};
  if (series != NULL && figure->series->len > 1)
    g_string_append_printf(text, "%s:", trammel_series_get_name(series));
  append_marker(text, &names, 0);
  append_marker(text, &names, 1);
  if (!isnan(figure->measure.x[0]) && !isnan(figure->measure.x[1])) {
    append_differences(text, &names);
    if (series != NULL)
      append_statistics(text, &names, series);
  }
  g_free(names.x_name);
  g_free(names.x_unit);
  g_free(names.y_unit);
  return g_string_free(text, FALSE);
}

void
trammel_figure_measure(TrammelFigure *self, double a, double b, gboolean has_curve, guint index)
{
  const TrammelSeries *series = has_curve ? trammel_figure_get_series(self, index) : NULL;
  TrammelMeasure *m = &self->measure;
  m->x[0] = a;
  m->x[1] = b;
  for (int i = 0; i < 2; i++)
    m->y[i] = series != NULL && !isnan(m->x[i]) ? trammel_series_interpolate(series, m->x[i]) : NAN;
  g_clear_pointer(&m->text, g_free);
  if (!isnan(a) || !isnan(b))
    m->text = dup_readout(self, series);
}
