/* Real keys, clicks and pointer motion, sent by xdotool to the X server. */
#pragma once

#include <gtk/gtk.h>

#include "ui/ui-support.h"

/* Returns FALSE without xdotool or X server, after printing a test plan that skips all tests.  Call
 * it in main(), after gtk_test_init(). */
gboolean real_input_is_there(void);

/* Runs the main loop for this time. */
void real_input_run_for(guint milliseconds);

/* Runs all pending work of the window, however slow the machine is. */
void real_input_settle(GtkWidget *window);

/* Sends "key a", "click 1", ...: waits until the server has handled it and `window` has reacted. */
void real_input_send(GtkWidget *window, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Number of tries of an input that may be lost while windows and widgets move, and the time between
 * them [s]. */
enum { REAL_INPUT_TRIES = 5 };
#define REAL_INPUT_WAIT 10.0

/* Sends a command until an expression holds, again only when its effect did not come; for commands
 * that may be repeated. */
#define real_input_send_until(window, expression, ...)                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    for (int tries = 0; tries < REAL_INPUT_TRIES && !(expression); tries++) {                      \
      real_input_send(window, __VA_ARGS__);                                                        \
      test_until(expression, REAL_INPUT_WAIT);                                                     \
    }                                                                                              \
  }                                                                                                \
  G_STMT_END

/* Gives `window` the keyboard focus. */
void real_input_focus(GtkWidget *window);

/* Moves the pointer to a position [px] of a widget. */
void real_input_point_at(GtkWidget *widget, double x, double y);

/* Clicks a button at a position [px] of a widget. */
void real_input_click(GtkWidget *widget, int button, double x, double y);

/* Clicks the middle of a widget, which must be sensitive. */
void real_input_press(GtkWidget *widget);

/* Drags with the left button from the middle of one widget to a position [px] of another. */
void real_input_drag(GtkWidget *from, GtkWidget *to, double x, double y);
