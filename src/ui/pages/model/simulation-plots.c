#include "ui/pages/model/simulation-plots.h"

#include <glib/gi18n.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/unwrap.h"
#include "ui/plot/plot-view.h"
#include "ui/session/text/format.h"

enum { PLOT_HEIGHT = 128 };

struct _TrammelSimulationPlots {
  GtkWidget parent_instance;
  GtkWidget *box;
  GPtrArray *views; /* TrammelPlotView, children of the box */
  TrammelTimeline *timeline;
  TrammelXRange *range;
  TrammelLabelGroup *labels;
};

G_DEFINE_FINAL_TYPE(TrammelSimulationPlots, trammel_simulation_plots, GTK_TYPE_WIDGET)

/* A curve of n samples. */
typedef struct {
  const char *name, *unit; /* unit: of the values, in SI; "" without one */
  const double *t, *y;
  gsize n;
  TrammelSeriesRole role;
} Curve;

static TrammelPlotView *
get_view(TrammelSimulationPlots *self, guint i)
{
  if (i < self->views->len)
    return self->views->pdata[i];
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
  gtk_widget_set_size_request(GTK_WIDGET(view), -1, PLOT_HEIGHT);
  gtk_widget_set_vexpand(GTK_WIDGET(view), TRUE);
  trammel_plot_view_link_x(view, self->range);
  trammel_plot_view_set_label_group(view, self->labels);
  trammel_plot_view_set_timeline(view, self->timeline);
  gtk_box_append(GTK_BOX(self->box), GTK_WIDGET(view));
  g_ptr_array_add(self->views, view);
  return view;
}

static void
show_curve(TrammelSimulationPlots *self, guint i, const Curve *curve)
{
  TrammelPlotView *view = get_view(self, i);
  double factor;
  const char *unit = trammel_display_unit(curve->unit, &factor);
  g_autofree char *title =
      *unit ? g_strdup_printf("%s [%s]", curve->name, unit) : g_strdup(curve->name);
  g_autofree double *y = g_new(double, curve->n + 1);

  for (gsize k = 0; k < curve->n; k++)
    y[k] = factor * curve->y[k];
  trammel_plot_view_set_y_title(view, title);
  trammel_plot_view_set_y_kind(view, g_str_equal(unit, "deg") ? TRAMMEL_AXIS_DEGREES
                                                              : TRAMMEL_AXIS_LINEAR);
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  TrammelSeries *series =
      trammel_series_new(curve->name, curve->t, y, curve->n,
                         &(TrammelSeriesStyle){.role = curve->role, .not_in_legend = TRUE});
  trammel_plot_view_set_series(view, &series, 1);
  trammel_series_unref(series);
}

/* Shows the coordinates of hinges and slides, the angles continuous; returns the number of plots.
 */
static guint
show_joints(TrammelSimulationPlots *self, const TrammelSimulation *s, const double *t)
{
  const TrModel *model = trammel_project_get_model(s->project);
  gsize n = (gsize)s->motion->n_nodes;
  g_autofree double *y = g_new(double, n);
  guint shown = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    if (joint->type != TR_JOINT_HINGE && joint->type != TR_JOINT_SLIDE)
      continue;
    for (gsize k = 0; k < n; k++)
      y[k] = tr_joint_position(model, j, tr_trajectory_pose(s->motion, (int)k));
    if (joint->type == TR_JOINT_HINGE)
      tr_unwrap(y, n);
    show_curve(
        self, shown++,
        &(Curve){joint->name, tr_joint_position_unit(joint), t, y, n, TRAMMEL_ROLE_SIMULATED});
  }
  return shown;
}

static guint
show_others(TrammelSimulationPlots *self, const TrammelSimulation *s, const double *t, guint shown)
{
  const TrModel *model = trammel_project_get_model(s->project);
  gsize n = (gsize)s->motion->n_nodes;

  for (guint i = 0; i < s->n_channels; i++)
    show_curve(self, shown++,
               &(Curve){model->motors[s->channels[i].index].name, "", t, s->channels[i].y, n,
                        TRAMMEL_ROLE_MEASURED});
  for (int i = 0; i < model->n_sensors; i++) {
    if (tr_sensor_position_joint(model, i) >= 0)
      continue;
    g_autofree double *y = trammel_simulation_dup_readings(s, i);
    show_curve(self, shown++,
               &(Curve){model->sensors[i].name, tr_sensor_unit(model, i), t, y, n,
                        TRAMMEL_ROLE_ESTIMATED});
  }
  return shown;
}

void
trammel_simulation_plots_show(TrammelSimulationPlots *self, const TrammelSimulation *s)
{
  g_return_if_fail(TRAMMEL_IS_SIMULATION_PLOTS(self));
  gsize n = (gsize)s->motion->n_nodes;
  g_autofree double *t = g_new(double, n);

  for (gsize k = 0; k < n; k++)
    t[k] = (double)k * s->motion->h;
  guint shown = show_others(self, s, t, show_joints(self, s, t));
  while (self->views->len > shown) {
    GtkWidget *view = g_ptr_array_index(self->views, self->views->len - 1);
    g_ptr_array_set_size(self->views, (int)self->views->len - 1);
    gtk_box_remove(GTK_BOX(self->box), view);
  }
  for (guint i = 0; i < shown; i++)
    trammel_plot_view_set_x_title(self->views->pdata[i], i + 1 == shown ? "t [s]" : NULL);
}

guint
trammel_simulation_plots_count(TrammelSimulationPlots *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SIMULATION_PLOTS(self), 0);
  return self->views->len;
}

void
trammel_simulation_plots_set_timeline(TrammelSimulationPlots *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_SIMULATION_PLOTS(self));
  g_set_object(&self->timeline, timeline);
}

static void
trammel_simulation_plots_dispose(GObject *object)
{
  TrammelSimulationPlots *self = TRAMMEL_SIMULATION_PLOTS(object);

  g_ptr_array_set_size(self->views, 0);
  g_clear_pointer(&self->box, gtk_widget_unparent);
  g_clear_object(&self->timeline);
  g_clear_object(&self->range);
  g_clear_object(&self->labels);
  G_OBJECT_CLASS(trammel_simulation_plots_parent_class)->dispose(object);
}

static void
trammel_simulation_plots_finalize(GObject *object)
{
  g_ptr_array_unref(TRAMMEL_SIMULATION_PLOTS(object)->views);
  G_OBJECT_CLASS(trammel_simulation_plots_parent_class)->finalize(object);
}

static void
trammel_simulation_plots_class_init(TrammelSimulationPlotsClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_simulation_plots_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_simulation_plots_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "simulationplots");
}

static void
trammel_simulation_plots_init(TrammelSimulationPlots *self)
{
  self->views = g_ptr_array_new();
  self->range = trammel_x_range_new();
  self->labels = trammel_label_group_new();
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
}
