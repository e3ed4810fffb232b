#include "ui/pages/identify/identify-page.h"

#include <glib/gi18n.h>

#include "io/result/fit_finding.h"
#include "ui/pages/identify/fit-plots.h"
#include "ui/pages/identify/history-plots.h"
#include "ui/pages/identify/iteration-log.h"
#include "ui/pages/identify/param-table.h"
#include "ui/pages/identify/scene-card.h"
#include "ui/pages/identify/settings-panel.h"
#include "ui/pages/identify/sweep-pane.h"
#include "ui/pages/parts/term-help.h"
#include "ui/session/params/param-group.h"
#include "ui/session/run/fit-words.h"
#include "ui/widgets/fold-bin.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"
#include "ui/widgets/wrap-bar.h"

/* Least and largest part of the plots in the height of the page, the height of a row of the table
 * [em], and what the table has beside its parameters: tabs, header, room to grow. */
#define PLOTS_SHARE 0.545
#define PLOTS_MOST  0.66
#define ROW_HEIGHT  1.25
enum { OTHER_ROWS = 4 };

enum { N_BAR_COLUMNS = 5 }; /* of the bar above the table */

struct _TrammelIdentifyPage {
  GtkWidget parent_instance;
  GtkWidget *root;
  TrammelSettingsPanel *settings;
  TrammelFitPlots *fit;
  TrammelHistoryPlots *histories;
  TrammelParamTable *setup, *table;
  GtkStack *tables;
  GtkWidget *drawer; /* of the tables */
  GtkWidget *free;   /* groups of quantities, beside the set-up */
  GtkSearchBar *find_bar;
  GtkSearchEntry *find;
  TrammelIterationLog *iterations;
  TrammelSweepPane *sweep;
  TrammelSceneCard *scene;
  GtkStack *views;
  GtkPaned *split;    /* between plots and table */
  gboolean is_placed; /* its divider has its first place */
  GtkWidget *plots, *strip_box;
  GtkBox *log_box, *convergence;
  GtkDropDown *log_choice, *strip_choice;
  GtkLabel *verdict;
  TrammelTimeline *timeline;
  TrammelDocument *document;
  TrammelParamList *params;
  TrammelJob *job;
  int log;             /* index of the log that is shown */
  gboolean has_result; /* a fit was shown since the document was opened */
};

static void trammel_identify_page_implement_page(TrammelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelIdentifyPage,
                              trammel_identify_page,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_PAGE,
                                                    trammel_identify_page_implement_page))

enum { RELEASED, ASKED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
update_timeline(TrammelIdentifyPage *self, const TrFit *fit)
{
  const TrTrajectory *motion = fit->logs[self->log].trajectory;

  trammel_timeline_set_range(self->timeline, motion->start,
                             motion->start + motion->h * (motion->n_nodes - 1));
}

static void
show_log(TrammelIdentifyPage *self)
{
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;

  trammel_fit_plots_set_run(self->fit, run, self->log);
  trammel_scene_pane_set_run(trammel_scene_card_get_pane(self->scene), run, self->log);
  if (run)
    update_timeline(self, trammel_run_get_fit(run));
}

/* Shows the choice of logs if there are several. */
static void
update_logs(TrammelIdentifyPage *self, TrammelRun *run)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);

  if (gtk_drop_down_get_model(self->log_choice) &&
      g_list_model_get_n_items(gtk_drop_down_get_model(self->log_choice)) == (guint)task->n_logs)
    return;
  for (int l = 0; l < task->n_logs; l++)
    gtk_string_list_append(names, task->logs[l].name);
  self->log = 0;
  gtk_drop_down_set_model(self->log_choice, G_LIST_MODEL(names));
  gtk_widget_set_visible(GTK_WIDGET(self->log_box), task->n_logs > 1);
}

/* Returns the project's index of a log of the run, -1 if the project has no log of that name. */
static int
find_project_log(TrammelIdentifyPage *self, int log)
{
  TrammelProblem *problem = trammel_run_get_problem(trammel_document_get_run(self->document));
  const TrTask *task = trammel_problem_get_task(problem);
  TrammelProject *project = trammel_document_get_project(self->document);

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (g_str_equal(trammel_project_get_log_name(project, i), task->logs[log].name))
      return (int)i;
  return -1;
}

