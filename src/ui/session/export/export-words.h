/* What is said of an export, in the user's language. */
#pragma once

#include "io/export/result.h"

G_BEGIN_DECLS

/* What a reader of the values must know: the run did not converge, values at a bound, not
 * determined, or of a model that does not fit; NULL-terminated, empty where all is well.
 * has_motions: the file is a table of motions, which cannot say so itself. */
char **trammel_export_words_list_cautions(const TrammelExportResult *result, gboolean has_motions);

/* What the report will hold. */
char *trammel_export_words_for_report(const TrammelExportResult *result);

G_END_DECLS
