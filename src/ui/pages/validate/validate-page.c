#include "ui/pages/validate/validate-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/parts/page-figures.h"
#include "ui/pages/parts/scene-pane.h"
#include "ui/pages/parts/split-button.h"
#include "ui/pages/parts/term-help.h"
#include "ui/pages/validate/cross-panel.h"
#include "ui/pages/validate/matrix.h"
#include "ui/pages/validate/predict-button.h"
#include "ui/pages/validate/validate-cell.h"
#include "ui/plot/matrix-view.h"
#include "ui/plot/plot-view.h"
#include "ui/session/text/timeline-override.h"
#include "ui/session/validate/scored-parameter-sets.h"
#include "ui/session/validate/validator.h"
#include "ui/widgets/fold-bin.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/template.h"
#include "ui/widgets/wrap-bar.h"

struct _TrammelValidatePage {
  GtkWidget parent_instance;
  GtkStack *root;
  GtkDropDown *metric, *sensor, *start;
  GtkWidget *sensor_label, *spinner;
  GtkLabel *hint;
  TrammelSplitButton *split;
  TrammelPredictButton *predict;
  TrammelMatrixView *matrix;
  TrammelCrossPanel *cross;
  GtkStack *tables; /* of the sensors, and of the agreement of the logs */
  GtkWidget *table_choice;
  TrammelValidateCell *cell;
  TrammelFoldBin *fold; /* has the 3D view at its side */
  TrammelScenePane *scene;
  TrammelDocument *document;
  TrammelTimelineOverride loan;
  TrammelValidator *validator;
  TrammelScoreMatrix *board; /* nullable, as the rest */
  TrammelReplay *replay;
  TrammelReplayPlace *place;    /* the selected cell */
  TrammelRunRecord *active;     /* the first run when the scores were requested */
  gboolean is_chosen;           /* by the user */
  gboolean is_filling, is_late; /* is_late: the scores are out of date */
};

static void trammel_validate_page_implement_page(TrammelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelValidatePage,
                              trammel_validate_page,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_PAGE,
                                                    trammel_validate_page_implement_page))

static TrammelProject *
get_project(TrammelValidatePage *self)
{
  return trammel_document_get_project(self->document);
}

/* ---- requests -------------------------------------------------------------------------------- */

static TrammelRunRecord *
find_active(TrammelValidatePage *self)
{
  return trammel_run_list_find(trammel_document_get_run_list(self->document),
                               trammel_document_get_run(self->document));
}

static TrStartState
get_start(TrammelValidatePage *self)
{
  return trammel_string_drop_down_get(self->start) == 1 ? TR_START_FIRST_SAMPLE
                                                        : TR_START_ESTIMATED;
}

/* Requests all scores and the replay, when the page is visible. */
static void
ask(TrammelValidatePage *self)
{
  gboolean has_logs = self->document && trammel_count_logs(get_project(self), TRAMMEL_ROLE_OFF) <
                                            trammel_project_get_n_logs(get_project(self));

  self->is_late = !gtk_widget_get_mapped(GTK_WIDGET(self));
  if (self->is_late || !has_logs)
    return;
  const TrScoreOptions score = {.start = get_start(self),
                                .steps = trammel_predict_button_get_steps(self->predict)};
  trammel_validator_start(self->validator, get_project(self),
                          trammel_scored_parameter_sets_list(self->document, self->active), &score,
                          trammel_cross_panel_get_result(self->cross), self->place);
}

/* ---- the selected cell ----------------------------------------------------------------------- */

static int
get_sensor(TrammelValidatePage *self)
{
  return (int)trammel_string_drop_down_get(self->sensor) - 1;
}

static gboolean
find_place(TrammelValidatePage *self, guint *row, guint *log)
{
  int r = self->board && self->place
              ? trammel_score_matrix_find_row(self->board, self->place->source, self->place->number)
              : -1;
  int l = r >= 0 ? trammel_score_matrix_find_log(self->board, self->place->log) : -1;

  *row = (guint)MAX(r, 0);
  *log = (guint)MAX(l, 0);
  return l >= 0;
}

