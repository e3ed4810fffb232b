#include "ui/pages/inspect/inspect-page.h"

#include <glib/gi18n.h>

#include "plot/figure/number-text.h"
#include "ui/desktop/compat.h"
#include "ui/pages/inspect/experiment-panel.h"
#include "ui/pages/inspect/inspect-combinations.h"
#include "ui/pages/inspect/inspect-residuals.h"
#include "ui/pages/inspect/inspect-states.h"
#include "ui/pages/inspect/inspect-table.h"
#include "ui/pages/inspect/inspect-uncertainty.h"
#include "ui/pages/inspect/refit-panel.h"
#include "ui/pages/inspect/run-choice.h"
#include "ui/pages/parts/scene-pane.h"
#include "ui/pages/parts/term-help.h"
#include "ui/session/inspect/inspector.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/widgets/box.h"
#include "ui/widgets/fold-bin.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/short-names.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"
#include "ui/widgets/wrap-bar.h"

struct _TrammelInspectPage {
  GtkWidget parent_instance;
  GtkStack *root, *tabs;
  TrammelTermHelp *terms; /* of the visible tab */
  GtkDropDown *run_choice, *other_choice;
  GtkImage *verdict_icon;
  GtkLabel *hint, *verdict;
  GtkBox *remedies, *reason_list;
  GtkMenuButton *why;
  GtkPopover *reasons;
  GtkSpinner *spinner;
  TrammelInspectResiduals *residuals;
  TrammelInspectUncertainty *uncertainty;
  TrammelInspectStates *states;
  TrammelRefitPanel *refits;
  TrammelExperimentPanel *experiment;
  TrammelTextTable *table, *combinations;
  TrammelFoldBin *fold; /* has the 3D view at its side */
  GtkStackSwitcher *switcher;
  TrammelScenePane *scene;
  TrammelDocument *document;
  TrammelInspector *inspector;
  GPtrArray *computed, *all;            /* TrammelRunRecord: with motions, and all kept ones */
  TrammelRunRecord *record, *other;     /* chosen; nullable */
  TrammelRunAnalysis *analysis, *older; /* their analyses, once available */
  TrammelRunAnalysis *open_loop;        /* of record, if requested */
  TrammelRunSummary *judgement;         /* of run */
  gboolean is_filling, is_scene_wanted;
};

static void trammel_inspect_page_implement_page(TrammelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelInspectPage,
                              trammel_inspect_page,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_PAGE,
                                                    trammel_inspect_page_implement_page))

static void
show_table(TrammelInspectPage *self)
{
  trammel_inspect_table_show(self->table, self->record, self->other,
                             trammel_document_get_project(self->document));
}

static void
on_remedy_clicked_cb(GtkWidget *button, TrammelInspectPage *self)
{
  const TrammelRemedy *remedy = g_object_get_data(G_OBJECT(button), "remedy");
  g_autoptr(GError) error = NULL;

  gtk_popover_popdown(self->reasons);
  if (!trammel_remedy_apply(remedy, self->document, &error))
    trammel_page_fail(TRAMMEL_PAGE(self), error->message);
}

/* Creates a button for a remedy of the judgement, which outlives it. */
static GtkWidget *
new_button(TrammelInspectPage *self, TrammelRemedy *remedy)
{
  g_autofree char *shown = trammel_number_text_dup(remedy->label);
  GtkWidget *button = gtk_button_new_with_label(shown);

  gtk_widget_set_tooltip_text(button, remedy->tooltip);
  g_object_set_data(G_OBJECT(button), "remedy", remedy);
  g_signal_connect_object(button, "clicked", G_CALLBACK(on_remedy_clicked_cb), self, 0);
  return button;
}

static void
append_reason(TrammelInspectPage *self, const TrammelRemark *remark)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new(NULL);

  trammel_label_set_numbers(GTK_LABEL(label), remark->text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 80);
  gtk_widget_add_css_class(row, remark->is_warning ? "warning" : "info");
  for (guint i = 0; i < remark->remedies->len; i++)
    gtk_box_append(GTK_BOX(buttons), new_button(self, remark->remedies->pdata[i]));
  gtk_box_append(GTK_BOX(row), label);
  gtk_box_append(GTK_BOX(row), buttons);
  gtk_box_append(self->reason_list, row);
}

