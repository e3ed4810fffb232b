#include "ui/pages/data/log-plots.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/data/drop-zone.h"
#include "ui/pages/data/range-overlay.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/widgets/template.h"

/* Largest relative difference of samples that are the same. */
#define ROUNDING 1e-9

struct _TrammelLogPlots {
  GtkWidget parent_instance;
  GtkBox *box;
  TrammelRangeSet *ranges;
  TrammelTimeline *timeline;
  TrammelXRange *range;
  TrammelLabelGroup *labels;
  GPtrArray *views;     /* TrammelPlotView, each in a GtkOverlay of the box */
  GPtrArray *names;     /* char *, of the first channel of each, for files */
  GPtrArray *owners;    /* GArray of guint: the channel of each curve of each view */
  TrammelDropZone zone; /* zone below the pointer of a drag */
  TrammelLogTable *table;
  GPtrArray *raw;        /* TrammelSeries of each channel of the table, NULL until needed */
  TrammelLogView *other; /* log laid over this one; nullable */
  double shift;          /* [s] of it */
};

G_DEFINE_FINAL_TYPE(TrammelLogPlots, trammel_log_plots, GTK_TYPE_WIDGET)

enum { PLACED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- curves ---------------------------------------------------------------------------------- */

static void
unref_array(gpointer array)
{
  g_array_unref(array);
}

static void
free_series(gpointer series)
{
  if (series)
    trammel_series_unref(series);
}

static void
set_table(TrammelLogPlots *self, TrammelLogTable *table)
{
  if (table == self->table)
    return;
  g_clear_pointer(&self->table, trammel_log_table_unref);
  g_ptr_array_set_size(self->raw, 0);
  self->table = table ? trammel_log_table_ref(table) : NULL;
  g_ptr_array_set_size(self->raw, table ? (int)table->channels->len : 0);
}

/* Returns the samples with a stamp as a series, `shift` later; without a clock the row is the time.
 */
static TrammelSeries *
new_raw(const TrammelTableChannel *channel,
        const TrammelSeriesStyle *style,
        const char *name,
        double shift)
{
  g_autofree double *x = g_new(double, MAX(channel->n, 1)), *y = g_new(double, MAX(channel->n, 1));
  gsize n = 0;

  for (gsize i = 0; i < channel->n; i++) {
    x[n] = (channel->t ? channel->t[i] : (double)i) + shift;
    y[n] = channel->y[i];
    n += isfinite(x[n]) != 0;
  }
  return trammel_series_new(name, x, y, n, style);
}

/* Returns the series of the file's data: grey if the channel is used, else in the colour of
 * measurements. */
static TrammelSeries *
get_raw(TrammelLogPlots *self, guint channel)
{
  const TrammelTableChannel *source = self->table->channels->pdata[channel];
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_START, .width = 1};

  if (!self->raw->pdata[channel]) {
    g_autofree char *name = g_strdup_printf(_("%s as recorded"), source->name);
    self->raw->pdata[channel] = new_raw(source, &style, name, 0);
  }
  return self->raw->pdata[channel];
}

static TrammelSeries *
new_used(const TrammelTableUse *use, guint index)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_CYCLE, .index = index, .width = 1.5};

  return trammel_series_new(use->signal, use->t, use->y, use->n, &style);
}

/* Returns the series of the same column of the other log; NULL if it has none in the same unit. */
static TrammelSeries *
new_other(TrammelLogPlots *self, guint channel)
{
  const TrammelTableChannel *own = self->table->channels->pdata[channel];
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_SIMULATED, .width = 1.5};
  int at = self->other && self->other->table
               ? trammel_log_table_find(self->other->table, own->column)
               : -1;

  if (at < 0)
    return NULL;
  const TrammelTableChannel *other = self->other->table->channels->pdata[at];
  g_autofree char *name = g_strdup_printf("%s · %s", other->name, self->other->log_name);
  return g_strcmp0(own->unit, other->unit) == 0 ? new_raw(other, &style, name, self->shift) : NULL;
}

/* ---- dragging -------------------------------------------------------------------------------- */

