#include "ui/pages/identify/fit-plots.h"

#include <glib/gi18n.h>

#include "ui/pages/identify/fit-series.h"
#include "ui/pages/parts/kept-parts.h"
#include "ui/pages/parts/kept.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/session/identify/open-loop.h"
#include "ui/widgets/template.h"

/* A run drawn over the one that is shown. */
typedef struct {
  TrammelRun *run;
  gboolean is_ticked; /* else it is the last kept one, in grey */
  GPtrArray *series;  /* TrammelSeries of each of its predicted curves */
} Overlay;

/* Plot of a sensor and the strip below it. */
typedef struct {
  GtkWidget *box;
  TrammelPlotView *plot, *strip;
} Row;

struct _TrammelFitPlots {
  GtkWidget parent_instance;
  GtkBox *box;
  TrammelTimeline *timeline;
  TrammelXRange *range;
  TrammelLabelGroup *labels;
  GArray *rows;          /* Row, children of the box */
  GPtrArray *overlays;   /* Overlay */
  TrammelRunList *list;  /* nullable */
  TrammelOpenLoop *loop; /* of the run that is shown, or of one before it */
  TrammelFitStrip strip;
  TrammelRun *run;
  int log;
};

static void trammel_fit_plots_implement_kept(TrammelKeptInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelFitPlots,
                              trammel_fit_plots,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_KEPT,
                                                    trammel_fit_plots_implement_kept))

static Row *
get_row(TrammelFitPlots *self, guint i)
{
  return &g_array_index(self->rows, Row, i);
}

static TrammelPlotView *
new_view(TrammelFitPlots *self, GtkWidget *box)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());

  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  trammel_plot_view_link_x(view, self->range);
  trammel_plot_view_set_label_group(view, self->labels);
  trammel_plot_view_set_timeline(view, self->timeline);
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(view));
  return view;
}

static void
add_row(TrammelFitPlots *self)
{
  Row row = {.box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)};

  row.plot = new_view(self, row.box);
  gtk_widget_set_vexpand(row.box, TRUE);
  gtk_widget_set_vexpand(GTK_WIDGET(row.plot), TRUE);
  trammel_plot_view_set_empty_text(row.plot, _("The log is being read."));
  row.strip = new_view(self, row.box);
  trammel_plot_view_make_strip(row.strip);
  gtk_widget_set_visible(GTK_WIDGET(row.strip), FALSE);
  gtk_box_append(self->box, row.box);
  g_array_append_val(self->rows, row);
}

static void
set_n_rows(TrammelFitPlots *self, guint n)
{
  while (self->rows->len > n) {
    gtk_box_remove(self->box, get_row(self, self->rows->len - 1)->box);
    g_array_set_size(self->rows, self->rows->len - 1);
  }
  while (self->rows->len < n)
    add_row(self);
}

/* ---- other runs ------------------------------------------------------------------------------ */

static void
free_overlay(gpointer data)
{
  Overlay *overlay = data;

  g_object_unref(overlay->run);
  g_ptr_array_unref(overlay->series);
  g_free(overlay);
}

