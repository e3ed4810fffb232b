/* Result files of a fit in every format that reads back: JSON, CSV and MAT. */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Writes the result in the format of the ending of `path` (.json, .mat or .csv), atomically.
 * Errors: G_FILE_ERROR, TRAMMEL_ERROR_USAGE. */
gboolean trammel_result_save(const TrammelProblem *problem,
                             const TrFit *fit,
                             const char *path,
                             GError **error);

G_END_DECLS
