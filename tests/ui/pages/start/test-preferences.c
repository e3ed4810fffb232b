/* Tests of the preferences: a change takes effect at once. */
#include "io/packed/temp_folder.h"
#include "io/problem/problem.h"
#include "io/project/examples.h"
#include "ui/desktop/settings.h"
#include "ui/pages/start/preferences-dialog.h"
#include "ui/session/import/import-memory.h"
#include "ui/session/text/format.h"
#include "ui/session/text/notation.h"
#include "ui/window-support.h"

static gboolean
is_mapped(gpointer widget)
{
  return gtk_widget_get_mapped(widget);
}

static GtkWidget *
open_dialog(void)
{
  g_action_group_activate_action(G_ACTION_GROUP(application), "preferences", NULL);
  GListModel *tops = gtk_window_get_toplevels();

  for (guint i = 0; i < g_list_model_get_n_items(tops); i++) {
    g_autoptr(GtkWidget) top = g_list_model_get_item(tops, i);
    if (TRAMMEL_IS_PREFERENCES_DIALOG(top)) {
      g_assert_true(test_wait(is_mapped, top, TEST_DEADLINE));
      return top;
    }
  }
  g_assert_not_reached();
}

/* Returns a spin button by its order on the page. */
static GtkSpinButton *
find_spin(GtkWidget *dialog, guint place)
{
  g_autoptr(GPtrArray) spins = g_ptr_array_new();

  collect_widgets(dialog, GTK_TYPE_SPIN_BUTTON, spins);
  g_assert_cmpuint(spins->len, ==, 2);
  return spins->pdata[place];
}

static int
get_threads(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = trammel_examples_write(trammel_examples_find("pendulum"), folder, NULL);
  g_autoptr(TrammelProject) project = trammel_project_load(path, NULL);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, NULL);
  int threads = trammel_problem_get_task(problem)->settings.threads;

  trammel_temp_folder_remove(folder);
  return threads;
}

static void
test_threads(void)
{
  TrammelWindow *window = open_window();
  GtkWidget *dialog = open_dialog();
  GtkSpinButton *threads = find_spin(dialog, 1);
  int automatic = get_threads();

  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(threads)), ==, "automatic");
  gtk_spin_button_set_value(threads, 3);
  g_assert_cmpint(trammel_settings_get_int("threads", -1), ==, 3);
  g_assert_cmpint(get_threads(), ==, 3);
  gtk_editable_set_text(GTK_EDITABLE(threads), "automatic");
  gtk_spin_button_update(threads);
  g_assert_cmpint(get_threads(), ==, automatic);
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

static void
test_style(void)
{
  TrammelWindow *window = open_window();
  GtkWidget *dialog = open_dialog();
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  gboolean dark;

  collect_widgets(dialog, GTK_TYPE_CHECK_BUTTON, choices);
  g_assert_cmpuint(choices->len, ==, 3);
  gtk_widget_activate(choices->pdata[2]);
  g_object_get(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", &dark, NULL);
  g_assert_true(dark);
  g_autofree char *kept = trammel_settings_dup_string("color-scheme", "");
  g_assert_cmpstr(kept, ==, "dark");
  gtk_widget_activate(choices->pdata[0]);
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

/* Units and the form of sigma change the texts that are made from then on. */
static void
test_notation(void)
{
  TrammelWindow *window = open_window();
  GtkWidget *dialog = open_dialog();
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  double factor;

  collect_widgets(dialog, GTK_TYPE_DROP_DOWN, choices);
  g_assert_cmpuint(choices->len, ==, 4);
  g_assert_cmpstr(trammel_display_unit("rad", &factor), ==, "deg");
  for (guint i = 0; i < 3; i++)
    gtk_drop_down_set_selected(choices->pdata[i], 1);
  gtk_drop_down_set_selected(choices->pdata[3], 0);
  g_assert_cmpstr(trammel_display_unit("rad", &factor), ==, "rad");
  g_assert_cmpstr(trammel_display_unit("m", &factor), ==, "mm");
  g_assert_cmpfloat(factor, ==, 1000);
  g_assert_cmpint(trammel_notation_get().sigma_form, ==, TRAMMEL_SIGMA_BRACKETS);
  g_autofree char *sigma = trammel_format_sigma(0.0123);
  g_assert_cmpstr(sigma, ==, "0.01");
  for (guint i = 0; i < 3; i++)
    gtk_drop_down_set_selected(choices->pdata[i], 0);
  gtk_drop_down_set_selected(choices->pdata[3], 1);
  g_assert_cmpstr(trammel_display_unit("m", &factor), ==, "m");
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

static void
test_layouts(void)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_import_memory_store("a", "{ \"time\": { \"column\": \"t\" } }", &error));
  g_assert_no_error(error);
  TrammelWindow *window = open_window();
  GtkWidget *dialog = open_dialog();
  GtkWidget *forget = find_widget(dialog, GTK_TYPE_BUTTON, "_Forget import settings");
  g_assert_true(gtk_widget_is_sensitive(forget));
  g_signal_emit_by_name(forget, "clicked");
  g_assert_cmpuint(trammel_import_memory_count(), ==, 0);
  g_assert_false(gtk_widget_is_sensitive(forget));
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/preferences/threads", test_threads);
  g_test_add_func("/preferences/style", test_style);
  g_test_add_func("/preferences/notation", test_notation);
  g_test_add_func("/preferences/layouts", test_layouts);
  return run_window_tests();
}
