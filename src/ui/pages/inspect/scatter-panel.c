#include "ui/pages/inspect/scatter-panel.h"

#include <glib/gi18n.h>

#include "ui/pages/inspect/scatter-series.h"
#include "ui/pages/inspect/task-bar.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/inspect/scatter-study.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"

struct _TrammelScatterPanel {
  GtkWidget parent_instance;
  TrammelTaskBar *bar;
  GtkAdjustment *n_logs, *seed;
  GtkCheckButton *forces;
  TrammelPlotView *intervals, *z_scores;
  TrammelTextTable *table;
  TrammelRun *run; /* nullable */
  TrammelScatterStudy *study;
};

G_DEFINE_FINAL_TYPE(TrammelScatterPanel, trammel_scatter_panel, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelTextColumn columns[TRAMMEL_SCATTER_COLUMNS] = {
    [TRAMMEL_SCATTER_LABEL] = {N_("Parameter"), NULL, FALSE, TRUE},
    [TRAMMEL_SCATTER_UNIT] = {N_("Unit"), NULL, FALSE, FALSE},
    [TRAMMEL_SCATTER_TRUTH] = {N_("Truth"), NULL, TRUE, FALSE},
    [TRAMMEL_SCATTER_SIGMA] = {N_("Stated σ"), NULL, TRUE, FALSE},
    [TRAMMEL_SCATTER_SCATTER] = {N_("Scatter"), NULL, TRUE, FALSE},
    /* xgettext:no-c-format */
    [TRAMMEL_SCATTER_COVERAGE] = {N_("Of 95 %"), NULL, TRUE, FALSE},
    [TRAMMEL_SCATTER_REMARK] = {N_("Remark"), NULL, FALSE, TRUE},
};

gboolean
trammel_scatter_panel_get_running(TrammelScatterPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCATTER_PANEL(self), FALSE);
  return self->bar && trammel_task_bar_get_running(self->bar);
}

const TrammelMonteCarlo *
trammel_scatter_panel_get_study(TrammelScatterPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCATTER_PANEL(self), NULL);
  return self->run ? trammel_scatter_study_get(self->study, self->run) : NULL;
}

/* Draws the parameter of a row; none without a study. */
static void
show_parameter(TrammelScatterPanel *self, guint row)
{
  const TrammelMonteCarlo *study = trammel_scatter_panel_get_study(self);

  if (!study || row >= (guint)study->fit->n_free) {
    trammel_plot_view_set_series(self->intervals, NULL, 0);
    trammel_plot_view_set_series(self->z_scores, NULL, 0);
    return;
  }
  g_autofree char *y = trammel_run_dup_axis_title(self->run, (int)row);
  trammel_plot_view_set_y_title(self->intervals, y);
  trammel_plot_view_take_series(self->intervals, trammel_scatter_intervals(study, (int)row));
  trammel_plot_view_take_series(self->z_scores, trammel_scatter_z_scores(study, (int)row));
}

static void
show(TrammelScatterPanel *self)
{
  const TrammelMonteCarlo *study = trammel_scatter_panel_get_study(self);
  const char *obstacle = self->run ? trammel_scatter_study_get_obstacle(self->run) : "";
  g_autoptr(GListModel) rows = study ? trammel_scatter_study_rows(study, self->run) : NULL;
  g_autofree char *words =
      study ? trammel_scatter_study_describe(study)
      : obstacle
          ? g_strdup(obstacle)
          : g_strdup(_("Simulates logs of the mechanism as this run found it, and fits each: "
                       "do the results scatter as the sigmas say?"));

  trammel_task_bar_set_words(self->bar, words);
  trammel_task_bar_set_ready(self->bar, !obstacle);
  trammel_text_table_set_rows(self->table, rows);
  trammel_text_table_select(self->table, rows ? 0 : GTK_INVALID_LIST_POSITION);
  show_parameter(self, 0);
}