static void
on_log_selected_cb(TrammelIdentifyPage *self)
{
  guint selected = gtk_drop_down_get_selected(self->log_choice);

  if (selected == GTK_INVALID_LIST_POSITION || (int)selected == self->log)
    return;
  self->log = (int)selected;
  int shown = find_project_log(self, self->log);
  if (shown >= 0)
    trammel_document_set_log(self->document, (guint)shown);
  show_log(self);
}

/* Shows the log chosen in the browser if the run has it. */
static void
on_document_log_changed_cb(TrammelIdentifyPage *self)
{
  TrammelRun *run = trammel_document_get_run(self->document);
  int n = run ? trammel_problem_get_task(trammel_run_get_problem(run))->n_logs : 0;

  for (int l = 0; l < n; l++)
    if (find_project_log(self, l) == (int)trammel_document_get_log(self->document))
      gtk_drop_down_set_selected(self->log_choice, (guint)l);
}

static void
on_overlays_changed_cb(TrammelIdentifyPage *self)
{
  trammel_fit_plots_set_overlays(self->fit, trammel_document_get_run_list(self->document));
}

/* Opens the result view for the first result; later the user's choice is kept. */
static void
show_first_result(TrammelIdentifyPage *self, TrammelRun *run)
{
  if (self->has_result || !run || trammel_run_get_kind(run) != TRAMMEL_RUN_FULL)
    return;
  self->has_result = TRUE;
  gtk_stack_set_visible_child_name(self->tables, "result");
}

static guint
count_doubtful(const TrFit *fit)
{
  guint n = 0;

  for (int i = 0; i < fit->n_free; i++)
    n += fit->estimates[i].at_bound || !fit->estimates[i].identifiable;
  return n;
}

/* Returns a sentence on the parameters of a finished fit; free with g_free(). */
static char *
dup_reason(const TrFit *fit)
{
  guint n = count_doubtful(fit);

  if (trammel_fit_is_bad(fit))
    return g_strdup(_("The model does not explain the logs; see Check on the left."));
  return n > 0 ? g_strdup_printf(_("%u of %d parameters are at a bound or not determined."), n,
                                 fit->n_free)
               : g_strdup(_("All free parameters are determined."));
}

/* Shows the end of the last full run, or the doubts about it; the tooltip has both.  It stays
 * during previews. */
