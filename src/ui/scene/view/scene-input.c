/* Gestures of the 3D view. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "ui/scene/geometry/pick.h"
#include "ui/scene/view/private.h"

#define WHEEL_FACTOR 1.15  /* of the distance for one notch */
#define PAD_FACTOR   0.004 /* exponent for a pixel of a touchpad's scroll with Ctrl */

enum { MAX_PICKS = 16 };

void
trammel_scene_view_move_camera(TrammelSceneView *self)
{
  self->is_camera_moved = TRUE;
  trammel_scene_view_redraw(self);
}

static void
zoom(TrammelSceneView *self, const double pixel[2], double factor)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);

  trammel_camera_zoom(&self->camera, &viewport, pixel, factor);
  trammel_scene_view_move_camera(self);
}

static void
on_drag_begun_cb(TrammelSceneView *self, double x, double y, GtkGesture *gesture)
{
  guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
  GdkModifierType state =
      gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));

  gtk_widget_grab_focus(GTK_WIDGET(self));
  self->is_pan = button != GDK_BUTTON_PRIMARY || (state & GDK_SHIFT_MASK) != 0;
  self->is_drag = FALSE;
  self->drag[0] = self->drag[1] = 0;
  self->is_grab = FALSE;
  self->grab_at[0] = x;
  self->grab_at[1] = y;
  self->wants_grab = button == GDK_BUTTON_PRIMARY && (state & GDK_CONTROL_MASK) != 0;
}

static void
on_drag_updated_cb(TrammelSceneView *self, double x, double y)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);
  double dx = x - self->drag[0], dy = y - self->drag[1];

  /* small movements in a click are ignored */
  self->is_drag = self->is_drag || gtk_drag_check_threshold(GTK_WIDGET(self), 0, 0, (int)x, (int)y);
  if (!self->is_drag)
    return;
  if (self->wants_grab)
    self->is_grab = trammel_scene_view_begin_grab(self, self->grab_at);
  self->wants_grab = FALSE;
  if (self->is_grab) {
    self->drag[0] = x;
    self->drag[1] = y;
    trammel_scene_view_emit_pulled(self);
    return;
  }
  if (self->is_pan)
    trammel_camera_pan(&self->camera, &viewport, dx, dy);
  else
    trammel_camera_orbit(&self->camera, &viewport, dx, dy);
  self->drag[0] = x;
  self->drag[1] = y;
  trammel_scene_view_move_camera(self);
}

static void
on_pointer_moved_cb(TrammelSceneView *self, double x, double y)
{
  self->pointer[0] = x;
  self->pointer[1] = y;
}

/* A wheel zooms; two fingers on a touchpad orbit, with Ctrl they zoom. */
static gboolean
on_scrolled_cb(TrammelSceneView *self, double dx, double dy, GtkEventController *controller)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);
  GdkScrollUnit unit =
      gtk_event_controller_scroll_get_unit(GTK_EVENT_CONTROLLER_SCROLL(controller));
  GdkModifierType state = gtk_event_controller_get_current_event_state(controller);

  if (unit == GDK_SCROLL_UNIT_WHEEL) {
    zoom(self, self->pointer, pow(WHEEL_FACTOR, dy));
  } else if ((state & GDK_CONTROL_MASK) != 0) {
    zoom(self, self->pointer, exp(PAD_FACTOR * dy));
  } else {
    trammel_camera_orbit(&self->camera, &viewport, -dx, -dy);
    trammel_scene_view_move_camera(self);
  }
  return TRUE;
}

static void
on_pinch_begun_cb(TrammelSceneView *self)
{
  self->pinch = 1;
}

static void
on_pinch_changed_cb(TrammelSceneView *self, double scale, GtkGesture *gesture)
{
  double pixel[2] = {self->pointer[0], self->pointer[1]};

  gtk_gesture_get_bounding_box_center(gesture, &pixel[0], &pixel[1]);
  if (scale > 0)
    zoom(self, pixel, self->pinch / scale);
  self->pinch = scale;
}

/* Sets the start of the line of sight to a point of the target's plane. */
static void
find_sight_start(const TrammelCamera *camera, double origin[3], const double point[3])
{
  double right[3], up[3], back[3];

  if (!camera->parallel) {
    trammel_camera_eye(camera, origin);
    return;
  }
  trammel_camera_axes(camera, right, up, back);
  tr_vec3_copy(origin, point);
  tr_vec3_add_scaled(origin, origin, camera->distance, back);
}

/* Sets the line of sight under the pointer; `point` is its intersection with the target's plane. */
static void
find_sight(TrammelSceneView *self,
           const double pixel[2],
           double point[3],
           double origin[3],
           double direction[3])
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);

  trammel_camera_unproject(&self->camera, point, &viewport, pixel, self->camera.target);
  find_sight_start(&self->camera, origin, point);
  tr_vec3_sub(direction, point, origin);
}

