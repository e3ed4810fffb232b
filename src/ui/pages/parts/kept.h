/* State of the window that the project keeps: dividers, tabs, choices, cameras, markers.
 *
 * A widget takes part if its .ui file gives it an id and the style class "kept", and it is a
 * GtkPaned, a GtkStack, a GtkDropDown or one that implements TrammelKept.  Its key consists of the
 * name of the page, the id of the part of the page it stands in, and its own: "identify.split",
 * "inspect.residuals.kind". */
#pragma once

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_KEPT (trammel_kept_get_type())
G_DECLARE_INTERFACE(TrammelKept, trammel_kept, TRAMMEL, KEPT, GtkWidget)

struct _TrammelKeptInterface {
  GTypeInterface parent_interface;
  /* Returns the state (transfer full); NULL for the state of a new window. */
  JsonNode *(*store)(TrammelKept *kept);
  /* Takes a state that a file holds, which may be of any form. */
  void (*restore)(TrammelKept *kept, JsonNode *state);
};

/* Adds the states of the widgets below `root` to an object; `prefix` is the begin of their keys. */
void trammel_kept_store(GtkWidget *root, const char *prefix, JsonObject *states);

/* Gives the widgets below `root` their states; unknown keys and states of another form are ignored.
 * A choice whose rows are not there yet follows as soon as they are. */
void trammel_kept_restore(GtkWidget *root, const char *prefix, JsonObject *states);

G_END_DECLS