static void
on_bar_begin_cb(TrammelScatterPanel *self)
{
  trammel_task_bar_set_words(self->bar, _("Simulating…"));
  trammel_scatter_study_start(self->study, self->run, (guint)gtk_adjustment_get_value(self->n_logs),
                              (guint)gtk_adjustment_get_value(self->seed),
                              gtk_check_button_get_active(self->forces));
}

static void
on_bar_failed_cb(TrammelScatterPanel *self, const char *message)
{
  g_signal_emit(self, signals[FAILED], 0, message);
}

static void
on_row_selected_cb(TrammelScatterPanel *self, guint row)
{
  show_parameter(self, row == GTK_INVALID_LIST_POSITION ? 0 : row);
}

static void
trammel_scatter_panel_dispose(GObject *object)
{
  TrammelScatterPanel *self = TRAMMEL_SCATTER_PANEL(object);

  trammel_template_dispose(object, TRAMMEL_TYPE_SCATTER_PANEL);
  g_clear_object(&self->study);
  g_clear_object(&self->run);
  G_OBJECT_CLASS(trammel_scatter_panel_parent_class)->dispose(object);
}

static void
trammel_scatter_panel_class_init(TrammelScatterPanelClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_scatter_panel_dispose;
  gtk_widget_class_set_layout_manager_type(c, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(c, "scatterpanel");
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/scatter-panel.ui");
  gtk_widget_class_bind_template_child(c, TrammelScatterPanel, bar);
  gtk_widget_class_bind_template_child(c, TrammelScatterPanel, n_logs);
  gtk_widget_class_bind_template_child(c, TrammelScatterPanel, seed);
  gtk_widget_class_bind_template_child(c, TrammelScatterPanel, forces);
  gtk_widget_class_bind_template_child(c, TrammelScatterPanel, intervals);
  gtk_widget_class_bind_template_child(c, TrammelScatterPanel, z_scores);
  gtk_widget_class_bind_template_child(c, TrammelScatterPanel, table);
  gtk_widget_class_bind_template_callback(c, on_bar_begin_cb);
  gtk_widget_class_bind_template_callback(c, on_bar_failed_cb);
  gtk_widget_class_bind_template_callback(c, on_row_selected_cb);
  gtk_widget_class_bind_template_callback(c, show);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_scatter_panel_init(TrammelScatterPanel *self)
{
  /* xgettext:no-c-format */
  const TrammelPlotTexts intervals = {_("Estimates and their 95 % intervals"),
                                      _("simulated log, by estimate"), NULL,
                                      _("No simulated logs yet.")},
                         z_scores = {_("Error over the stated σ"), _("z [σ]"), _("density [1/σ]"),
                                     _("No simulated logs yet.")};

  g_type_ensure(TRAMMEL_TYPE_TASK_BAR);
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->study = trammel_scatter_study_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns),
                                 _("Scatter beside the stated sigma"));
  trammel_text_table_set_selectable(self->table);
  trammel_plot_view_set_texts(self->intervals, &intervals);
  trammel_plot_view_set_texts(self->z_scores, &z_scores);
  trammel_plot_view_set_x_kind(self->intervals, TRAMMEL_AXIS_INTEGER);
  trammel_task_bar_set_task(self->bar, TRAMMEL_BACKGROUND_TASK(self->study));
}

void
trammel_scatter_panel_set_run(TrammelScatterPanel *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_SCATTER_PANEL(self));
  if (!g_set_object(&self->run, run))
    return;
  if (trammel_scatter_panel_get_running(self))
    trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(self->study));
  show(self);
}

void
trammel_scatter_panel_list_figures(TrammelScatterPanel *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_SCATTER_PANEL(self));
  if (!trammel_scatter_panel_get_study(self))
    return;
  trammel_page_figures_add(figures, "simulated-logs", self->intervals);
  trammel_page_figures_add(figures, "z-scores", self->z_scores);
}
