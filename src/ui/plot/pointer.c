/* Mouse and touchpad of a plot. */
#include <math.h>

#include "ui/plot/private.h"

#define WHEEL_FACTOR   1.2
#define WHEEL_PAUSE    600000 /* [us] after which the wheel starts a new entry of the history */
#define WHEEL_PAN      40.0
#define CLICK_DISTANCE 4.0 /* [px] a shorter drag is a click */
#define THIN_BOX       10.0

typedef enum { REGION_NONE, REGION_AREA, REGION_X_AXIS, REGION_Y_AXIS, REGION_LEGEND } Region;

static Region
find_region(TrammelPlotView *self, double x, double y)
{
  if (!trammel_plot_view_ensure_layout(self))
    return REGION_NONE;
  const TrammelRect *area = &self->layout.area;
  if (trammel_layout_find_legend(&self->layout, x, y) >= 0)
    return REGION_LEGEND;
  if (trammel_rect_contains(area, x, y))
    return REGION_AREA;
  if (y >= area->y + area->height && x >= area->x)
    return REGION_X_AXIS;
  if (x < area->x && y >= area->y)
    return REGION_Y_AXIS;
  return REGION_NONE;
}

void
trammel_plot_view_zoom_about(TrammelPlotView *self,
                             gboolean zoom_x,
                             gboolean zoom_y,
                             double factor,
                             double pixel_x,
                             double pixel_y)
{
  TrammelAxis x = self->figure.x;
  TrammelAxis y = self->figure.y;
  zoom_x = zoom_x && trammel_axis_zoom(&x, trammel_axis_to_value(&x, pixel_x), factor);
  zoom_y = zoom_y && trammel_axis_zoom(&y, trammel_axis_to_value(&y, pixel_y), factor);
  if (zoom_x || zoom_y)
    trammel_plot_view_apply_axes(self, zoom_x ? &x : NULL, zoom_y ? &y : NULL);
}

void
trammel_plot_view_pan(TrammelPlotView *self, double dx, double dy)
{
  TrammelAxis x = self->figure.x;
  TrammelAxis y = self->figure.y;
  trammel_axis_pan(&x, dx);
  trammel_axis_pan(&y, dy);
  if (dx != 0.0 || dy != 0.0)
    trammel_plot_view_apply_axes(self, dx != 0.0 ? &x : NULL, dy != 0.0 ? &y : NULL);
}

static gboolean
on_scrolled_cb(GtkEventControllerScroll *scroll, double dx, double dy, TrammelPlotView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(scroll));
  Region region = find_region(self, self->hover.x, self->hover.y);
  gboolean shift = (state & GDK_SHIFT_MASK) != 0;
  gint64 now = g_get_monotonic_time();
  if (region == REGION_NONE || region == REGION_LEGEND)
    return GDK_EVENT_PROPAGATE;

  if (now - self->last_wheel > WHEEL_PAUSE)
    trammel_plot_view_remember_zoom(self);
  self->last_wheel = now;
  /* some back ends turn Shift+wheel into a horizontal turn */
  if (shift && dy == 0.0) {
    dy = dx;
    dx = 0.0;
  }
  gboolean only_x = region == REGION_X_AXIS || (state & GDK_CONTROL_MASK) != 0;
  gboolean only_y = !only_x && (region == REGION_Y_AXIS || shift);
  if (!only_y && self->timeline != NULL)
    only_x = TRUE;
  if (dy != 0.0)
    trammel_plot_view_zoom_about(self, !only_y, !only_x, pow(WHEEL_FACTOR, dy), self->hover.x,
                                 self->hover.y);
  if (dx != 0.0)
    trammel_plot_view_pan(self, -dx * WHEEL_PAN, 0.0);
  return GDK_EVENT_STOP;
}

static void
move_cursor(TrammelPlotView *self, double pixel_x)
{
  if (self->timeline != NULL)
    trammel_timeline_set_position(self->timeline, trammel_axis_to_value(&self->figure.x, pixel_x));
}

