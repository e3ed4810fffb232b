/* Bar that begins and stops a background task (ui/session/thread/background-task.h): a button,
 * settings that rest while it runs, progress, further actions, and a line of words.
 *
 * Properties: "label" and "tooltip" (strings) of the button; "settings" and "actions" (GtkWidget).
 * Signals: "begin": the button was pressed while nothing runs; "ended": there is an outcome, or
 * none will come; "failed" (const char *message), but not when the user has stopped the task. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_TASK_BAR (trammel_task_bar_get_type())
G_DECLARE_FINAL_TYPE(TrammelTaskBar, trammel_task_bar, TRAMMEL, TASK_BAR, GtkWidget)

/* Sets the task, once; the bar takes a reference, and drops the task's order when it goes. */
void trammel_task_bar_set_task(TrammelTaskBar *bar, TrammelBackgroundTask *task);

/* Sets whether the task could begin. */
void trammel_task_bar_set_ready(TrammelTaskBar *bar, gboolean ready);

/* Sets the words, which the progress of the task replaces. */
void trammel_task_bar_set_words(TrammelTaskBar *bar, const char *words);

gboolean trammel_task_bar_get_running(TrammelTaskBar *bar);

/* Returns how many parts of the task were reported as done since it began. */
guint trammel_task_bar_get_n_done(TrammelTaskBar *bar);

G_END_DECLS
