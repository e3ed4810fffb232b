/* Meaning of the values of a result, as sentences for exported files. */
#pragma once

#include "io/export/result.h"

G_BEGIN_DECLS

/* Returns sentences on the values: the mechanism's or the stepper's at its h, and the parts of
 * their sigma.  Free with g_free(). */
char *trammel_export_result_dup_meaning(const TrammelExportResult *result);

G_END_DECLS
