#include "ui/pages/model/simulation-dialog.h"

#include <glib/gi18n.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/pages/model/simulation-form.h"
#include "ui/pages/model/simulation-plots.h"
#include "ui/pages/parts/scene-pane.h"
#include "ui/pages/parts/timeline-bar.h"
#include "ui/session/model/simulator.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelSimulationDialog {
  GtkWindow parent_instance;
  GtkScrolledWindow *form_place;
  TrammelSimulationForm *form;
  TrammelSimulationPlots *plots;
  TrammelScenePane *scene;
  TrammelTimelineBar *timeline_bar;
  GtkLabel *words;
  GtkWidget *keep, *spinner, *take_pose;
  TrammelDocument *document;
  TrammelTimeline *timeline;
  TrammelSimulator *simulator;
  TrammelProject *wanted; /* project of the simulation under way or shown */
  TrammelModelPose *pose; /* of the page Model when the window was opened; NULL: not shown yet */
  char *structure;        /* names of motors and joints that the form has */
};

G_DEFINE_FINAL_TYPE(TrammelSimulationDialog, trammel_simulation_dialog, GTK_TYPE_WINDOW)

/* ---- the simulation -------------------------------------------------------------------------- */

static void
show_running(TrammelSimulationDialog *self, gboolean running)
{
  gtk_widget_set_visible(self->spinner, running);
  gtk_spinner_set_spinning(GTK_SPINNER(self->spinner), running);
}

/* Shows the motion, and "501 steps of 10 ms". */
static void
on_finished_cb(TrammelSimulationDialog *self)
{
  TrammelSimulation *simulation = trammel_simulator_get(self->simulator);
  const TrTrajectory *motion = simulation->motion;
  g_autofree char *step = trammel_format_prefixed(motion->h, "s");
  gulong n_steps = (gulong)motion->n_nodes - 1;
  g_autofree char *text =
      g_strdup_printf(ngettext("%lu step of %s", "%lu steps of %s", n_steps), n_steps, step);

  trammel_timeline_set_range(self->timeline, 0, (double)n_steps * motion->h);
  trammel_scene_pane_set_simulation(self->scene, simulation);
  trammel_simulation_plots_show(self->plots, simulation);
  trammel_label_set_numbers(self->words, text);
  gtk_widget_remove_css_class(GTK_WIDGET(self->words), "trouble");
  gtk_widget_set_sensitive(self->keep, TRUE);
  show_running(self, FALSE);
}

static void
on_failed_cb(TrammelSimulationDialog *self, const GError *error)
{
  trammel_label_set_sentence(self->words, error->message);
  gtk_widget_add_css_class(GTK_WIDGET(self->words), "trouble");
  gtk_widget_set_sensitive(self->keep, FALSE);
  show_running(self, FALSE);
}

/* Returns the names of motors and joints. */
static char *
dup_structure(const TrModel *model)
{
  GString *text = g_string_new(NULL);

  for (int m = 0; m < model->n_motors; m++)
    g_string_append_printf(text, "%s\n", model->motors[m].name);
  for (int j = 0; j < model->n_joints; j++)
    g_string_append_printf(text, "%s %d\n", model->joints[j].name, (int)model->joints[j].type);
  return g_string_free(text, FALSE);
}

/* Makes the form anew when motors or joints have changed. */
static void
update_form(TrammelSimulationDialog *self)
{
  g_autofree char *structure =
      dup_structure(trammel_project_get_model(trammel_document_get_project(self->document)));

  if (g_strcmp0(structure, self->structure) == 0)
    return;
  g_free(self->structure);
  self->structure = g_steal_pointer(&structure);
  self->form = TRAMMEL_SIMULATION_FORM(trammel_simulation_form_new(self->document));
  gtk_scrolled_window_set_child(self->form_place, GTK_WIDGET(self->form));
}

static void
on_document_changed_cb(TrammelSimulationDialog *self)
{
  TrammelProject *project = trammel_document_get_project(self->document);

  update_form(self);
  g_clear_pointer(&self->wanted, trammel_project_unref);
  self->wanted = trammel_project_ref(project);
  trammel_simulator_start(self->simulator, project);
  show_running(self, TRUE);
}

/* ---- the log --------------------------------------------------------------------------------- */

static void
keep_log(TrammelSimulationDialog *self, const char *path)
{
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));
  g_autoptr(TrammelSimulation) simulation =
      trammel_simulation_ref(trammel_simulator_get(self->simulator));
  g_autoptr(GError) error = NULL;

  if (!trammel_simulation_add_log(simulation, project, path, &error)) {
    on_failed_cb(self, error);
    return;
  }
  guint log = trammel_project_get_n_logs(project) - 1;
  g_autofree char *text = g_strdup_printf(_("Log '%s' is a log of the project now."),
                                          trammel_project_get_log_name(project, log));
  trammel_document_take_project(self->document, g_steal_pointer(&project),
                                _("keep the simulation as a log"), NULL);
  trammel_document_set_log(self->document, log);
  trammel_label_set_sentence(self->words, text);
}