static Overlay *
new_overlay(TrammelRunRecord *record, gboolean is_ticked)
{
  TrammelRun *run = trammel_run_record_get_run(record);
  GPtrArray *curves = trammel_run_get_estimated(run);
  Overlay *overlay = g_new0(Overlay, 1);

  overlay->run = g_object_ref(run);
  overlay->is_ticked = is_ticked;
  overlay->series = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  for (guint i = 0; i < curves->len; i++)
    g_ptr_array_add(overlay->series,
                    trammel_fit_series_new_overlay(record, curves->pdata[i], !is_ticked));
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

/* Returns the record of the newest kept run with motions that is not shown (transfer full); NULL if
 * there is none. */
static TrammelRunRecord *
find_last_kept(TrammelFitPlots *self)
{
  GListModel *model = self->list ? trammel_run_list_get_model(self->list) : NULL;
  guint n = model ? g_list_model_get_n_items(model) : 0;

  for (guint i = 0; i < n; i++) {
    TrammelRunRecord *record = g_list_model_get_item(model, i);
    TrammelRun *run = trammel_run_record_get_run(record);
    if (run && run != self->run)
      return record;
    g_object_unref(record);
  }
  return NULL;
}

static gboolean
has_overlay(TrammelFitPlots *self, TrammelRun *run)
{
  for (guint i = 0; i < self->overlays->len; i++)
    if (((Overlay *)self->overlays->pdata[i])->run == run)
      return TRUE;
  return FALSE;
}

/* Updates the run in grey; its curves are made once. */
static void
update_last_kept(TrammelFitPlots *self)
{
  g_autoptr(TrammelRunRecord) record = find_last_kept(self);
  TrammelRun *run = record ? trammel_run_record_get_run(record) : NULL;

  for (guint i = self->overlays->len; i-- > 0;) {
    const Overlay *overlay = self->overlays->pdata[i];
    if (!overlay->is_ticked && overlay->run != run)
      g_ptr_array_remove_index(self->overlays, i);
  }
  if (run && !has_overlay(self, run))
    g_ptr_array_insert(self->overlays, 0, new_overlay(record, FALSE));
}

/* ---- drawing --------------------------------------------------------------------------------- */

static gboolean
is_prepared(TrammelFitPlots *self)
{
  return trammel_run_get_kind(self->run) == TRAMMEL_RUN_PREPARED;
}

static gboolean
shows_strips(TrammelFitPlots *self)
{
  return self->strip != TRAMMEL_STRIP_NONE && !is_prepared(self);
}

/* Sets titles and axes of row `i`; only the lowest plot has the labels of the time. */
static void
label_row(TrammelFitPlots *self, guint i, const TrammelCurve *curve)
{
  const Row *row = get_row(self, i);
  g_autofree char *title = g_strdup_printf("%s [%s]", curve->name, curve->unit);
  const char *what = self->strip == TRAMMEL_STRIP_RESIDUAL ? _("residual") : _("open loop");
  g_autofree char *note = g_strdup_printf("%s [%s]", what, curve->unit);
  gboolean is_last = i + 1 == self->rows->len, has_strip = shows_strips(self);
  TrammelAxisKind kind =
      g_str_equal(curve->unit, "deg") ? TRAMMEL_AXIS_DEGREES : TRAMMEL_AXIS_LINEAR;

  gtk_widget_set_visible(GTK_WIDGET(row->strip), has_strip);
  trammel_plot_view_set_y_title(row->plot, title);
  trammel_plot_view_set_y_kind(row->plot, kind);
  trammel_plot_view_set_x_title(row->plot, is_last && !has_strip ? "t [s]" : NULL);
  trammel_plot_view_set_hides_x_labels(row->plot, !is_last || has_strip);
  trammel_plot_view_set_y_title(row->strip, note);
  trammel_plot_view_set_note(row->strip, note);
  trammel_plot_view_set_y_kind(row->strip,
                               self->strip == TRAMMEL_STRIP_RESIDUAL ? TRAMMEL_AXIS_LINEAR : kind);
  trammel_plot_view_set_x_title(row->strip, is_last ? "t [s]" : NULL);
  trammel_plot_view_set_hides_x_labels(row->strip, !is_last);
}

static void
add(GPtrArray *series, TrammelSeries *one)
{
  if (one)
    g_ptr_array_add(series, one);
}

/* Draws the estimated curve below, the measured samples on top, other runs between them. */
static void
draw_plot(TrammelFitPlots *self, guint i, const TrammelFitCurves *curves, TrammelSeries *estimated)
{
  g_autoptr(GPtrArray) series = g_ptr_array_new();

  if (estimated == curves->estimated)
    add(series, curves->band);
  for (guint k = 0; k < self->overlays->len; k++) {
    const Overlay *overlay = self->overlays->pdata[k];
    if (overlay->run != self->run)
      add(series, find_overlay(overlay, curves->curve));
  }
  add(series, estimated);
  add(series, curves->measured);
  trammel_plot_view_set_series(get_row(self, i)->plot, (TrammelSeries **)series->pdata,
                               series->len);
}

/* Returns the open loop of a sensor (transfer full); NULL while there is none.  That of a run
 * before is shown until the one of this run is finished. */
static TrammelSeries *
new_open_loop(TrammelFitPlots *self, const TrammelFitCurves *curves)
{
  TrammelRun *of = trammel_open_loop_get_run(self->loop);
  gboolean fits = of && (of == self->run ||
                         (!is_prepared(self) && trammel_run_get_kind(of) != TRAMMEL_RUN_PREPARED));
  const TrammelCurve *curve =
      fits ? trammel_open_loop_get_curve(self->loop, curves->curve->log, curves->curve->sensor)
           : NULL;

  if (!curve)
    return NULL;
  return trammel_fit_series_new_open_loop(
      is_prepared(self) ? _("open loop of the start values") : _("open loop"), curve);
}

static void
draw_strip(TrammelFitPlots *self, guint i, const TrammelFitCurves *curves)
{
  g_autoptr(GPtrArray) series = g_ptr_array_new();
  g_autoptr(TrammelSeries) simulated = NULL, measured = NULL;

  if (self->strip == TRAMMEL_STRIP_RESIDUAL) {
    add(series, curves->stripe);
    add(series, curves->residual);
  } else {
    simulated = new_open_loop(self, curves);
    measured = trammel_fit_series_new(_("measured"), curves->curve, TRAMMEL_ROLE_MEASURED,
                                      TRAMMEL_SHAPE_POINTS);
    add(series, measured);
    add(series, simulated);
  }
  trammel_plot_view_set_series(get_row(self, i)->strip, (TrammelSeries **)series->pdata,
                               series->len);
}

static void
draw(TrammelFitPlots *self)
{
  set_n_rows(self, MAX(1, trammel_fit_series_count(self->run, self->log)));
  for (guint i = 0; i < trammel_fit_series_count(self->run, self->log); i++) {
    const TrammelFitCurves *curves = trammel_fit_series_get(self->run, self->log, i);
    g_autoptr(TrammelSeries) start = is_prepared(self) ? new_open_loop(self, curves) : NULL;
    gboolean is_preview = trammel_run_get_kind(self->run) == TRAMMEL_RUN_PREVIEW;
    label_row(self, i, curves->curve);
    draw_plot(self, i, curves, is_prepared(self) ? start : curves->estimated);
    trammel_plot_view_set_note(get_row(self, i)->plot, i == 0 && is_preview ? _("preview") : NULL);
    if (shows_strips(self))
      draw_strip(self, i, curves);
  }
}

/* Shows the part of the log that is fitted, until the user zooms. */
static void
show_span(TrammelFitPlots *self)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(self->run));
  const TrLog *log = self->log >= 0 && self->log < task->n_logs ? &task->logs[self->log] : NULL;

  if (log && log->start < log->end)
    trammel_x_range_set_span(self->range, log->start, log->end);
}

