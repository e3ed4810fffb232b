#include "ui/pages/parts/sparkline.h"

#include <math.h>

#include "ui/desktop/compat.h"

enum { WIDTH = 72, HEIGHT = 24, MARGIN = 2 };

struct _TrammelSparkline {
  GtkWidget parent_instance;
  TrammelSpark spark;
};

G_DEFINE_FINAL_TYPE(TrammelSparkline, trammel_sparkline, GTK_TYPE_WIDGET)

static void
trammel_sparkline_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  const TrammelSpark *spark = &TRAMMEL_SPARKLINE(widget)->spark;
  float width = (float)gtk_widget_get_width(widget) / TRAMMEL_SPARK_COLUMNS;
  float height = (float)gtk_widget_get_height(widget) - 2 * MARGIN;
  GdkRGBA ink;

  trammel_widget_get_foreground(widget, &ink);
  ink.alpha *= 0.75f;
  for (guint i = 0; i < TRAMMEL_SPARK_COLUMNS; i++) {
    if (isnan(spark->low[i]))
      continue;
    float top = MARGIN + (1 - spark->high[i]) * height;
    float thick = fmaxf((spark->high[i] - spark->low[i]) * height, 1.25f);
    gtk_snapshot_append_color(
        snapshot, &ink,
        &GRAPHENE_RECT_INIT((float)i * width, fminf(top, MARGIN + height - thick), width, thick));
  }
}

static void
trammel_sparkline_measure(GtkWidget *widget,
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
trammel_sparkline_class_init(TrammelSparklineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  widget_class->snapshot = trammel_sparkline_snapshot;
  widget_class->measure = trammel_sparkline_measure;
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
trammel_sparkline_init(TrammelSparkline *self)
{
}

GtkWidget *
trammel_sparkline_new(const TrammelSpark *spark)
{
  TrammelSparkline *self = g_object_new(TRAMMEL_TYPE_SPARKLINE, NULL);

  self->spark = *spark;
  return GTK_WIDGET(self);
}
