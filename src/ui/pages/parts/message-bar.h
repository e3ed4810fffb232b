/* A message on top of a page: one sentence or two, closable, never a dialog. */
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

/* Shows `text` instead of what was shown before. */
void trammel_message_bar_show(TrammelMessageBar *bar, TrammelMessage kind, const char *text);
/* A button for what can be done about the message that is shown; it goes with the message.
 * `action` is a detailed name such as "win.locate-log(uint32 0)". */
void trammel_message_bar_add_action(TrammelMessageBar *bar, const char *label, const char *action);

void trammel_message_bar_hide(TrammelMessageBar *bar);

/* The text that is shown; NULL when the bar is hidden. */
const char *trammel_message_bar_get_text(TrammelMessageBar *bar);

G_END_DECLS
