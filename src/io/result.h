/* Results of a fit as JSON and CSV (FORMATS, trammel-result/1). */
#pragma once

#include "io/problem.h"

G_BEGIN_DECLS

/* The whole result file as text, ending with a newline. */
char *trammel_result_to_json(const TrammelProblem *problem, const TrFit *fit);

/* The table `id,unit,value,sigma,...` as text. */
char *trammel_result_to_csv(const TrammelProblem *problem, const TrFit *fit);

/* Writes by the ending of `path` (.json or .csv), atomically. */
gboolean trammel_result_save(const TrammelProblem *problem,
                             const TrFit *fit,
                             const char *path,
                             GError **error);

/* Flags of one estimate, e.g. "at-bound,not-identifiable"; empty string when none. */
char *trammel_result_dup_flags(const TrFit *fit, int parameter);

G_END_DECLS
