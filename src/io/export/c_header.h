/* Identified values as a C header: a macro each for value and standard deviation. */
#pragma once

#include "io/export/result.h"

G_BEGIN_DECLS

/* `#define BODY_ARM_MASS 0.25` and `#define BODY_ARM_MASS_SIGMA 0.01`, in SI units, in C89 and C++.
 * What the logs do not determine has no _SIGMA, so that code that relies on it does not compile; it
 * and what is at a bound say so in a comment, as does the head where the run did not converge.
 * Ids become names in capitals with '_' for what a name cannot hold, unique by "_2".
 * path: whose base name becomes the guard; date: of the head.  Free with g_free(). */
char *
trammel_export_c_header(const TrammelExportResult *result, const char *path, const char *date);

G_END_DECLS
