/* Sample of a plot under the pointer, or selected by keys, and the text about it. */
#include <glib/gi18n.h>
#include <math.h>

#include "ui/plot/private.h"

#define HOVER_RADIUS 12.0

static gboolean
is_ribbon(const TrammelSeries *series)
{
  return trammel_series_get_kind(series) == TRAMMEL_SERIES_BAND &&
         trammel_series_get_style(series)->shape != TRAMMEL_SHAPE_ERROR_BARS;
}

gboolean
trammel_plot_view_find_nearest(
    TrammelPlotView *self, double x, double y, guint *series, gsize *sample)
{
  const TrammelFigure *figure = &self->figure;
  double best = HOVER_RADIUS;
  gboolean found = FALSE;
  for (guint i = 0; i < figure->series->len; i++) {
    const TrammelSeries *candidate = trammel_figure_get_series(figure, i);
    gsize index;
    double distance;
    /* the pointer means a curve, not the ribbon around it */
    if (trammel_figure_is_visible(figure, i) && !is_ribbon(candidate) &&
        trammel_series_nearest(candidate, &(TrammelPointer){&figure->x, &figure->y, x, y, best},
                               &index, &distance)) {
      best = distance;
      *series = i;
      *sample = index;
      found = TRUE;
    }
  }
  return found;
}

/* "3.214 s", or "1.2 to 1.4 rad" of a bar */
static char *
format_x(const TrammelFigure *figure, const TrammelSeries *series, gsize sample, const char *unit)
{
  const double *x_end = trammel_series_get_x_end(series);
  char from[64], to[64] = "";
  trammel_axis_format(&figure->x, trammel_series_get_x(series)[sample], from, sizeof from);
  if (x_end != NULL)
    trammel_axis_format(&figure->x, x_end[sample], to, sizeof to);
  return g_strdup_printf("%s%s%s%s%s", from, x_end != NULL ? _(" to ") : "", to,
                         unit != NULL ? " " : "", unit != NULL ? unit : "");
}

/* "12.31 deg", or "12.1 to 12.5 deg" of a band */
static char *
format_y(const TrammelFigure *figure, const TrammelSeries *series, gsize sample, const char *unit)
{
  const double *high = trammel_series_get_high(series);
  char low[64], top[64] = "";
  trammel_axis_format(&figure->y, trammel_series_get_y(series)[sample], low, sizeof low);
  if (high != NULL)
    trammel_axis_format(&figure->y, high[sample], top, sizeof top);
  return g_strdup_printf("%s%s%s%s%s", low, high != NULL ? _(" to ") : "", top,
                         unit != NULL ? " " : "", unit != NULL ? unit : "");
}

/* "measured, kappa 0.1" over "12.31 deg   t 3.214 s   #643" */
static char *
describe_sample(TrammelPlotView *self)
{
  const TrammelFigure *figure = &self->figure;
  const TrammelSeries *series = trammel_figure_get_series(figure, self->hover.series);
  gsize sample = self->hover.sample;
  const char *name = trammel_series_get_name(series);
  const char *label = trammel_series_get_label(series, sample);
  const char *x_title = trammel_figure_get_x_title(figure);
  g_autofree char *x_name = trammel_figure_dup_quantity(x_title);
  g_autofree char *x_unit = trammel_figure_dup_spoken_unit(x_title);
  g_autofree char *y_unit = trammel_figure_dup_spoken_unit(figure->y_title);
  g_autofree char *x = format_x(figure, series, sample, x_unit);
  g_autofree char *y = format_y(figure, series, sample, y_unit);
  gboolean has_head = name[0] != '\0' || label != NULL;
  return g_strdup_printf("%s%s%s%s%s   %s %s   #%zu", name,
                         name[0] != '\0' && label != NULL ? ", " : "", label != NULL ? label : "",
                         has_head ? "\n" : "", y, x_name != NULL ? x_name : "x", x, sample);
}

static PangoLayout *
create_text(TrammelPlotView *self, const char *text)
{
  PangoLayout *layout = trammel_layout_create_text(gtk_widget_get_pango_context(GTK_WIDGET(self)),
                                                   text, TRAMMEL_TEXT_NUMBER);
  pango_layout_set_single_paragraph_mode(layout, FALSE);
  return layout;
}

static PangoLayout *
create_axis_text(TrammelPlotView *self, const TrammelAxis *axis, double pixel)
{
  char text[64];
  trammel_axis_format(axis, trammel_axis_to_value(axis, pixel), text, sizeof text);
  return create_text(self, text);
}

void
trammel_plot_view_clear_hover(TrammelPlotView *self)
{
  self->hover.found = FALSE;
  g_clear_object(&self->hover.text);
  g_clear_object(&self->hover.x_text);
  g_clear_object(&self->hover.y_text);
}