static void
update_verdict(TrammelIdentifyPage *self, TrammelRun *run)
{
  g_autofree char *ending = NULL, *reason = NULL, *both = NULL;

  if (run && trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
    return;
  if (run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL) {
    const TrFit *fit = trammel_run_get_fit(run);
    gboolean is_doubtful = trammel_fit_is_bad(fit) || count_doubtful(fit) > 0;
    ending = trammel_fit_dup_ending(fit);
    reason = dup_reason(fit);
    both = g_strdup_printf("%s\n%s", reason, ending);
    trammel_label_set_numbers(self->verdict, fit->status == TR_OK && is_doubtful ? reason : ending);
  } else {
    gtk_label_set_text(self->verdict,
                       self->document && trammel_project_count_free(
                                             trammel_document_get_project(self->document)) == 0
                           ? _("No parameter is free: press Free, or tick All and then rows.")
                           : _("Nothing is identified yet."));
  }
  trammel_tooltip_set_numbers(GTK_WIDGET(self->verdict), both);
}

static void
on_document_run_changed_cb(TrammelIdentifyPage *self)
{
  TrammelRun *run = trammel_document_get_run(self->document);

  if (run)
    update_logs(self, run);
  else if (trammel_document_find_missing_log(self->document, 0) >= 0)
    trammel_fit_plots_set_empty_text(self->fit, _("The file of a log is missing."));
  show_log(self);
  show_first_result(self, run);
  update_verdict(self, run);
  /* the few iterations of a preview are not worth a plot */
  if (!run || trammel_run_get_kind(run) != TRAMMEL_RUN_PREVIEW) {
    trammel_history_plots_set_run(self->histories, run);
    trammel_iteration_log_set_run(self->iterations, run);
  }
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

/* The number of free parameters may have changed. */
static void
on_document_changed_cb(TrammelIdentifyPage *self)
{
  update_verdict(self, trammel_document_get_run(self->document));
}

static void
on_job_progress_cb(TrammelIdentifyPage *self, const TrammelJobProgress *progress)
{
  if (progress->kind == TRAMMEL_RUN_PREPARED || !self->params)
    return;
  trammel_fit_plots_set_progress(self->fit, progress);
  trammel_history_plots_set_progress(self->histories, progress);
  trammel_iteration_log_set_progress(self->iterations, progress);
  trammel_param_list_set_progress(self->params, progress);
}

static void
on_strip_selected_cb(TrammelIdentifyPage *self)
{
  guint selected = gtk_drop_down_get_selected(self->strip_choice);

  if (self->fit && selected <= TRAMMEL_STRIP_NONE)
    trammel_fit_plots_set_strip(self->fit, (TrammelFitStrip)selected);
}

static void
on_view_changed_cb(TrammelIdentifyPage *self)
{
  if (self->strip_box)
    gtk_widget_set_visible(self->strip_box,
                           g_strcmp0(gtk_stack_get_visible_child_name(self->views), "fit") == 0);
}

static void
on_table_changed_cb(TrammelIdentifyPage *self)
{
  if (self->free)
    gtk_widget_set_visible(self->free,
                           g_strcmp0(gtk_stack_get_visible_child_name(self->tables), "setup") == 0);
}

/* Gives the verdict a line of its own where the bar of the table has no room for it. */
static void
on_bar_folded_cb(TrammelIdentifyPage *self, GParamSpec *pspec, TrammelFoldBin *fold)
{
  gboolean is_folded = trammel_fold_bin_get_folded(fold);
  GtkWidget *verdict = GTK_WIDGET(self->verdict);
  GtkWidget *bar = gtk_widget_get_parent(verdict);
  GtkLayoutManager *layout = gtk_widget_get_layout_manager(bar);

  gtk_widget_set_hexpand(gtk_grid_get_child_at(GTK_GRID(bar), 0, 0), is_folded);
  g_object_set(gtk_layout_manager_get_layout_child(layout, verdict), "row", is_folded, "column",
               !is_folded, "column-span", is_folded ? N_BAR_COLUMNS : 1, NULL);
}

/* The large 3D view takes the place of the plots. */
static void
on_scene_large_cb(TrammelIdentifyPage *self)
{
  gtk_widget_set_visible(self->plots, !trammel_scene_card_get_is_large(self->scene));
}

static void
on_columns_folded_cb(TrammelIdentifyPage *self, GParamSpec *pspec, TrammelFoldBin *fold)
{
  trammel_scene_card_set_has_room(self->scene, !trammel_fold_bin_get_folded(fold));
}

static void
on_settings_released_cb(TrammelIdentifyPage *self)
{
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
on_sweep_taken_cb(TrammelIdentifyPage *self)
{
  g_signal_emit(self, signals[ASKED], 0);
}

static void
on_child_failed_cb(TrammelIdentifyPage *self, const char *message)
{
  trammel_page_fail(TRAMMEL_PAGE(self), message);
}

/* Handles identify.free-group, whose target is a set of TrammelParamGroup. */
static void
free_group(GtkWidget *widget, const char *name, GVariant *groups)
{
  TrammelIdentifyPage *self = TRAMMEL_IDENTIFY_PAGE(widget);
  g_autoptr(GError) error = NULL;

  if (!self->document)
    return;
  if (!trammel_param_group_free(self->document, g_variant_get_uint32(groups), &error))
    on_child_failed_cb(self, error->message);
}

static void
trammel_identify_page_dispose(GObject *object)
{
  TrammelIdentifyPage *self = TRAMMEL_IDENTIFY_PAGE(object);

  g_clear_object(&self->params);
  g_clear_object(&self->document);
  g_clear_object(&self->job);
  g_clear_object(&self->timeline);
  trammel_template_dispose(object, TRAMMEL_TYPE_IDENTIFY_PAGE);
  G_OBJECT_CLASS(trammel_identify_page_parent_class)->dispose(object);
}

static void
on_find_changed_cb(TrammelIdentifyPage *self)
{
  const char *text = gtk_editable_get_text(GTK_EDITABLE(self->find));

  trammel_param_table_set_filter(self->setup, text);
  trammel_param_table_set_filter(self->table, text);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/identify-page.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, root);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, settings);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, fit);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, histories);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, setup);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, table);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, tables);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, drawer);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, free);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, find);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, find_bar);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, iterations);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, sweep);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, scene);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, log_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, convergence);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, log_choice);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, strip_choice);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, strip_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, views);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, split);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, plots);
  gtk_widget_class_bind_template_child(widget_class, TrammelIdentifyPage, verdict);
  gtk_widget_class_bind_template_callback(widget_class, on_strip_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_view_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_table_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_scene_large_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_bar_folded_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_columns_folded_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_log_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_find_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_settings_released_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_sweep_taken_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_child_failed_cb);
  gtk_widget_class_install_action(widget_class, "identify.free-group", "u", free_group);
}