/* Shows the best remedy of the quoted remark beside the verdict, and all remedies under Why. */
static void
show_buttons(TrammelInspectPage *self)
{
  const TrammelRunSummary *judgement = self->judgement;

  for (guint i = 0; i < judgement->remarks->len; i++)
    append_reason(self, judgement->remarks->pdata[i]);
  if (judgement->chosen && judgement->chosen->remedies->len > 0)
    gtk_box_append(self->remedies, new_button(self, judgement->chosen->remedies->pdata[0]));
  gtk_widget_set_sensitive(GTK_WIDGET(self->why), judgement->remarks->len > 0);
}

static void
show_verdict(TrammelInspectPage *self)
{
  static const struct {
    const char *icon, *style;
  } looks[] = {[TRAMMEL_RUN_SUMMARY_GOOD] = {"object-select-symbolic", "good"},
               [TRAMMEL_RUN_SUMMARY_DOUBT] = {"dialog-warning-symbolic", "doubt"},
               [TRAMMEL_RUN_SUMMARY_BAD] = {"dialog-error-symbolic", "bad"}};

  trammel_box_clear(self->remedies);
  trammel_box_clear(self->reason_list);
  g_clear_pointer(&self->judgement, trammel_run_summary_free);
  self->judgement = trammel_run_summary_new(trammel_run_record_get_run(self->record));
  for (guint i = 0; i < G_N_ELEMENTS(looks); i++)
    gtk_widget_remove_css_class(GTK_WIDGET(self->verdict_icon), looks[i].style);
  gtk_widget_add_css_class(GTK_WIDGET(self->verdict_icon), looks[self->judgement->level].style);
  gtk_image_set_from_icon_name(self->verdict_icon, looks[self->judgement->level].icon);
  trammel_label_set_numbers(self->verdict, self->judgement->text);
  trammel_tooltip_set_numbers(GTK_WIDGET(self->verdict), self->judgement->text);
  show_buttons(self);
}

static TrammelRun *
get_run(TrammelRunRecord *record)
{
  return record ? trammel_run_record_get_run(record) : NULL;
}

/* Shows the available analyses of the chosen runs, and requests the missing ones. */
static void
show_analyses(TrammelInspectPage *self)
{
  TrammelRun *run = get_run(self->record), *other = get_run(self->other);
  TrammelRunAnalysis *analysis =
      self->analysis && self->analysis->run == run ? self->analysis : NULL;
  TrammelRunAnalysis *older = self->older && self->older->run == other ? self->older : NULL;

  TrammelRunAnalysis *open =
      self->open_loop && self->open_loop->run == run ? self->open_loop : NULL;
  gboolean is_open = trammel_inspect_residuals_get_open_loop(self->residuals);

  trammel_inspect_tab_set_analysis(TRAMMEL_INSPECT_TAB(self->residuals), is_open ? open : analysis,
                                   is_open ? NULL : older);
  trammel_inspect_uncertainty_set_analysis(self->uncertainty, analysis);
  trammel_inspect_combinations_show(self->combinations, analysis, older);
  trammel_inspect_tab_set_analysis(TRAMMEL_INSPECT_TAB(self->states), analysis, NULL);
  if (!analysis)
    trammel_inspector_look(self->inspector, run, FALSE);
  else if (is_open && !open)
    trammel_inspector_look(self->inspector, run, TRUE);
  else if (other && !older)
    trammel_inspector_look(self->inspector, other, FALSE);
}

/* Shows the motion of the selected log, on the tab of the plan that of the plan. */
static void
show_scene(TrammelInspectPage *self)
{
  TrammelRun *run = get_run(self->record);
  const TrammelExperiment *plan = trammel_experiment_panel_get_experiment(self->experiment);
  gboolean is_plan = g_strcmp0(gtk_stack_get_visible_child_name(self->tabs), "experiment") == 0;
  int log = trammel_inspect_tab_get_log(TRAMMEL_INSPECT_TAB(self->residuals));

  if (is_plan && plan)
    trammel_scene_pane_set_replay(self->scene, plan->replay);
  else
    trammel_scene_pane_set_run(self->scene, run,
                               run && log < trammel_run_get_fit(run)->n_logs ? log : 0);
}

/* Shows the document's log if the run has it. */
static void
on_document_log_changed_cb(TrammelInspectPage *self)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  guint log = trammel_document_get_log(self->document);

  if (log >= trammel_project_get_n_logs(project))
    return;
  const char *name = trammel_project_get_log_name(project, log);
  trammel_inspect_tab_select_log(TRAMMEL_INSPECT_TAB(self->residuals), name);
  trammel_inspect_tab_select_log(TRAMMEL_INSPECT_TAB(self->states), name);
  show_scene(self);
}

