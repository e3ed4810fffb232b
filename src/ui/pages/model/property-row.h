/* One row of the property pane: a label, what is edited, its unit and, for what can be estimated,
 * a padlock with what belongs to a free quantity below it.  What cannot be taken over is said under
 * the row, and stays in the entry. */
#pragma once

#include <gtk/gtk.h>

#include "ui/pages/parts/form.h"
#include "ui/session/model/model-fields.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROPERTY_ROW (trammel_property_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelPropertyRow, trammel_property_row, TRAMMEL, PROPERTY_ROW, TrammelForm)

/* A row for fields of that sort. */
GtkWidget *trammel_property_row_new(TrammelDocument *document, const TrammelField *field);

/* Whether the row can show the field: the same sort of the same thing. */
gboolean trammel_property_row_fits(TrammelPropertyRow *row, const TrammelField *field);

/* Shows a field, which is owned by somebody who lives longer or shows another one. */
void trammel_property_row_show(TrammelPropertyRow *row,
                               TrammelElement element,
                               const TrammelField *field);

/* What is edited, for the keyboard. */
GtkWidget *trammel_property_row_get_editor(TrammelPropertyRow *row);

G_END_DECLS
