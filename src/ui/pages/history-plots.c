#include "ui/pages/history-plots.h"

#include <math.h>
#include <string.h>

#include "ui/pages/rounds.h"
#include "ui/pages/template.h"
#include "ui/plot/plot-view.h"
#include "ui/session/param-item.h"

struct _TrammelHistoryPlots {
  GtkWidget parent_instance;
  GtkBox *box;
  TrammelPlotView *cost, *parameters;
};

G_DEFINE_FINAL_TYPE(TrammelHistoryPlots, trammel_history_plots, GTK_TYPE_WIDGET)

/* A history: what both a run and a fit under way have. */
typedef struct {
  const TrTask *task;
  int n;
  const TrIteration *iterations;
  const double *parameters; /* [n x n_free] */
} History;

static double
get_term(const TrCost *cost, guint term)
{
  const double terms[] = {cost->total, cost->observation, cost->state, cost->prior};
  return terms[term];
}

/* One term over the places of the history; between rounds the curve is broken.  NULL where the term
 * vanishes, as a prior that nobody set does. */
static TrammelSeries *
new_term(const History *history, const char *name, guint term)
{
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_CYCLE, .index = term, .shape = TRAMMEL_SHAPE_LINE_POINTS};
  g_autofree double *x = g_new(double, 2 * history->n + 1), *y = g_new(double, 2 * history->n + 1);
  gboolean any = FALSE;
  gsize n = 0;

  for (int i = 0; i < history->n; i++) {
    double value = get_term(&history->iterations[i].cost, term);
    if (trammel_rounds_begin_at(history->iterations, i)) {
      x[n] = i - 0.5;
      y[n++] = NAN;
    }
    x[n] = i;
    y[n++] = value > 0 ? value : NAN;
    any |= value > 0;
  }
  return any ? trammel_series_new(name, x, y, n, &style) : NULL;
}

static void
draw_cost(TrammelHistoryPlots *self, const History *history)
{
  static const char *const names[] = {"total", "measurement", "dynamics", "prior"};
  g_autoptr(GPtrArray) series =
      g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);

  for (guint term = 0; term < G_N_ELEMENTS(names); term++) {
    TrammelSeries *made = new_term(history, names[term], term);
    if (made)
      g_ptr_array_add(series, made);
  }
  trammel_plot_view_set_series(self->cost, (TrammelSeries *const *)series->pdata, series->len);
}

/* The size by which a parameter's way is divided: its prior's sigma, else the larger of its start
 * and its natural scale. */
static double
get_history_scale(const TrTask *task, int p)
{
  const TrFree *parameter = &task->free[p];

  if (isfinite(parameter->prior_sigma))
    return parameter->prior_sigma;
  return fmax(fabs(parameter->start), tr_param_scale(task->model, parameter->param));
}

static void
draw_parameters(TrammelHistoryPlots *self, const History *history)
{
  const TrTask *task = history->task;
  g_autoptr(GPtrArray) series =
      g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  g_autofree double *x = g_new(double, history->n), *y = g_new(double, history->n);

  for (int p = 0; p < task->n_free; p++) {
    const TrammelSeriesStyle style = {
        .role = TRAMMEL_ROLE_CYCLE, .index = (guint)p, .shape = TRAMMEL_SHAPE_LINE_POINTS};
    g_autofree char *name = trammel_param_label(task, task->free[p].param);
    double scale = get_history_scale(task, p);
    for (int i = 0; i < history->n; i++) {
      x[i] = i;
      y[i] = (history->parameters[i * task->n_free + p] - task->free[p].start) / scale;
    }
    g_ptr_array_add(series, trammel_series_new(name, x, y, (gsize)history->n, &style));
  }
  trammel_plot_view_set_series(self->parameters, (TrammelSeries *const *)series->pdata,
                               series->len);
}

static void
draw_history(TrammelHistoryPlots *self, const History *history)
{
  g_autoptr(GArray) marks = trammel_rounds_new_marks(history->iterations, history->n);

  draw_cost(self, history);
  draw_parameters(self, history);
  trammel_plot_view_set_marks(self->cost, (const TrammelMark *)marks->data, marks->len);
  trammel_plot_view_set_marks(self->parameters, (const TrammelMark *)marks->data, marks->len);
}

static TrammelPlotView *
new_view(TrammelHistoryPlots *self, const char *title, const char *y_title)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());

  trammel_plot_view_set_title(view, title);
  trammel_plot_view_set_x_title(view, "iteration");
  trammel_plot_view_set_y_title(view, y_title);
  trammel_plot_view_set_x_kind(view, TRAMMEL_AXIS_INTEGER);
  trammel_plot_view_set_empty_text(view, "No run yet. Press Identify.");
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  gtk_box_append(self->box, GTK_WIDGET(view));
  return view;
}

static void
trammel_history_plots_dispose(GObject *object)
{
  trammel_template_dispose(object, TRAMMEL_TYPE_HISTORY_PLOTS);
  G_OBJECT_CLASS(trammel_history_plots_parent_class)->dispose(object);
}

static void
trammel_history_plots_class_init(TrammelHistoryPlotsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_history_plots_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "historyplots");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/history-plots.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelHistoryPlots, box);
}

static void
trammel_history_plots_init(TrammelHistoryPlots *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->cost = new_view(self, "Cost", "cost [1]");
  trammel_plot_view_set_log_y(self->cost, TRUE);
  self->parameters = new_view(self, "Parameters", "change / scale [1]");
}

void
trammel_history_plots_set_run(TrammelHistoryPlots *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_HISTORY_PLOTS(self));
  if (!run || trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED) {
    trammel_plot_view_set_series(self->cost, NULL, 0);
    trammel_plot_view_set_series(self->parameters, NULL, 0);
    trammel_plot_view_set_marks(self->cost, NULL, 0);
    trammel_plot_view_set_marks(self->parameters, NULL, 0);
    return;
  }
  const TrFit *fit = trammel_run_get_fit(run);
  draw_history(self, &(History){.task = trammel_problem_get_task(trammel_run_get_problem(run)),
                                .n = fit->n_history,
                                .iterations = fit->history,
                                .parameters = fit->history_parameters});
}

void
trammel_history_plots_set_progress(TrammelHistoryPlots *self, const TrammelProgress *progress)
{
  g_return_if_fail(TRAMMEL_IS_HISTORY_PLOTS(self));
  draw_history(self, &(History){.task = trammel_problem_get_task(progress->problem),
                                .n = progress->n_history,
                                .iterations = progress->history,
                                .parameters = progress->history_parameters});
}

static gboolean
export_view(TrammelPlotView *view, const char *path, const char *what, GError **error)
{
  const char *dot = strrchr(path, '.');
  gsize length = dot ? (gsize)(dot - path) : strlen(path);
  g_autofree char *part = g_strdup_printf("%.*s-%s%s", (int)length, path, what, dot ? dot : "");

  return trammel_plot_view_export(view, part, error);
}

gboolean
trammel_history_plots_export(TrammelHistoryPlots *self, const char *path, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_HISTORY_PLOTS(self), FALSE);
  return export_view(self->cost, path, "cost", error) &&
         export_view(self->parameters, path, "parameters", error);
}
