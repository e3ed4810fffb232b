/* Form: widget that edits a part of a document, with a line below its content for the error of the
 * last entry. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FORM (trammel_form_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelForm, trammel_form, TRAMMEL, FORM, GtkWidget)

struct _TrammelFormClass {
  GtkWidgetClass parent_class;
};

/* Sets up the form; call it once, before anything else.  Takes ownership of `content`. */
void trammel_form_set_up(TrammelForm *form, TrammelDocument *document, GtkWidget *content);

/* Returns the document, owned by the form; NULL after the form was disposed, which an edit may
 * cause. */
TrammelDocument *trammel_form_get_document(TrammelForm *form);

/* Shows an error; NULL clears it. */
void trammel_form_set_trouble(TrammelForm *form, const char *text);

/* Set and get the state "updating": the document is being shown, so signals of widgets are not
 * edits. */
void trammel_form_set_updating(TrammelForm *form, gboolean updating);
gboolean trammel_form_get_updating(TrammelForm *form);

G_END_DECLS