static void
on_inspector_looked_cb(TrammelInspectPage *self, TrammelRunAnalysis *analysis)
{
  TrammelRunAnalysis **place = analysis->is_open_loop                   ? &self->open_loop
                               : analysis->run == get_run(self->record) ? &self->analysis
                               : analysis->run == get_run(self->other)  ? &self->older
                                                                        : NULL;

  if (!place)
    return;
  g_clear_pointer(place, trammel_run_analysis_unref);
  *place = trammel_run_analysis_ref(analysis);
  show_analyses(self);
  on_document_log_changed_cb(self);
}

static void
on_inspector_running_cb(TrammelInspectPage *self)
{
  gboolean running = trammel_worker_get_running(TRAMMEL_WORKER(self->inspector));

  gtk_widget_set_visible(GTK_WIDGET(self->spinner), running);
  gtk_spinner_set_spinning(self->spinner, running);
}

/* Shows the chosen runs (nullable); keeps analyses of unchanged ones. */
static void
show_runs(TrammelInspectPage *self, TrammelRunRecord *record, TrammelRunRecord *other)
{
  gboolean is_new = g_set_object(&self->record, record);
  TrammelRunRecord *another = other == record ? NULL : other;
  gboolean is_other = g_set_object(&self->other, another);

  gtk_stack_set_visible_child_name(self->root, record ? "run" : "empty");
  if (record && is_new)
    show_verdict(self);
  if (record && (is_new || is_other)) {
    show_table(self);
    show_analyses(self);
  }
  if (!is_new)
    return;
  trammel_refit_panel_set_run(self->refits, get_run(record));
  trammel_experiment_panel_set_run(self->experiment, get_run(record));
  show_scene(self);
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

/* Returns the record at a position of a drop-down; NULL if there is none. */
static TrammelRunRecord *
get_record(GPtrArray *records, guint place)
{
  return place < records->len ? records->pdata[place] : NULL;
}

static void
on_run_selected_cb(TrammelInspectPage *self)
{
  guint other = trammel_string_drop_down_get(self->other_choice);

  if (!self->is_filling)
    show_runs(self, get_record(self->computed, trammel_string_drop_down_get(self->run_choice)),
              other > 0 ? get_record(self->all, other - 1) : NULL);
}

static void
list_records(TrammelInspectPage *self)
{
  GListModel *model = trammel_run_list_get_model(trammel_document_get_run_list(self->document));

  g_ptr_array_set_size(self->computed, 0);
  g_ptr_array_set_size(self->all, 0);
  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    TrammelRunRecord *record = g_list_model_get_item(model, i);
    g_ptr_array_add(self->all, record);
    if (trammel_run_record_get_run(record))
      g_ptr_array_add(self->computed, g_object_ref(record));
  }
}

/* Shows the document's run, or the newest run with motions. */
static void
on_runs_changed_cb(TrammelInspectPage *self)
{
  TrammelRunList *list = trammel_document_get_run_list(self->document);
  g_autoptr(TrammelRunRecord) other = self->other ? g_object_ref(self->other) : NULL;

  list_records(self);
  if (self->all->len > 0 && self->computed->len == 0)
    gtk_label_set_text(
        self->hint,
        _("Choose a run in the list to inspect it; its motion is then computed again."));
  self->is_filling = TRUE;
  trammel_run_choice_offer(self->run_choice, self->computed, NULL);
  trammel_run_choice_offer(self->other_choice, self->all, _("none"));
  trammel_run_choice_select(self->run_choice, self->computed,
                            trammel_run_list_find(list, trammel_document_get_run(self->document)),
                            0);
  trammel_run_choice_select(self->other_choice, self->all, other, 1);
  self->is_filling = FALSE;
  on_run_selected_cb(self);
}

