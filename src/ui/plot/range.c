/* Range of a plot: fitting, zooming, panning and the zoom history. */
#include <math.h>

#include "ui/plot/private.h"

#define Y_MARGIN 0.06
#define X_MARGIN 0.03 /* for marks and closed curves, which would lie on the edge */

static TrammelPlotZoom
get_zoom(TrammelPlotView *self)
{
  const TrammelAxis *x = &self->figure.x;
  const TrammelAxis *y = &self->figure.y;
  return (TrammelPlotZoom){
      x->min, x->max, y->min, y->max, trammel_x_range_is_zoomed(self->x_range), self->y_zoomed};
}

static void
fit_y_to(TrammelPlotView *self, double x_low, double x_high)
{
  double low, high;
  TrammelAxis *y = &self->figure.y;
  if (!trammel_figure_y_extent(&self->figure, x_low, x_high, &low, &high))
    return;
  trammel_axis_fit(y, low, high, Y_MARGIN);
  /* bars stand on the axis */
  if (y->kind != TRAMMEL_AXIS_LOG && trammel_figure_is_grounded(&self->figure)) {
    y->min = low == 0.0 && high > 0.0 ? 0.0 : y->min;
    y->max = high == 0.0 && low < 0.0 ? 0.0 : y->max;
  }
}

void
trammel_plot_view_update_extents(TrammelPlotView *self)
{
  double low, high;
  if (trammel_figure_x_extent(&self->figure, &low, &high)) {
    TrammelAxis x = self->figure.x;
    gboolean is_count = x.kind == TRAMMEL_AXIS_LOG || x.kind == TRAMMEL_AXIS_INTEGER;
    gboolean has_room = self->timeline == NULL && trammel_figure_has_marks(&self->figure);
    trammel_axis_fit(&x, low, high, is_count || has_room ? X_MARGIN : 0.0);
    trammel_x_range_set_extent(self->x_range, self, x.min, x.max);
  } else {
    trammel_x_range_remove(self->x_range, self);
  }
  if (!self->y_zoomed)
    fit_y_to(self, -INFINITY, INFINITY);
  trammel_plot_view_update_markers(self);
  trammel_plot_view_invalidate(self);
}

void
trammel_plot_view_remember_zoom(TrammelPlotView *self)
{
  TrammelPlotZoom zoom = get_zoom(self);
  g_array_append_val(self->past, zoom);
  g_array_set_size(self->future, 0);
}

static void
show_range(TrammelPlotView *self, const TrammelPlotZoom *zoom)
{
  self->y_zoomed = zoom->y_zoomed;
  if (zoom->y_zoomed) {
    self->figure.y.min = zoom->y_low;
    self->figure.y.max = zoom->y_high;
  } else {
    fit_y_to(self, -INFINITY, INFINITY);
  }
  if (zoom->x_zoomed)
    trammel_x_range_zoom(self->x_range, zoom->x_low, zoom->x_high);
  else
    trammel_x_range_fit(self->x_range);
  trammel_plot_view_invalidate(self);
}

void
trammel_plot_view_apply_axes(TrammelPlotView *self, const TrammelAxis *x, const TrammelAxis *y)
{
  TrammelPlotZoom zoom = get_zoom(self);
  if (x != NULL) {
    zoom.x_low = x->min;
    zoom.x_high = x->max;
    zoom.x_zoomed = TRUE;
  }
  if (y != NULL) {
    zoom.y_low = y->min;
    zoom.y_high = y->max;
    zoom.y_zoomed = TRUE;
  }
  show_range(self, &zoom);
}

void
trammel_plot_view_get_range(
    TrammelPlotView *self, double *x_low, double *x_high, double *y_low, double *y_high)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  *x_low = self->figure.x.min;
  *x_high = self->figure.x.max;
  *y_low = self->figure.y.min;
  *y_high = self->figure.y.max;
}

void
trammel_plot_view_zoom_to(
    TrammelPlotView *self, double x_low, double x_high, double y_low, double y_high)
{
  TrammelAxis x = {.min = x_low, .max = x_high};
  TrammelAxis y = {.min = y_low, .max = y_high};
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  g_return_if_fail(x_low < x_high && y_low < y_high);
  trammel_plot_view_remember_zoom(self);
  trammel_plot_view_apply_axes(self, &x, &y);
}

void
trammel_plot_view_fit(TrammelPlotView *self)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  TrammelPlotZoom zoom = get_zoom(self);
  if (!zoom.x_zoomed && !zoom.y_zoomed)
    return;
  trammel_plot_view_remember_zoom(self);
  zoom.x_zoomed = zoom.y_zoomed = FALSE;
  show_range(self, &zoom);
}

void
trammel_plot_view_fit_y(TrammelPlotView *self)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  trammel_plot_view_remember_zoom(self);
  fit_y_to(self, self->figure.x.min, self->figure.x.max);
  self->y_zoomed = TRUE;
  trammel_plot_view_invalidate(self);
}

/* moves the present range to the end of `to` and restores the last one of `from` */
static void
step_history(TrammelPlotView *self, GArray *from, GArray *to)
{
  if (from->len == 0)
    return;
  TrammelPlotZoom now = get_zoom(self);
  TrammelPlotZoom zoom = g_array_index(from, TrammelPlotZoom, from->len - 1);
  g_array_set_size(from, from->len - 1);
  g_array_append_val(to, now);
  show_range(self, &zoom);
}

void
trammel_plot_view_go_back(TrammelPlotView *self)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  step_history(self, self->past, self->future);
}

void
trammel_plot_view_go_forward(TrammelPlotView *self)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  step_history(self, self->future, self->past);
}
