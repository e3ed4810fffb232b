/* Markers A and B of a plot. */
#include <math.h>

#include "ui/plot/private.h"

#define GRIP 5.0 /* [px] distance from a marker's line within which it can be dragged */

void
trammel_plot_view_update_markers(TrammelPlotView *self)
{
  TrammelFigure *figure = &self->figure;
  guint index = 0;
  gboolean found = trammel_figure_find_curve(figure, self->active, &index);
  trammel_figure_measure(figure, trammel_x_range_get_marker(self->x_range, TRAMMEL_MARKER_A),
                         trammel_x_range_get_marker(self->x_range, TRAMMEL_MARKER_B), found, index);
}

void
trammel_plot_view_set_active(TrammelPlotView *self, guint series)
{
  g_free(self->active);
  self->active =
      g_strdup(trammel_series_get_name(trammel_figure_get_series(&self->figure, series)));
}

/* on the nearest sample, whose curve becomes the measured one; else at the pointer */
static double
snap_x(TrammelPlotView *self, double x, double y)
{
  guint series;
  gsize sample;
  if (!trammel_plot_view_find_nearest(self, x, y, &series, &sample))
    return trammel_axis_to_value(&self->figure.x, x);
  trammel_plot_view_set_active(self, series);
  return trammel_series_get_x(trammel_figure_get_series(&self->figure, series))[sample];
}

static gboolean
is_set(TrammelPlotView *self, TrammelMarker marker)
{
  return !isnan(trammel_x_range_get_marker(self->x_range, marker));
}

void
trammel_plot_view_click_marker(TrammelPlotView *self, double x, double y)
{
  double value = snap_x(self, x, y);
  gboolean next_is_b = is_set(self, TRAMMEL_MARKER_A) && !is_set(self, TRAMMEL_MARKER_B);
  /* the third click starts again with A */
  if (!next_is_b)
    trammel_x_range_set_marker(self->x_range, TRAMMEL_MARKER_B, NAN);
  trammel_x_range_set_marker(self->x_range, next_is_b ? TRAMMEL_MARKER_B : TRAMMEL_MARKER_A, value);
}

void
trammel_plot_view_put_marker(TrammelPlotView *self, TrammelMarker marker)
{
  const TrammelFigure *figure = &self->figure;
  const TrammelPlotHover *hover = &self->hover;
  double x = trammel_axis_to_value(&figure->x, 0.5 * (figure->x.start + figure->x.end));
  if (!trammel_figure_has_data(figure))
    return;
  if (hover->found) {
    trammel_plot_view_set_active(self, hover->series);
    x = trammel_series_get_x(trammel_figure_get_series(figure, hover->series))[hover->sample];
  } else if (hover->x_text != NULL) {
    x = trammel_axis_to_value(&figure->x, hover->x);
  } else if (self->timeline != NULL) {
    x = trammel_timeline_get_position(self->timeline);
  }
  trammel_x_range_set_marker(self->x_range, marker, x);
}

gboolean
trammel_plot_view_find_marker(TrammelPlotView *self, double x, TrammelMarker *marker)
{
  for (int i = TRAMMEL_N_MARKERS - 1; i >= 0; i--) {
    double at = trammel_x_range_get_marker(self->x_range, (TrammelMarker)i);
    if (!isnan(at) && fabs(trammel_axis_to_pixel(&self->figure.x, at) - x) <= GRIP) {
      *marker = (TrammelMarker)i;
      return TRUE;
    }
  }
  return FALSE;
}

void
trammel_plot_view_drag_marker(TrammelPlotView *self, TrammelMarker marker, double x)
{
  const TrammelRect *area = &self->layout.area;
  trammel_x_range_set_marker(
      self->x_range, marker,
      trammel_axis_to_value(&self->figure.x, CLAMP(x, area->x, area->x + area->width)));
}

gboolean
trammel_plot_view_remove_markers(TrammelPlotView *self)
{
  if (!is_set(self, TRAMMEL_MARKER_A) && !is_set(self, TRAMMEL_MARKER_B))
    return FALSE;
  trammel_x_range_set_marker(self->x_range, TRAMMEL_MARKER_A, NAN);
  trammel_x_range_set_marker(self->x_range, TRAMMEL_MARKER_B, NAN);
  return TRUE;
}