/* Starts the open loop of the run that is shown, if it is needed. */
static void
simulate(TrammelFitPlots *self)
{
  if (self->run && (is_prepared(self) || self->strip == TRAMMEL_STRIP_OPEN_LOOP) &&
      trammel_open_loop_get_run(self->loop) != self->run)
    trammel_open_loop_start(self->loop, self->run);
}

static void
on_loop_finished_cb(TrammelFitPlots *self)
{
  if (self->run)
    draw(self);
}

/* ---- object ---------------------------------------------------------------------------------- */

static void
trammel_fit_plots_dispose(GObject *object)
{
  TrammelFitPlots *self = TRAMMEL_FIT_PLOTS(object);

  g_array_set_size(self->rows, 0);
  g_clear_object(&self->loop);
  g_clear_object(&self->timeline);
  g_clear_object(&self->range);
  g_clear_object(&self->labels);
  g_clear_object(&self->list);
  g_clear_object(&self->run);
  trammel_template_dispose(object, TRAMMEL_TYPE_FIT_PLOTS);
  G_OBJECT_CLASS(trammel_fit_plots_parent_class)->dispose(object);
}

static void
trammel_fit_plots_finalize(GObject *object)
{
  g_array_unref(TRAMMEL_FIT_PLOTS(object)->rows);
  g_ptr_array_unref(TRAMMEL_FIT_PLOTS(object)->overlays);
  G_OBJECT_CLASS(trammel_fit_plots_parent_class)->finalize(object);
}

static JsonNode *
store(TrammelKept *kept)
{
  return trammel_kept_store_range(TRAMMEL_FIT_PLOTS(kept)->range);
}