static void
take_timeline(TrammelValidatePage *self)
{
  const TrLogScore *score = self->replay ? self->replay->score : NULL;

  if (score && gtk_widget_get_mapped(GTK_WIDGET(self)))
    trammel_timeline_override_take(&self->loan, score->start, score->start + score->duration);
}

/* Returns the project's index of the selected log; -1. */
static int
find_project_log(TrammelValidatePage *self)
{
  TrammelProject *project = get_project(self);

  for (guint i = 0; self->place && i < trammel_project_get_n_logs(project); i++)
    if (g_str_equal(trammel_project_get_log_name(project, i), self->place->log))
      return (int)i;
  return -1;
}

static void
update_split(TrammelValidatePage *self)
{
  guint row, log;
  int own = find_project_log(self);

  if (!find_place(self, &row, &log) || own < 0) {
    trammel_split_button_set_log(self->split, 0, NAN, NAN);
    return;
  }
  const TrLog *from = &trammel_problem_get_task(self->board->problem)->logs[log];
  trammel_split_button_set_log(self->split, (guint)own, from->start, from->end);
}

static void
show_cell(TrammelValidatePage *self)
{
  guint row, log;
  gboolean is_there = find_place(self, &row, &log);
  TrammelReplay *replay =
      self->replay && self->place && trammel_replay_place_equal(self->replay->place, self->place)
          ? self->replay
          : NULL;

  trammel_validate_cell_set_board(self->cell, is_there ? self->board : NULL, row, log);
  trammel_validate_cell_set_replay(self->cell, replay, get_sensor(self));
  trammel_scene_pane_set_replay(self->scene, replay);
  take_timeline(self);
  update_split(self);
  if (self->replay)
    trammel_predict_button_set_range(self->predict, self->replay->score);
}

/* Selects another cell; returns FALSE if it is the same. */
static gboolean
set_place(TrammelValidatePage *self, const TrammelReplayPlace *place)
{
  if (self->place && trammel_replay_place_equal(place, self->place))
    return FALSE;
  g_clear_pointer(&self->place, trammel_replay_place_free);
  self->place = trammel_replay_place_copy(place);
  ask(self);
  return TRUE;
}

/* Selects the first set on a log that it was not fitted to, unless the user has chosen a cell. */
static void
choose_place(TrammelValidatePage *self)
{
  guint row, log, chosen = 0;

  if ((self->is_chosen && find_place(self, &row, &log)) || self->board->rows->len == 0)
    return;
  for (guint i = self->board->n_logs; i-- > 0;)
    if (trammel_score_matrix_is_validation(self->board, i))
      chosen = i;
  const TrammelScoreRow *first = trammel_score_matrix_get_row(self->board, 0);
  g_autoptr(TrammelReplayPlace) place =
      trammel_replay_place_new(first->source, first->number, self->board->logs[chosen]);
  self->is_chosen = FALSE;
  set_place(self, place);
}

static void
on_cell_selected_cb(TrammelValidatePage *self, guint row, guint log)
{
  if (self->is_filling || !self->board || row >= self->board->rows->len ||
      log >= self->board->n_logs)
    return;
  const TrammelScoreRow *from = trammel_score_matrix_get_row(self->board, row);
  g_autoptr(TrammelReplayPlace) place =
      trammel_replay_place_new(from->source, from->number, self->board->logs[log]);
  self->is_chosen = TRUE;
  if (set_place(self, place))
    show_cell(self);
}

/* The warning is about scores of fits, so it stays away while there are only start values. */
static void
update_hint(TrammelValidatePage *self)
{
  gtk_stack_set_visible_child_name(
      self->root, trammel_project_get_n_logs(get_project(self)) > 0 ? "scores" : "empty");
  gtk_widget_set_visible(GTK_WIDGET(self->hint),
                         self->board && self->board->rows->len > 1 &&
                             trammel_count_logs(get_project(self), TRAMMEL_ROLE_VALIDATE) == 0);
}

/* ---- the matrix ------------------------------------------------------------------------------ */

