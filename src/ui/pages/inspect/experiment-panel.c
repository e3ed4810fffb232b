#include "ui/pages/inspect/experiment-panel.h"

#include <glib/gi18n.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/pages/inspect/experiment-series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/task-bar.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"

struct _TrammelExperimentPanel {
  GtkWidget parent_instance;
  TrammelTaskBar *bar;
  GtkDropDown *interest, *shape;
  GtkAdjustment *duration;
  GtkWidget *keep, *save;
  TrammelTextTable *table, *helps;
  TrammelPlotView *motion, *input;
  TrammelDocument *document;
  TrammelRun *run; /* nullable */
  TrammelExperimentPlanner *planner;
};

G_DEFINE_FINAL_TYPE(TrammelExperimentPanel, trammel_experiment_panel, GTK_TYPE_WIDGET)

enum { PLANNED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelTextColumn columns[TRAMMEL_EXPERIMENT_COLUMNS] = {
    [TRAMMEL_EXPERIMENT_LABEL] = {N_("Parameter"), NULL, FALSE, TRUE},
    [TRAMMEL_EXPERIMENT_NOW] = {N_("σ now"), NULL, TRUE, FALSE},
    [TRAMMEL_EXPERIMENT_AFTER] = {N_("σ after"), NULL, TRUE, FALSE},
    [TRAMMEL_EXPERIMENT_GAIN] = {N_("Gain"), NULL, TRUE, FALSE},
    [TRAMMEL_EXPERIMENT_REMARK] = {N_("Remark"), NULL, FALSE, TRUE},
};

static const TrammelTextColumn help_columns[TRAMMEL_HELP_COLUMNS] = {
    [TRAMMEL_HELP_LABEL] = {N_("What else would help"), NULL, FALSE, TRUE},
    [TRAMMEL_HELP_CHANGE] = {N_("σ becomes"), N_("All sigmas on average, by those of the plan"),
                             TRUE, FALSE},
};

gboolean
trammel_experiment_panel_get_running(TrammelExperimentPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_EXPERIMENT_PANEL(self), FALSE);
  return self->bar && trammel_task_bar_get_running(self->bar);
}

const TrammelExperiment *
trammel_experiment_panel_get_experiment(TrammelExperimentPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_EXPERIMENT_PANEL(self), NULL);
  const TrammelExperiment *shown =
      trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self->planner));
  return shown && shown->run == self->run ? shown : NULL;
}

/* Names the columns: of a plan, or of a kept plan whose log has come back. */
static void
title_columns(TrammelExperimentPanel *self, gboolean is_plan)
{
  trammel_text_table_set_title(self->table, TRAMMEL_EXPERIMENT_NOW,
                               is_plan ? _("σ now") : _("σ before"));
  trammel_text_table_set_title(self->table, TRAMMEL_EXPERIMENT_AFTER,
                               is_plan ? _("σ after") : _("σ predicted"));
  trammel_text_table_set_title(self->table, TRAMMEL_EXPERIMENT_GAIN,
                               is_plan ? _("Gain") : _("σ reached"));
  trammel_text_table_set_title(self->table, TRAMMEL_EXPERIMENT_REMARK, is_plan ? _("Remark") : "");
}

static void
show_curves(TrammelExperimentPanel *self, const TrammelExperiment *e)
{
  trammel_plot_view_take_series(self->motion, e ? trammel_experiment_motion_series(e->design)
                                                : g_ptr_array_new());
  trammel_plot_view_take_series(self->input,
                                e ? trammel_experiment_input_series(e->design) : g_ptr_array_new());
}

