#include <math.h>

#include "ui/plot/plot-view-private.h"

#define WHEEL_FACTOR   1.2
#define WHEEL_PAUSE    600000 /* [us] after which the wheel starts a new entry of the history */
#define KEY_FACTOR     1.25
#define KEY_PAN        0.1 /* of the area */
#define WHEEL_PAN      40.0
#define CLICK_DISTANCE 4.0 /* [px] a shorter drag is a click */
#define THIN_BOX       10.0
#define HOVER_RADIUS   12.0

typedef enum { REGION_NONE, REGION_AREA, REGION_X_AXIS, REGION_Y_AXIS, REGION_LEGEND } Region;

static Region
find_region(TrammelPlotView *self, double x, double y)
{
  if (!trammel_plot_view_ensure_layout(self))
    return REGION_NONE;
  const TrammelRect *area = &self->layout.area;
  if (trammel_rect_contains(area, x, y))
    return REGION_AREA;
  if (trammel_layout_find_legend(&self->layout, x, y) >= 0)
    return REGION_LEGEND;
  if (y >= area->y + area->height && x >= area->x)
    return REGION_X_AXIS;
  if (x < area->x && y >= area->y)
    return REGION_Y_AXIS;
  return REGION_NONE;
}

static void
zoom_axes(TrammelPlotView *self,
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

static void
pan_axes(TrammelPlotView *self, double dx, double dy)
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
    zoom_axes(self, !only_y, !only_x, pow(WHEEL_FACTOR, dy), self->hover.x, self->hover.y);
  if (dx != 0.0)
    pan_axes(self, -dx * WHEEL_PAN, 0.0);
  return GDK_EVENT_STOP;
}

static void
move_cursor(TrammelPlotView *self, double pixel_x)
{
  if (self->timeline != NULL)
    trammel_timeline_set_position(self->timeline, trammel_axis_to_value(&self->figure.x, pixel_x));
}

void
trammel_plot_view_toggle_curve(TrammelPlotView *self, guint series)
{
  const char *name = trammel_series_get_name(trammel_figure_get_series(&self->figure, series));
  trammel_plot_view_set_curve_visible(self, name,
                                      !trammel_figure_is_visible(&self->figure, series));
}

/* shows one curve alone; all again when it is alone already */
static void
isolate_curve(TrammelPlotView *self, guint series)
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

static guint
get_legend_series(TrammelPlotView *self, int entry)
{
  return g_array_index(self->layout.legend, TrammelLegendEntry, entry).series;
}

static void
begin_drag(TrammelPlotView *self, TrammelDragKind kind, double x, double y)
{
  int n_press = self->drag.n_press;
  self->drag = (TrammelPlotDrag){.kind = kind, .x = x, .y = y, .n_press = n_press};
}

