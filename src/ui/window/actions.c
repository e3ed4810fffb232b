/* Actions of the window: their table, their states and the button Identify. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"

static void
on_open_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_open(window);
}

static void
on_open_log_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_open_log(window);
}

static void
on_open_recent_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_open_uri(window, g_variant_get_string(parameter, NULL));
}

static void
on_open_example_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_open_example(window, g_variant_get_string(parameter, NULL));
}

static void
on_save_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_save(window, FALSE, FALSE);
}

static void
on_save_as_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_save(window, TRUE, FALSE);
}

static void
on_save_packed_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_save_as_packed(window);
}

static void
on_undo_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  trammel_document_undo(self->document);
}

static void
on_redo_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  trammel_document_redo(self->document);
}

static void
on_identify_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_identify(window);
}

static void
on_go_on_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_go_on(window);
}

static void
on_stop_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  trammel_job_cancel(trammel_fit_control_get_job(self->fits));
}

static void
on_apply_run_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  TrammelValues values = TRAMMEL_VALUES_PHYSICAL;
  g_autoptr(GError) error = NULL;

  if (!trammel_values_parse(&values, "apply-run", g_variant_get_string(parameter, NULL), &error) ||
      !trammel_document_apply_run(self->document, trammel_document_get_run(self->document), values,
                                  &error))
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

static void
on_play_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  trammel_timeline_set_playing(self->timeline, !trammel_timeline_get_playing(self->timeline));
}

static void
on_page_change_cb(GSimpleAction *action, GVariant *state, gpointer data)
{
  _trammel_window_set_page(data, g_variant_get_string(state, NULL));
}

static void
on_page_number_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _trammel_window_set_page_number(data, g_variant_get_int32(parameter));
}

static void
on_fullscreen_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (gtk_window_is_fullscreen(GTK_WINDOW(data)))
    gtk_window_unfullscreen(GTK_WINDOW(data));
  else
    gtk_window_fullscreen(GTK_WINDOW(data));
}

static void
on_close_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_close(GTK_WINDOW(data));
}

static void
on_show_all_change_cb(GSimpleAction *action, GVariant *state, gpointer data)
{
  TrammelWindow *self = data;
  g_simple_action_set_state(action, state);
  trammel_identify_page_set_show_all(self->identify_page, g_variant_get_boolean(state));
}

/* A narrow window has no room for the browser and the 3D view. */
static void
on_show_scene_change_cb(GSimpleAction *action, GVariant *state, gpointer data)
{
  TrammelWindow *self = data;
  gboolean show = g_variant_get_boolean(state);

  g_simple_action_set_state(action, state);
  _trammel_window_show_scene(self, show);
  if (show && _trammel_window_is_narrow(self))
    g_action_group_change_action_state(G_ACTION_GROUP(self), "show-browser",
                                       g_variant_new_boolean(FALSE));
}

static void
on_show_settings_change_cb(GSimpleAction *action, GVariant *state, gpointer data)
{
  TrammelWindow *self = data;
  g_simple_action_set_state(action, state);
  trammel_identify_page_set_show_settings(self->identify_page, g_variant_get_boolean(state));
}

static void
on_show_browser_change_cb(GSimpleAction *action, GVariant *state, gpointer data)
{
  TrammelWindow *self = data;
  g_simple_action_set_state(action, state);
  trammel_fold_bin_set_shown(self->body, g_variant_get_boolean(state));
}

static void
on_live_change_cb(GSimpleAction *action, GVariant *state, gpointer data)
{
  TrammelWindow *self = data;
  g_simple_action_set_state(action, state);
  trammel_fit_control_set_is_live(self->fits, g_variant_get_boolean(state));
}

/* action for widgets that do not know the window, e.g. plots: an error flag and the text */
static void
on_show_message_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gboolean is_error;
  const char *text;

  g_variant_get(parameter, "(b&s)", &is_error, &text);
  _trammel_window_report(data, is_error ? TRAMMEL_MESSAGE_ERROR : TRAMMEL_MESSAGE_INFO, text);
}

static void
on_new_project_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_new_project(window);
}

static void
on_check_cb(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  _trammel_window_check(window);
}

static const GActionEntry entries[] = {
    {.name = "new-project", .activate = on_new_project_cb},
    {.name = "open", .activate = on_open_cb},
    {.name = "open-log", .activate = on_open_log_cb},
    {.name = "open-recent", .activate = on_open_recent_cb, .parameter_type = "s"},
    {.name = "open-example", .activate = on_open_example_cb, .parameter_type = "s"},
    {.name = "save", .activate = on_save_cb},
    {.name = "save-as", .activate = on_save_as_cb},
    {.name = "save-packed", .activate = on_save_packed_cb},
    {.name = "undo", .activate = on_undo_cb},
    {.name = "redo", .activate = on_redo_cb},
    {.name = "identify", .activate = on_identify_cb},
    {.name = "go-on", .activate = on_go_on_cb},
    {.name = "stop", .activate = on_stop_cb},
    {.name = "check", .activate = on_check_cb},
    {.name = "apply-run", .activate = on_apply_run_cb, .parameter_type = "s"},
    {.name = "play", .activate = on_play_cb},
    {.name = "page",
     .parameter_type = "s",
     .state = "'identify'",
     .change_state = on_page_change_cb},
    {.name = "page-number", .activate = on_page_number_cb, .parameter_type = "i"},
    {.name = "fullscreen", .activate = on_fullscreen_cb},
    {.name = "close", .activate = on_close_cb},
    {.name = "live", .state = "true", .change_state = on_live_change_cb},
    {.name = "show-message", .activate = on_show_message_cb, .parameter_type = "(bs)"},
    {.name = "show-all", .state = "false", .change_state = on_show_all_change_cb},
    {.name = "show-browser", .state = "true", .change_state = on_show_browser_change_cb},
    {.name = "show-settings", .state = "true", .change_state = on_show_settings_change_cb},
    {.name = "show-scene", .state = "true", .change_state = on_show_scene_change_cb},
};

