#include "ui/pages/identify/history-plots.h"

#include <glib/gi18n.h>

#include "ui/pages/identify/fit-rounds.h"
#include "ui/pages/identify/history-series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/widgets/template.h"

struct _TrammelHistoryPlots {
  GtkWidget parent_instance;
  GtkBox *box;
  TrammelPlotView *cost, *parameters, *convergence;
};

G_DEFINE_FINAL_TYPE(TrammelHistoryPlots, trammel_history_plots, GTK_TYPE_WIDGET)

static void
set_series(TrammelPlotView *view, GPtrArray *series)
{
  trammel_plot_view_set_series(view, (TrammelSeries *const *)series->pdata, series->len);
  g_ptr_array_unref(series);
}

static void
draw_history(TrammelHistoryPlots *self, const TrammelHistory *history)
{
  TrammelPlotView *const views[] = {self->cost, self->parameters, self->convergence};
  g_autoptr(GArray) marks = trammel_fit_rounds_new_marks(history->iterations, history->n);

  set_series(self->cost, trammel_history_series_cost(history));
  set_series(self->parameters, trammel_history_series_parameters(history));
  set_series(self->convergence, trammel_history_series_convergence(history));
  for (guint i = 0; i < G_N_ELEMENTS(views); i++)
    trammel_plot_view_set_marks(views[i], (const TrammelMark *)marks->data, marks->len);
}

static TrammelPlotView *
new_view(const char *title, const char *y_title)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());

  trammel_plot_view_set_title(view, title);
  trammel_plot_view_set_x_title(view, _("accepted iteration"));
  trammel_plot_view_set_y_title(view, y_title);
  trammel_plot_view_set_x_kind(view, TRAMMEL_AXIS_INTEGER);
  trammel_plot_view_set_empty_text(view, _("No run yet. Press Identify."));
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  return view;
}

static void
trammel_history_plots_dispose(GObject *object)
{
  g_clear_object(&TRAMMEL_HISTORY_PLOTS(object)->convergence);
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
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/history-plots.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelHistoryPlots, box);
}

static void
trammel_history_plots_init(TrammelHistoryPlots *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->cost = new_view(_("Cost"), _("cost"));
  self->parameters = new_view(_("Parameters of the stepper"), _("change, relative"));
  self->convergence = new_view(_("Convergence"), _("relative"));
  trammel_plot_view_set_log_y(self->cost, TRUE);
  trammel_plot_view_set_log_y(self->convergence, TRUE);
  gtk_box_append(self->box, GTK_WIDGET(self->cost));
  gtk_box_append(self->box, GTK_WIDGET(self->parameters));
  g_object_ref_sink(self->convergence);
}

GtkWidget *
trammel_history_plots_get_convergence(TrammelHistoryPlots *self)
{
  g_return_val_if_fail(TRAMMEL_IS_HISTORY_PLOTS(self), NULL);
  return GTK_WIDGET(self->convergence);
}

static void
clear_views(TrammelHistoryPlots *self)
{
  TrammelPlotView *const views[] = {self->cost, self->parameters, self->convergence};

  for (guint i = 0; i < G_N_ELEMENTS(views); i++) {
    trammel_plot_view_set_series(views[i], NULL, 0);
    trammel_plot_view_set_marks(views[i], NULL, 0);
  }
}

void
trammel_history_plots_set_run(TrammelHistoryPlots *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_HISTORY_PLOTS(self));
  if (!run || trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED) {
    clear_views(self);
    return;
  }
  const TrammelHistory history = trammel_history_of_run(run);
  draw_history(self, &history);
}

void
trammel_history_plots_set_progress(TrammelHistoryPlots *self, const TrammelJobProgress *progress)
{
  g_return_if_fail(TRAMMEL_IS_HISTORY_PLOTS(self));
  const TrammelHistory history = trammel_history_of_progress(progress);
  draw_history(self, &history);
}

void
trammel_history_plots_list_figures(TrammelHistoryPlots *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_HISTORY_PLOTS(self));
  trammel_page_figures_add(figures, "cost", self->cost);
  trammel_page_figures_add(figures, "parameters", self->parameters);
  trammel_page_figures_add(figures, "convergence", self->convergence);
}
