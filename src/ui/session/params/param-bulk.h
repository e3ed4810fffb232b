/* Several parameters at once: as rows for a spreadsheet and back, and edits of many, each one step
 * of the document's history. */
#pragma once

#include "ui/session/params/param-edit.h"

G_BEGIN_DECLS

/* Rows of TrammelParamItem as tab-separated text with a line of column names; numbers as they are
 * shown, in SI units.  Free with g_free(). */
char *trammel_param_bulk_to_text(GListModel *items);

/* Takes over a table as trammel_param_bulk_to_text() writes it, or any part of its columns with one
 * named id; estimates, labels and units are left alone, and so is what stands already.  *n: rows
 * that were changed.  Errors name the line; then nothing is changed. */
gboolean
trammel_param_bulk_paste(TrammelDocument *document, const char *text, guint *n, GError **error);

/* The same for all `ids` (NULL-terminated).  text: as for trammel_param_edit(), or "*2" for twice
 * what each has. */
gboolean trammel_param_bulk_edit(TrammelDocument *document,
                                 const char *const *ids,
                                 TrammelParamField field,
                                 const char *text,
                                 GError **error);
gboolean trammel_param_bulk_set_free(TrammelDocument *document,
                                     const char *const *ids,
                                     gboolean is_free,
                                     GError **error);

G_END_DECLS
