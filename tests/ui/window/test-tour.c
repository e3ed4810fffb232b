/* Tests of the tour: its four notes follow one another, Skip ends it, it starts by itself only
 * once, and the shortcuts of the window work while a note is shown. */
#include <string.h>

#include "ui/desktop/settings.h"
#include "ui/real-input.h"
#include "ui/window-support.h"
#include "ui/window/tour.h"

/* Returns the note that is shown; NULL without one. */
static GtkWidget *
find_note(TrammelWindow *window)
{
  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(window)); child;
       child = gtk_widget_get_next_sibling(child))
    if (gtk_widget_has_css_class(child, "tour") && gtk_widget_get_mapped(child))
      return child;
  return NULL;
}

static gboolean
has_note(gpointer window)
{
  return find_note(window) != NULL;
}

static gboolean
has_no_note(gpointer window)
{
  return find_note(window) == NULL;
}

static void
click(TrammelWindow *window, const char *label)
{
  g_assert_true(test_wait(has_note, window, TEST_DEADLINE));
  GtkWidget *button = find_widget(find_note(window), GTK_TYPE_BUTTON, label);

  g_assert_nonnull(button);
  g_signal_emit_by_name(button, "clicked");
}

static void
test_steps(void)
{
  static const char *const titles[] = {"The log", "The parameters", "Identify", "The result"};
  TrammelWindow *window = open_example("pendulum");

  activate(window, "tour", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(titles); i++) {
    g_assert_true(test_wait(has_note, window, TEST_DEADLINE));
    g_assert_nonnull(find_widget(find_note(window), GTK_TYPE_LABEL, titles[i]));
    click(window, i + 1 < G_N_ELEMENTS(titles) ? "Next" : "Done");
  }
  g_assert_true(test_wait(has_no_note, window, TEST_DEADLINE));
  activate(window, "tour", NULL);
  click(window, "Skip");
  g_assert_true(test_wait(has_no_note, window, TEST_DEADLINE));
  /* it ends with the page whose parts it points at */
  activate(window, "tour", NULL);
  g_assert_true(test_wait(has_note, window, TEST_DEADLINE));
  activate(window, "page", "model");
  g_assert_true(test_wait(has_no_note, window, TEST_DEADLINE));
  activate(window, "page", "identify");
  /* a window that closes with a note takes it along */
  activate(window, "tour", NULL);
  g_assert_true(test_wait(has_note, window, TEST_DEADLINE));
  close_window(window);
}

static void
test_once(void)
{
  TrammelWindow *window = open_window();

  g_settings_set_boolean(trammel_settings_get(), "tour-seen", FALSE);
  activate(window, "open-example", "pendulum");
  g_assert_true(test_wait(has_note, window, TEST_DEADLINE));
  g_assert_true(g_settings_get_boolean(trammel_settings_get(), "tour-seen"));
  close_window(window);
}

/* The note that asks for F5 does not swallow it, and Escape closes the note. */
static void
test_keys(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "tour", NULL);
  g_assert_true(test_wait(has_note, window, TEST_DEADLINE));
  real_input_focus(GTK_WIDGET(window));
  real_input_send(GTK_WIDGET(window), "key Escape");
  g_assert_true(test_wait(has_no_note, window, TEST_DEADLINE));
  activate(window, "tour", NULL);
  g_assert_true(test_wait(has_note, window, TEST_DEADLINE));
  real_input_focus(GTK_WIDGET(window));
  real_input_send(GTK_WIDGET(window), "key F5");
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/tour/steps", test_steps);
  g_test_add_func("/ui/tour/once", test_once);
  g_test_add_func("/ui/tour/keys", test_keys);
  return run_window_tests();
}
