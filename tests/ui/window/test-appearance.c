/* Tests of how windows appear: templates, the window About, smallest size, dark style. */
#include <string.h>

#include "ui/pages/parts/page-switcher.h"
#include "ui/window-support.h"

/* Returns FALSE if the resource is no template; else its class, to be freed. */
static gboolean
find_class(const char *path, char **class_name)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, 0, NULL);
  gsize size = 0;
  const char *data = g_bytes_get_data(bytes, &size);
  const char *at = g_strstr_len(data, (gssize)size, "<template class=\"");

  if (!at)
    return FALSE;
  g_auto(GStrv) parts = g_strsplit(at + strlen("<template class=\""), "\"", 2);
  *class_name = g_strdup(parts[0]);
  return TRUE;
}

/* Creates and destroys the widgets of all templates below a folder of the resources; returns the
 * number of templates with a class that exists. */
static guint
try_templates(const char *folder)
{
  g_auto(GStrv) names = g_resources_enumerate_children(folder, 0, NULL);
  guint n = 0;

  for (int i = 0; names[i]; i++) {
    g_autofree char *path = g_strconcat(folder, names[i], NULL), *class_name = NULL;
    if (g_str_has_suffix(path, "/")) {
      n += try_templates(path);
      continue;
    }
    if (!find_class(path, &class_name))
      continue;
    GType type = g_type_from_name(class_name);
    g_test_message("%s: %s%s", path, class_name, type ? "" : " is not in use");
    n += type != 0;
    /* windows are tested elsewhere */
    if (type == 0 || g_type_is_a(type, GTK_TYPE_WINDOW))
      continue;
    GtkWidget *widget = g_object_new(type, NULL);
    g_object_ref_sink(widget);
    g_object_add_weak_pointer(G_OBJECT(widget), (gpointer *)&widget);
    g_object_unref(widget);
    g_assert_null(widget);
  }
  return n;
}

/* Every compiled-in template creates its widget. */
static void
test_templates(void)
{
  TrammelWindow *window = open_example("furuta"); /* its types exist from now on */

  g_assert_cmpuint(try_templates("/io/github/trammel/Trammel/ui/"), >=, 25);
  close_window(window);
}

static GtkWindow *
find_about(void)
{
  GListModel *windows = gtk_window_get_toplevels();

  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWindow) window = g_list_model_get_item(windows, i);
    if (GTK_IS_ABOUT_DIALOG(window))
      return window;
  }
  return NULL;
}

/* The about window opens without its name selected, once per request. */
static void
test_about(void)
{
  TrammelWindow *window = open_example("furuta");
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  guint n_selectable = 0;

  g_action_group_activate_action(G_ACTION_GROUP(application), "about", NULL);
  GtkWindow *about = find_about();
  g_assert_nonnull(about);
  g_assert_null(gtk_window_get_focus(about));
  collect_widgets(GTK_WIDGET(about), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++) {
    n_selectable += gtk_label_get_selectable(labels->pdata[i]) != FALSE;
    g_assert_false(gtk_label_get_selection_bounds(labels->pdata[i], NULL, NULL));
  }
  g_assert_cmpuint(n_selectable, >, 0);
  gtk_window_close(about);
  g_assert_null(find_about());
  close_window(window);
}

/* Every page fits a window of 1024 x 700 with hidden side panes, which is the default there; the
 * start page does, too. */
static void
test_minimum(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *switcher = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PAGE_SWITCHER, NULL);
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  int width, height;

  collect_widgets(switcher, GTK_TYPE_TOGGLE_BUTTON, buttons);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "show-scene",
                                     g_variant_new_boolean(FALSE));
  g_action_group_change_action_state(G_ACTION_GROUP(window), "show-browser",
                                     g_variant_new_boolean(FALSE));
  for (guint i = 0; i < buttons->len; i++) {
    g_action_group_activate_action(G_ACTION_GROUP(window), "page-number",
                                   g_variant_new_int32((int)i + 1));
    gtk_widget_measure(GTK_WIDGET(window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                       NULL);
    gtk_widget_measure(GTK_WIDGET(window), GTK_ORIENTATION_VERTICAL, 1024, &height, NULL, NULL,
                       NULL);
    g_test_message("page %u: %d x %d", i + 1, width, height);
    g_assert_cmpint(width, <=, 1024);
    g_assert_cmpint(height, <=, 700);
  }
  GtkWidget *header = gtk_window_get_titlebar(GTK_WINDOW(window));
  gtk_widget_measure(header, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_test_message("header: %d", width);
  close_window(window);
}

/* The window of the shortcuts has all its labels in their places: GTK would warn. */
static void
test_shortcuts(void)
{
  TrammelWindow *window = open_window();

  activate(window, "show-help-overlay", NULL);
  GtkWidget *shortcuts = find_toplevel(GTK_TYPE_SHORTCUTS_WINDOW);
  g_assert_nonnull(shortcuts);
  gtk_test_widget_wait_for_draw(shortcuts);
  gtk_window_close(GTK_WINDOW(shortcuts));
  close_window(window);
}

static void
test_dark_style(void)
{
  gboolean dark = FALSE;

  g_action_group_change_action_state(G_ACTION_GROUP(application), "dark-style",
                                     g_variant_new_string("dark"));
  g_object_get(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", &dark, NULL);
  g_assert_true(dark);
  g_action_group_change_action_state(G_ACTION_GROUP(application), "dark-style",
                                     g_variant_new_string("light"));
  g_object_get(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", &dark, NULL);
  g_assert_false(dark);
}

/* A text that can be copied is not marked as a whole where the focus comes to it. */
static void
test_focus(void)
{
  TrammelWindow *window = open_window();
  GtkWidget *label = gtk_label_new("a text to be copied");

  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  gtk_window_set_child(GTK_WINDOW(window), label);
  g_assert_true(gtk_widget_grab_focus(label));
  g_assert_false(gtk_label_get_selection_bounds(GTK_LABEL(label), NULL, NULL));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/appearance/templates", test_templates);
  g_test_add_func("/ui/appearance/about", test_about);
  g_test_add_func("/ui/appearance/minimum", test_minimum);
  g_test_add_func("/ui/appearance/shortcuts", test_shortcuts);
  g_test_add_func("/ui/appearance/dark-style", test_dark_style);
  g_test_add_func("/ui/appearance/focus", test_focus);
  return run_window_tests();
}
