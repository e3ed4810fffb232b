#include <math.h>

#include "ui/plot/private.h"

#define MIN_WIDTH      160
#define NATURAL_WIDTH  420
#define MIN_HEIGHT     104
#define NATURAL_HEIGHT 200
#define STRIP_HEIGHT   42 /* without labels of x, */
#define LABELS_HEIGHT  20 /* which have this much */

guint trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_N_SIGNALS];

G_DEFINE_FINAL_TYPE(TrammelPlotView, trammel_plot_view, TRAMMEL_TYPE_PICTURE)

static void
drop_static_layer(TrammelPlotView *self)
{
  if (self->has_layout)
    trammel_layout_clear(&self->layout);
  self->has_layout = FALSE;
  trammel_picture_drop_layer(TRAMMEL_PICTURE(self));
}

gboolean
trammel_plot_view_ensure_layout(TrammelPlotView *self)
{
  int width = gtk_widget_get_width(GTK_WIDGET(self));
  int height = gtk_widget_get_height(GTK_WIDGET(self));
  if (self->has_layout)
    return TRUE;
  if (width <= 0 || height <= 0)
    return FALSE;
  self->figure.label_width =
      self->label_group == NULL ? 0 : trammel_label_group_get_width(self->label_group);
  trammel_layout_init(&self->layout, &self->figure, gtk_widget_get_pango_context(GTK_WIDGET(self)),
                      width, height, self->figure.label_width);
  self->has_layout = TRUE;
  return TRUE;
}

void
trammel_plot_view_invalidate(TrammelPlotView *self)
{
  drop_static_layer(self);
  /* the group needs the width before any of its plots is drawn */
  if (self->label_group != NULL && trammel_plot_view_ensure_layout(self))
    trammel_label_group_set_width(self->label_group, self, self->layout.label_width);
  trammel_plot_view_update_hover(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

guint
trammel_plot_view_get_n_renders(TrammelPlotView *self)
{
  return trammel_picture_get_n_renders(TRAMMEL_PICTURE(self));
}

static void
trammel_plot_view_draw(TrammelPicture *picture, cairo_t *cr, const TrammelPaintStyle *style)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(picture);
  trammel_painter_draw(cr, &self->figure, &self->layout, style);
}

static void
trammel_plot_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(widget);
  if (!trammel_plot_view_ensure_layout(self))
    return;
  trammel_picture_snapshot_layer(TRAMMEL_PICTURE(self), snapshot);
  trammel_plot_view_snapshot_overlay(self, snapshot);
}

static void
invalidate_picture(TrammelPicture *picture)
{
  trammel_plot_view_invalidate(TRAMMEL_PLOT_VIEW(picture));
}

static void
on_markers_changed_cb(TrammelPlotView *self)
{
  trammel_plot_view_update_markers(self);
  trammel_plot_view_invalidate(self);
}

static void
on_x_range_changed_cb(TrammelPlotView *self)
{
  self->figure.x.min = trammel_x_range_get_lower(self->x_range);
  self->figure.x.max = trammel_x_range_get_upper(self->x_range);
  trammel_plot_view_invalidate(self);
}

