/* Common functions of window tests: opening and closing a window, waiting for its jobs, finding
 * widgets. */
#pragma once

#include <gtk/gtk.h>

#include "ui/ui-support.h"
#include "ui/window/application.h"
#include "ui/window/window.h"

extern TrammelApplication *application; /* created by init_window_tests(), else by main() */

/* First and last call of main(): start GTK and GLib's tests with the application; run them and
 * return the exit status. */
void init_window_tests(int *argc, char ***argv);
int run_window_tests(void);

TrammelWindow *open_window(void);

/* Opens a window with an example, prepared, without a message, and drawn. */
TrammelWindow *open_example(const char *name);

/* Closes the window, which must be finalised: a leaked one stays reachable and no tool sees it. */
void close_window(TrammelWindow *window);

void activate(TrammelWindow *window, const char *action, const char *parameter);

/* TestConditions of a window: no job runs; logs are read; there is a full run; its
 * physical values, which come last, have arrived. */
gboolean is_idle(gpointer window);
gboolean has_prepared(gpointer window);
gboolean has_result(gpointer window);
gboolean has_whole_result(gpointer window);

/* Returns TRUE if an entry has the keyboard focus. */
gboolean is_typing(TrammelWindow *window);

/* Returns the first mapped widget of `type` below `widget` with this text as a label or button;
 * NULL if there is none. */
GtkWidget *find_widget(GtkWidget *widget, GType type, const char *label);

/* Returns an open window or dialog of `type`; NULL if there is none. */
GtkWidget *find_toplevel(GType type);

/* Activates an action of a window and returns the dialog of `type` that it opens, drawn. */
GtkWidget *open_dialog_by(TrammelWindow *window, const char *action, GType type);

/* TestCondition: the button Cancel of a dialog is hidden, so its work has ended. */
gboolean has_no_cancel(gpointer dialog);

/* Appends all mapped widgets of `type` below `widget`, in order. */
void collect_widgets(GtkWidget *widget, GType type, GPtrArray *found);

/* Shows the page of that name in each mapped stack that has it, and waits until it is drawn. */
void show_view(TrammelWindow *window, const char *name);