static void
set_zone(TrammelLogPlots *self, TrammelDropZone zone)
{
  self->zone = zone;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
clear_zone(TrammelLogPlots *self)
{
  set_zone(self, (TrammelDropZone){.place = TRAMMEL_PLACE_NOWHERE});
}

static GdkDragAction
on_drag_moved_cb(TrammelLogPlots *self, double x, double y)
{
  set_zone(self, trammel_drop_zone_find(GTK_WIDGET(self), self->views, x, y));
  return self->table && self->zone.place != TRAMMEL_PLACE_NOWHERE ? GDK_ACTION_COPY : 0;
}

static gboolean
on_dropped_cb(TrammelLogPlots *self, const GValue *value, double x, double y)
{
  TrammelDropZone zone = trammel_drop_zone_find(GTK_WIDGET(self), self->views, x, y);

  clear_zone(self);
  if (!self->table || zone.place == TRAMMEL_PLACE_NOWHERE)
    return FALSE;
  g_signal_emit(self, signals[PLACED], 0, g_value_get_boxed(value), zone.place, zone.plot);
  return TRUE;
}

static void
add_drop_target(TrammelLogPlots *self)
{
  GtkDropTarget *target = gtk_drop_target_new(G_TYPE_ARRAY, GDK_ACTION_COPY);

  g_signal_connect_swapped(target, "enter", G_CALLBACK(on_drag_moved_cb), self);
  g_signal_connect_swapped(target, "motion", G_CALLBACK(on_drag_moved_cb), self);
  g_signal_connect_swapped(target, "leave", G_CALLBACK(clear_zone), self);
  g_signal_connect_swapped(target, "drop", G_CALLBACK(on_dropped_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(target));
}

/* Returns the zone under a dragged legend entry; none over its own plot. */
static TrammelDropZone
find_carried(TrammelLogPlots *self, TrammelPlotView *view, double x, double y)
{
  gtk_widget_translate_coordinates(GTK_WIDGET(view), GTK_WIDGET(self), x, y, &x, &y);
  TrammelDropZone zone = trammel_drop_zone_find(GTK_WIDGET(self), self->views, x, y);

  if (zone.place == TRAMMEL_PLACE_WITH && self->views->pdata[zone.plot] == view)
    zone.place = TRAMMEL_PLACE_NOWHERE;
  return zone;
}

static void
on_series_carried_cb(TrammelPlotView *view, guint series, double x, double y, TrammelLogPlots *self)
{
  gboolean is_inside = gtk_widget_contains(GTK_WIDGET(view), x, y);

  set_zone(self, is_inside ? (TrammelDropZone){.place = TRAMMEL_PLACE_NOWHERE}
                           : find_carried(self, view, x, y));
}

static void
on_series_dropped_cb(TrammelPlotView *view, guint series, double x, double y, TrammelLogPlots *self)
{
  TrammelDropZone zone = find_carried(self, view, x, y);
  g_autoptr(GArray) channels = g_array_new(FALSE, FALSE, sizeof(guint));
  guint plot;

  clear_zone(self);
  if (!g_ptr_array_find(self->views, view, &plot))
    return;
  const GArray *owners = self->owners->pdata[plot];
  g_array_append_val(channels, g_array_index(owners, guint, series));
  g_signal_emit(self, signals[PLACED], 0, channels, zone.place, zone.plot);
}

/* ---- plots ----------------------------------------------------------------------------------- */

static TrammelPlotView *
add_view(TrammelLogPlots *self)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
  GtkWidget *overlay = gtk_overlay_new();

  gtk_widget_set_vexpand(GTK_WIDGET(view), TRUE);
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  trammel_plot_view_link_x(view, self->range);
  trammel_plot_view_set_label_group(view, self->labels);
  trammel_plot_view_set_timeline(view, self->timeline);
  g_signal_connect_object(view, "series-carried", G_CALLBACK(on_series_carried_cb), self, 0);
  g_signal_connect_object(view, "series-dropped", G_CALLBACK(on_series_dropped_cb), self, 0);
  gtk_overlay_set_child(GTK_OVERLAY(overlay), GTK_WIDGET(view));
  gtk_overlay_add_overlay(GTK_OVERLAY(overlay),
                          trammel_range_overlay_new(self->ranges, view, self->range, self->labels));
  gtk_box_append(self->box, overlay);
  g_ptr_array_add(self->views, view);
  return view;
}

static void
set_n_views(TrammelLogPlots *self, guint n)
{
  while (self->views->len > n) {
    GtkWidget *view = self->views->pdata[self->views->len - 1];
    g_ptr_array_set_size(self->views, (int)self->views->len - 1);
    gtk_box_remove(self->box, gtk_widget_get_parent(view));
  }
  while (self->views->len < n)
    add_view(self);
}

static gboolean
is_in_degrees(const char *unit)
{
  return unit && g_str_equal(unit, "deg");
}

/* Sets the title "q1, q2 [deg]", with the unit if it is common. */
static void
label_view(TrammelLogPlots *self, guint plot, const GArray *channels)
{
  TrammelPlotView *view = self->views->pdata[plot];
  const char *unit = NULL;
  g_autoptr(GString) title = g_string_new(NULL);

  for (guint i = 0; i < channels->len; i++) {
    const TrammelTableChannel *channel =
        self->table->channels->pdata[g_array_index(channels, guint, i)];
    g_string_append_printf(title, "%s%s", i ? ", " : "", channel->name);
    unit = i == 0 || g_strcmp0(unit, channel->unit) == 0 ? channel->unit : NULL;
    if (i == 0)
      g_ptr_array_add(self->names, g_strdup(channel->name));
  }
  if (unit)
    g_string_append_printf(title, " [%s]", unit);
  gboolean is_last = plot + 1 == self->views->len;
  trammel_plot_view_set_y_title(view, title->str);
  trammel_plot_view_set_x_title(view, !is_last                      ? NULL
                                      : isfinite(self->table->rate) ? "t [s]"
                                                                    : _("row"));
  trammel_plot_view_set_y_kind(view,
                               is_in_degrees(unit) ? TRAMMEL_AXIS_DEGREES : TRAMMEL_AXIS_LINEAR);
}

/* TRUE if all samples of the file are used as they are, so that one curve shows both. */
static gboolean
is_as_recorded(const TrammelTableUse *use, const TrammelTableChannel *source)
{
  if (!use || !source->t || use->n != source->n)
    return FALSE;
  for (gsize i = 0; i < use->n; i++)
    if (!(fabs(use->t[i] - source->t[i]) <= ROUNDING * (1 + fabs(source->t[i]))) ||
        !(fabs(use->y[i] - source->y[i]) <= ROUNDING * (1 + fabs(source->y[i]))))
      return FALSE;
  return TRUE;
}

/* Fills one plot: all data of the file, and the used ones above them where they differ. */
static void
fill_view(TrammelLogPlots *self, guint plot, TrammelLogView *log, const GArray *channels)
{
  g_autoptr(GPtrArray) series = g_ptr_array_new_with_free_func(free_series);
  GArray *owners = g_array_new(FALSE, FALSE, sizeof(guint));

  g_ptr_array_add(self->owners, owners);
  for (guint i = 0; i < channels->len; i++) {
    guint channel = g_array_index(channels, guint, i);
    if (is_as_recorded(trammel_log_view_find_use(log, channel),
                       self->table->channels->pdata[channel]))
      continue;
    g_ptr_array_add(series, trammel_series_ref(get_raw(self, channel)));
    g_array_append_val(owners, channel);
  }
  for (guint i = 0; i < channels->len; i++) {
    guint channel = g_array_index(channels, guint, i);
    const TrammelTableUse *use = trammel_log_view_find_use(log, channel);
    if (!use)
      continue;
    g_ptr_array_add(series, new_used(use, plot + i));
    g_array_append_val(owners, channel);
  }
  for (guint i = 0; i < channels->len; i++) {
    guint channel = g_array_index(channels, guint, i);
    TrammelSeries *other = new_other(self, channel);
    if (!other)
      continue;
    g_ptr_array_add(series, other);
    g_array_append_val(owners, channel);
  }
  trammel_plot_view_set_series(self->views->pdata[plot], (TrammelSeries *const *)series->pdata,
                               series->len);
}

static void
trammel_log_plots_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  GTK_WIDGET_CLASS(trammel_log_plots_parent_class)->snapshot(widget, snapshot);
  trammel_drop_zone_snapshot(&TRAMMEL_LOG_PLOTS(widget)->zone, widget, snapshot);
}