/* only the label column changes: measuring again would loop */
static void
on_label_group_changed_cb(TrammelPlotView *self)
{
  drop_static_layer(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
on_timeline_position_changed_cb(TrammelPlotView *self)
{
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
release_x_range(TrammelPlotView *self)
{
  if (self->x_range == NULL)
    return;
  g_signal_handlers_disconnect_by_data(self->x_range, self);
  trammel_x_range_remove(self->x_range, self);
  g_clear_object(&self->x_range);
}

static void
use_range(TrammelPlotView *self, TrammelXRange *range)
{
  if (range != NULL && range == self->x_range)
    return;
  release_x_range(self);
  self->x_range = range != NULL ? g_object_ref(range) : trammel_x_range_new();
  g_signal_connect_object(self->x_range, "changed", G_CALLBACK(on_x_range_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->x_range, "markers-changed", G_CALLBACK(on_markers_changed_cb), self,
                          G_CONNECT_SWAPPED);
  trammel_plot_view_update_extents(self);
  on_x_range_changed_cb(self);
}

static void
release_label_group(TrammelPlotView *self)
{
  if (self->label_group == NULL)
    return;
  g_signal_handlers_disconnect_by_data(self->label_group, self);
  trammel_label_group_remove(self->label_group, self);
  g_clear_object(&self->label_group);
}

static void
release_timeline(TrammelPlotView *self)
{
  if (self->timeline == NULL)
    return;
  g_signal_handlers_disconnect_by_data(self->timeline, self);
  g_clear_object(&self->timeline);
}

static void
trammel_plot_view_dispose(GObject *object)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(object);
  release_timeline(self);
  release_label_group(self);
  release_x_range(self);
  g_clear_object(&self->shared);
  drop_static_layer(self);
  trammel_plot_view_clear_hover(self);
  G_OBJECT_CLASS(trammel_plot_view_parent_class)->dispose(object);
}

static void
trammel_plot_view_finalize(GObject *object)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(object);
  trammel_figure_clear(&self->figure);
  g_free(self->active);
  g_array_unref(self->past);
  g_array_unref(self->future);
  G_OBJECT_CLASS(trammel_plot_view_parent_class)->finalize(object);
}

static void
trammel_plot_view_measure(GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  const TrammelFigure *figure = &TRAMMEL_PLOT_VIEW(widget)->figure;
  int labels = figure->hides_x_labels ? 0 : LABELS_HEIGHT;

  GTK_WIDGET_CLASS(trammel_plot_view_parent_class)
      ->measure(widget, orientation, for_size, minimum, natural, minimum_baseline,
                natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  *minimum = (figure->is_strip ? STRIP_HEIGHT : MIN_HEIGHT - LABELS_HEIGHT) + labels;
  if (figure->is_strip)
    *natural = *minimum;
}

static void
implement_look(TrammelPictureClass *klass)
{
  klass->minimum[0] = MIN_WIDTH;
  klass->minimum[1] = MIN_HEIGHT;
  klass->natural[0] = NATURAL_WIDTH;
  klass->natural[1] = NATURAL_HEIGHT;
  klass->draw = trammel_plot_view_draw;
  klass->invalidate = invalidate_picture;
}

static void
trammel_plot_view_class_init(TrammelPlotViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  object_class->get_property = trammel_plot_view_get_property;
  object_class->set_property = trammel_plot_view_set_property;
  object_class->dispose = trammel_plot_view_dispose;
  object_class->finalize = trammel_plot_view_finalize;
  widget_class->snapshot = trammel_plot_view_snapshot;
  widget_class->measure = trammel_plot_view_measure;
  trammel_plot_view_install_properties(object_class);
  gtk_widget_class_set_css_name(widget_class, "plot");
  trammel_plot_view_implement_picture(TRAMMEL_PICTURE_CLASS(klass));
  implement_look(TRAMMEL_PICTURE_CLASS(klass));

  trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_SERIES_CLICKED] =
      g_signal_new("series-clicked", TRAMMEL_TYPE_PLOT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                   G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_SERIES_CARRIED] =
      g_signal_new("series-carried", TRAMMEL_TYPE_PLOT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                   G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_SERIES_DROPPED] =
      g_signal_new("series-dropped", TRAMMEL_TYPE_PLOT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                   G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
trammel_plot_view_init(TrammelPlotView *self)
{
  trammel_figure_init(&self->figure);
  self->past = g_array_new(FALSE, FALSE, sizeof(TrammelPlotZoom));
  self->future = g_array_new(FALSE, FALSE, sizeof(TrammelPlotZoom));
  use_range(self, NULL);
  trammel_plot_view_add_controllers(self);
  trammel_plot_view_update_accessible(self);
}

GtkWidget *
trammel_plot_view_new(void)
{
  return g_object_new(TRAMMEL_TYPE_PLOT_VIEW, NULL);
}

/* TRUE if the text has changed. */
static gboolean
set_text(TrammelPlotView *self, char **field, const char *text)
{
  if (g_strcmp0(*field, text) == 0)
    return FALSE;
  g_free(*field);
  *field = g_strdup(text);
  trammel_plot_view_update_accessible(self);
  trammel_plot_view_invalidate(self);
  return TRUE;
}

/* Resets the zoom of y, which belongs to the quantity shown before. */
static void
forget_y_zoom(TrammelPlotView *self)
{
  self->y_zoomed = FALSE;
  trammel_plot_view_update_extents(self);
}

void
trammel_plot_view_set_title(TrammelPlotView *self, const char *title)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  set_text(self, &self->figure.title, title);
}

void
trammel_plot_view_set_x_title(TrammelPlotView *self, const char *title)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  set_text(self, &self->figure.x_title, title);
}

void
trammel_plot_view_set_y_title(TrammelPlotView *self, const char *title)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  if (set_text(self, &self->figure.y_title, title))
    forget_y_zoom(self);
}

void
trammel_plot_view_set_empty_text(TrammelPlotView *self, const char *text)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  set_text(self, &self->figure.empty_text, text);
}

