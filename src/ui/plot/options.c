/* Properties of a plot for the switches of its menu: log-y, show-points, linked. */
#include <math.h>

#include "ui/plot/private.h"

enum { PROP_LOG_Y = 1, PROP_SHOW_POINTS, PROP_LINKED, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

static void
set_show_points(TrammelPlotView *self, gboolean show)
{
  self->figure.show_points = show;
  trammel_plot_view_invalidate(self);
}

void
trammel_plot_view_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(object);
  switch (id) {
  case PROP_LOG_Y:
    g_value_set_boolean(value, self->figure.y.kind == TRAMMEL_AXIS_LOG);
    break;
  case PROP_SHOW_POINTS:
    g_value_set_boolean(value, self->figure.show_points);
    break;
  case PROP_LINKED:
    g_value_set_boolean(value, trammel_plot_view_is_linked(self));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

void
trammel_plot_view_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(object);
  switch (id) {
  case PROP_LOG_Y:
    trammel_plot_view_set_log_y(self, g_value_get_boolean(value));
    break;
  case PROP_SHOW_POINTS:
    set_show_points(self, g_value_get_boolean(value));
    break;
  case PROP_LINKED:
    trammel_plot_view_set_linked(self, g_value_get_boolean(value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static GParamSpec *
create_switch(const char *name)
{
  return g_param_spec_boolean(name, NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
}

void
trammel_plot_view_install_properties(GObjectClass *klass)
{
  properties[PROP_LOG_Y] = create_switch("log-y");
  properties[PROP_SHOW_POINTS] = create_switch("show-points");
  properties[PROP_LINKED] = create_switch("linked");
  g_object_class_install_properties(klass, N_PROPERTIES, properties);
}

void
trammel_plot_view_notify_log_y(TrammelPlotView *self)
{
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_LOG_Y]);
}

gboolean
trammel_plot_view_is_log(TrammelPlotView *self, gboolean x)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self), FALSE);
  return (x ? self->figure.x.kind : self->figure.y.kind) == TRAMMEL_AXIS_LOG;
}

char *
trammel_plot_view_dup_axis_name(TrammelPlotView *self, gboolean x)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self), NULL);
  const char *title = x ? trammel_figure_get_x_title(&self->figure) : self->figure.y_title;
  return g_strdup(title != NULL ? title : x ? "x" : "y");
}

void
trammel_plot_view_add_reference(TrammelPlotView *self, gboolean upright, double value)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self) && isfinite(value));
  TrammelReference line = {.upright = upright, .value = value};
  g_array_append_val(self->figure.references, line);
  trammel_plot_view_invalidate(self);
}

void
trammel_plot_view_remove_references(TrammelPlotView *self)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  g_array_set_size(self->figure.references, 0);
  trammel_plot_view_invalidate(self);
}
