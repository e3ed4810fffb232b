/* Editor of a quantity's bounds, prior, transform and tie; an entry is applied when the focus
 * leaves it. */
#pragma once

#include <gtk/gtk.h>

#include "ui/pages/parts/form.h"
#include "ui/session/params/param-edit.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FREEDOM_BOX (trammel_freedom_box_get_type())
G_DECLARE_FINAL_TYPE(TrammelFreedomBox, trammel_freedom_box, TRAMMEL, FREEDOM_BOX, TrammelForm)

GtkWidget *trammel_freedom_box_new(TrammelDocument *document);

/* Shows a quantity by its id; `name` is its name for screen readers. */
void trammel_freedom_box_show(TrammelFreedomBox *box, const char *id, const char *name);

G_END_DECLS
