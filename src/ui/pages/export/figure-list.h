/* List of the figures of a document's report: captions, which can be edited, order, and removal.
 * Follows the document. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FIGURE_LIST (trammel_figure_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelFigureList, trammel_figure_list, TRAMMEL, FIGURE_LIST, GtkWidget)

void trammel_figure_list_set_document(TrammelFigureList *list, TrammelDocument *document);

G_END_DECLS
