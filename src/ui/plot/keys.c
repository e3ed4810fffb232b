/* Keys of a plot. */
#include "ui/plot/private.h"

#define ZOOM_FACTOR 1.25
#define PAN_PART    0.1 /* of the area */
#define MANY        100 /* samples with Ctrl */
#define SOME        10  /* with Shift */

static void
pan(TrammelPlotView *self, double right, double up)
{
  const TrammelRect *area = &self->layout.area;
  trammel_plot_view_pan(self, -right * PAN_PART * area->width, up * PAN_PART * area->height);
}

static void
zoom(TrammelPlotView *self, double factor)
{
  const TrammelRect *area = &self->layout.area;
  trammel_plot_view_zoom_about(self, TRUE, self->timeline == NULL, factor,
                               area->x + 0.5 * area->width, area->y + 0.5 * area->height);
}

static gboolean
show_range(TrammelPlotView *self, guint keyval, GdkModifierType state)
{
  switch (keyval) {
  case GDK_KEY_0:
  case GDK_KEY_KP_0:
    trammel_plot_view_fit(self);
    return TRUE;
  case GDK_KEY_y:
  case GDK_KEY_Y:
    trammel_plot_view_fit_y(self);
    return TRUE;
  case GDK_KEY_BackSpace:
    if (state & GDK_SHIFT_MASK)
      trammel_plot_view_go_forward(self);
    else
      trammel_plot_view_go_back(self);
    return TRUE;
  case GDK_KEY_plus:
  case GDK_KEY_KP_Add:
    zoom(self, 1.0 / ZOOM_FACTOR);
    return TRUE;
  case GDK_KEY_minus:
  case GDK_KEY_KP_Subtract:
    zoom(self, ZOOM_FACTOR);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
move_range(TrammelPlotView *self, guint keyval)
{
  switch (keyval) {
  case GDK_KEY_Left:
    pan(self, -1.0, 0.0);
    return TRUE;
  case GDK_KEY_Right:
    pan(self, 1.0, 0.0);
    return TRUE;
  case GDK_KEY_Up:
    pan(self, 0.0, 1.0);
    return TRUE;
  case GDK_KEY_Down:
    pan(self, 0.0, -1.0);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
walk_samples(TrammelPlotView *self, guint keyval, GdkModifierType state)
{
  gssize step = state & GDK_CONTROL_MASK ? MANY : state & GDK_SHIFT_MASK ? SOME : 1;
  switch (keyval) {
  case GDK_KEY_Tab:
    return trammel_plot_view_pick_curve(self, state & GDK_SHIFT_MASK ? -1 : 1);
  case GDK_KEY_ISO_Left_Tab:
    return trammel_plot_view_pick_curve(self, -1);
  case GDK_KEY_Page_Down:
  case GDK_KEY_KP_Page_Down:
    return trammel_plot_view_pick_sample(self, step);
  case GDK_KEY_Page_Up:
  case GDK_KEY_KP_Page_Up:
    return trammel_plot_view_pick_sample(self, -step);
  default:
    return FALSE;
  }
}

static gboolean
put_marks(TrammelPlotView *self, guint keyval)
{
  switch (keyval) {
  case GDK_KEY_a:
  case GDK_KEY_A:
    trammel_plot_view_put_marker(self, TRAMMEL_MARKER_A);
    return TRUE;
  case GDK_KEY_b:
  case GDK_KEY_B:
    trammel_plot_view_put_marker(self, TRAMMEL_MARKER_B);
    return TRUE;
  case GDK_KEY_Delete:
  case GDK_KEY_KP_Delete:
    return trammel_plot_view_remove_markers(self);
  default:
    return FALSE;
  }
}

static gboolean
escape(TrammelPlotView *self)
{
  if (self->drag.kind != TRAMMEL_DRAG_NONE)
    trammel_plot_view_cancel_drag(self);
  else if (self->hover.picked)
    trammel_plot_view_unpick(self);
  else
    return FALSE;
  return TRUE;
}

static gboolean
open_menu(TrammelPlotView *self)
{
  const TrammelRect *area = &self->layout.area;
  trammel_plot_view_show_menu(self, area->x + 0.5 * area->width, area->y + 0.5 * area->height);
  return TRUE;
}

static gboolean
copy(TrammelPlotView *self, GdkModifierType state)
{
  trammel_picture_copy(TRAMMEL_PICTURE(self), (state & GDK_CONTROL_MASK) != 0);
  return TRUE;
}

static gboolean
on_key_pressed_cb(GtkEventControllerKey *key,
                  guint keyval,
                  guint keycode,
                  GdkModifierType state,
                  TrammelPlotView *self)
{
  gboolean plain = (state & GDK_CONTROL_MASK) == 0;
  if (!trammel_plot_view_ensure_layout(self) || (state & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK)))
    return open_menu(self);
  if ((keyval == GDK_KEY_c || keyval == GDK_KEY_C) && !(state & GDK_SHIFT_MASK))
    return copy(self, state);
  if (walk_samples(self, keyval, state))
    return GDK_EVENT_STOP;
  if (!plain)
    return GDK_EVENT_PROPAGATE;
  return show_range(self, keyval, state) || move_range(self, keyval) || put_marks(self, keyval) ||
         (keyval == GDK_KEY_Escape && escape(self));
}

void
trammel_plot_view_add_key_controller(TrammelPlotView *self)
{
  GtkEventController *key = gtk_event_controller_key_new();
  g_signal_connect(key, "key-pressed", G_CALLBACK(on_key_pressed_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self), key);
}
