/* Test that nothing on the page Identify moves while a slider is held, with real events: the places
 * of all widgets are compared at each frame of a drag, and after the fit that follows it.  Skipped
 * without xdotool. */
#include <libintl.h>
#include <locale.h>

#include "ui/pages/parts/setting-row.h"
#include "ui/places.h"
#include "ui/real-input.h"

/* Steps of a drag, and the time for which the slider is held still at its end [ms]. */
enum { STEPS = 12, HOLDING = 1500 };

/* Width of the knob [px]. */
enum { KNOB = 22 };

/* Rows of the settings panel. */
enum { ROW_KAPPA = 0, ROW_H = 3 };

typedef struct {
  TrammelWindow *window;
  GArray *places;
  guint n_frames, n_moved;
} Watch;

static void
on_after_paint_cb(GdkFrameClock *clock, Watch *watch)
{
  g_autofree char *when = g_strdup_printf("frame %u", watch->n_frames++);

  if (watch->n_moved == 0)
    watch->n_moved += places_count_moved(watch->window, watch->places, when);
}

static gboolean
is_checked(gpointer window)
{
  return is_idle(window) && !trammel_live_get_running(trammel_window_get_live(window)) &&
         trammel_checker_is_current(trammel_window_get_checker(window));
}

/* Drags the knob of a slider by `share` of its length. */
static void
drag(TrammelWindow *window, int row, double share)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(window));
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  Watch watch = {.window = window, .places = places_list(window)};
  int begin, end;

  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_SETTING_ROW, rows);
  GtkWidget *scale = find_widget(rows->pdata[row], GTK_TYPE_SCALE, NULL);
  double value = gtk_range_get_value(GTK_RANGE(scale)), length = gtk_widget_get_width(scale);
  gtk_range_get_slider_range(GTK_RANGE(scale), &begin, &end);
  double x = end - KNOB / 2.0, y = gtk_widget_get_height(scale) / 2.0;
  g_signal_connect(clock, "after-paint", G_CALLBACK(on_after_paint_cb), &watch);
  real_input_point_at(scale, x, y);
  real_input_send(GTK_WIDGET(window), "mousedown 1");
  for (int i = 1; i <= STEPS; i++) {
    real_input_point_at(scale, x + share * length * i / STEPS, y);
    real_input_run_for(60);
  }
  real_input_run_for(HOLDING);
  g_test_message("row %d: from %g by %g to %g", row, value, share,
                 gtk_range_get_value(GTK_RANGE(scale)));
  g_assert_cmpfloat((gtk_range_get_value(GTK_RANGE(scale)) - value) * share, >, 0);
  real_input_send(GTK_WIDGET(window), "mouseup 1");
  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  real_input_settle(GTK_WIDGET(window));
  g_signal_handlers_disconnect_by_data(clock, &watch);
  g_assert_cmpuint(watch.n_frames, >, STEPS);
  g_assert_cmpuint(watch.n_moved, ==, 0);
  g_array_unref(watch.places);
}

static void
test_size(int width, int height)
{
  TrammelWindow *window = trammel_window_new(GTK_APPLICATION(application));

  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_present(GTK_WINDOW(window));
  activate(window, "open-example", "furuta");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  real_input_focus(GTK_WIDGET(window));
  drag(window, ROW_KAPPA, -0.2);
  drag(window, ROW_KAPPA, 0.3);
  drag(window, ROW_H, 0.15); /* a long step brings findings */
  drag(window, ROW_H, -0.15);
  close_window(window);
}

static void
test_wide(void)
{
  test_size(1440, 900);
}

/* In German, whose captions are longer; the last test, as the language stays. */
static void
test_small(void)
{
  g_setenv("LANGUAGE", "de", TRUE);
  setlocale(LC_ALL, "C.UTF-8");
  setlocale(LC_NUMERIC, "C");
  bindtextdomain("trammel", g_getenv("TRAMMEL_TEXTS"));
  bind_textdomain_codeset("trammel", "UTF-8");
  textdomain("trammel");
  g_assert_cmpstr(dgettext("trammel", "Open"), ==, "Öffnen");
  test_size(1024, 700);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/held-slider/wide", test_wide);
  g_test_add_func("/held-slider/small", test_small);
  return run_window_tests();
}