static void
trammel_log_plots_dispose(GObject *object)
{
  TrammelLogPlots *self = TRAMMEL_LOG_PLOTS(object);

  g_ptr_array_set_size(self->views, 0);
  set_table(self, NULL);
  g_clear_pointer(&self->other, trammel_log_view_unref);
  g_clear_object(&self->ranges);
  g_clear_object(&self->timeline);
  g_clear_object(&self->range);
  g_clear_object(&self->labels);
  trammel_template_dispose(object, TRAMMEL_TYPE_LOG_PLOTS);
  G_OBJECT_CLASS(trammel_log_plots_parent_class)->dispose(object);
}

static void
trammel_log_plots_finalize(GObject *object)
{
  TrammelLogPlots *self = TRAMMEL_LOG_PLOTS(object);

  g_ptr_array_unref(self->views);
  g_ptr_array_unref(self->names);
  g_ptr_array_unref(self->owners);
  g_ptr_array_unref(self->raw);
  G_OBJECT_CLASS(trammel_log_plots_parent_class)->finalize(object);
}

static void
trammel_log_plots_class_init(TrammelLogPlotsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_log_plots_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_log_plots_finalize;
  widget_class->snapshot = trammel_log_plots_snapshot;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "logplots");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/data/log-plots.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelLogPlots, box);
  signals[PLACED] = g_signal_new("placed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 3, G_TYPE_ARRAY, G_TYPE_INT, G_TYPE_UINT);
}

