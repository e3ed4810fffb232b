#include "ui/pages/data/range-overlay.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/desktop/compat.h"

#define GRAB_RADIUS 6.0 /* [px] */
#define GRIP_WIDTH  9.0
#define GRIP_HEIGHT 18.0
#define HATCH       9.0 /* [px] between two lines */

static const GdkRGBA handle_color = {0.12f, 0.44f, 0.71f, 1};

struct _TrammelRangeOverlay {
  GtkWidget parent_instance;
  TrammelRangeSet *set;
  TrammelPlotView *view; /* plot below, a sibling */
  TrammelXRange *range;
  double press_x; /* [px] */
};

G_DEFINE_FINAL_TYPE(TrammelRangeOverlay, trammel_range_overlay, GTK_TYPE_WIDGET)

/* Area of the plot, and the range of time that it shows. */
typedef struct {
  graphene_rect_t area;
  double low, high; /* [s] at its left and right edge */
} Mapping;

static gboolean
get_mapping(TrammelRangeOverlay *self, Mapping *mapping)
{
  if (!self->view || !trammel_range_set_has_samples(self->set) ||
      !trammel_plot_view_get_area(self->view, &mapping->area))
    return FALSE;
  mapping->low = trammel_x_range_get_lower(self->range);
  mapping->high = trammel_x_range_get_upper(self->range);
  return mapping->high > mapping->low && mapping->area.size.width > 0;
}

static double
to_pixel(const Mapping *m, double t)
{
  return m->area.origin.x + (t - m->low) / (m->high - m->low) * m->area.size.width;
}

static double
to_time(const Mapping *m, double x)
{
  return m->low + (x - m->area.origin.x) / m->area.size.width * (m->high - m->low);
}

static TrammelRangeEdge
find_edge(TrammelRangeOverlay *self, const Mapping *m, double x)
{
  double radius = GRAB_RADIUS / m->area.size.width * (m->high - m->low);

  return trammel_range_set_find_edge(self->set, to_time(m, x), radius);
}

static gboolean
trammel_range_overlay_contains(GtkWidget *widget, double x, double y)
{
  TrammelRangeOverlay *self = TRAMMEL_RANGE_OVERLAY(widget);
  Mapping m;

  if (!get_mapping(self, &m) || y < m.area.origin.y || y > m.area.origin.y + m.area.size.height ||
      x < m.area.origin.x - GRAB_RADIUS || x > m.area.origin.x + m.area.size.width + GRAB_RADIUS)
    return FALSE;
  return trammel_range_set_get_marking(self->set) ||
         find_edge(self, &m, x).range != TRAMMEL_RANGE_NONE;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void
fill_span(cairo_t *cr, const Mapping *m, double from, double to)
{
  double left = fmax(to_pixel(m, from), m->area.origin.x);
  double right = fmin(to_pixel(m, to), m->area.origin.x + m->area.size.width);

  if (right > left)
    cairo_rectangle(cr, left, m->area.origin.y, right - left, m->area.size.height);
}

static void
hatch(cairo_t *cr, const Mapping *m, const GdkRGBA *ink)
{
  double top = m->area.origin.y, height = m->area.size.height;

  cairo_save(cr);
  cairo_clip(cr);
  cairo_set_source_rgba(cr, ink->red, ink->green, ink->blue, 0.32);
  cairo_set_line_width(cr, 1);
  for (double x = -height; x < m->area.size.width; x += HATCH) {
    cairo_move_to(cr, m->area.origin.x + x, top + height);
    cairo_rel_line_to(cr, height, -height);
  }
  cairo_stroke(cr);
  cairo_restore(cr);
}

static void
draw_handle(cairo_t *cr, const Mapping *m, double t)
{
  double x = floor(to_pixel(m, t)) + 0.5;
  double middle = m->area.origin.y + 0.5 * m->area.size.height;

  if (x < m->area.origin.x - 1 || x > m->area.origin.x + m->area.size.width + 1)
    return;
  gdk_cairo_set_source_rgba(cr, &handle_color);
  cairo_set_line_width(cr, 1.5);
  cairo_move_to(cr, x, m->area.origin.y);
  cairo_rel_line_to(cr, 0, m->area.size.height);
  cairo_stroke(cr);
  cairo_rectangle(cr, x - 0.5 * GRIP_WIDTH, middle - 0.5 * GRIP_HEIGHT, GRIP_WIDTH, GRIP_HEIGHT);
  cairo_fill(cr);
  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_set_line_width(cr, 1);
  for (int i = -1; i <= 1; i += 2) {
    cairo_move_to(cr, x + 1.5 * i, middle - 5);
    cairo_rel_line_to(cr, 0, 10);
  }
  cairo_stroke(cr);
}

static void
draw_trim(TrammelRangeOverlay *self, cairo_t *cr, const Mapping *m, gboolean dark)
{
  double from, to, sheet = dark ? 0.16 : 1;

  trammel_range_set_get(self->set, TRAMMEL_RANGE_TRIM, &from, &to);
  cairo_set_source_rgba(cr, sheet, sheet, sheet, 0.66);
  fill_span(cr, m, -G_MAXDOUBLE / 4, from);
  fill_span(cr, m, to, G_MAXDOUBLE / 4);
  cairo_fill(cr);
  draw_handle(cr, m, from);
  draw_handle(cr, m, to);
}

static void
trammel_range_overlay_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelRangeOverlay *self = TRAMMEL_RANGE_OVERLAY(widget);
  guint n = trammel_range_set_get_n_excluded(self->set);
  double from, to;
  GdkRGBA ink;
  Mapping m;

  if (!get_mapping(self, &m))
    return;
  cairo_t *cr = gtk_snapshot_append_cairo(
      snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget),
                                    (float)gtk_widget_get_height(widget)));
  trammel_widget_get_foreground(widget, &ink);
  for (guint i = 0; i < n; i++) {
    trammel_range_set_get(self->set, (int)i, &from, &to);
    fill_span(cr, &m, from, to);
    hatch(cr, &m, &ink);
    draw_handle(cr, &m, from);
    draw_handle(cr, &m, to);
  }
  draw_trim(self, cr, &m, trammel_widget_is_dark(widget));
  cairo_destroy(cr);
}