void
trammel_plot_view_set_note(TrammelPlotView *self, const char *text)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  set_text(self, &self->figure.note, text);
}

void
trammel_plot_view_set_hides_x_labels(TrammelPlotView *self, gboolean hides)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  if (self->figure.hides_x_labels == hides)
    return;
  self->figure.hides_x_labels = hides;
  gtk_widget_queue_resize(GTK_WIDGET(self));
  trammel_plot_view_invalidate(self);
}

void
trammel_plot_view_make_strip(TrammelPlotView *self)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  self->figure.is_strip = TRUE;
  gtk_widget_queue_resize(GTK_WIDGET(self));
}

void
trammel_plot_view_set_x_kind(TrammelPlotView *self, TrammelAxisKind kind)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  self->figure.x.kind = kind;
  if (kind == TRAMMEL_AXIS_LOG)
    trammel_axis_fit(&self->figure.x, self->figure.x.min, self->figure.x.max, 0.0);
  trammel_plot_view_update_extents(self);
}

static void
change_y_kind(TrammelPlotView *self, TrammelAxisKind kind)
{
  if (self->figure.y.kind == kind)
    return;
  self->figure.y.kind = kind;
  if (kind == TRAMMEL_AXIS_LOG)
    trammel_axis_fit(&self->figure.y, self->figure.y.min, self->figure.y.max, 0.0);
  forget_y_zoom(self);
  trammel_plot_view_notify_log_y(self);
}

void
trammel_plot_view_set_y_kind(TrammelPlotView *self, TrammelAxisKind kind)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self) && kind != TRAMMEL_AXIS_LOG);
  self->plain_y_kind = kind;
  if (self->figure.y.kind != TRAMMEL_AXIS_LOG)
    change_y_kind(self, kind);
}

void
trammel_plot_view_set_log_y(TrammelPlotView *self, gboolean log)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  change_y_kind(self, log ? TRAMMEL_AXIS_LOG : self->plain_y_kind);
}

void
trammel_plot_view_set_series(TrammelPlotView *self, TrammelSeries *const *series, gsize n)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  g_return_if_fail(n == 0 || series != NULL);
  GPtrArray *fresh = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add(fresh, trammel_series_ref(series[i]));
  g_ptr_array_unref(self->figure.series);
  self->figure.series = fresh;
  trammel_plot_view_update_extents(self);
  trammel_plot_view_update_accessible(self);
}

gsize
trammel_plot_view_get_n_series(TrammelPlotView *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self), 0);
  return self->figure.series->len;
}

TrammelSeries *
trammel_plot_view_get_series(TrammelPlotView *self, gsize index)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self), NULL);
  g_return_val_if_fail(index < self->figure.series->len, NULL);
  return trammel_figure_get_series(&self->figure, (guint)index);
}