static void
trammel_identify_page_measure(GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  gtk_widget_measure(TRAMMEL_IDENTIFY_PAGE(widget)->root, orientation, for_size, minimum, natural,
                     minimum_baseline, natural_baseline);
}

/* Returns the height of the plots: a little more than half, and more where the table is short. */
static int
find_plots_height(TrammelIdentifyPage *self, int height)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  PangoLayout *text = gtk_widget_create_pango_layout(GTK_WIDGET(self), "0");
  guint rows = trammel_project_count_free(project) + OTHER_ROWS;
  int line;

  pango_layout_get_pixel_size(text, NULL, &line);
  g_object_unref(text);
  return (int)CLAMP(height - rows * ROW_HEIGHT * line, PLOTS_SHARE * height, PLOTS_MOST * height);
}

/* Places the divider by the first height. */
static void
trammel_identify_page_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  TrammelIdentifyPage *self = TRAMMEL_IDENTIFY_PAGE(widget);

  gboolean is_set;

  g_object_get(self->split, "position-set", &is_set, NULL); /* by the project's file */
  if (!self->is_placed && !is_set)
    gtk_paned_set_position(self->split, find_plots_height(self, height));
  self->is_placed = TRUE;
  gtk_widget_allocate(self->root, width, height, baseline, NULL);
}

