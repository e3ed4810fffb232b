/* Property pane of the selected model element, with headings. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_PROPERTIES (trammel_model_properties_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelModelProperties, trammel_model_properties, TRAMMEL, MODEL_PROPERTIES, GtkWidget)

/* Sets the document; call it once. */
void trammel_model_properties_set_document(TrammelModelProperties *pane, TrammelDocument *document);

/* Shows an existing element as the document has it; keeps the rows if they fit. */
void trammel_model_properties_show(TrammelModelProperties *pane, TrammelElement element);

/* Focuses the element's name for editing. */
void trammel_model_properties_edit_name(TrammelModelProperties *pane);

G_END_DECLS
