/* Actions of the window and the application with their keys and their labels in the command
 * palette. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  const char *label;     /* not translated yet; NULL: not in the palette */
  const char *action;    /* detailed name, "win.page-number(1)" */
  const char *accels[3]; /* the first one is shown; NULL-terminated */
  const char *need;      /* condition for the action to be enabled, not translated yet; nullable */
} TrammelCommand;

const TrammelCommand *trammel_commands_get(guint *n);

G_END_DECLS