static void
trammel_log_plots_init(TrammelLogPlots *self)
{
  self->views = g_ptr_array_new();
  self->names = g_ptr_array_new_with_free_func(g_free);
  self->owners = g_ptr_array_new_with_free_func(unref_array);
  self->raw = g_ptr_array_new_with_free_func(free_series);
  clear_zone(self);
  add_drop_target(self);
  self->range = trammel_x_range_new();
  self->labels = trammel_label_group_new();
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_log_plots_set_ranges(TrammelLogPlots *self, TrammelRangeSet *ranges)
{
  g_return_if_fail(TRAMMEL_IS_LOG_PLOTS(self) && !self->ranges);
  self->ranges = g_object_ref(ranges);
}

void
trammel_log_plots_set_timeline(TrammelLogPlots *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_LOG_PLOTS(self));
  g_set_object(&self->timeline, timeline);
  for (guint i = 0; i < self->views->len; i++)
    trammel_plot_view_set_timeline(self->views->pdata[i], timeline);
}

void
trammel_log_plots_set_overlay(TrammelLogPlots *self, TrammelLogView *other, double shift)
{
  g_return_if_fail(TRAMMEL_IS_LOG_PLOTS(self));
  if (other)
    trammel_log_view_ref(other);
  g_clear_pointer(&self->other, trammel_log_view_unref);
  self->other = other;
  self->shift = shift;
}

void
trammel_log_plots_show(TrammelLogPlots *self, TrammelLogView *view, GPtrArray *plots_of)
{
  g_return_if_fail(TRAMMEL_IS_LOG_PLOTS(self) && self->ranges);
  gboolean is_other = self->table != (view ? view->table : NULL);

  set_table(self, view ? view->table : NULL);
  g_ptr_array_set_size(self->names, 0);
  g_ptr_array_set_size(self->owners, 0);
  set_n_views(self, self->table ? plots_of->len : 0);
  for (guint i = 0; i < self->views->len; i++) {
    label_view(self, i, plots_of->pdata[i]);
    fill_view(self, i, view, plots_of->pdata[i]);
  }
  if (is_other)
    trammel_x_range_fit(self->range);
}

guint
trammel_log_plots_get_n(TrammelLogPlots *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_PLOTS(self), 0);
  return self->views->len;
}

TrammelPlotView *
trammel_log_plots_get_plot(TrammelLogPlots *self, guint i)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_PLOTS(self) && i < self->views->len, NULL);
  return self->views->pdata[i];
}

void
trammel_log_plots_list_figures(TrammelLogPlots *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_LOG_PLOTS(self));
  for (guint i = 0; i < self->views->len; i++)
    trammel_page_figures_add(figures, self->names->pdata[i], self->views->pdata[i]);
}