void
trammel_plot_view_set_marks(TrammelPlotView *self, const TrammelMark *marks, gsize n)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self) && (marks != NULL || n == 0));
  g_array_set_size(self->figure.marks, 0);
  for (gsize i = 0; i < n; i++)
    trammel_figure_add_mark(&self->figure, marks[i].x, marks[i].text);
  trammel_plot_view_invalidate(self);
}

gsize
trammel_plot_view_get_n_marks(TrammelPlotView *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self), 0);
  return self->figure.marks->len;
}

void
trammel_plot_view_set_curve_visible(TrammelPlotView *self, const char *name, gboolean visible)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self) && name != NULL);
  if (visible)
    g_hash_table_remove(self->figure.hidden, name);
  else
    g_hash_table_add(self->figure.hidden, g_strdup(name));
  trammel_plot_view_update_extents(self);
  trammel_plot_view_update_accessible(self);
}

gboolean
trammel_plot_view_get_curve_visible(TrammelPlotView *self, const char *name)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self) && name != NULL, FALSE);
  return !g_hash_table_contains(self->figure.hidden, name);
}

void
trammel_plot_view_set_timeline(TrammelPlotView *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  if (self->timeline == timeline)
    return;
  release_timeline(self);
  self->figure.is_time = self->figure.legend_values = timeline != NULL;
  if (timeline != NULL) {
    self->timeline = g_object_ref(timeline);
    g_signal_connect_object(timeline, "notify::position",
                            G_CALLBACK(on_timeline_position_changed_cb), self, G_CONNECT_SWAPPED);
  }
  trammel_plot_view_update_extents(self);
}

void
trammel_plot_view_link_x(TrammelPlotView *self, TrammelXRange *range)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  g_set_object(&self->shared, range);
  use_range(self, range);
}

gboolean
trammel_plot_view_is_linked(TrammelPlotView *self)
{
  return self->shared != NULL && self->shared == self->x_range;
}

void
trammel_plot_view_set_linked(TrammelPlotView *self, gboolean linked)
{
  if (self->shared != NULL && linked != trammel_plot_view_is_linked(self))
    use_range(self, linked ? self->shared : NULL);
}

void
trammel_plot_view_set_label_group(TrammelPlotView *self, TrammelLabelGroup *group)
{
  g_return_if_fail(TRAMMEL_IS_PLOT_VIEW(self));
  if (self->label_group == group)
    return;
  release_label_group(self);
  if (group != NULL) {
    self->label_group = g_object_ref(group);
    g_signal_connect_object(group, "changed", G_CALLBACK(on_label_group_changed_cb), self,
                            G_CONNECT_SWAPPED);
  }
  trammel_plot_view_invalidate(self);
}

gboolean
trammel_plot_view_export(TrammelPlotView *self, const char *path, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self) && path != NULL, FALSE);
  return trammel_picture_export(TRAMMEL_PICTURE(self), path, error);
}

gboolean
trammel_plot_view_get_area(TrammelPlotView *self, graphene_rect_t *area)
{
  g_return_val_if_fail(TRAMMEL_IS_PLOT_VIEW(self), FALSE);
  if (!trammel_plot_view_ensure_layout(self))
    return FALSE;
  const TrammelRect *rect = &self->layout.area;
  *area =
      GRAPHENE_RECT_INIT((float)rect->x, (float)rect->y, (float)rect->width, (float)rect->height);
  return TRUE;
}

void
trammel_plot_view_set_texts(TrammelPlotView *view, const TrammelPlotTexts *texts)
{
  trammel_plot_view_set_title(view, texts->title);
  trammel_plot_view_set_x_title(view, texts->x);
  trammel_plot_view_set_y_title(view, texts->y);
  trammel_plot_view_set_empty_text(view, texts->empty);
}

void
trammel_plot_view_take_series(TrammelPlotView *view, GPtrArray *list)
{
  trammel_plot_view_set_series(view, (TrammelSeries *const *)list->pdata, list->len);
  g_ptr_array_unref(list);
}

void
trammel_plot_view_set_description(TrammelPlotView *view, const char *description)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 description, -1);
}