static void
on_left_drag_begun_cb(GtkGestureDrag *gesture, double x, double y, TrammelPlotView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
  TrammelDragKind kind = TRAMMEL_DRAG_NONE;
  gtk_widget_grab_focus(GTK_WIDGET(self));
  switch (find_region(self, x, y)) {
  case REGION_AREA:
    kind =
        (state & GDK_SHIFT_MASK) && self->timeline != NULL ? TRAMMEL_DRAG_SCRUB : TRAMMEL_DRAG_BOX;
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
  if (kind == TRAMMEL_DRAG_LEGEND)
    self->drag.legend = trammel_layout_find_legend(&self->layout, x, y);
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
  /* a hand that pans along time must not lose the fitted y */
  if (fabs(drag->dy) > 2.0 * CLICK_DISTANCE)
    drag->y_moved = TRUE;
  gboolean x = drag->kind != TRAMMEL_DRAG_PAN_Y;
  gboolean y =
      drag->kind == TRAMMEL_DRAG_PAN_Y || (drag->kind == TRAMMEL_DRAG_PAN && drag->y_moved);
  double dx = x ? drag->dx - drag->done_x : 0.0;
  double dy = y ? drag->dy - drag->done_y : 0.0;
  drag->done_x += dx;
  drag->done_y += dy;
  pan_axes(self, dx, dy);
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

/* a very flat or thin box means one axis only */
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

static gboolean
find_nearest(TrammelPlotView *self, double x, double y, guint *series, gsize *sample)
{
  const TrammelFigure *figure = &self->figure;
  double best = HOVER_RADIUS;
  gboolean found = FALSE;
  for (guint i = 0; i < figure->series->len; i++) {
    gsize index;
    double distance;
    if (trammel_figure_is_visible(figure, i) &&
        trammel_series_nearest(trammel_figure_get_series(figure, i), &figure->x, &figure->y, x, y,
                               best, &index, &distance)) {
      best = distance;
      *series = i;
      *sample = index;
      found = TRUE;
    }
  }
  return found;
}

static void
click_area(TrammelPlotView *self)
{
  guint series;
  gsize sample;
  move_cursor(self, self->drag.x);
  if (find_nearest(self, self->drag.x, self->drag.y, &series, &sample))
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
  else if (drag->kind == TRAMMEL_DRAG_BOX && hypot(dx, dy) >= CLICK_DISTANCE)
    zoom_to_box(self);
  else if (drag->kind == TRAMMEL_DRAG_LEGEND && is_click &&
           drag->legend < (int)self->layout.legend->len)
    trammel_plot_view_toggle_curve(self, get_legend_series(self, drag->legend));
  else if (drag->kind == TRAMMEL_DRAG_PAN && is_click &&
           gtk_gesture_single_get_button(GTK_GESTURE_SINGLE(gesture)) == GDK_BUTTON_SECONDARY)
    trammel_plot_view_show_menu(self, drag->x, drag->y);
  *drag = (TrammelPlotDrag){.kind = TRAMMEL_DRAG_NONE};
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
cancel_drag(TrammelPlotView *self)
{
  self->drag = (TrammelPlotDrag){.kind = TRAMMEL_DRAG_NONE};
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
on_drag_cancelled_cb(GtkGesture *gesture, GdkEventSequence *sequence, TrammelPlotView *self)
{
  cancel_drag(self);
}

static void
on_pressed_cb(GtkGestureClick *gesture, int n_press, double x, double y, TrammelPlotView *self)
{
  self->drag.n_press = n_press;
  if (n_press != 2)
    return;
  switch (find_region(self, x, y)) {
  case REGION_LEGEND:
    isolate_curve(self, get_legend_series(self, trammel_layout_find_legend(&self->layout, x, y)));
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

/* "measured" over "t 3.214 s   12.31 deg" */
static char *
describe_sample(TrammelPlotView *self)
{
  const TrammelFigure *figure = &self->figure;
  const TrammelSeries *series = trammel_figure_get_series(figure, self->hover.series);
  char x_text[64], y_text[64];
  /* in a stack only the lowest plot names the common axis */
  const char *x_title =
      figure->x_title == NULL && self->timeline != NULL ? "t [s]" : figure->x_title;
  g_autofree char *x_name = trammel_figure_dup_quantity(x_title);
  g_autofree char *x_unit = trammel_figure_dup_unit(x_title);
  g_autofree char *y_unit = trammel_figure_dup_unit(figure->y_title);
  const char *name = trammel_series_get_name(series);
  trammel_axis_format(&figure->x, trammel_series_get_x(series)[self->hover.sample], x_text,
                      sizeof x_text);
  trammel_axis_format(&figure->y, trammel_series_get_y(series)[self->hover.sample], y_text,
                      sizeof y_text);
  return g_strchomp(g_strdup_printf("%s%s%s%s%s   %s %s %s", name, name[0] != '\0' ? "\n" : "",
                                    y_text, y_unit != NULL ? " " : "", y_unit != NULL ? y_unit : "",
                                    x_name != NULL ? x_name : "x", x_text,
                                    x_unit != NULL ? x_unit : ""));
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

void
trammel_plot_view_update_hover(TrammelPlotView *self)
{
  TrammelPlotHover *hover = &self->hover;
  trammel_plot_view_clear_hover(self);
  if (!hover->inside || !trammel_figure_has_data(&self->figure) ||
      !trammel_plot_view_ensure_layout(self) ||
      !trammel_rect_contains(&self->layout.area, hover->x, hover->y))
    return;
  hover->x_text = create_axis_text(self, &self->figure.x, hover->x);
  hover->y_text = create_axis_text(self, &self->figure.y, hover->y);
  hover->found = find_nearest(self, hover->x, hover->y, &hover->series, &hover->sample);
  if (hover->found) {
    g_autofree char *text = describe_sample(self);
    hover->text = create_text(self, text);
  }
}

static void
on_pointer_moved_cb(GtkEventControllerMotion *motion, double x, double y, TrammelPlotView *self)
{
  Region region = find_region(self, x, y);
  gtk_widget_set_cursor_from_name(GTK_WIDGET(self), region == REGION_AREA     ? "crosshair"
                                                    : region == REGION_LEGEND ? "pointer"
                                                                              : NULL);
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
  trammel_plot_view_update_hover(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static gboolean
on_key_pressed_cb(GtkEventControllerKey *key,
                  guint keyval,
                  guint keycode,
                  GdkModifierType state,
                  TrammelPlotView *self)
{
  if (!trammel_plot_view_ensure_layout(self) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;
  const TrammelRect *area = &self->layout.area;
  double middle_x = area->x + 0.5 * area->width;
  double middle_y = area->y + 0.5 * area->height;
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK))) {
    trammel_plot_view_show_menu(self, middle_x, middle_y);
    return GDK_EVENT_STOP;
  }
  gboolean both = self->timeline == NULL;
  switch (keyval) {
  case GDK_KEY_0:
  case GDK_KEY_KP_0:
    trammel_plot_view_fit(self);
    return GDK_EVENT_STOP;
  case GDK_KEY_y:
  case GDK_KEY_Y:
    trammel_plot_view_fit_y(self);
    return GDK_EVENT_STOP;
  case GDK_KEY_BackSpace:
    if (state & GDK_SHIFT_MASK)
      trammel_plot_view_go_forward(self);
    else
      trammel_plot_view_go_back(self);
    return GDK_EVENT_STOP;
  case GDK_KEY_Left:
  case GDK_KEY_Right:
    pan_axes(self, (keyval == GDK_KEY_Left ? 1.0 : -1.0) * KEY_PAN * area->width, 0.0);
    return GDK_EVENT_STOP;
  case GDK_KEY_Up:
  case GDK_KEY_Down:
    pan_axes(self, 0.0, (keyval == GDK_KEY_Up ? 1.0 : -1.0) * KEY_PAN * area->height);
    return GDK_EVENT_STOP;
  case GDK_KEY_plus:
  case GDK_KEY_KP_Add:
    zoom_axes(self, TRUE, both, 1.0 / KEY_FACTOR, middle_x, middle_y);
    return GDK_EVENT_STOP;
  case GDK_KEY_minus:
  case GDK_KEY_KP_Subtract:
    zoom_axes(self, TRUE, both, KEY_FACTOR, middle_x, middle_y);
    return GDK_EVENT_STOP;
  case GDK_KEY_Escape:
    if (self->drag.kind == TRAMMEL_DRAG_NONE)
      return GDK_EVENT_PROPAGATE;
    cancel_drag(self);
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
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
  GtkEventController *key = gtk_event_controller_key_new();
  GtkGesture *click = gtk_gesture_click_new();

  g_signal_connect(scroll, "scroll", G_CALLBACK(on_scrolled_cb), self);
  g_signal_connect(motion, "enter", G_CALLBACK(on_pointer_moved_cb), self);
  g_signal_connect(motion, "motion", G_CALLBACK(on_pointer_moved_cb), self);
  g_signal_connect(motion, "leave", G_CALLBACK(on_pointer_left_cb), self);
  g_signal_connect(key, "key-pressed", G_CALLBACK(on_key_pressed_cb), self);
  g_signal_connect(click, "pressed", G_CALLBACK(on_pressed_cb), self);
  gtk_widget_add_controller(widget, scroll);
  gtk_widget_add_controller(widget, motion);
  gtk_widget_add_controller(widget, key);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
  add_drag(self, GDK_BUTTON_PRIMARY, "box", G_CALLBACK(on_left_drag_begun_cb));
  add_drag(self, GDK_BUTTON_MIDDLE, "pan", G_CALLBACK(on_pan_drag_begun_cb));
  add_drag(self, GDK_BUTTON_SECONDARY, "pan-right", G_CALLBACK(on_pan_drag_begun_cb));
}