static void
fill_matrix(TrammelValidatePage *self)
{
  TrammelMetric metric = (TrammelMetric)trammel_string_drop_down_get(self->metric);
  guint row, log;

  if (!self->board)
    return;
  self->is_filling = TRUE;
  trammel_validate_offer_sensors(self->sensor, self->sensor_label, self->board);
  update_hint(self);
  int sensor = get_sensor(self);
  /* sensors with different units have no common number */
  if (sensor == TRAMMEL_ALL_SENSORS && !trammel_score_board_has_common(self->board, metric))
    sensor = 0;
  trammel_validate_matrix_show(self->matrix, self->board, metric, sensor);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->metric), trammel_validate_metric_tooltip(metric));
  if (find_place(self, &row, &log))
    trammel_matrix_view_select(self->matrix, row, log);
  self->is_filling = FALSE;
}

static void
set_board(TrammelValidatePage *self, const TrammelScoreMatrix *scores)
{
  TrammelScoreMatrix *old = self->board;

  /* a cross-validation uses open loops */
  self->board = trammel_score_board_new(scores, trammel_predict_button_get_steps(self->predict) > 0
                                                    ? NULL
                                                    : trammel_cross_panel_get_result(self->cross));
  g_clear_pointer(&old, trammel_score_matrix_free);
  choose_place(self);
  fill_matrix(self);
  show_cell(self);
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

static void
on_validator_scored_cb(TrammelValidatePage *self, TrammelScoreMatrix *scores)
{
  set_board(self, scores);
}

static void
on_validator_replayed_cb(TrammelValidatePage *self, TrammelReplay *replay)
{
  TrammelReplay *old = self->replay;

  self->replay = trammel_replay_ref(replay);
  g_clear_pointer(&old, trammel_replay_unref);
  show_cell(self);
}

static void
on_validator_horizons_found_cb(TrammelValidatePage *self, TrammelPredictionHorizon *horizons)
{
  if (self->board)
    trammel_predict_button_set_horizons(self->predict, horizons,
                                        trammel_problem_get_task(self->board->problem)->model);
}

static void
on_validator_running_cb(TrammelValidatePage *self)
{
  gboolean running = trammel_worker_get_running(TRAMMEL_WORKER(self->validator));

  gtk_widget_set_visible(self->spinner, running);
  gtk_spinner_set_spinning(GTK_SPINNER(self->spinner), running);
}

static void
on_validator_failed_cb(TrammelValidatePage *self, const GError *error)
{
  trammel_page_fail(TRAMMEL_PAGE(self), error->message);
}

static void
on_choice_changed_cb(TrammelValidatePage *self)
{
  if (self->is_filling || !self->board)
    return;
  fill_matrix(self);
  show_cell(self);
}

static void
on_start_changed_cb(TrammelValidatePage *self)
{
  trammel_cross_panel_set_start(self->cross, get_start(self));
  if (self->document)
    ask(self);
}

/* ---- cross-validation ------------------------------------------------------------------------ */

static void
on_cross_finished_cb(TrammelValidatePage *self)
{
  gtk_widget_set_visible(self->table_choice, TRUE);
  gtk_stack_set_visible_child_name(self->tables, "logs");
  if (self->board)
    set_board(self, self->board);
  ask(self);
}

static void
on_cross_running_cb(TrammelValidatePage *self)
{
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

/* ---- the document ---------------------------------------------------------------------------- */

static void
on_document_changed_cb(TrammelValidatePage *self)
{
  update_hint(self);
  ask(self);
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

/* Requests scores after a new run; previews come often and are not compared. */
static void
on_document_run_changed_cb(TrammelValidatePage *self)
{
  TrammelRunRecord *active = find_active(self);

  if (active && g_set_object(&self->active, active))
    ask(self);
}

static void
on_document_reloaded_cb(TrammelValidatePage *self)
{
  trammel_validator_forget(self->validator);
  ask(self);
}

/* ---- the widget ------------------------------------------------------------------------------ */

static void
trammel_validate_page_map(GtkWidget *widget)
{
  TrammelValidatePage *self = TRAMMEL_VALIDATE_PAGE(widget);

  GTK_WIDGET_CLASS(trammel_validate_page_parent_class)->map(widget);
  take_timeline(self);
  if (self->is_late)
    ask(self);
}

static void
trammel_validate_page_unmap(GtkWidget *widget)
{
  TrammelValidatePage *self = TRAMMEL_VALIDATE_PAGE(widget);

  trammel_timeline_override_return(&self->loan);
  GTK_WIDGET_CLASS(trammel_validate_page_parent_class)->unmap(widget);
}

static void
trammel_validate_page_dispose(GObject *object)
{
  TrammelValidatePage *self = TRAMMEL_VALIDATE_PAGE(object);

  self->is_filling = TRUE;
  if (self->document)
    g_signal_handlers_disconnect_by_data(
        trammel_run_list_get_model(trammel_document_get_run_list(self->document)), self);
  if (self->validator)
    g_signal_handlers_disconnect_by_data(self->validator, self);
  g_clear_object(&self->validator);
  g_clear_object(&self->document);
  g_clear_object(&self->active);
  g_clear_pointer(&self->board, trammel_score_matrix_free);
  g_clear_pointer(&self->replay, trammel_replay_unref);
  g_clear_pointer(&self->place, trammel_replay_place_free);
  trammel_template_dispose(object, TRAMMEL_TYPE_VALIDATE_PAGE);
  g_clear_object(&self->loan.timeline);
  G_OBJECT_CLASS(trammel_validate_page_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *c)
{
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/validate/validate-page.ui");
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, root);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, metric);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, sensor);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, sensor_label);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, start);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, spinner);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, hint);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, split);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, predict);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, matrix);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, cross);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, tables);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, table_choice);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, cell);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, fold);
  gtk_widget_class_bind_template_child(c, TrammelValidatePage, scene);
  gtk_widget_class_bind_template_callback(c, on_cell_selected_cb);
  gtk_widget_class_bind_template_callback(c, on_choice_changed_cb);
  gtk_widget_class_bind_template_callback(c, on_start_changed_cb);
  gtk_widget_class_bind_template_callback(c, on_cross_finished_cb);
  gtk_widget_class_bind_template_callback(c, on_cross_running_cb);
  gtk_widget_class_bind_template_callback_full(c, "on_child_failed_cb",
                                               G_CALLBACK(trammel_page_fail));
}