/* Shows the plan of the run, else what a kept plan has promised. */
static void
show(TrammelExperimentPanel *self)
{
  const TrammelExperiment *e = trammel_experiment_panel_get_experiment(self);
  g_autoptr(GListModel) rows = NULL;
  g_autoptr(GListModel) helps = e ? trammel_experiment_help_rows(e) : NULL;
  g_autofree char *words = NULL;

  if (e)
    rows = trammel_experiment_parameter_rows(e);
  else if (self->run)
    rows = trammel_experiment_promise_rows(trammel_document_get_project(self->document), self->run);
  if (e)
    words = trammel_experiment_describe(e);
  else if (rows)
    words = g_strdup(_("The kept plan: predicted beside reached sigmas of this run."));
  else
    words = g_strdup(_("Plans the motion whose log shows what this run leaves open."));
  title_columns(self, e || !rows);
  trammel_text_table_set_rows(self->table, rows);
  trammel_text_table_set_rows(self->helps, helps);
  trammel_task_bar_set_words(self->bar, words);
  trammel_task_bar_set_ready(self->bar, self->run != NULL);
  show_curves(self, e);
  gtk_widget_set_sensitive(self->keep, e != NULL);
  gtk_widget_set_sensitive(self->save, e != NULL);
  g_signal_emit(self, signals[PLANNED], 0);
}

static void
fill_options(TrammelExperimentPanel *self, TrammelPlanOptions *options)
{
  guint place = trammel_string_drop_down_get(self->interest);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(self->run));

  options->shape = (TrPlanShape)trammel_string_drop_down_get(self->shape);
  options->duration = gtk_adjustment_get_value(self->duration);
  if (place > 0 && place <= (guint)task->n_free) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, place - 1);
    g_ptr_array_add(options->interest, g_strdup(id));
  }
}

static void
on_bar_begin_cb(TrammelExperimentPanel *self)
{
  TrammelPlanOptions options;

  trammel_plan_options_init(&options);
  fill_options(self, &options);
  trammel_task_bar_set_words(self->bar, _("Looking for the first plan…"));
  trammel_experiment_planner_start(self->planner, self->run, &options);
  trammel_plan_options_clear(&options);
}

static void
on_bar_failed_cb(TrammelExperimentPanel *self, const char *message)
{
  g_signal_emit(self, signals[FAILED], 0, message);
}

static void
on_keep_clicked_cb(TrammelExperimentPanel *self)
{
  const TrammelExperiment *e = trammel_experiment_panel_get_experiment(self);
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));
  g_autoptr(GError) error = NULL;

  if (!e || !trammel_design_keep(e->design, project, &error)) {
    if (error)
      g_signal_emit(self, signals[FAILED], 0, error->message);
    return;
  }
  trammel_document_take_project(self->document, g_steal_pointer(&project),
                                _("keep the plan of the next experiment"), NULL);
  trammel_task_bar_set_words(self->bar,
                             _("The plan is kept in the project. When its log is identified, "
                               "predicted and reached sigmas stand here."));
}

/* Returns the plan in the format of a file name. */
static char *
write_plan(const TrammelDesign *design, const char *path)
{
  if (g_str_has_suffix(path, ".h"))
    return trammel_design_to_c_header(design);
  return g_str_has_suffix(path, ".json") ? trammel_design_to_json(design)
                                         : trammel_design_to_csv(design);
}

static void
on_place_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelExperimentPanel) self = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  g_autofree char *path = file ? g_file_get_path(file) : NULL;
  const TrammelExperiment *e = self->planner ? trammel_experiment_panel_get_experiment(self) : NULL;
  g_autoptr(GError) error = NULL;

  if (!path || !e)
    return;
  g_autofree char *text = write_plan(e->design, path);
  if (!g_file_set_contents(path, text, -1, &error))
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
on_save_clicked_cb(TrammelExperimentPanel *self)
{
  trammel_choose_file_async(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self))),
                            TRAMMEL_CHOOSE_SAVE_EXPORT, "plan.csv", on_place_chosen_cb,
                            g_object_ref(self));
}