static void
on_document_run_extended_cb(TrammelInspectPage *self)
{
  if (!self->record)
    return;
  show_verdict(self);
  show_table(self);
  trammel_inspect_uncertainty_refresh(self->uncertainty);
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

static void
on_kind_changed_cb(TrammelInspectPage *self)
{
  if (self->record)
    show_analyses(self);
}

/* Shows the 3D view only beside the tabs over time. */
static void
update_scene(TrammelInspectPage *self)
{
  const char *tab = gtk_stack_get_visible_child_name(self->tabs);
  gboolean is_over_time = g_strcmp0(tab, "residuals") == 0 || g_strcmp0(tab, "states") == 0 ||
                          g_strcmp0(tab, "experiment") == 0;

  trammel_fold_bin_set_shown(self->fold, self->is_scene_wanted && is_over_time);
}

/* Explains the terms of the visible tab. */
static void
show_terms(TrammelInspectPage *self)
{
  static const char *const terms[][2] = {
      {"residuals", "residual autocorrelation whiteness outlier chi-square"},
      {"uncertainty", "sigma physical-value correlation prior posterior data-share "
                      "undetermined-direction profile"},
      {"states", "state-error smoothing-rate"},
      {"table", "sigma physical-value stepper"},
      {"refits", "multistart monte-carlo stepper prior"},
      {"experiment", "sigma undetermined-direction prior"},
  };
  const char *tab = gtk_stack_get_visible_child_name(self->tabs);

  for (guint i = 0; i < G_N_ELEMENTS(terms); i++)
    if (g_strcmp0(tab, terms[i][0]) == 0)
      trammel_term_help_set_terms(self->terms, terms[i][1]);
}

static void
on_tab_changed_cb(TrammelInspectPage *self)
{
  if (self->terms)
    show_terms(self);
  if (self->scene && self->document) {
    update_scene(self);
    show_scene(self);
  }
}

static void
on_child_failed_cb(TrammelInspectPage *self, const char *message)
{
  trammel_page_fail(TRAMMEL_PAGE(self), message);
}

static void
trammel_inspect_page_dispose(GObject *object)
{
  TrammelInspectPage *self = TRAMMEL_INSPECT_PAGE(object);

  self->is_filling = TRUE;
  if (self->document)
    g_signal_handlers_disconnect_by_data(
        trammel_run_list_get_model(trammel_document_get_run_list(self->document)), self);
  if (self->inspector)
    g_signal_handlers_disconnect_by_data(self->inspector, self);
  g_clear_object(&self->inspector);
  g_clear_object(&self->document);
  g_clear_object(&self->record);
  g_clear_object(&self->other);
  g_clear_pointer(&self->computed, g_ptr_array_unref);
  g_clear_pointer(&self->all, g_ptr_array_unref);
  g_clear_pointer(&self->analysis, trammel_run_analysis_unref);
  g_clear_pointer(&self->older, trammel_run_analysis_unref);
  g_clear_pointer(&self->open_loop, trammel_run_analysis_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_INSPECT_PAGE);
  g_clear_pointer(&self->judgement, trammel_run_summary_free);
  G_OBJECT_CLASS(trammel_inspect_page_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *c)
{
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/inspect-page.ui");
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, root);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, tabs);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, terms);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, run_choice);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, other_choice);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, verdict_icon);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, hint);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, verdict);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, remedies);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, reason_list);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, why);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, reasons);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, spinner);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, residuals);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, uncertainty);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, states);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, refits);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, experiment);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, table);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, combinations);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, fold);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, switcher);
  gtk_widget_class_bind_template_child(c, TrammelInspectPage, scene);
  gtk_widget_class_bind_template_callback(c, on_kind_changed_cb);
  gtk_widget_class_bind_template_callback(c, on_tab_changed_cb);
  gtk_widget_class_bind_template_callback(c, show_scene);
  gtk_widget_class_bind_template_callback(c, on_run_selected_cb);
  gtk_widget_class_bind_template_callback(c, on_child_failed_cb);
}

static void
trammel_inspect_page_class_init(TrammelInspectPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_inspect_page_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "inspectpage");
  bind_template(widget_class);
}

static void
trammel_inspect_page_init(TrammelInspectPage *self)
{
  g_type_ensure(TRAMMEL_TYPE_INSPECT_RESIDUALS);
  g_type_ensure(TRAMMEL_TYPE_INSPECT_UNCERTAINTY);
  g_type_ensure(TRAMMEL_TYPE_INSPECT_STATES);
  g_type_ensure(TRAMMEL_TYPE_REFIT_PANEL);
  g_type_ensure(TRAMMEL_TYPE_EXPERIMENT_PANEL);
  g_type_ensure(TRAMMEL_TYPE_FOLD_BIN);
  g_type_ensure(TRAMMEL_TYPE_SCENE_PANE);
  g_type_ensure(TRAMMEL_TYPE_TERM_HELP);
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  self->is_scene_wanted = TRUE;
  self->computed = g_ptr_array_new_with_free_func(g_object_unref);
  self->all = g_ptr_array_new_with_free_func(g_object_unref);
  self->inspector = trammel_inspector_new();
  g_signal_connect_swapped(self->inspector, "looked", G_CALLBACK(on_inspector_looked_cb), self);
  g_signal_connect_swapped(self->inspector, "notify::running", G_CALLBACK(on_inspector_running_cb),
                           self);
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_short_names_cut_tabs(self->switcher);
  show_terms(self);
  trammel_inspect_table_set_up(self->table);
  trammel_inspect_combinations_set_up(self->combinations);
}

