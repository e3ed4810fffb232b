/* Label and description of a plot for screen readers. */
#include <glib/gi18n.h>
#include <math.h>

#include "ui/plot/private.h"

#define MAX_DESCRIBED 4 /* a description stays short; the table has the rest */

/* "measured: 943 samples, mean 0.12 rad, RMS 0.55 rad, from -1.00 to 0.98 rad" */
static char *
describe_curve(const TrammelFigure *figure, const TrammelSeries *series, const char *unit)
{
  TrammelStatistics s;
  char mean[64], rms[64], low[64], high[64];
  const char *name = trammel_series_get_name(series);
  if (!trammel_series_measure(series, -INFINITY, INFINITY, &s))
    return g_strdup_printf(_("%s: no samples"), name);
  trammel_axis_format(&figure->y, s.mean, mean, sizeof mean);
  trammel_axis_format(&figure->y, s.rms, rms, sizeof rms);
  trammel_axis_format(&figure->y, s.low, low, sizeof low);
  trammel_axis_format(&figure->y, s.high, high, sizeof high);
  return g_strdup_printf(_("%s: %zu samples, mean %s %s, RMS %s %s, from %s to %s %s"), name, s.n,
                         mean, unit, rms, unit, low, high, unit);
}

static void
append_curves(GString *text, const TrammelFigure *figure)
{
  g_autofree char *unit = trammel_figure_dup_spoken_unit(figure->y_title);
  guint n = 0;
  for (guint i = 0; i < figure->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(figure, i);
    if (!trammel_figure_is_visible(figure, i) || trammel_series_is_backdrop(series) ||
        trammel_series_get_style(series)->not_in_legend)
      continue;
    if (n++ >= MAX_DESCRIBED)
      continue;
    g_autofree char *curve = describe_curve(figure, series, unit != NULL ? unit : "");
    g_string_append_printf(text, "%s%s", n > 1 ? "; " : "", curve);
  }
  if (n > MAX_DESCRIBED)
    g_string_append_printf(text, _("; and %u more"), n - MAX_DESCRIBED);
  if (n == 0)
    g_string_append(text, figure->empty_text != NULL ? figure->empty_text : _("no curve"));
}

void
trammel_plot_view_update_accessible(TrammelPlotView *self)
{
  const TrammelFigure *figure = &self->figure;
  const char *x_title = trammel_figure_get_x_title(figure);
  GString *text = g_string_new(NULL);
  g_string_printf(text, _("%s over %s: "), figure->y_title != NULL ? figure->y_title : "y",
                  x_title != NULL ? x_title : "x");
  append_curves(text, figure);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 TRAMMEL_PICTURE_GET_CLASS(self)->get_title(TRAMMEL_PICTURE(self)),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  g_string_free(text, TRUE);
}
