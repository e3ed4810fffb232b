#include "ui/pages/identify/fit-plots.h"

#include <glib/gi18n.h>

#include "ui/pages/identify/fit-series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/widgets/template.h"

/* A run drawn over the one that is shown. */
typedef struct {
  TrammelRun *run;
  GPtrArray *series; /* TrammelSeries of each of its predicted curves */
} Overlay;

struct _TrammelFitPlots {
  GtkWidget parent_instance;
  GtkBox *box;
  TrammelTimeline *timeline;
  TrammelXRange *range;
  TrammelLabelGroup *labels;
  GPtrArray *views;    /* TrammelPlotView, children of the box */
  GPtrArray *overlays; /* Overlay */
  TrammelRun *run;
  int log;
};

G_DEFINE_FINAL_TYPE(TrammelFitPlots, trammel_fit_plots, GTK_TYPE_WIDGET)

static TrammelPlotView *
new_view(TrammelFitPlots *self)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());

  gtk_widget_set_vexpand(GTK_WIDGET(view), TRUE);
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  trammel_plot_view_set_empty_text(view, _("The log is being read."));
  trammel_plot_view_link_x(view, self->range);
  trammel_plot_view_set_label_group(view, self->labels);
  trammel_plot_view_set_timeline(view, self->timeline);
  gtk_box_append(self->box, GTK_WIDGET(view));
  return view;
}

static void
set_n_views(TrammelFitPlots *self, guint n)
{
  while (self->views->len > n) {
    GtkWidget *view = g_ptr_array_index(self->views, self->views->len - 1);
    g_ptr_array_set_size(self->views, (int)self->views->len - 1);
    gtk_box_remove(self->box, view);
  }
  while (self->views->len < n)
    g_ptr_array_add(self->views, new_view(self));
}

/* Sets titles and axes of plot `i`; only the lowest one names the time. */
static void
label_view(TrammelFitPlots *self, guint i, const TrammelCurve *curve)
{
  TrammelPlotView *view = g_ptr_array_index(self->views, i);
  g_autofree char *title = g_strdup_printf("%s [%s]", curve->name, curve->unit);
  gboolean is_last = i + 1 == self->views->len;

  trammel_plot_view_set_y_title(view, title);
  trammel_plot_view_set_x_title(view, is_last ? "t [s]" : NULL);
  trammel_plot_view_set_y_kind(view, g_str_equal(curve->unit, "deg") ? TRAMMEL_AXIS_DEGREES
                                                                     : TRAMMEL_AXIS_LINEAR);
  trammel_plot_view_set_title(view, i == 0 ? _("Fit") : NULL);
}

static void
free_overlay(gpointer data)
{
  Overlay *overlay = data;

  g_object_unref(overlay->run);
  g_ptr_array_unref(overlay->series);
  g_free(overlay);
}

static Overlay *
new_overlay(TrammelRunRecord *record)
{
  TrammelRun *run = trammel_run_record_get_run(record);
  GPtrArray *curves = trammel_run_get_estimated(run);
  Overlay *overlay = g_new0(Overlay, 1);

  overlay->run = g_object_ref(run);
  overlay->series = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  for (guint i = 0; i < curves->len; i++)
    g_ptr_array_add(overlay->series, trammel_fit_series_new_overlay(record, curves->pdata[i]));
  return overlay;
}

/* Returns another run's prediction of the same sensor of the same log; NULL if it has none. */
static TrammelSeries *
find_overlay(const Overlay *overlay, const TrammelCurve *like)
{
  GPtrArray *curves = trammel_run_get_estimated(overlay->run);

  for (guint i = 0; i < curves->len; i++) {
    const TrammelCurve *curve = curves->pdata[i];
    if (g_str_equal(curve->name, like->name) && g_str_equal(curve->log_name, like->log_name))
      return overlay->series->pdata[i];
  }
  return NULL;
}

/* Draws the estimated curve below, the measured samples on top, other runs between them. */
static void
draw(TrammelFitPlots *self,
     guint view,
     const TrammelCurve *curve,
     TrammelSeries *estimated,
     TrammelSeries *measured)
{
  g_autoptr(GPtrArray) series = g_ptr_array_new();

  g_ptr_array_add(series, estimated);
  for (guint i = 0; i < self->overlays->len; i++) {
    const Overlay *overlay = self->overlays->pdata[i];
    TrammelSeries *other = overlay->run == self->run ? NULL : find_overlay(overlay, curve);
    if (other)
      g_ptr_array_add(series, other);
  }
  g_ptr_array_add(series, measured);
  trammel_plot_view_set_series(g_ptr_array_index(self->views, view),
                               (TrammelSeries **)series->pdata, series->len);
}