static void
restore(TrammelKept *kept, JsonNode *state)
{
  trammel_kept_restore_range(TRAMMEL_FIT_PLOTS(kept)->range, state);
}

static void
trammel_fit_plots_implement_kept(TrammelKeptInterface *iface)
{
  iface->store = store;
  iface->restore = restore;
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
  self->rows = g_array_new(FALSE, FALSE, sizeof(Row));
  self->overlays = g_ptr_array_new_with_free_func(free_overlay);
  self->range = trammel_x_range_new();
  self->labels = trammel_label_group_new();
  self->loop = trammel_open_loop_new();
  g_signal_connect_object(self->loop, "finished", G_CALLBACK(on_loop_finished_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_widget_init_template(GTK_WIDGET(self));
  set_n_rows(self, 1);
}

void
trammel_fit_plots_set_timeline(TrammelFitPlots *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  g_set_object(&self->timeline, timeline);
  for (guint i = 0; i < self->rows->len; i++) {
    trammel_plot_view_set_timeline(get_row(self, i)->plot, timeline);
    trammel_plot_view_set_timeline(get_row(self, i)->strip, timeline);
  }
}

void
trammel_fit_plots_set_empty_text(TrammelFitPlots *self, const char *text)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  for (guint i = 0; i < self->rows->len; i++)
    trammel_plot_view_set_empty_text(get_row(self, i)->plot, text);
}

void
trammel_fit_plots_set_run(TrammelFitPlots *self, TrammelRun *run, int log)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  g_set_object(&self->run, run);
  self->log = log;
  if (!run) {
    set_n_rows(self, 1);
    gtk_widget_set_visible(GTK_WIDGET(get_row(self, 0)->strip), FALSE);
    trammel_plot_view_set_series(get_row(self, 0)->plot, NULL, 0);
    return;
  }
  update_last_kept(self);
  show_span(self);
  simulate(self);
  draw(self);
}

void
trammel_fit_plots_set_strip(TrammelFitPlots *self, TrammelFitStrip strip)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  self->strip = strip;
  simulate(self);
  if (self->run)
    draw(self);
}

void
trammel_fit_plots_set_overlays(TrammelFitPlots *self, TrammelRunList *list)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  GListModel *model = trammel_run_list_get_model(list);

  g_set_object(&self->list, list);
  g_ptr_array_set_size(self->overlays, 0);
  for (guint i = g_list_model_get_n_items(model); i-- > 0;) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(model, i);
    if (trammel_run_record_get_overlay(record) && trammel_run_record_get_run(record))
      g_ptr_array_add(self->overlays, new_overlay(record, TRUE));
  }
  if (self->run)
    trammel_fit_plots_set_run(self, self->run, self->log);
}

void
trammel_fit_plots_set_progress(TrammelFitPlots *self, const TrammelJobProgress *progress)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  guint i = 0, n = self->run ? trammel_fit_series_count(self->run, self->log) : 0;

  for (guint k = 0; k < progress->estimated->len && i < MIN(n, self->rows->len); k++) {
    const TrammelCurve *curve = progress->estimated->pdata[k];
    if (curve->log != self->log)
      continue;
    g_autoptr(TrammelSeries) present =
        trammel_fit_series_new(_("estimated"), curve, TRAMMEL_ROLE_ESTIMATED, TRAMMEL_SHAPE_LINE);
    draw_plot(self, i, trammel_fit_series_get(self->run, self->log, i), present);
    trammel_plot_view_set_note(get_row(self, i)->plot, i == 0 ? _("running") : NULL);
    i++;
  }
}

void
trammel_fit_plots_list_figures(TrammelFitPlots *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_FIT_PLOTS(self));
  for (guint i = 0; self->run && i < trammel_fit_series_count(self->run, self->log); i++) {
    const TrammelFitCurves *curves = trammel_fit_series_get(self->run, self->log, i);
    const Row *row = get_row(self, i);
    trammel_page_figures_add(figures, curves->curve->name, row->plot);
    if (shows_strips(self)) {
      g_autofree char *name =
          g_strdup_printf("%s-%s", curves->curve->name,
                          self->strip == TRAMMEL_STRIP_RESIDUAL ? "residual" : "open-loop");
      trammel_page_figures_add(figures, name, row->strip);
    }
  }
}
