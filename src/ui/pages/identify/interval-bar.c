#include "ui/pages/identify/interval-bar.h"

#include <math.h>

#include "plot/figure/palette.h"
#include "ui/desktop/compat.h"

enum { WIDTH = 60, HEIGHT = 16 };

#define MARGIN    4.0f
#define BAR       5.0f /* height of the interval, */
#define LEAST_BAR 2.0f /* and its least width [px] */
#define DOT       7.0f
#define END       9.0f /* height of a bound */
#define TICK      13.0f

struct _TrammelIntervalBar {
  GtkWidget parent_instance;
  TrammelParamItem *item; /* nullable */
};

G_DEFINE_FINAL_TYPE(TrammelIntervalBar, trammel_interval_bar, GTK_TYPE_WIDGET)

static float
get_place(GtkWidget *widget, const TrammelInterval *interval, double value)
{
  double share = (value - interval->axis_low) / (interval->axis_high - interval->axis_low);

  return MARGIN +
         (float)fmin(fmax(share, 0), 1) * ((float)gtk_widget_get_width(widget) - 2 * MARGIN);
}

/* Draws a box of this height from x0 to x1, in the middle of the cell. */
static void
draw_box(GtkWidget *widget,
         GtkSnapshot *snapshot,
         const GdkRGBA *color,
         const float ends[2],
         float height)
{
  float middle = 0.5f * (float)gtk_widget_get_height(widget);

  gtk_snapshot_append_color(
      snapshot, color,
      &GRAPHENE_RECT_INIT(ends[0], middle - 0.5f * height, ends[1] - ends[0], height));
}

static void
draw_upright(GtkWidget *widget, GtkSnapshot *snapshot, const GdkRGBA *color, float x, float height)
{
  draw_box(widget, snapshot, color, (float[]){x - 0.75f, x + 0.75f}, height);
}

static void
draw_dot(GtkWidget *widget, GtkSnapshot *snapshot, const GdkRGBA *color, float x)
{
  graphene_rect_t box = GRAPHENE_RECT_INIT(
      x - 0.5f * DOT, 0.5f * (float)gtk_widget_get_height(widget) - 0.5f * DOT, DOT, DOT);
  GskRoundedRect circle;

  gsk_rounded_rect_init_from_rect(&circle, &box, 0.5f * DOT);
  gtk_snapshot_push_rounded_clip(snapshot, &circle);
  gtk_snapshot_append_color(snapshot, color, &box);
  gtk_snapshot_pop(snapshot);
}

static void
trammel_interval_bar_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelIntervalBar *self = TRAMMEL_INTERVAL_BAR(widget);
  TrammelColor blue =
      trammel_palette_get(TRAMMEL_ROLE_ESTIMATED, 0, trammel_widget_is_dark(widget));
  GdkRGBA ink, bar = {(float)blue.red, (float)blue.green, (float)blue.blue, 0.45f}, dot = bar;
  TrammelInterval interval;

  if (!self->item || !trammel_param_item_get_interval(self->item, &interval))
    return;
  trammel_widget_get_foreground(widget, &ink);
  ink.alpha = 0.3f;
  dot.alpha = 1;
  float left = get_place(widget, &interval, interval.axis_low);
  float right = get_place(widget, &interval, interval.axis_high);
  float low = get_place(widget, &interval, interval.low);
  float high = get_place(widget, &interval, interval.high);
  draw_box(widget, snapshot, &ink, (float[]){left, right}, 1);
  if (interval.low_is_bound)
    draw_upright(widget, snapshot, &ink, left, END);
  if (interval.high_is_bound)
    draw_upright(widget, snapshot, &ink, right, END);
  if (isfinite(interval.low) && isfinite(interval.high))
    draw_box(widget, snapshot, &bar, (float[]){low, fmaxf(high, low + LEAST_BAR)}, BAR);
  ink.alpha = 0.6f;
  draw_upright(widget, snapshot, &ink, get_place(widget, &interval, interval.start), TICK);
  draw_dot(widget, snapshot, &dot, get_place(widget, &interval, interval.value));
}

static void
trammel_interval_bar_measure(GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
trammel_interval_bar_dispose(GObject *object)
{
  trammel_interval_bar_set_item(TRAMMEL_INTERVAL_BAR(object), NULL);
  G_OBJECT_CLASS(trammel_interval_bar_parent_class)->dispose(object);
}

static void
trammel_interval_bar_class_init(TrammelIntervalBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_interval_bar_dispose;
  widget_class->snapshot = trammel_interval_bar_snapshot;
  widget_class->measure = trammel_interval_bar_measure;
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
trammel_interval_bar_init(TrammelIntervalBar *self)
{
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
trammel_interval_bar_new(void)
{
  return g_object_new(TRAMMEL_TYPE_INTERVAL_BAR, NULL);
}

static void
on_interval_changed_cb(TrammelIntervalBar *self)
{
  g_autofree char *text = NULL;

  g_object_get(self->item, "interval", &text, NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
trammel_interval_bar_set_item(TrammelIntervalBar *self, TrammelParamItem *item)
{
  g_return_if_fail(TRAMMEL_IS_INTERVAL_BAR(self));
  if (self->item)
    g_signal_handlers_disconnect_by_data(self->item, self);
  if (!g_set_object(&self->item, item) || !item)
    return;
  g_signal_connect_object(item, "notify::interval", G_CALLBACK(on_interval_changed_cb), self,
                          G_CONNECT_SWAPPED);
  on_interval_changed_cb(self);
}