static void
trammel_validate_page_class_init(TrammelValidatePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_validate_page_dispose;
  widget_class->map = trammel_validate_page_map;
  widget_class->unmap = trammel_validate_page_unmap;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "validatepage");
  bind_template(widget_class);
}

static void
connect_validator(TrammelValidatePage *self)
{
  self->validator = trammel_validator_new();
  g_signal_connect_swapped(self->validator, "scored", G_CALLBACK(on_validator_scored_cb), self);
  g_signal_connect_swapped(self->validator, "replayed", G_CALLBACK(on_validator_replayed_cb), self);
  g_signal_connect_swapped(self->validator, "horizons-found",
                           G_CALLBACK(on_validator_horizons_found_cb), self);
  g_signal_connect_swapped(self->validator, "failed", G_CALLBACK(on_validator_failed_cb), self);
  g_signal_connect_swapped(self->validator, "notify::running", G_CALLBACK(on_validator_running_cb),
                           self);
}

static void
fill_choices(TrammelValidatePage *self)
{
  const char *names[TRAMMEL_N_METRICS + 1] = {NULL};
  const char *const starts[] = {_("estimated motion"), _("first samples"), NULL};

  for (int i = 0; i < TRAMMEL_N_METRICS; i++)
    names[i] = trammel_validate_metric_label((TrammelMetric)i);
  trammel_string_drop_down_set_names(self->metric, names, NULL);
  trammel_string_drop_down_set_names(self->start, starts, NULL);
}

static void
trammel_validate_page_init(TrammelValidatePage *self)
{
  g_type_ensure(TRAMMEL_TYPE_CROSS_PANEL);
  g_type_ensure(TRAMMEL_TYPE_MATRIX_VIEW);
  g_type_ensure(TRAMMEL_TYPE_FOLD_BIN);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  g_type_ensure(TRAMMEL_TYPE_SCENE_PANE);
  g_type_ensure(TRAMMEL_TYPE_PREDICT_BUTTON);
  g_type_ensure(TRAMMEL_TYPE_SPLIT_BUTTON);
  g_type_ensure(TRAMMEL_TYPE_TERM_HELP);
  g_type_ensure(TRAMMEL_TYPE_VALIDATE_CELL);
  self->is_filling = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_stack_add_titled(self->tables, trammel_validate_cell_get_table(self->cell), "sensors",
                       _("By sensor"));
  gtk_stack_add_titled(self->tables, trammel_cross_panel_get_table(self->cross), "logs",
                       _("By log"));
  fill_choices(self);
  connect_validator(self);
  self->is_filling = FALSE;
}