static void
trammel_experiment_panel_dispose(GObject *object)
{
  TrammelExperimentPanel *self = TRAMMEL_EXPERIMENT_PANEL(object);

  g_clear_object(&self->planner);
  g_clear_object(&self->document);
  g_clear_object(&self->run);
  trammel_template_dispose(object, TRAMMEL_TYPE_EXPERIMENT_PANEL);
  G_OBJECT_CLASS(trammel_experiment_panel_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *c)
{
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/experiment-panel.ui");
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, bar);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, interest);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, shape);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, duration);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, keep);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, save);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, table);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, helps);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, motion);
  gtk_widget_class_bind_template_child(c, TrammelExperimentPanel, input);
  gtk_widget_class_bind_template_callback(c, on_bar_begin_cb);
  gtk_widget_class_bind_template_callback(c, on_bar_failed_cb);
  gtk_widget_class_bind_template_callback(c, show);
  gtk_widget_class_bind_template_callback(c, on_keep_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_save_clicked_cb);
}

static void
trammel_experiment_panel_class_init(TrammelExperimentPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_experiment_panel_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "experimentpanel");
  bind_template(widget_class);
  signals[PLANNED] =
      g_signal_new("planned", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
set_up_plots(TrammelExperimentPanel *self)
{
  trammel_plot_view_set_texts(self->motion, &(TrammelPlotTexts){.title = _("Motion of the joints"),
                                                                .x = _("t [s]"),
                                                                .y = _("coordinate [rad, m]"),
                                                                .empty = _("No plan yet.")});
  trammel_plot_view_set_texts(self->input, &(TrammelPlotTexts){.title = _("Inputs of the motors"),
                                                               .x = _("t [s]"),
                                                               .y = _("input"),
                                                               .empty = _("No plan yet.")});
}

static void
trammel_experiment_panel_init(TrammelExperimentPanel *self)
{
  const char *const shapes[] = {_("Fourier series"), _("Chirp"), _("Steps"), _("Best of these"),
                                NULL};

  g_type_ensure(TRAMMEL_TYPE_TASK_BAR);
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->planner = trammel_experiment_planner_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_string_drop_down_set_names(self->shape, shapes, NULL);
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns),
                                 _("Sigmas before and after the plan"));
  trammel_text_table_set_columns(self->helps, help_columns, G_N_ELEMENTS(help_columns),
                                 _("What else would help"));
  set_up_plots(self);
  trammel_task_bar_set_task(self->bar, TRAMMEL_BACKGROUND_TASK(self->planner));
}

void
trammel_experiment_panel_set_document(TrammelExperimentPanel *self,
                                      TrammelDocument *document,
                                      TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_EXPERIMENT_PANEL(self) && !self->document);
  self->document = g_object_ref(document);
  trammel_plot_view_set_timeline(self->motion, timeline);
  trammel_plot_view_set_timeline(self->input, timeline);
}

/* Offers the free parameters of the model. */
static void
offer_interest(TrammelExperimentPanel *self)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  int n = self->run ? trammel_run_get_fit(self->run)->n_free : 0;

  g_ptr_array_add(names, g_strdup(_("all parameters")));
  for (int i = 0; i < n; i++)
    g_ptr_array_add(names, trammel_run_dup_label(self->run, i));
  g_ptr_array_add(names, NULL);
  trammel_string_drop_down_set_names(self->interest, (const char *const *)names->pdata, NULL);
}

void
trammel_experiment_panel_set_run(TrammelExperimentPanel *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_EXPERIMENT_PANEL(self));
  if (!g_set_object(&self->run, run))
    return;
  if (trammel_experiment_panel_get_running(self))
    trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(self->planner));
  offer_interest(self);
  show(self);
}

guint
trammel_experiment_panel_get_n_tried(TrammelExperimentPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_EXPERIMENT_PANEL(self), 0);
  return trammel_task_bar_get_n_done(self->bar);
}

void
trammel_experiment_panel_list_figures(TrammelExperimentPanel *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_EXPERIMENT_PANEL(self));
  if (!trammel_experiment_panel_get_experiment(self))
    return;
  trammel_page_figures_add(figures, "plan-motion", self->motion);
  trammel_page_figures_add(figures, "plan-input", self->input);
}
