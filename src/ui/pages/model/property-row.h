/* Row of the property pane: a label, an editor, its unit and, for a quantity that can be estimated,
 * a padlock with the properties of a free quantity below.  A text that cannot be applied stays in
 * the entry, with the error below the row. */
#pragma once

#include <gtk/gtk.h>

#include "ui/pages/parts/form.h"
#include "ui/session/model/fields.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROPERTY_ROW (trammel_property_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelPropertyRow, trammel_property_row, TRAMMEL, PROPERTY_ROW, TrammelForm)

/* Creates a row for fields of that kind. */
GtkWidget *trammel_property_row_new(TrammelDocument *document, const TrammelField *field);

/* Returns TRUE if the row can show the field: the same kind of field of the same element. */
gboolean trammel_property_row_fits(TrammelPropertyRow *row, const TrammelField *field);

/* Shows a field, which must outlive the row or the next call. */
void trammel_property_row_show(TrammelPropertyRow *row,
                               TrammelElement element,
                               const TrammelField *field);

/* Returns the editor, for the keyboard focus. */
GtkWidget *trammel_property_row_get_editor(TrammelPropertyRow *row);

G_END_DECLS
