/* Button with a popover that splits a log in two: one part to estimate from, one to validate with
 * (ui/session/import/log-split.h).
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SPLIT_BUTTON (trammel_split_button_get_type())
G_DECLARE_FINAL_TYPE(TrammelSplitButton, trammel_split_button, TRAMMEL, SPLIT_BUTTON, GtkWidget)

void trammel_split_button_set_document(TrammelSplitButton *button, TrammelDocument *document);

/* Sets the log to split, and the times of its first and last sample [s since its first stamp]; NAN:
 * not known (yet), splitting is disabled. */
void trammel_split_button_set_log(TrammelSplitButton *button, guint log, double first, double last);

/* Opens the popover, as a click does; if the samples are not known yet, as soon as they are. */
void trammel_split_button_ask(TrammelSplitButton *button);

G_END_DECLS