static void
begin_drag(TrammelPlotView *self, TrammelDragKind kind, double x, double y)
{
  int n_press = self->drag.n_press;
  self->drag = (TrammelPlotDrag){.kind = kind, .x = x, .y = y, .n_press = n_press};
}

static TrammelDragKind
choose_area_drag(TrammelPlotView *self, double x, GdkModifierType state, TrammelMarker *marker)
{
  if ((state & GDK_SHIFT_MASK) && self->timeline != NULL)
    return TRAMMEL_DRAG_SCRUB;
  if (!(state & GDK_CONTROL_MASK) && trammel_plot_view_find_marker(self, x, marker))
    return TRAMMEL_DRAG_MARKER;
  return TRAMMEL_DRAG_BOX;
}

static void
on_left_drag_begun_cb(GtkGestureDrag *gesture, double x, double y, TrammelPlotView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
  TrammelDragKind kind = TRAMMEL_DRAG_NONE;
  TrammelMarker marker = TRAMMEL_MARKER_A;
  gtk_widget_grab_focus(GTK_WIDGET(self));
  switch (find_region(self, x, y)) {
  case REGION_AREA:
    kind = choose_area_drag(self, x, state, &marker);
    break;
  case REGION_X_AXIS:
    kind = TRAMMEL_DRAG_PAN_X;
    break;
  case REGION_Y_AXIS:
    kind = TRAMMEL_DRAG_PAN_Y;
    break;
  case REGION_LEGEND:
    kind = TRAMMEL_DRAG_LEGEND;
    break;
  case REGION_NONE:
    break;
  }
  begin_drag(self, kind, x, y);
  self->drag.marker = marker;
  self->drag.control = (state & GDK_CONTROL_MASK) != 0;
  if (kind == TRAMMEL_DRAG_LEGEND) {
    self->drag.legend = trammel_layout_find_legend(&self->layout, x, y);
    self->drag.legend_place = self->figure.legend;
  }
  if (kind == TRAMMEL_DRAG_SCRUB)
    move_cursor(self, x);
}

static void
on_pan_drag_begun_cb(GtkGestureDrag *gesture, double x, double y, TrammelPlotView *self)
{
  gtk_widget_grab_focus(GTK_WIDGET(self));
  begin_drag(self, find_region(self, x, y) == REGION_NONE ? TRAMMEL_DRAG_NONE : TRAMMEL_DRAG_PAN, x,
             y);
}

static void
update_pan(TrammelPlotView *self)
{
  TrammelPlotDrag *drag = &self->drag;
  /* a pan along time keeps the fitted y */
  if (fabs(drag->dy) > 2.0 * CLICK_DISTANCE)
    drag->y_moved = TRUE;
  gboolean x = drag->kind != TRAMMEL_DRAG_PAN_Y;
  gboolean y =
      drag->kind == TRAMMEL_DRAG_PAN_Y || (drag->kind == TRAMMEL_DRAG_PAN && drag->y_moved);
  double dx = x ? drag->dx - drag->done_x : 0.0;
  double dy = y ? drag->dy - drag->done_y : 0.0;
  drag->done_x += dx;
  drag->done_y += dy;
  trammel_plot_view_pan(self, dx, dy);
}

