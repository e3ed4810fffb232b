/* Pictures of the tabs of the Inspect page, light and dark, at two window sizes, written into the
 * given folder: of the pendulum with its mass freed, of the Furuta pendulum, and of the project
 * files given as further arguments; to be looked at by people. */
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "ui/pages/inspect/experiment-panel.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pictures.h"
#include "ui/window-support.h"

static gboolean
is_up_to_date(gpointer page)
{
  return trammel_inspect_page_is_up_to_date(page);
}

static TrammelInspectPage *
find_page(TrammelWindow *window)
{
  activate(window, "page", "inspect");
  return TRAMMEL_INSPECT_PAGE(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL));
}

/* TestCondition: the button that was Stop meanwhile has its former label. */
static gboolean
has_stopped(gpointer button)
{
  return g_str_equal(gtk_button_get_label(button), _("Cost contour"));
}

/* Presses the button for the cost around the shown pair, and waits for the result. */
static void
take_contour(TrammelWindow *window, const char *folder, const char *name, const char *style)
{
  GtkWidget *button = find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, _("Cost contour"));

  if (!button || !gtk_widget_get_sensitive(button))
    return;
  g_signal_emit_by_name(button, "clicked");
  g_assert_true(test_wait(has_stopped, button, TEST_DEADLINE));
  take_picture(GTK_WINDOW(window), folder, name, style);
}

/* TestCondition */
static gboolean
has_plan(gpointer panel)
{
  return trammel_experiment_panel_get_experiment(panel) &&
         !trammel_experiment_panel_get_running(panel);
}

/* Plans the next experiment of the run, and shows it. */
static void
take_experiment(TrammelWindow *window, const char *folder, const char *what, const char *style)
{
  TrammelInspectPage *page = find_page(window);
  g_autofree char *name = g_strdup_printf("%s-experiment", what);

  trammel_inspect_page_show_tab(page, "experiment");
  GtkWidget *panel = find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_EXPERIMENT_PANEL, NULL);
  g_signal_emit_by_name(find_widget(panel, GTK_TYPE_BUTTON, _("Plan")), "clicked");
  g_assert_true(test_wait(has_plan, panel, 4 * TEST_DEADLINE));
  take_picture(GTK_WINDOW(window), folder, name, style);
}

static void
take_tabs(TrammelWindow *window, const char *folder, const char *what, const char *style)
{
  static const char *const tabs[] = {"residuals", "uncertainty", "states", "table", "combinations"};
  TrammelInspectPage *page = find_page(window);

  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  for (guint i = 0; i < G_N_ELEMENTS(tabs); i++) {
    g_autofree char *name = g_strdup_printf("%s-%s", what, tabs[i]);
    trammel_inspect_page_show_tab(page, tabs[i]);
    take_picture(GTK_WINDOW(window), folder, name, style);
    if (g_str_equal(tabs[i], "uncertainty")) {
      g_autofree char *contour = g_strdup_printf("%s-contour", what);
      take_contour(window, folder, contour, style);
    }
  }
  if (!g_str_equal(what, "pendulum")) /* which has no motor */
    take_experiment(window, folder, what, style);
}

static void
identify(TrammelWindow *window)
{
  g_assert_true(test_wait(is_prepared, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_fit, window, TEST_DEADLINE));
}

static void
take_example(const char *folder, const char *example, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(GTK_APPLICATION(application), style, width, height);

  activate(window, "open-example", example);
  identify(window);
  if (g_str_equal(example, "pendulum")) {
    /* a second run, with the scale of all forces undetermined */
    g_assert_true(trammel_document_set_free(trammel_window_get_document(window),
                                            "body.pendulum.mass", TRUE, NULL));
    g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
    identify(window);
  }
  take_tabs(window, folder, example, style);
  close_window(window);
}

static void
take_project(const char *folder, const char *path, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(GTK_APPLICATION(application), style, width, height);
  g_autoptr(GFile) file = g_file_new_for_commandline_arg(path);
  g_autofree char *base = g_path_get_basename(path);

  trammel_window_open_file(window, file);
  identify(window);
  take_tabs(window, folder, base, style);
  close_window(window);
}

int
main(int argc, char **argv)
{
  static const char *const styles[] = {"light", "dark"};
  static const int sizes[][2] = {{1440, 900}, {1024, 700}};

  init_pictures();
  if (argc < 2 || g_mkdir_with_parents(argv[1], 0755) != 0) {
    g_printerr("Usage: inspect-pictures FOLDER [PROJECT]...\n");
    return 2;
  }
  application = trammel_application_new(G_APPLICATION_NON_UNIQUE);
  if (!g_application_register(G_APPLICATION(application), NULL, NULL))
    return 1;
  for (guint s = 0; s < G_N_ELEMENTS(styles); s++)
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
      take_example(argv[1], "pendulum", styles[s], sizes[i][0], sizes[i][1]);
      take_example(argv[1], "furuta", styles[s], sizes[i][0], sizes[i][1]);
      for (int k = 2; k < argc; k++)
        take_project(argv[1], argv[k], styles[s], sizes[i][0], sizes[i][1]);
    }
  g_object_unref(application);
  return 0;
}
