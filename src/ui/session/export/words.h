/* Texts on an export, in the user's language. */
#pragma once

#include "io/export/result.h"

G_BEGIN_DECLS

/* Returns cautions for the reader of the values: the run did not converge, values at a bound, not
 * determined, or of a model that does not fit.  NULL-terminated, empty if there are none; free with
 * g_strfreev(). has_motions: the file is a table of motions, which cannot hold these cautions
 * itself. */
char **trammel_export_words_list_cautions(const TrammelExportResult *result, gboolean has_motions);

/* Returns a description of the contents of the report; free with g_free(). */
char *trammel_export_words_for_report(const TrammelExportResult *result);

G_END_DECLS