/* ---- pointer --------------------------------------------------------------------------------- */

static void
on_drag_begun_cb(GtkGestureDrag *drag, double x, double y, TrammelRangeOverlay *self)
{
  Mapping m;

  if (!get_mapping(self, &m)) {
    gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  TrammelRangeEdge edge = find_edge(self, &m, x);
  if (trammel_range_set_get_marking(self->set))
    edge.range = TRAMMEL_RANGE_NONE;
  self->press_x = x;
  gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
  trammel_range_set_grab(self->set, edge, to_time(&m, x));
}

static void
on_drag_moved_cb(GtkGestureDrag *drag, double dx, double dy, TrammelRangeOverlay *self)
{
  Mapping m;

  if (get_mapping(self, &m))
    trammel_range_set_drag(self->set, to_time(&m, self->press_x + dx));
}

static void
on_drag_ended_cb(GtkGestureDrag *drag, double dx, double dy, TrammelRangeOverlay *self)
{
  trammel_range_set_drop(self->set);
}

static void
on_drag_cancelled_cb(GtkGesture *drag, GdkEventSequence *sequence, TrammelRangeOverlay *self)
{
  trammel_range_set_cancel(self->set);
}

static void
on_set_changed_cb(TrammelRangeOverlay *self)
{
  gtk_widget_set_cursor_from_name(
      GTK_WIDGET(self), trammel_range_set_get_marking(self->set) ? "crosshair" : "ew-resize");
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
trammel_range_overlay_dispose(GObject *object)
{
  TrammelRangeOverlay *self = TRAMMEL_RANGE_OVERLAY(object);

  g_clear_weak_pointer(&self->view);
  g_clear_object(&self->range);
  G_OBJECT_CLASS(trammel_range_overlay_parent_class)->dispose(object);
}

static void
trammel_range_overlay_finalize(GObject *object)
{
  g_object_unref(TRAMMEL_RANGE_OVERLAY(object)->set);
  G_OBJECT_CLASS(trammel_range_overlay_parent_class)->finalize(object);
}

static void
trammel_range_overlay_class_init(TrammelRangeOverlayClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_range_overlay_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_range_overlay_finalize;
  widget_class->contains = trammel_range_overlay_contains;
  widget_class->snapshot = trammel_range_overlay_snapshot;
  gtk_widget_class_set_css_name(widget_class, "rangeoverlay");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
trammel_range_overlay_init(TrammelRangeOverlay *self)
{
  GtkGesture *drag = gtk_gesture_drag_new();

  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Trim and excluded parts"), -1);
  g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begun_cb), self);
  g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_moved_cb), self);
  g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_ended_cb), self);
  g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancelled_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(drag));
}

GtkWidget *
trammel_range_overlay_new(TrammelRangeSet *set,
                          TrammelPlotView *view,
                          TrammelXRange *range,
                          TrammelLabelGroup *labels)
{
  TrammelRangeOverlay *self = g_object_new(TRAMMEL_TYPE_RANGE_OVERLAY, NULL);

  self->set = g_object_ref(set);
  self->range = g_object_ref(range);
  g_set_weak_pointer(&self->view, view);
  g_signal_connect_object(set, "changed", G_CALLBACK(on_set_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(range, "changed", G_CALLBACK(gtk_widget_queue_draw), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(labels, "changed", G_CALLBACK(gtk_widget_queue_draw), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(range, "markers-changed", G_CALLBACK(gtk_widget_queue_draw), self,
                          G_CONNECT_SWAPPED);
  on_set_changed_cb(self);
  return GTK_WIDGET(self);
}
