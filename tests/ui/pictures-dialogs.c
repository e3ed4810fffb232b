/* Pictures of the general dialogs: commands, help, shortcuts, about (pictures.h). */
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/model/simulation-dialog.h"
#include "ui/pictures.h"
#include "ui/ui-support.h"
#include "ui/window-support.h"

/* Returns the newest window besides the main one; NULL if there is none. */
static GtkWindow *
find_dialog(TrammelWindow *window)
{
  GListModel *all = gtk_window_get_toplevels();

  for (guint i = g_list_model_get_n_items(all); i-- > 0;) {
    g_autoptr(GtkWindow) other = g_list_model_get_item(all, i);
    if (other != GTK_WINDOW(window) && gtk_widget_get_mapped(GTK_WIDGET(other)))
      return other;
  }
  return NULL;
}

/* TestCondition: no work that could be cancelled is running. */
static gboolean
is_done(gpointer dialog)
{
  return !find_widget(dialog, GTK_TYPE_BUTTON, "Cancel");
}

/* Takes the window that an action of the window or the application opens, after its work. */
static void
take_dialog(TrammelWindow *window,
            GActionGroup *group,
            const char *action,
            const char *folder,
            const char *what,
            const char *style)
{
  g_action_group_activate_action(group, action, NULL);
  GtkWindow *dialog = find_dialog(window);

  if (!dialog) {
    g_warning("%s opens no window", action);
    return;
  }
  if (!test_wait(is_done, dialog, TEST_DEADLINE))
    g_warning("%s does not end", action);
  take_picture(dialog, folder, what, style);
  gtk_window_destroy(dialog);
}

static gboolean
is_simulated(gpointer dialog)
{
  return trammel_simulation_dialog_is_up_to_date(dialog);
}

/* Takes the window Simulate with an input and a start. */
static gboolean
take_simulation(TrammelWindow *window, const char *folder, const char *style)
{
  static const char simulation[] =
      "{ \"duration\": 8, \"inputs\": [ { \"motor\": \"drive\", \"formula\": \"2*sin(2*t)\" } ],"
      " \"start\": [ { \"joint\": \"elbow\", \"position\": 2.1 } ] }";

  if (!trammel_document_put(trammel_window_get_document(window), "simulation", simulation, "", NULL,
                            NULL))
    return FALSE;
  g_action_group_activate_action(G_ACTION_GROUP(window), "simulate", NULL);
  GtkWindow *dialog = GTK_WINDOW(find_toplevel(TRAMMEL_TYPE_SIMULATION_DIALOG));
  gboolean came = test_wait(is_simulated, dialog, TEST_DEADLINE);
  take_picture(dialog, folder, "simulate", style);
  gtk_window_destroy(dialog);
  return came;
}

/* Takes the window Recipe with two steps. */
static void
take_recipe(TrammelWindow *window, const char *folder, const char *style)
{
  static const char recipe[] =
      "[ { \"name\": \"friction\", \"free\": [\"joint.*.viscous\", \"joint.*.coulomb\"],"
      " \"settings\": { \"formulation\": \"regression\" } }, { \"name\": \"inertias, too\","
      " \"free\": [\"joint.*.viscous\", \"joint.*.coulomb\", \"body.*.inertia.*\"],"
      " \"settings\": { \"formulation\": \"predicted\", \"h\": 0.005 } } ]";

  if (trammel_document_put(trammel_window_get_document(window), "recipe", recipe, "", NULL, NULL))
    take_dialog(window, G_ACTION_GROUP(window), "recipe-edit", folder, "recipe", style);
}

/* Functions that ask about a text. */
typedef void (*AskFunc)(GtkWindow *parent,
                        const char *text,
                        GAsyncReadyCallback callback,
                        gpointer user);

/* Takes the questions before something is lost or takes long. */
static void
take_questions(TrammelWindow *window, const char *folder, const char *style)
{
  static const struct {
    AskFunc ask;
    const char *text, *what;
  } questions[] = {
      {trammel_ask_save_async, "furuta.trammel", "ask-save"},
      {trammel_ask_changed_async, "furuta.trammel", "ask-changed"},
      {trammel_ask_stop_async, "the identification", "ask-stop"},
      {trammel_ask_size_async,
       "A fit needs about 10.0 GB of memory: the logs have 4000000 steps of h = 0.004 s, "
       "and the limit is 500000; the samples of log 'release' are 2 s apart: if its time stamps "
       "are in ms, give its time that unit; or make h larger, trim the logs, or allow them by "
       "settings.max_steps (--max-steps)",
       "ask-size"}};

  for (guint i = 0; i < G_N_ELEMENTS(questions); i++) {
    questions[i].ask(GTK_WINDOW(window), questions[i].text, NULL, NULL);
    GtkWindow *dialog = find_dialog(window);
    if (!dialog)
      continue;
    take_picture(dialog, folder, questions[i].what, style);
    gtk_dialog_response(GTK_DIALOG(dialog), GTK_RESPONSE_DELETE_EVENT);
  }
}

gboolean
take_dialog_pictures(
    GtkApplication *program, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(program, style, width, height);
  GActionGroup *actions = G_ACTION_GROUP(window);

  g_action_group_activate_action(actions, "open-example", g_variant_new_string("furuta"));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  take_dialog(window, actions, "palette", folder, "commands", style);
  take_dialog(window, actions, "help", folder, "help", style);
  take_dialog(window, actions, "show-help-overlay", folder, "shortcuts", style);
  take_dialog(window, G_ACTION_GROUP(program), "about", folder, "about", style);
  take_questions(window, folder, style);
  take_recipe(window, folder, style);
  came = came && take_simulation(window, folder, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

static gboolean
is_inspected(gpointer page)
{
  return trammel_inspect_page_is_up_to_date(page);
}

gboolean
take_inspect_pictures(
    GtkApplication *program, const char *folder, const char *style, int width, int height)
{
  static const char *const tabs[] = {"residuals", "uncertainty", "states", "table", "combinations"};
  TrammelWindow *window = open_styled_window(program, style, width, height);
  GActionGroup *actions = G_ACTION_GROUP(window);

  g_action_group_activate_action(actions, "open-example", g_variant_new_string("furuta"));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  g_action_group_activate_action(actions, "identify", NULL);
  came = came && test_wait(has_fit, window, TEST_DEADLINE);
  g_action_group_change_action_state(actions, "page", g_variant_new_string("inspect"));
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL);
  for (guint i = 0; came && i < G_N_ELEMENTS(tabs); i++) {
    g_autofree char *what = g_strconcat("inspect-", tabs[i], NULL);
    trammel_inspect_page_show_tab(TRAMMEL_INSPECT_PAGE(page), tabs[i]);
    came = test_wait(is_inspected, page, TEST_DEADLINE);
    take_picture(GTK_WINDOW(window), folder, what, style);
  }
  take_dialog(window, actions, "compare-friction", folder, "friction", style);
  take_dialog(window, actions, "compare-methods", folder, "methods", style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}