static const char *
describe_run(TrammelRun *run)
{
  switch (trammel_run_get_kind(run)) {
  case TRAMMEL_RUN_PREPARED:
    return _("start values, not identified yet");
  case TRAMMEL_RUN_PREVIEW:
    return _("preview");
  default:
    return NULL;
  }
}

static void
trammel_fit_plots_dispose(GObject *object)
{
  TrammelFitPlots *self = TRAMMEL_FIT_PLOTS(object);

  g_ptr_array_set_size(self->views, 0);
  g_clear_object(&self->timeline);
  g_clear_object(&self->range);
  g_clear_object(&self->labels);
  g_clear_object(&self->run);
  trammel_template_dispose(object, TRAMMEL_TYPE_FIT_PLOTS);
  G_OBJECT_CLASS(trammel_fit_plots_parent_class)->dispose(object);
}

static void
trammel_fit_plots_finalize(GObject *object)
{
  g_ptr_array_unref(TRAMMEL_FIT_PLOTS(object)->views);
  g_ptr_array_unref(TRAMMEL_FIT_PLOTS(object)->overlays);
  G_OBJECT_CLASS(trammel_fit_plots_parent_class)->finalize(object);
}

static void
trammel_fit_plots_class_init(TrammelFitPlotsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_fit_plots_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_fit_plots_finalize;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "fitplots");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/fit-plots.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelFitPlots, box);
}

static void
trammel_fit_plots_init(TrammelFitPlots *self)
{
  self->views = g_ptr_array_new();
  self->overlays = g_ptr_array_new_with_free_func(free_overlay);
  self->range = trammel_x_range_new();
  self->labels = trammel_label_group_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  set_n_views(self, 1);
}

void
trammel_fit_plots_set_timeline(TrammelFitPlots *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  g_set_object(&self->timeline, timeline);
  for (guint i = 0; i < self->views->len; i++)
    trammel_plot_view_set_timeline(g_ptr_array_index(self->views, i), timeline);
}

void
trammel_fit_plots_set_empty_text(TrammelFitPlots *self, const char *text)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  for (guint i = 0; i < self->views->len; i++)
    trammel_plot_view_set_empty_text(g_ptr_array_index(self->views, i), text);
}

void
trammel_fit_plots_set_run(TrammelFitPlots *self, TrammelRun *run, int log)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  g_set_object(&self->run, run);
  self->log = log;
  if (!run) {
    set_n_views(self, 1);
    trammel_plot_view_set_series(g_ptr_array_index(self->views, 0), NULL, 0);
    return;
  }
  set_n_views(self, MAX(1, trammel_fit_series_count(run, log)));
  for (guint i = 0; i < trammel_fit_series_count(run, log); i++) {
    TrammelSeries *measured, *estimated;
    const TrammelCurve *curve = trammel_fit_series_get(run, log, i, &measured, &estimated);
    label_view(self, i, curve);
    draw(self, i, curve, estimated, measured);
    trammel_plot_view_set_note(g_ptr_array_index(self->views, i),
                               i == 0 ? describe_run(run) : NULL);
  }
}

void
trammel_fit_plots_set_overlays(TrammelFitPlots *self, TrammelRunList *list)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  GListModel *model = trammel_run_list_get_model(list);

  g_ptr_array_set_size(self->overlays, 0);
  for (guint i = g_list_model_get_n_items(model); i-- > 0;) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(model, i);
    if (trammel_run_record_get_overlay(record) && trammel_run_record_get_run(record))
      g_ptr_array_add(self->overlays, new_overlay(record));
  }
  if (self->run)
    trammel_fit_plots_set_run(self, self->run, self->log);
}

void
trammel_fit_plots_set_progress(TrammelFitPlots *self, const TrammelJobProgress *progress)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  guint view = 0;

  if (!self->run)
    return;
  for (guint k = 0; k < progress->estimated->len && view < self->views->len; k++) {
    const TrammelCurve *curve = progress->estimated->pdata[k];
    TrammelSeries *measured, *old;
    if (curve->log != self->log)
      continue;
    trammel_fit_series_get(self->run, self->log, view, &measured, &old);
    g_autoptr(TrammelSeries) present =
        trammel_fit_series_new(_("estimated"), curve, TRAMMEL_ROLE_ESTIMATED, TRAMMEL_SHAPE_LINE);
    draw(self, view, curve, present, measured);
    trammel_plot_view_set_note(g_ptr_array_index(self->views, view),
                               view == 0 ? _("running") : NULL);
    view++;
  }
}

void
trammel_fit_plots_list_figures(TrammelFitPlots *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  for (guint i = 0; self->run && i < self->views->len; i++) {
    TrammelSeries *measured, *estimated;
    const TrammelCurve *curve =
        trammel_fit_series_get(self->run, self->log, i, &measured, &estimated);
    trammel_page_figures_add(figures, curve->name, self->views->pdata[i]);
  }
}
