/* Values of a result as YAML, as a MATLAB script and as a Python module. */
#pragma once

#include "io/export/result.h"

G_BEGIN_DECLS

/* Returns a mapping with the list `parameters`: id, value, sigma, unit and flags of each.  Free
 * with g_free(), as the two below.  A number that does not exist is null, NaN in MATLAB, None in
 * Python; so is the sigma of a value that the logs do not determine. */
char *trammel_export_yaml(const TrammelExportResult *result, const char *date);

/* Returns a script that makes the struct `parameters` with a field for each id under a valid name:
 * a struct of id, value, sigma, unit and flags. */
char *trammel_export_matlab(const TrammelExportResult *result, const char *date);

/* Returns a module with the dict `parameters`: id -> dict of value, sigma, unit and flags. */
char *trammel_export_python(const TrammelExportResult *result, const char *date);

G_END_DECLS