static void
trammel_identify_page_class_init(TrammelIdentifyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_identify_page_dispose;
  widget_class->measure = trammel_identify_page_measure;
  widget_class->size_allocate = trammel_identify_page_size_allocate;
  gtk_widget_class_set_css_name(widget_class, "identifypage");
  bind_template(widget_class);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[ASKED] = g_signal_new("asked", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
trammel_identify_page_init(TrammelIdentifyPage *self)
{
  g_type_ensure(TRAMMEL_TYPE_SETTINGS_PANEL);
  g_type_ensure(TRAMMEL_TYPE_FIT_PLOTS);
  g_type_ensure(TRAMMEL_TYPE_HISTORY_PLOTS);
  g_type_ensure(TRAMMEL_TYPE_PARAM_TABLE);
  g_type_ensure(TRAMMEL_TYPE_ITERATION_LOG);
  g_type_ensure(TRAMMEL_TYPE_SCENE_CARD);
  g_type_ensure(TRAMMEL_TYPE_SWEEP_PANE);
  g_type_ensure(TRAMMEL_TYPE_TERM_HELP);
  g_type_ensure(TRAMMEL_TYPE_FOLD_BIN);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_search_bar_connect_entry(self->find_bar, GTK_EDITABLE(self->find));
  trammel_param_table_set_view(self->setup, TRAMMEL_PARAM_VIEW_SETUP);
  trammel_param_table_set_view(self->table, TRAMMEL_PARAM_VIEW_RESULT);
  gtk_box_append(self->convergence, trammel_history_plots_get_convergence(self->histories));
}

static void
set_workspace(TrammelPage *page, const TrammelWorkspace *workspace)
{
  TrammelIdentifyPage *self = TRAMMEL_IDENTIFY_PAGE(page);

  self->document = g_object_ref(workspace->document);
  self->job = g_object_ref(workspace->job);
  self->timeline = g_object_ref(workspace->timeline);
  self->params = trammel_param_list_new(self->document);
  trammel_fit_plots_set_timeline(self->fit, self->timeline);
  trammel_scene_pane_set_timeline(trammel_scene_card_get_pane(self->scene), self->timeline);
  trammel_settings_panel_set_checker(self->settings, workspace->checker);
  trammel_settings_panel_set_document(self->settings, self->document);
  trammel_sweep_pane_set_document(self->sweep, self->document);
  trammel_param_table_set_document(self->setup, self->document, self->params);
  trammel_param_table_set_document(self->table, self->document, self->params);
  g_signal_connect_object(self->document, "notify::run", G_CALLBACK(on_document_run_changed_cb),
                          self, G_CONNECT_SWAPPED);
  g_signal_connect_object(trammel_document_get_run_list(self->document), "overlays-changed",
                          G_CALLBACK(on_overlays_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "notify::log", G_CALLBACK(on_document_log_changed_cb),
                          self, G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->job, "progress", G_CALLBACK(on_job_progress_cb), self,
                          G_CONNECT_SWAPPED);
  on_overlays_changed_cb(self);
  on_document_run_changed_cb(self);
}

static TrammelPageState
get_state(TrammelPage *page, char **reason)
{
  TrammelIdentifyPage *self = TRAMMEL_IDENTIFY_PAGE(page);
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;

  if (!run || trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED) {
    *reason = g_strdup(_("Nothing is identified yet."));
    return TRAMMEL_PAGE_IDLE;
  }
  const TrFit *fit = trammel_run_get_fit(run);
  if (fit->status == TR_CANCELLED)
    *reason = trammel_fit_dup_ending(fit);
  else if (trammel_run_get_kind(run) == TRAMMEL_RUN_FULL && fit->status != TR_OK)
    *reason = g_strdup(_("The fit has not converged."));
  else
    *reason = dup_reason(fit);
  return fit->status != TR_OK || trammel_fit_is_bad(fit) || count_doubtful(fit) > 0
             ? TRAMMEL_PAGE_ATTENTION
             : TRAMMEL_PAGE_READY;
}

static void
list_figures(TrammelPage *page, GPtrArray *figures)
{
  TrammelIdentifyPage *self = TRAMMEL_IDENTIFY_PAGE(page);

  trammel_fit_plots_list_figures(self->fit, figures);
  trammel_history_plots_list_figures(self->histories, figures);
}

static void
set_show_scene(TrammelPage *page, gboolean show)
{
  trammel_scene_card_set_shown(TRAMMEL_IDENTIFY_PAGE(page)->scene, show);
}

static void
set_show_parameters(TrammelPage *page, gboolean show)
{
  gtk_widget_set_visible(TRAMMEL_IDENTIFY_PAGE(page)->drawer, show);
}

static void
find(TrammelPage *page)
{
  TrammelIdentifyPage *self = TRAMMEL_IDENTIFY_PAGE(page);

  if (!gtk_widget_get_visible(self->drawer))
    gtk_widget_activate_action(GTK_WIDGET(self), "win.show-parameters", NULL);
  gtk_search_bar_set_search_mode(self->find_bar, TRUE);
  gtk_widget_grab_focus(GTK_WIDGET(self->find));
}

static void
trammel_identify_page_implement_page(TrammelPageInterface *iface)
{
  iface->set_show_parameters = set_show_parameters;
  iface->find = find;
  iface->set_workspace = set_workspace;
  iface->get_state = get_state;
  iface->list_figures = list_figures;
  iface->set_show_scene = set_show_scene;
}

void
trammel_identify_page_set_show_all(TrammelIdentifyPage *self, gboolean show_all)
{
  g_return_if_fail(TRAMMEL_IS_IDENTIFY_PAGE(self));
  trammel_param_table_set_show_all(self->setup, show_all);
  trammel_param_table_set_show_all(self->table, show_all);
}

void
trammel_identify_page_set_show_settings(TrammelIdentifyPage *self, gboolean show)
{
  g_return_if_fail(TRAMMEL_IS_IDENTIFY_PAGE(self));
  trammel_settings_panel_set_folded(self->settings, !show);
}