static void
on_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelSimulationDialog) self = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  g_autofree char *path = file ? g_file_get_path(file) : NULL;

  if (path && self->document)
    keep_log(self, path);
}

static void
on_keep_clicked_cb(TrammelSimulationDialog *self)
{
  trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_SAVE_DATA, "simulation.csv",
                            on_chosen_cb, g_object_ref(self));
}

static void
on_pose_clicked_cb(TrammelSimulationDialog *self)
{
  trammel_simulation_form_take_pose(self->form, self->pose);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void
on_play_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelSimulationDialog *self = data;

  trammel_timeline_set_playing(self->timeline, !trammel_timeline_get_playing(self->timeline));
}

/* Adds the action of the button Play, which in the main window plays the run. */
static void
add_play(TrammelSimulationDialog *self)
{
  static const GActionEntry entries[] = {{.name = "play", .activate = on_play_cb}};
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new();

  g_action_map_add_action_entries(G_ACTION_MAP(group), entries, G_N_ELEMENTS(entries), self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "win", G_ACTION_GROUP(group));
}

/* ---- the window ------------------------------------------------------------------------------ */

static void
trammel_simulation_dialog_dispose(GObject *object)
{
  TrammelSimulationDialog *self = TRAMMEL_SIMULATION_DIALOG(object);

  if (self->simulator) {
    trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(self->simulator));
    g_signal_handlers_disconnect_by_data(self->simulator, self);
  }
  g_clear_object(&self->simulator);
  g_clear_object(&self->document);
  g_clear_pointer(&self->wanted, trammel_project_unref);
  g_clear_pointer(&self->pose, trammel_model_pose_free);
  g_clear_pointer(&self->structure, g_free);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_SIMULATION_DIALOG);
  g_clear_object(&self->timeline);
  G_OBJECT_CLASS(trammel_simulation_dialog_parent_class)->dispose(object);
}

static void
trammel_simulation_dialog_class_init(TrammelSimulationDialogClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_simulation_dialog_dispose;
  g_type_ensure(TRAMMEL_TYPE_SIMULATION_PLOTS);
  g_type_ensure(TRAMMEL_TYPE_SCENE_PANE);
  g_type_ensure(TRAMMEL_TYPE_TIMELINE_BAR);
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/model/simulation-dialog.ui");
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, form_place);
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, plots);
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, scene);
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, timeline_bar);
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, words);
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, keep);
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, spinner);
  gtk_widget_class_bind_template_child(c, TrammelSimulationDialog, take_pose);
  gtk_widget_class_bind_template_callback(c, on_keep_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_pose_clicked_cb);
}

static void
trammel_simulation_dialog_init(TrammelSimulationDialog *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->timeline = trammel_timeline_new();
  add_play(self);
  trammel_scene_pane_set_timeline(self->scene, self->timeline);
  trammel_timeline_bar_set_timeline(self->timeline_bar, self->timeline);
  trammel_simulation_plots_set_timeline(self->plots, self->timeline);
  self->simulator = trammel_simulator_new();
  g_signal_connect_swapped(self->simulator, "finished", G_CALLBACK(on_finished_cb), self);
  g_signal_connect_swapped(self->simulator, "failed", G_CALLBACK(on_failed_cb), self);
}

TrammelSimulationDialog *
trammel_simulation_dialog_show(GtkWindow *parent,
                               TrammelDocument *document,
                               const TrammelModelPose *pose)
{
  TrammelSimulationDialog *self =
      g_object_new(TRAMMEL_TYPE_SIMULATION_DIALOG, "transient-for", parent, NULL);

  self->document = g_object_ref(document);
  if (trammel_model_pose_get_model(pose))
    self->pose = trammel_model_pose_copy(pose);
  gtk_widget_set_sensitive(self->take_pose, self->pose != NULL);
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  on_document_changed_cb(self);
  gtk_window_present(GTK_WINDOW(self));
  return self;
}

gboolean
trammel_simulation_dialog_is_up_to_date(TrammelSimulationDialog *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SIMULATION_DIALOG(self), FALSE);
  TrammelSimulation *simulation = trammel_simulator_get(self->simulator);

  return simulation && simulation->project == self->wanted &&
         !trammel_worker_get_running(TRAMMEL_WORKER(self->simulator));
}