void
_trammel_window_add_actions(TrammelWindow *self)
{
  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
}

static void
enable(TrammelWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action(G_ACTION_MAP(self), name);
  g_simple_action_set_enabled(G_SIMPLE_ACTION(action), enabled);
}

/* Updates the blue button: Identify, or Stop during a fit. */
static void
update_button(TrammelWindow *self, gboolean running, const char *obstacle)
{
  GtkButton *button = GTK_BUTTON(self->identify_button);
  const char *label = running ? C_("button", "Stop") : C_("button", "Identify");

  gtk_button_set_label(button, label);
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), running ? "win.stop" : "win.identify");
  trammel_widget_set_tooltip(self->identify_button, running
                                                        ? _("Stop and keep the best values (Esc)")
                                                    : obstacle ? obstacle
                                                               : _("Identify the parameters (F5)"));
  if (running)
    gtk_widget_remove_css_class(self->identify_button, "suggested-action");
  else
    gtk_widget_add_css_class(self->identify_button, "suggested-action");
}

static gboolean
has_kept_runs(TrammelDocument *document)
{
  TrammelRunList *list = document ? trammel_document_get_run_list(document) : NULL;

  return list && g_list_model_get_n_items(trammel_run_list_get_model(list)) > 0;
}

/* Actions that need a log, or a kept run. */
static const char *const of_logs[] = {
    "map-log", "reimport-log", "log-rename", "log-delete",       "log-role",
    "log-map", "log-reimport", "log-split",  "compare-friction", "compare-methods"};
static const char *const of_runs[] = {
    "run-show",         "run-apply",  "run-apply-stepper", "run-settings", "run-compare",
    "run-copy-command", "run-rename", "run-notes",         "run-export",   "run-delete"};

/* Returns why no fit can be started; a large one can, after a question. */
static const char *
get_obstacle(TrammelWindow *self)
{
  return trammel_checker_find_size(self->checker) ? NULL
                                                  : trammel_checker_get_obstacle(self->checker);
}

void
_trammel_window_update_actions(TrammelWindow *self)
{
  TrammelDocument *document = self->document;
  TrammelRun *run = document ? trammel_document_get_run(document) : NULL;
  TrammelJob *job = trammel_fit_control_get_job(self->fits);
  gboolean running = trammel_job_get_running(job);
  gboolean fitting = running && trammel_job_get_kind(job) == TRAMMEL_RUN_FULL;
  /* a fit after a drag or a fix is nothing to stop: Identify takes its place */
  gboolean requested = trammel_fit_control_is_requested(self->fits);
  gboolean has_result = run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;
  const char *obstacle = get_obstacle(self);
  gboolean has_run = has_kept_runs(document);
  gboolean has_log =
      document && trammel_project_get_n_logs(trammel_document_get_project(document)) > 0;

  enable(self, "identify", document && !requested && !obstacle);
  _trammel_window_update_recipe(self, !requested && !obstacle);
  enable(self, "go-on", !fitting && !obstacle && trammel_fit_control_can_go_on(self->fits));
  enable(self, "stop", running);
  enable(self, "save", document && !self->is_saving);
  enable(self, "save-as", document && !self->is_saving);
  enable(self, "save-packed", document && !self->is_saving);
  enable(self, "export", (has_result || has_run) && !fitting);
  enable(self, "export-again", (has_result || has_run) && !fitting);
  enable(self, "add-to-report", document != NULL);
  enable(self, "export-figures", run && trammel_page_has_figures(_trammel_window_get_page(self)));
  enable(self, "apply-run", has_result && !fitting);
  enable(self, "undo", document && trammel_document_get_undo_label(document) != NULL);
  enable(self, "redo", document && trammel_document_get_redo_label(document) != NULL);
  enable(self, "play", run != NULL);
  enable(self, "check", document != NULL);
  enable(self, "tour", document != NULL);
  enable(self, "simulate", document != NULL);
  for (guint i = 0; i < G_N_ELEMENTS(of_logs); i++)
    enable(self, of_logs[i], has_log);
  for (guint i = 0; i < G_N_ELEMENTS(of_runs); i++)
    enable(self, of_runs[i], has_run);
  enable(self, "find", document && trammel_page_can_find(_trammel_window_get_page(self)));
  enable(self, "show-parameters",
         document && trammel_page_has_parameters(_trammel_window_get_page(self)));
  enable(self, "page", document != NULL);
  enable(self, "page-number", document != NULL);
  g_simple_action_set_state(G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(self), "page")),
                            g_variant_new_string(gtk_stack_get_visible_child_name(self->pages)));
  update_button(self, requested, obstacle);
  gtk_widget_set_visible(self->identify_button, document != NULL);
}
