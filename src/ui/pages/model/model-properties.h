/* The properties of the selected thing, under headings. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_PROPERTIES (trammel_model_properties_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelModelProperties, trammel_model_properties, TRAMMEL, MODEL_PROPERTIES, GtkWidget)

/* Once. */
void trammel_model_properties_set_document(TrammelModelProperties *pane, TrammelDocument *document);

/* Shows a thing, which is there, as the document now has it; the same rows are kept. */
void trammel_model_properties_show(TrammelModelProperties *pane, TrammelElement element);

/* The name of the thing, to be typed over. */
void trammel_model_properties_edit_name(TrammelModelProperties *pane);

G_END_DECLS