/* Selects the nearest thing, or the one behind the selected one, which a menu keeps. */
static void
pick_at(TrammelSceneView *self, const double pixel[2], gboolean keeps)
{
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  TrammelThing things[MAX_PICKS] = {{TRAMMEL_THING_NONE, 0}};
  double origin[3], point[3], direction[3];
  guint chosen = 0;

  find_sight(self, pixel, point, origin, direction);
  trammel_scene_view_fill(self, list);
  guint n = trammel_pick_things(things, MAX_PICKS, list, origin, direction);
  for (guint i = 0; i < n; i++)
    if (things[i].kind == self->selected.kind && things[i].index == self->selected.index)
      chosen = keeps ? i : (i + 1) % n;
  trammel_scene_view_emit_picked(self, things[chosen]);
}

gboolean
trammel_scene_view_pick_point(TrammelSceneView *self,
                              const double pixel[2],
                              TrammelThing *thing,
                              double point[3])
{
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  double origin[3], plane[3], direction[3];

  find_sight(self, pixel, plane, origin, direction);
  trammel_scene_model_draw_bodies(self->look, list, trammel_scene_view_get_shown_pose(self),
                                  TRAMMEL_STYLE_SOLID, FALSE);
  return trammel_pick_things(thing, 1, list, origin, direction) == 1 &&
         trammel_pick(point, list, origin, direction);
}

void
trammel_scene_view_centre_at(TrammelSceneView *self, const double pixel[2])
{
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  double origin[3], point[3], direction[3], hit[3];

  find_sight(self, pixel, point, origin, direction);
  trammel_scene_view_fill(self, list);
  tr_vec3_copy(self->camera.target, trammel_pick(hit, list, origin, direction) ? hit : point);
  trammel_scene_view_move_camera(self);
}

static void
on_pressed_cb(TrammelSceneView *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));

  if (n_press == 2 && (state & GDK_CONTROL_MASK) == 0)
    trammel_scene_view_centre_at(self, (double[2]){x, y});
}

/* With Ctrl a click measures. */
static void
on_released_cb(TrammelSceneView *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));

  if (self->is_drag)
    return;
  if ((state & GDK_CONTROL_MASK) != 0)
    trammel_scene_view_measure_at(self, (double[2]){x, y});
  else if (n_press == 1)
    pick_at(self, (double[2]){x, y}, FALSE);
}

/* A drag with the same button pans. */
static void
on_menu_released_cb(TrammelSceneView *self, int n_press, double x, double y)
{
  if (self->is_drag)
    return;
  pick_at(self, (double[2]){x, y}, TRUE);
  trammel_scene_view_show_menu(self, x, y);
}

static void
add_controller(TrammelSceneView *self, GtkEventController *controller, const char *name)
{
  gtk_event_controller_set_name(controller, name);
  gtk_widget_add_controller(GTK_WIDGET(self), controller);
}

void
trammel_scene_view_add_controllers(TrammelSceneView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new();
  GtkGesture *pinch = gtk_gesture_zoom_new();
  GtkGesture *click = gtk_gesture_click_new();
  GtkGesture *menu = gtk_gesture_click_new();
  GtkEventController *motion = gtk_event_controller_motion_new();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
  g_signal_connect_swapped(drag, "drag-begin", G_CALLBACK(on_drag_begun_cb), self);
  g_signal_connect_swapped(drag, "drag-update", G_CALLBACK(on_drag_updated_cb), self);
  g_signal_connect_swapped(pinch, "begin", G_CALLBACK(on_pinch_begun_cb), self);
  g_signal_connect_swapped(pinch, "scale-changed", G_CALLBACK(on_pinch_changed_cb), self);
  g_signal_connect_swapped(click, "pressed", G_CALLBACK(on_pressed_cb), self);
  g_signal_connect_swapped(click, "released", G_CALLBACK(on_released_cb), self);
  g_signal_connect_swapped(motion, "motion", G_CALLBACK(on_pointer_moved_cb), self);
  g_signal_connect_swapped(scroll, "scroll", G_CALLBACK(on_scrolled_cb), self);
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped(menu, "released", G_CALLBACK(on_menu_released_cb), self);
  add_controller(self, GTK_EVENT_CONTROLLER(drag), "drag");
  add_controller(self, GTK_EVENT_CONTROLLER(pinch), "pinch");
  add_controller(self, GTK_EVENT_CONTROLLER(click), "click");
  add_controller(self, motion, "motion");
  add_controller(self, scroll, "scroll");
  add_controller(self, GTK_EVENT_CONTROLLER(menu), "menu");
}
