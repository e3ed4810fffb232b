/* Legend of a plot: switching, isolating and highlighting curves, and dragging. */
#include <math.h>

#include "ui/plot/private.h"

guint
trammel_plot_view_get_legend_series(TrammelPlotView *self, int entry)
{
  return g_array_index(self->layout.legend, TrammelLegendEntry, entry).series;
}

void
trammel_plot_view_toggle_curve(TrammelPlotView *self, guint series)
{
  const char *name = trammel_series_get_name(trammel_figure_get_series(&self->figure, series));
  trammel_plot_view_set_curve_visible(self, name,
                                      !trammel_figure_is_visible(&self->figure, series));
}

/* shows one curve alone; all again when it is alone already */
void
trammel_plot_view_isolate_curve(TrammelPlotView *self, guint series)
{
  const TrammelFigure *figure = &self->figure;
  const char *name = trammel_series_get_name(trammel_figure_get_series(figure, series));
  gboolean alone = TRUE;
  for (guint i = 0; i < figure->series->len; i++) {
    const char *other = trammel_series_get_name(trammel_figure_get_series(figure, i));
    if (g_strcmp0(name, other) != 0 && trammel_figure_is_visible(figure, i))
      alone = FALSE;
  }
  for (guint i = 0; i < figure->series->len; i++) {
    const char *other = trammel_series_get_name(trammel_figure_get_series(figure, i));
    trammel_plot_view_set_curve_visible(self, other, alone || g_strcmp0(name, other) == 0);
  }
}

void
trammel_plot_view_highlight(TrammelPlotView *self, int entry)
{
  const char *name = NULL;
  if (entry >= 0) {
    guint series = trammel_plot_view_get_legend_series(self, entry);
    if (trammel_figure_is_visible(&self->figure, series) && self->figure.series->len > 1)
      name = trammel_series_get_name(trammel_figure_get_series(&self->figure, series));
  }
  if (g_strcmp0(name, self->figure.highlight) == 0)
    return;
  g_free(self->figure.highlight);
  self->figure.highlight = g_strdup(name);
  trammel_picture_drop_layer(TRAMMEL_PICTURE(self));
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
trammel_plot_view_move_legend(TrammelPlotView *self, double x, double y)
{
  const TrammelRect *area = &self->layout.area;
  TrammelLegendPlace place = {.floats = y >= area->y,
                              .x = CLAMP((x - area->x) / area->width, 0.0, 1.0),
                              .y = CLAMP((y - area->y) / area->height, 0.0, 1.0)};
  self->figure.legend = place;
  trammel_plot_view_invalidate(self);
}

/* TRUE if a legend entry is dragged outside the plot and a handler of the signals is connected. */
gboolean
trammel_plot_view_carries_series(TrammelPlotView *self)
{
  const TrammelPlotDrag *drag = &self->drag;
  double x = drag->x + drag->dx, y = drag->y + drag->dy;

  return drag->kind == TRAMMEL_DRAG_LEGEND && drag->moved && drag->legend >= 0 &&
         g_signal_has_handler_pending(
             self, trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_SERIES_DROPPED], 0, FALSE) &&
         (x < 0 || y < 0 || x > gtk_widget_get_width(GTK_WIDGET(self)) ||
          y > gtk_widget_get_height(GTK_WIDGET(self)));
}

static void
emit_carried(TrammelPlotView *self, guint signal)
{
  const TrammelPlotDrag *drag = &self->drag;

  if (trammel_plot_view_ensure_layout(self) && drag->legend >= 0 &&
      drag->legend < (int)self->layout.legend->len)
    g_signal_emit(self, trammel_plot_view_signals[signal], 0,
                  trammel_plot_view_get_legend_series(self, drag->legend), drag->x + drag->dx,
                  drag->y + drag->dy);
}

void
trammel_plot_view_drag_legend(TrammelPlotView *self)
{
  const TrammelPlotDrag *drag = &self->drag;

  if (trammel_plot_view_carries_series(self)) {
    self->figure.legend = drag->legend_place;
    trammel_plot_view_invalidate(self);
  } else {
    trammel_plot_view_move_legend(self, drag->x + drag->dx, drag->y + drag->dy);
  }
  emit_carried(self, TRAMMEL_PLOT_VIEW_SERIES_CARRIED);
}

void
trammel_plot_view_drop_legend(TrammelPlotView *self)
{
  if (trammel_plot_view_carries_series(self))
    emit_carried(self, TRAMMEL_PLOT_VIEW_SERIES_DROPPED);
}