static void
set_workspace(TrammelPage *page, const TrammelWorkspace *workspace)
{
  TrammelInspectPage *self = TRAMMEL_INSPECT_PAGE(page);

  self->document = g_object_ref(workspace->document);
  trammel_inspect_residuals_set_timeline(self->residuals, workspace->timeline);
  trammel_inspect_states_set_timeline(self->states, workspace->timeline);
  trammel_inspect_uncertainty_set_timeline(self->uncertainty, workspace->timeline);
  trammel_scene_pane_set_timeline(self->scene, workspace->timeline);
  trammel_refit_panel_set_document(self->refits, workspace->document, workspace->timeline);
  trammel_experiment_panel_set_document(self->experiment, workspace->document, workspace->timeline);
  g_signal_connect_object(trammel_run_list_get_model(trammel_document_get_run_list(self->document)),
                          "items-changed", G_CALLBACK(on_runs_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "notify::run", G_CALLBACK(on_runs_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "notify::log", G_CALLBACK(on_document_log_changed_cb),
                          self, G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "run-extended", G_CALLBACK(on_document_run_extended_cb),
                          self, G_CONNECT_SWAPPED);
  on_runs_changed_cb(self);
}

static TrammelPageState
get_state(TrammelPage *page, char **reason)
{
  TrammelInspectPage *self = TRAMMEL_INSPECT_PAGE(page);

  if (!self->record) {
    *reason = g_strdup(_("Nothing is identified yet."));
    return TRAMMEL_PAGE_IDLE;
  }
  *reason = g_strdup(self->judgement->text);
  return self->judgement->level == TRAMMEL_RUN_SUMMARY_GOOD ? TRAMMEL_PAGE_READY
                                                            : TRAMMEL_PAGE_ATTENTION;
}

static void
list_figures(TrammelPage *page, GPtrArray *figures)
{
  TrammelInspectPage *self = TRAMMEL_INSPECT_PAGE(page);

  trammel_inspect_residuals_list_figures(self->residuals, figures);
  trammel_inspect_uncertainty_list_figures(self->uncertainty, figures);
  trammel_inspect_states_list_figures(self->states, figures);
  trammel_refit_panel_list_figures(self->refits, figures);
  trammel_experiment_panel_list_figures(self->experiment, figures);
}

static void
set_show_scene(TrammelPage *page, gboolean show)
{
  TRAMMEL_INSPECT_PAGE(page)->is_scene_wanted = show;
  update_scene(TRAMMEL_INSPECT_PAGE(page));
}

static char *
dup_work(TrammelPage *page)
{
  TrammelInspectPage *self = TRAMMEL_INSPECT_PAGE(page);

  char *refits = trammel_refit_panel_dup_work(self->refits);

  if (refits)
    return refits;
  return trammel_experiment_panel_get_running(self->experiment)
             ? g_strdup(_("the planning of an experiment"))
             : NULL;
}

static void
trammel_inspect_page_implement_page(TrammelPageInterface *iface)
{
  iface->set_workspace = set_workspace;
  iface->get_state = get_state;
  iface->list_figures = list_figures;
  iface->set_show_scene = set_show_scene;
  iface->dup_work = dup_work;
}

void
trammel_inspect_page_show_tab(TrammelInspectPage *self, const char *name)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_PAGE(self));
  gtk_stack_set_visible_child_name(self->tabs, name);
}

gboolean
trammel_inspect_page_is_up_to_date(TrammelInspectPage *self)
{
  g_return_val_if_fail(TRAMMEL_IS_INSPECT_PAGE(self), FALSE);
  TrammelRun *run = get_run(self->record), *other = get_run(self->other);

  if (trammel_inspect_residuals_get_open_loop(self->residuals) &&
      (!self->open_loop || self->open_loop->run != run))
    return FALSE;
  return self->analysis && self->analysis->run == run &&
         (!other || (self->older && self->older->run == other));
}