static void
connect_document(TrammelValidatePage *self)
{
  TrammelRunList *runs = trammel_document_get_run_list(self->document);

  g_signal_connect_object(self->document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "reloaded", G_CALLBACK(on_document_reloaded_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "notify::run", G_CALLBACK(on_document_run_changed_cb),
                          self, G_CONNECT_SWAPPED);
  g_signal_connect_object(trammel_run_list_get_model(runs), "items-changed", G_CALLBACK(ask), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(runs, "overlays-changed", G_CALLBACK(ask), self, G_CONNECT_SWAPPED);
}

static void
set_workspace(TrammelPage *page, const TrammelWorkspace *workspace)
{
  TrammelValidatePage *self = TRAMMEL_VALIDATE_PAGE(page);

  self->document = g_object_ref(workspace->document);
  self->loan.timeline = g_object_ref(workspace->timeline);
  trammel_validate_cell_set_timeline(self->cell, self->loan.timeline);
  trammel_scene_pane_set_timeline(self->scene, self->loan.timeline);
  trammel_cross_panel_set_document(self->cross, self->document);
  trammel_split_button_set_document(self->split, self->document);
  connect_document(self);
  on_document_run_changed_cb(self);
  on_document_changed_cb(self);
}

static TrammelPageState
get_state(TrammelPage *page, char **reason)
{
  TrammelValidatePage *self = TRAMMEL_VALIDATE_PAGE(page);
  gboolean is_better = FALSE;

  if (!self->board || trammel_score_matrix_find_row(self->board, TRAMMEL_SOURCE_START, 0) <= 0) {
    *reason = g_strdup(_("Nothing is validated yet."));
    return TRAMMEL_PAGE_IDLE;
  }
  if (trammel_count_logs(get_project(self), TRAMMEL_ROLE_VALIDATE) == 0) {
    *reason = g_strdup(_("There is no validation log."));
    return TRAMMEL_PAGE_ATTENTION;
  }
  *reason = trammel_score_board_dup_summary(self->board, &is_better);
  return is_better ? TRAMMEL_PAGE_READY : TRAMMEL_PAGE_ATTENTION;
}

static void
list_figures(TrammelPage *page, GPtrArray *figures)
{
  TrammelValidatePage *self = TRAMMEL_VALIDATE_PAGE(page);

  trammel_page_figures_add(figures, "scores", self->matrix);
  trammel_page_figures_add(figures, "horizon", trammel_predict_button_get_curve(self->predict));
  trammel_validate_cell_list_figures(self->cell, figures);
}

static void
set_show_scene(TrammelPage *page, gboolean show)
{
  trammel_fold_bin_set_shown(TRAMMEL_VALIDATE_PAGE(page)->fold, show);
}

static char *
dup_work(TrammelPage *page)
{
  return trammel_cross_panel_get_running(TRAMMEL_VALIDATE_PAGE(page)->cross)
             ? g_strdup(_("a cross-validation"))
             : NULL;
}

static void
trammel_validate_page_implement_page(TrammelPageInterface *iface)
{
  iface->set_workspace = set_workspace;
  iface->get_state = get_state;
  iface->list_figures = list_figures;
  iface->set_show_scene = set_show_scene;
  iface->dup_work = dup_work;
}

gboolean
trammel_validate_page_is_up_to_date(TrammelValidatePage *self)
{
  g_return_val_if_fail(TRAMMEL_IS_VALIDATE_PAGE(self), FALSE);
  return !self->is_late && self->board && !trammel_cross_panel_get_running(self->cross) &&
         !trammel_worker_get_running(TRAMMEL_WORKER(self->validator)) && self->replay &&
         trammel_replay_place_equal(self->replay->place, self->place);
}
