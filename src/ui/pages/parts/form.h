/* A widget that edits something of a document: content, and below it a line for what is wrong with
 * the last entry. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FORM (trammel_form_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelForm, trammel_form, TRAMMEL, FORM, GtkWidget)

struct _TrammelFormClass {
  GtkWidgetClass parent_class;
};

/* Once, before anything else; takes `content`. */
void trammel_form_set_up(TrammelForm *form, TrammelDocument *document, GtkWidget *content);

/* NULL when the form has been taken down, which an edit may bring about. */
TrammelDocument *trammel_form_get_document(TrammelForm *form);

/* NULL: nothing is wrong. */
void trammel_form_set_trouble(TrammelForm *form, const char *text);

/* Whether the document is shown rather than edited, so that what widgets tell is no entry. */
void trammel_form_set_updating(TrammelForm *form, gboolean updating);
gboolean trammel_form_get_updating(TrammelForm *form);

G_END_DECLS
