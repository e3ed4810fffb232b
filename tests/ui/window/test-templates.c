/* Test of the templates that are compiled into the program. */
#include <string.h>

#include "ui/window-support.h"

#define TEMPLATES "/io/github/trammel/Trammel/ui/"

/* Creates the widget of a template and disposes of it; returns FALSE for a file without one. */
static gboolean
check_template(const char *path)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, 0, NULL);
  const char *at = g_strstr_len(g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes),
                                "<template class=\"");

  if (!at)
    return FALSE;
  g_auto(GStrv) parts = g_strsplit(at + strlen("<template class=\""), "\"", 2);
  GType type = g_type_from_name(parts[0]);
  g_test_message("%s: %s", path, parts[0]);
  /* windows are tested elsewhere */
  if (type == 0 || g_type_is_a(type, GTK_TYPE_WINDOW))
    return TRUE;
  GtkWidget *widget = g_object_new(type, NULL);
  g_object_ref_sink(widget);
  g_object_add_weak_pointer(G_OBJECT(widget), (gpointer *)&widget);
  g_object_unref(widget);
  g_assert_null(widget);
  return TRUE;
}

/* Every compiled-in template creates its widget. */
static void
test_templates(void)
{
  g_auto(GStrv) folders = g_resources_enumerate_children(TEMPLATES, 0, NULL);
  TrammelWindow *window = open_window(); /* registers the types */
  guint templates = 0;

  for (int i = 0; folders[i]; i++) {
    g_autofree char *folder = g_strconcat(TEMPLATES, folders[i], NULL);
    g_auto(GStrv) names = g_resources_enumerate_children(folder, 0, NULL);
    for (int k = 0; names[k]; k++) {
      g_autofree char *path = g_strconcat(folder, names[k], NULL);
      templates += check_template(path);
    }
  }
  g_assert_cmpuint(templates, >=, 40);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/templates", test_templates);
  return run_window_tests();
}
