/* Several parameters at once: copy and paste as rows of a spreadsheet, and edits of many; each is
 * one step of the document's undo history. */
#pragma once

#include "ui/session/params/param-edit.h"

G_BEGIN_DECLS

/* Returns rows of TrammelParamItem as tab-separated text with a line of column names; numbers as
 * shown, in SI units.  Free with g_free(). */
char *trammel_param_bulk_to_text(GListModel *items);

/* Applies a table as trammel_param_bulk_to_text() writes it, or a subset of its columns that
 * includes "id".  Estimates, labels, units and unchanged values are ignored.  *n: number of changed
 * rows.  Errors name the line; then nothing is changed. */
gboolean
trammel_param_bulk_paste(TrammelDocument *document, const char *text, guint *n, GError **error);

/* Applies one text to all `ids` (NULL-terminated). text: as for trammel_param_edit(), or "*2" to
 * double each value. */
gboolean trammel_param_bulk_edit(TrammelDocument *document,
                                 const char *const *ids,
                                 TrammelParamField field,
                                 const char *text,
                                 GError **error);
gboolean trammel_param_bulk_set_free(TrammelDocument *document,
                                     const char *const *ids,
                                     gboolean is_free,
                                     GError **error);

/* The same in a project that belongs to the caller; after an error some may be changed. */
gboolean trammel_param_bulk_put_free(TrammelProject *project,
                                     const char *const *ids,
                                     gboolean is_free,
                                     GError **error);

G_END_DECLS
