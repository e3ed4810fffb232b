#include "ui/pages/parts/heat-strip.h"

#include "plot/figure/number-text.h"
#include <glib/gi18n.h>
#include <math.h>

#include "plot/figure/palette.h"
#include "ui/desktop/compat.h"

enum { THICKNESS = 7 };
#define FAINT 0.10f /* tint of a part at the level of the noise */

struct _TrammelHeatStrip {
  GtkWidget parent_instance;
  GtkRange *scale;
  TrammelResidualStrip *content; /* nullable */
};

G_DEFINE_FINAL_TYPE(TrammelHeatStrip, trammel_heat_strip, GTK_TYPE_WIDGET)

/* Returns the width of the scale's slider [px]. gtk_range_get_slider_range() of GTK 4.8 returns
 * that of the trough in right-to-left layouts. */
static float
get_slider_width(GtkWidget *below)
{
  float width = 0;

  for (GtkWidget *child = gtk_widget_get_first_child(below); child && width <= 0;
       child = gtk_widget_get_next_sibling(child))
    width = g_str_equal(gtk_widget_get_css_name(child), "slider")
                ? (float)gtk_widget_get_width(child)
                : get_slider_width(child);
  return width;
}

/* Computes the range of the slider's centre [px]. */
static void
get_way(TrammelHeatStrip *self, float *left, float *width)
{
  float slider = get_slider_width(GTK_WIDGET(self->scale));
  GdkRectangle rect;
  double x = 0, y = 0;

  gtk_range_get_range_rect(self->scale, &rect);
  gtk_widget_translate_coordinates(GTK_WIDGET(self->scale), GTK_WIDGET(self), rect.x, 0, &x, &y);
  *left = (float)x + 0.5f * slider;
  *width = fmaxf((float)rect.width - slider, 1);
}

/* Returns TRUE in right-to-left layouts, where time runs to the left as on the scale. */
static gboolean
is_mirrored(TrammelHeatStrip *self)
{
  return gtk_widget_get_direction(GTK_WIDGET(self)) == GTK_TEXT_DIR_RTL;
}

static double
to_time(TrammelHeatStrip *self, double x)
{
  float left, width;

  get_way(self, &left, &width);
  double share = CLAMP((x - left) / width, 0, 1);
  share = is_mirrored(self) ? 1 - share : share;
  return self->content->start + share * (self->content->end - self->content->start);
}

static void
trammel_heat_strip_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelHeatStrip *self = TRAMMEL_HEAT_STRIP(widget);
  TrammelColor ink = trammel_palette_get(TRAMMEL_ROLE_SIMULATED, 0, trammel_widget_is_dark(widget));
  float left, width, height = (float)gtk_widget_get_height(widget);

  if (!self->content)
    return;
  get_way(self, &left, &width);
  float step = width / TRAMMEL_STRIP_BINS;
  for (guint i = 0; i < TRAMMEL_STRIP_BINS; i++) {
    guint bin = is_mirrored(self) ? TRAMMEL_STRIP_BINS - 1 - i : i;
    float level = (float)trammel_residual_strip_get_level(self->content, bin);
    GdkRGBA color = {(float)ink.red, (float)ink.green, (float)ink.blue,
                     FAINT + (1 - FAINT) * level};
    if (!isnan(self->content->rms[bin]))
      gtk_snapshot_append_color(snapshot, &color,
                                &GRAPHENE_RECT_INIT(left + step * (float)i, 0, step, height));
  }
}

static void
trammel_heat_strip_measure(GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? THICKNESS : 0;
}

static gboolean
on_query_tooltip_cb(TrammelHeatStrip *self, int x, int y, gboolean by_keys, GtkTooltip *tooltip)
{
  if (!self->content)
    return FALSE;
  g_autofree char *all = trammel_residual_strip_describe(self->content);
  g_autofree char *part = trammel_residual_strip_describe_bin(
      self->content, trammel_residual_strip_find(self->content, to_time(self, x)));
  g_autofree char *text = by_keys ? g_strdup(all) : g_strconcat(part, "\n", all, NULL);
  g_autofree char *shown = trammel_number_text_dup(text);
  gtk_tooltip_set_text(tooltip, shown);
  return TRUE;
}

static void
on_pressed_cb(GtkGestureClick *click, int n, double x, double y, TrammelHeatStrip *self)
{
  if (self->content)
    gtk_range_set_value(self->scale, to_time(self, x));
}

static void
trammel_heat_strip_finalize(GObject *object)
{
  g_free(TRAMMEL_HEAT_STRIP(object)->content);
  G_OBJECT_CLASS(trammel_heat_strip_parent_class)->finalize(object);
}

static void
trammel_heat_strip_class_init(TrammelHeatStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_heat_strip_finalize;
  widget_class->snapshot = trammel_heat_strip_snapshot;
  widget_class->measure = trammel_heat_strip_measure;
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
trammel_heat_strip_init(TrammelHeatStrip *self)
{
  GtkGesture *click = gtk_gesture_click_new();

  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Residuals over time"), -1);
  g_signal_connect(self, "query-tooltip", G_CALLBACK(on_query_tooltip_cb), NULL);
  g_signal_connect(click, "pressed", G_CALLBACK(on_pressed_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
  trammel_heat_strip_take(self, NULL);
}

void
trammel_heat_strip_set_scale(TrammelHeatStrip *self, GtkRange *scale)
{
  g_return_if_fail(TRAMMEL_IS_HEAT_STRIP(self));
  self->scale = scale;
}

void
trammel_heat_strip_take(TrammelHeatStrip *self, TrammelResidualStrip *content)
{
  g_return_if_fail(TRAMMEL_IS_HEAT_STRIP(self));
  g_autofree char *words = content ? trammel_residual_strip_describe(content)
                                   : g_strdup(_("Nothing is identified yet."));

  g_free(self->content);
  self->content = content;
  gtk_widget_set_has_tooltip(GTK_WIDGET(self), content != NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words,
                                 -1);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

const TrammelResidualStrip *
trammel_heat_strip_get(TrammelHeatStrip *self)
{
  g_return_val_if_fail(TRAMMEL_IS_HEAT_STRIP(self), NULL);
  return self->content;
}
