#include "ui/pages/inspect/scatter-panel.h"

#include <glib/gi18n.h>

#include "ui/pages/inspect/scatter-series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/inspect/scatter-study.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"

struct _TrammelScatterPanel {
  TrammelStudyPanel parent_instance;
  TrammelTaskBar *bar;
  GtkAdjustment *n_logs, *seed;
  GtkCheckButton *forces;
  TrammelPlotView *intervals, *z_scores;
  TrammelTextTable *table;
  TrammelScatterStudy *study; /* of the base */
};

G_DEFINE_FINAL_TYPE(TrammelScatterPanel, trammel_scatter_panel, TRAMMEL_TYPE_STUDY_PANEL)

static TrammelRun *
get_run(TrammelScatterPanel *self)
{
  return trammel_study_panel_get_run(TRAMMEL_STUDY_PANEL(self));
}

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

const TrammelMonteCarlo *
trammel_scatter_panel_get_study(TrammelScatterPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCATTER_PANEL(self), NULL);
  return get_run(self) ? trammel_scatter_study_get(self->study, get_run(self)) : NULL;
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
  g_autofree char *y = trammel_run_dup_axis_title(get_run(self), (int)row);
  trammel_plot_view_set_y_title(self->intervals, y);
  trammel_plot_view_take_series(self->intervals, trammel_scatter_intervals(study, (int)row));
  trammel_plot_view_take_series(self->z_scores, trammel_scatter_z_scores(study, (int)row));
}

static void
show(TrammelScatterPanel *self)
{
  const TrammelMonteCarlo *study = trammel_scatter_panel_get_study(self);
  const char *obstacle = get_run(self) ? trammel_scatter_study_get_obstacle(get_run(self)) : "";
  g_autoptr(GListModel) rows = study ? trammel_scatter_study_rows(study, get_run(self)) : NULL;
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
show_study(TrammelStudyPanel *panel)
{
  show(TRAMMEL_SCATTER_PANEL(panel));
}

static void
on_bar_begin_cb(TrammelScatterPanel *self)
{
  trammel_task_bar_set_words(self->bar, _("Simulating…"));
  trammel_scatter_study_start(
      self->study, get_run(self), (guint)gtk_adjustment_get_value(self->n_logs),
      (guint)gtk_adjustment_get_value(self->seed), gtk_check_button_get_active(self->forces));
}

static void
on_row_selected_cb(TrammelScatterPanel *self, guint row)
{
  show_parameter(self, row == GTK_INVALID_LIST_POSITION ? 0 : row);
}

static void
trammel_scatter_panel_dispose(GObject *object)
{
  trammel_template_dispose(object, TRAMMEL_TYPE_SCATTER_PANEL);
  G_OBJECT_CLASS(trammel_scatter_panel_parent_class)->dispose(object);
}

static void
trammel_scatter_panel_class_init(TrammelScatterPanelClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_scatter_panel_dispose;
  TRAMMEL_STUDY_PANEL_CLASS(klass)->show = show_study;
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
  gtk_widget_class_bind_template_callback(c, trammel_study_panel_fail);
  gtk_widget_class_bind_template_callback(c, on_row_selected_cb);
  gtk_widget_class_bind_template_callback(c, show);
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
  trammel_study_panel_take_study(TRAMMEL_STUDY_PANEL(self), TRAMMEL_BACKGROUND_TASK(self->study),
                                 self->bar);
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
