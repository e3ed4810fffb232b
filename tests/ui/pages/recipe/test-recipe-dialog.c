/* Tests of the window Recipe with real clicks and keys: steps are added, changed, moved, removed
 * and run; a step that stops offers the next one.  Skipped without xdotool. */
#include "io/project/recipe.h"
#include "ui/pages/recipe/recipe-dialog.h"
#include "ui/real-input.h"
#include "ui/window-support.h"

#define INERTIA "body.pendulum.inertia.zz"

static GPtrArray *
dup_steps(TrammelWindow *window)
{
  return trammel_recipe_dup_steps(
      trammel_document_get_project(trammel_window_get_document(window)));
}

static TrammelRecipeDialog *
open_dialog(TrammelWindow **window)
{
  *window = open_example("pendulum");
  g_action_group_change_action_state(G_ACTION_GROUP(*window), "live", g_variant_new_boolean(FALSE));
  activate(*window, "recipe-edit", NULL);
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_RECIPE_DIALOG);
  gtk_test_widget_wait_for_draw(dialog);
  real_input_focus(dialog);
  real_input_settle(dialog);
  return TRAMMEL_RECIPE_DIALOG(dialog);
}

static void
click(TrammelRecipeDialog *dialog, GtkWidget *widget)
{
  g_assert_nonnull(widget);
  g_assert_true(gtk_widget_is_sensitive(widget));
  real_input_click(widget, 1, 12, gtk_widget_get_height(widget) / 2.0);
  real_input_settle(GTK_WIDGET(dialog));
}

/* Returns the button with this icon. */
static GtkWidget *
find_icon(TrammelRecipeDialog *dialog, const char *icon)
{
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(dialog), GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (g_strcmp0(gtk_button_get_icon_name(buttons->pdata[i]), icon) == 0)
      return buttons->pdata[i];
  return NULL;
}

/* Returns the check button of a quantity. */
static GtkWidget *
find_check(TrammelRecipeDialog *dialog, const char *id)
{
  g_autoptr(GPtrArray) checks = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(dialog), GTK_TYPE_CHECK_BUTTON, checks);
  for (guint i = 0; i < checks->len; i++)
    if (g_strcmp0(gtk_widget_get_tooltip_text(checks->pdata[i]), id) == 0)
      return checks->pdata[i];
  return NULL;
}

/* Types into the n-th entry: the name, the time step, the weight. */
static void
type(TrammelRecipeDialog *dialog, guint n, const char *text)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(dialog), GTK_TYPE_ENTRY, entries);
  GtkWidget *entry = entries->pdata[n];
  real_input_click(entry, 1, 20, gtk_widget_get_height(entry) / 2.0);
  real_input_send(GTK_WIDGET(dialog), "key ctrl+a");
  real_input_send(GTK_WIDGET(dialog), "type '%s'", text);
  real_input_send(GTK_WIDGET(dialog), "key Return");
  real_input_settle(GTK_WIDGET(dialog));
}

static guint
count_runs(TrammelWindow *window)
{
  TrammelRunList *list = trammel_document_get_run_list(trammel_window_get_document(window));

  return g_list_model_get_n_items(trammel_run_list_get_model(list));
}

static gboolean
has_two_runs(gpointer window)
{
  return count_runs(window) == 2 && is_idle(window);
}

static void
test_edited(void)
{
  TrammelWindow *window;
  TrammelRecipeDialog *dialog = open_dialog(&window);

  click(dialog, find_icon(dialog, "list-add-symbolic"));
  click(dialog, find_icon(dialog, "list-add-symbolic"));
  click(dialog, find_check(dialog, INERTIA));
  type(dialog, 0, "friction");
  type(dialog, 1, "0.008");
  g_autoptr(GPtrArray) steps = dup_steps(window);
  g_assert_cmpuint(steps->len, ==, 2);
  const TrammelRecipeStep *second = steps->pdata[1];
  g_assert_false(trammel_recipe_step_frees(second, INERTIA));
  g_assert_true(trammel_recipe_step_frees(steps->pdata[0], INERTIA));
  g_assert_cmpstr(second->name, ==, "friction");
  g_assert_cmpstr(g_hash_table_lookup(second->settings, "h"), ==, "0.008");
  /* a step that cannot be read is refused */
  type(dialog, 2, "heavy");
  g_autoptr(GPtrArray) same = dup_steps(window);
  g_assert_null(g_hash_table_lookup(((TrammelRecipeStep *)same->pdata[1])->settings, "kappa"));
  type(dialog, 2, "");
  click(dialog, find_icon(dialog, "go-up-symbolic"));
  g_autoptr(GPtrArray) moved = dup_steps(window);
  g_assert_cmpstr(((TrammelRecipeStep *)moved->pdata[0])->name, ==, "friction");
  click(dialog, find_icon(dialog, "list-remove-symbolic"));
  g_autoptr(GPtrArray) rest = dup_steps(window);
  g_assert_cmpuint(rest->len, ==, 1);
  g_assert_null(((TrammelRecipeStep *)rest->pdata[0])->name);
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

/* The first step ends at the limit of iterations; the next one goes on, and the recipe ends. */
static void
test_goes_on(void)
{
  TrammelWindow *window;
  TrammelRecipeDialog *dialog = open_dialog(&window);
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(trammel_document_set_setting(document, "kappa", "10", NULL));
  g_assert_true(trammel_document_set_setting(document, "max_iterations", "2", NULL));
  click(dialog, find_icon(dialog, "list-add-symbolic"));
  click(dialog, find_icon(dialog, "list-add-symbolic"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  GtkWidget *next = find_widget(GTK_WIDGET(dialog), GTK_TYPE_BUTTON, "Next Step");
  g_assert_false(gtk_widget_is_sensitive(next));
  click(dialog, find_widget(GTK_WIDGET(dialog), GTK_TYPE_BUTTON, "Run the Recipe"));
  soon_true(gtk_widget_is_sensitive(next));
  soon_nonnull(
      find_widget(GTK_WIDGET(dialog), GTK_TYPE_LABEL, "Step 1 ended without reaching a minimum."));
  g_assert_cmpuint(count_runs(window), ==, 1);
  click(dialog, next);
  g_assert_true(test_wait(has_two_runs, window, TEST_DEADLINE));
  soon_false(gtk_widget_is_sensitive(next));
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/recipe-dialog/edited", test_edited);
  g_test_add_func("/ui/recipe-dialog/goes-on", test_goes_on);
  return run_window_tests();
}
