/* Identified values as a C header: one macro each for value and standard deviation. */
#pragma once

#include "io/export/result.h"

G_BEGIN_DECLS

/* Returns a header with `#define BODY_ARM_MASS 0.25` and `#define BODY_ARM_MASS_SIGMA 0.01`, in SI
 * units, valid in C89 and C++. A parameter that the logs do not determine has no _SIGMA, so that
 * code that relies on it does not compile; a comment marks it, and also values at a bound and
 * values of the stepper; the head says which set of values this is, and if the run did not
 * converge.  Ids become names in capitals, with '_' for characters
 * that a name cannot hold, made unique by "_2".
 * path: its base name becomes the include guard; date: of the head.  Free with g_free(). */
char *
trammel_export_c_header(const TrammelExportResult *result, const char *path, const char *date);

G_END_DECLS