static void
on_drag_updated_cb(GtkGestureDrag *gesture, double dx, double dy, TrammelPlotView *self)
{
  TrammelPlotDrag *drag = &self->drag;
  drag->dx = dx;
  drag->dy = dy;
  if (drag->kind == TRAMMEL_DRAG_NONE)
    return;
  gboolean is_pan = drag->kind == TRAMMEL_DRAG_PAN || drag->kind == TRAMMEL_DRAG_PAN_X ||
                    drag->kind == TRAMMEL_DRAG_PAN_Y;
  if (!drag->moved && hypot(dx, dy) >= CLICK_DISTANCE) {
    drag->moved = TRUE;
    if (is_pan)
      trammel_plot_view_remember_zoom(self);
  }
  if (drag->kind == TRAMMEL_DRAG_SCRUB)
    move_cursor(self, drag->x + dx);
  else if (drag->kind == TRAMMEL_DRAG_MARKER && drag->moved)
    trammel_plot_view_drag_marker(self, drag->marker, drag->x + dx);
  else if (drag->kind == TRAMMEL_DRAG_LEGEND && drag->moved)
    trammel_plot_view_drag_legend(self);
  else if (is_pan && drag->moved)
    update_pan(self);
  else
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
order(double *low, double *high)
{
  double a = *low;
  if (a > *high) {
    *low = *high;
    *high = a;
  }
}

/* a very flat or thin box zooms one axis only */
static void
zoom_to_box(TrammelPlotView *self)
{
  const TrammelPlotDrag *drag = &self->drag;
  const TrammelRect *area = &self->layout.area;
  TrammelAxis x = self->figure.x;
  TrammelAxis y = self->figure.y;
  double x_end = CLAMP(drag->x + drag->dx, area->x, area->x + area->width);
  double y_end = CLAMP(drag->y + drag->dy, area->y, area->y + area->height);
  x.min = trammel_axis_to_value(&self->figure.x, drag->x);
  x.max = trammel_axis_to_value(&self->figure.x, x_end);
  y.min = trammel_axis_to_value(&self->figure.y, drag->y);
  y.max = trammel_axis_to_value(&self->figure.y, y_end);
  order(&x.min, &x.max);
  order(&y.min, &y.max);

  gboolean use_x = fabs(x_end - drag->x) >= THIN_BOX && trammel_axis_zoom(&x, x.min, 1.0);
  gboolean use_y = fabs(y_end - drag->y) >= THIN_BOX && trammel_axis_zoom(&y, y.min, 1.0);
  if (!use_x && !use_y)
    return;
  trammel_plot_view_remember_zoom(self);
  trammel_plot_view_apply_axes(self, use_x ? &x : NULL, use_y ? &y : NULL);
}

static void
click_area(TrammelPlotView *self)
{
  guint series;
  gsize sample;
  if (self->drag.control) {
    trammel_plot_view_click_marker(self, self->drag.x, self->drag.y);
    return;
  }
  move_cursor(self, self->drag.x);
  if (trammel_plot_view_find_nearest(self, self->drag.x, self->drag.y, &series, &sample))
    g_signal_emit(self, trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_SERIES_CLICKED], 0, series,
                  (guint)sample);
}

