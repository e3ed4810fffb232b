/* Real keys, clicks and moves of the pointer, sent by xdotool to the X server. */
#pragma once

#include <gtk/gtk.h>

/* For main(), after gtk_test_init(): FALSE, and a plan of tests that skips all, where there is no
 * xdotool or no X server. */
gboolean real_input_is_there(void);

/* Runs the main loop for so long. */
void real_input_run_for(guint milliseconds);

/* Runs everything that the window has to do, however slow the machine is. */
void real_input_settle(GtkWidget *window);

/* "key a", "click 1", ...: waits until the server has it, and `window` has reacted. */
void real_input_send(GtkWidget *window, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Gives `window` the keys. */
void real_input_focus(GtkWidget *window);

/* Moves the pointer to pixels of a widget. */
void real_input_point_at(GtkWidget *widget, double x, double y);

/* Presses the button at pixels of a widget, likewise. */
void real_input_click(GtkWidget *widget, int button, double x, double y);

/* Drags with the left button from the middle of one widget to pixels of another. */
void real_input_drag(GtkWidget *from, GtkWidget *to, double x, double y);