/* The sample selected by keys; there is none when its curve is hidden. */
static gboolean
find_picked(TrammelPlotView *self)
{
  TrammelPlotHover *hover = &self->hover;
  hover->picked = hover->picked && hover->series < self->figure.series->len &&
                  trammel_figure_is_visible(&self->figure, hover->series) &&
                  hover->sample < trammel_series_get_size(
                                      trammel_figure_get_series(&self->figure, hover->series));
  return hover->picked;
}

void
trammel_plot_view_update_hover(TrammelPlotView *self)
{
  TrammelPlotHover *hover = &self->hover;
  trammel_plot_view_clear_hover(self);
  if (!trammel_figure_has_data(&self->figure) || !trammel_plot_view_ensure_layout(self))
    return;
  if (find_picked(self)) {
    hover->found = TRUE;
  } else if (hover->inside && trammel_rect_contains(&self->layout.area, hover->x, hover->y)) {
    hover->x_text = create_axis_text(self, &self->figure.x, hover->x);
    hover->y_text = create_axis_text(self, &self->figure.y, hover->y);
    hover->found =
        trammel_plot_view_find_nearest(self, hover->x, hover->y, &hover->series, &hover->sample);
  }
  if (hover->found) {
    g_autofree char *text = describe_sample(self);
    hover->text = create_text(self, text);
  }
}

/* pans so that x is shown, when it is not */
static void
reveal_x(TrammelPlotView *self, double x)
{
  TrammelAxis axis = self->figure.x;
  if (!isfinite(x) || (x >= axis.min && x <= axis.max))
    return;
  trammel_axis_pan(&axis, 0.5 * (axis.start + axis.end) - trammel_axis_to_pixel(&axis, x));
  trammel_plot_view_remember_zoom(self);
  trammel_plot_view_apply_axes(self, &axis, NULL);
}

static void
pick(TrammelPlotView *self, guint series, gsize sample)
{
  self->hover.picked = TRUE;
  self->hover.series = series;
  self->hover.sample = sample;
  reveal_x(self, trammel_series_get_x(trammel_figure_get_series(&self->figure, series))[sample]);
  trammel_plot_view_update_hover(self);
  if (self->hover.text != NULL)
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   pango_layout_get_text(self->hover.text), -1);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
trammel_plot_view_unpick(TrammelPlotView *self)
{
  if (!self->hover.picked)
    return;
  self->hover.picked = FALSE;
  trammel_plot_view_update_hover(self);
  trammel_plot_view_update_accessible(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static gboolean
can_pick(TrammelPlotView *self, int series)
{
  const TrammelSeries *candidate = trammel_figure_get_series(&self->figure, (guint)series);
  return trammel_figure_is_visible(&self->figure, (guint)series) &&
         !trammel_series_is_backdrop(candidate) && trammel_series_get_size(candidate) > 0 &&
         !trammel_series_get_style(candidate)->not_in_legend;
}

/* start of the selection by keys: at the pointer, the time cursor, or the middle */
static double
find_start_x(TrammelPlotView *self)
{
  const TrammelAxis *x = &self->figure.x;
  if (self->hover.found)
    return trammel_series_get_x(
        trammel_figure_get_series(&self->figure, self->hover.series))[self->hover.sample];
  if (self->hover.x_text != NULL)
    return trammel_axis_to_value(x, self->hover.x);
  if (self->timeline != NULL)
    return CLAMP(trammel_timeline_get_position(self->timeline), x->min, x->max);
  return trammel_axis_to_value(x, 0.5 * (x->start + x->end));
}

gboolean
trammel_plot_view_pick_curve(TrammelPlotView *self, int direction)
{
  int n = (int)self->figure.series->len;
  double x = find_start_x(self);
  int series = self->hover.picked ? (int)self->hover.series + direction : direction > 0 ? 0 : n - 1;
  while (series >= 0 && series < n && !can_pick(self, series))
    series += direction;
  if (series < 0 || series >= n) {
    trammel_plot_view_unpick(self);
    return FALSE;
  }
  pick(self, (guint)series,
       trammel_series_find_near(trammel_figure_get_series(&self->figure, (guint)series), x));
  return TRUE;
}

gboolean
trammel_plot_view_pick_sample(TrammelPlotView *self, gssize step)
{
  if (!self->hover.picked && !self->hover.found)
    return trammel_plot_view_pick_curve(self, 1);
  const TrammelSeries *series = trammel_figure_get_series(&self->figure, self->hover.series);
  gssize last = (gssize)trammel_series_get_size(series) - 1;
  pick(self, self->hover.series, (gsize)CLAMP((gssize)self->hover.sample + step, 0, last));
  return TRUE;
}
