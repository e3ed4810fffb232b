#include "ui/real-input.h"

#include <gdk/x11/gdkx.h>
#include <math.h>

enum { MOST_AIMS = 20 };
enum { DRAG_PAUSE = 250 }; /* [ms] */

gboolean
real_input_is_there(void)
{
  g_autofree char *xdotool = g_find_program_in_path("xdotool");
  gboolean is_there = xdotool && GDK_IS_X11_DISPLAY(gdk_display_get_default());

  if (!is_there)
    g_print("1..0 # SKIP needs xdotool and an X server\n");
  return is_there;
}

void
real_input_run_for(guint milliseconds)
{
  gint64 end = g_get_monotonic_time() + 1000 * (gint64)milliseconds;

  while (g_get_monotonic_time() < end)
    if (!g_main_context_iteration(NULL, FALSE))
      g_usleep(1000);
}

/* Waits for a frame of the window, unless it closes meanwhile: then gtk_test_widget_wait_for_draw()
 * would never return. */
static void
wait_for_frame(GtkWidget *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  gint64 before = clock ? gdk_frame_clock_get_frame_counter(clock) : 0;
  gint64 end = g_get_monotonic_time() + (gint64)(TEST_DEADLINE * 1e6);

  gtk_widget_queue_draw(window);
  while (gtk_widget_get_mapped(window) && g_get_monotonic_time() < end &&
         gdk_frame_clock_get_frame_counter(clock) == before)
    if (!g_main_context_iteration(NULL, FALSE))
      g_usleep(500);
}

/* Handles the events received so far, and two frames, since pointer motion waits for a frame. */
void
real_input_settle(GtkWidget *window)
{
  g_autoptr(GtkWidget) held = g_object_ref(window); /* a key may close it */

  /* earlier requests to the server are answered before this one */
  gdk_display_sync(gtk_widget_get_display(window));
  real_input_run_for(30);
  for (int i = 0; i < 2; i++)
    wait_for_frame(held);
  real_input_run_for(10);
}

static gulong
get_xid(GtkWidget *window)
{
  return gdk_x11_surface_get_xid(gtk_native_get_surface(GTK_NATIVE(window)));
}

void
real_input_send(GtkWidget *window, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  g_autofree char *words = g_strdup_vprintf(format, list);
  va_end(list);
  g_autofree char *command = g_strdup_printf("xdotool %s", words);
  g_autoptr(GError) error = NULL;
  int status = 0;

  g_spawn_command_line_sync(command, NULL, NULL, &status, &error);
  g_assert_no_error(error);
  g_assert_cmpint(status, ==, 0);
  real_input_settle(window);
}

void
real_input_focus(GtkWidget *window)
{
  real_input_send(window, "windowfocus --sync %lu", get_xid(window));
}

/* Returns the xdotool command of a pointer motion. */
static char *
dup_move(GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native(widget);
  graphene_point_t place;
  double dx, dy;

  g_assert_true(gtk_widget_compute_point(widget, GTK_WIDGET(native),
                                         &GRAPHENE_POINT_INIT((float)x, (float)y), &place));
  gtk_native_get_surface_transform(native, &dx, &dy);
  return g_strdup_printf("mousemove --window %lu %d %d", get_xid(GTK_WIDGET(native)),
                         (int)lround(place.x + dx), (int)lround(place.y + dy));
}

/* Moves the pointer again if the widget has moved meanwhile: a new widget may not have its final
 * place yet. */
void
real_input_point_at(GtkWidget *widget, double x, double y)
{
  g_autofree char *aimed = NULL;

  for (int i = 0; i < MOST_AIMS; i++) {
    char *move = dup_move(widget, x, y);
    gboolean stands = g_strcmp0(move, aimed) == 0;
    g_free(aimed);
    aimed = move;
    if (stands)
      return;
    real_input_send(GTK_WIDGET(gtk_widget_get_root(widget)), "%s", move);
  }
}

void
real_input_click(GtkWidget *widget, int button, double x, double y)
{
  GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(widget));

  real_input_point_at(widget, x, y);
  real_input_send(window, "click %d", button);
}

void
real_input_press(GtkWidget *widget)
{
  g_assert_nonnull(widget);
  g_assert_true(gtk_widget_is_sensitive(widget));
  real_input_click(widget, 1, gtk_widget_get_width(widget) / 2.0,
                   gtk_widget_get_height(widget) / 2.0);
}

void
real_input_drag(GtkWidget *from, GtkWidget *to, double x, double y)
{
  GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(from));
  double start_x = 0.5 * gtk_widget_get_width(from), start_y = 0.5 * gtk_widget_get_height(from);

  real_input_point_at(from, start_x, start_y);
  real_input_send(window, "mousedown 1");
  /* first a short distance: the drag starts where the button was pressed */
  real_input_point_at(from, start_x + 20, start_y);
  real_input_point_at(to, x - 4, y);
  real_input_point_at(to, x, y);
  /* source and target of the drag exchange messages */
  real_input_run_for(DRAG_PAUSE);
  real_input_send(window, "mouseup 1");
}
