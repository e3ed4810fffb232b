/* Message on top of a page: one or two sentences, closable; never a dialog. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MESSAGE_BAR (trammel_message_bar_get_type())
G_DECLARE_FINAL_TYPE(TrammelMessageBar, trammel_message_bar, TRAMMEL, MESSAGE_BAR, GtkWidget)

typedef enum {
  TRAMMEL_MESSAGE_INFO,
  TRAMMEL_MESSAGE_WARNING,
  TRAMMEL_MESSAGE_ERROR
} TrammelMessage;

/* Shows `text` in place of the previous message. */
void trammel_message_bar_show(TrammelMessageBar *bar, TrammelMessage kind, const char *text);
/* Adds a button to the present message; it disappears with it.  `action` is a detailed name such as
 * "win.locate-log(uint32 0)". */
void trammel_message_bar_add_action(TrammelMessageBar *bar, const char *label, const char *action);

void trammel_message_bar_hide(TrammelMessageBar *bar);

/* Returns the present text; NULL when the bar is hidden. */
const char *trammel_message_bar_get_text(TrammelMessageBar *bar);

G_END_DECLS