static void
on_drag_ended_cb(GtkGestureDrag *gesture, double dx, double dy, TrammelPlotView *self)
{
  TrammelPlotDrag *drag = &self->drag;
  gboolean is_click = !drag->moved && hypot(dx, dy) < CLICK_DISTANCE && drag->n_press < 2;
  drag->dx = dx;
  drag->dy = dy;
  if (drag->kind == TRAMMEL_DRAG_BOX && is_click)
    click_area(self);
  else if (drag->kind == TRAMMEL_DRAG_MARKER && is_click)
    move_cursor(self, drag->x);
  else if (drag->kind == TRAMMEL_DRAG_BOX && hypot(dx, dy) >= CLICK_DISTANCE)
    zoom_to_box(self);
  else if (drag->kind == TRAMMEL_DRAG_LEGEND && is_click &&
           drag->legend < (int)self->layout.legend->len)
    trammel_plot_view_toggle_curve(self, trammel_plot_view_get_legend_series(self, drag->legend));
  else if (drag->kind == TRAMMEL_DRAG_LEGEND && drag->moved)
    trammel_plot_view_drop_legend(self);
  else if (drag->kind == TRAMMEL_DRAG_PAN && is_click &&
           gtk_gesture_single_get_button(GTK_GESTURE_SINGLE(gesture)) == GDK_BUTTON_SECONDARY)
    trammel_plot_view_show_menu(self, drag->x, drag->y);
  *drag = (TrammelPlotDrag){.kind = TRAMMEL_DRAG_NONE};
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
trammel_plot_view_cancel_drag(TrammelPlotView *self)
{
  self->drag = (TrammelPlotDrag){.kind = TRAMMEL_DRAG_NONE};
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
on_drag_cancelled_cb(GtkGesture *gesture, GdkEventSequence *sequence, TrammelPlotView *self)
{
  trammel_plot_view_cancel_drag(self);
}

static void
on_pressed_cb(GtkGestureClick *gesture, int n_press, double x, double y, TrammelPlotView *self)
{
  self->drag.n_press = n_press;
  if (n_press != 2)
    return;
  switch (find_region(self, x, y)) {
  case REGION_LEGEND:
    trammel_plot_view_isolate_curve(
        self,
        trammel_plot_view_get_legend_series(self, trammel_layout_find_legend(&self->layout, x, y)));
    break;
  case REGION_AREA:
  case REGION_X_AXIS:
  case REGION_Y_AXIS:
    trammel_plot_view_fit(self);
    break;
  case REGION_NONE:
    break;
  }
}

static void
on_pointer_moved_cb(GtkEventControllerMotion *motion, double x, double y, TrammelPlotView *self)
{
  Region region = find_region(self, x, y);
  TrammelMarker marker;
  gboolean on_marker = region == REGION_AREA && trammel_plot_view_find_marker(self, x, &marker);
  gtk_widget_set_cursor_from_name(GTK_WIDGET(self), trammel_plot_view_carries_series(self)
                                                        ? "grabbing"
                                                    : on_marker               ? "ew-resize"
                                                    : region == REGION_AREA   ? "crosshair"
                                                    : region == REGION_LEGEND ? "pointer"
                                                                              : NULL);
  trammel_plot_view_highlight(
      self, region == REGION_LEGEND ? trammel_layout_find_legend(&self->layout, x, y) : -1);
  self->hover.picked = FALSE;
  self->hover.inside = TRUE;
  self->hover.x = x;
  self->hover.y = y;
  trammel_plot_view_update_hover(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
on_pointer_left_cb(GtkEventControllerMotion *motion, TrammelPlotView *self)
{
  self->hover.inside = FALSE;
  trammel_plot_view_highlight(self, -1);
  trammel_plot_view_update_hover(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
add_drag(TrammelPlotView *self, guint button, const char *name, GCallback begun)
{
  GtkGesture *drag = gtk_gesture_drag_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), button);
  gtk_event_controller_set_name(GTK_EVENT_CONTROLLER(drag), name);
  g_signal_connect(drag, "drag-begin", begun, self);
  g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_updated_cb), self);
  g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_ended_cb), self);
  g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancelled_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(drag));
}

void
trammel_plot_view_add_controllers(TrammelPlotView *self)
{
  GtkWidget *widget = GTK_WIDGET(self);
  GtkEventController *scroll =
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new();
  GtkGesture *click = gtk_gesture_click_new();

  g_signal_connect(scroll, "scroll", G_CALLBACK(on_scrolled_cb), self);
  g_signal_connect(motion, "enter", G_CALLBACK(on_pointer_moved_cb), self);
  g_signal_connect(motion, "motion", G_CALLBACK(on_pointer_moved_cb), self);
  g_signal_connect(motion, "leave", G_CALLBACK(on_pointer_left_cb), self);
  g_signal_connect(click, "pressed", G_CALLBACK(on_pressed_cb), self);
  gtk_widget_add_controller(widget, scroll);
  gtk_widget_add_controller(widget, motion);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
  trammel_plot_view_add_key_controller(self);
  add_drag(self, GDK_BUTTON_PRIMARY, "box", G_CALLBACK(on_left_drag_begun_cb));
  add_drag(self, GDK_BUTTON_MIDDLE, "pan", G_CALLBACK(on_pan_drag_begun_cb));
  add_drag(self, GDK_BUTTON_SECONDARY, "pan-right", G_CALLBACK(on_pan_drag_begun_cb));
}
