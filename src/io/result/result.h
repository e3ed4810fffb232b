/* Results of a fit as JSON, CSV and MAT (format `trammel-result/1`,
 * data/schema/result.schema.json). */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Returns the whole result file as text, ending with a newline; free with g_free(). */
char *trammel_result_to_json(const TrammelProblem *problem, const TrFit *fit);

/* Returns the flags of one estimate, e.g. "at-bound,not-identifiable"; an empty string when there
 * are none.  Free with g_free(). */
char *trammel_result_dup_flags(const TrFit *fit, int parameter);

/* Returns "converged", "stopped", "cancelled" or "failed"; static. */
const char *trammel_result_get_status(const TrFit *fit);
const char *trammel_result_name_status(TrStatus status);

/* Returns one sentence on an undetermined direction, with the remedy, between marks
 * (io/base/bilingual.h); free with g_free(). */
char *trammel_result_dup_direction(const TrammelProblem *problem, const TrFit *fit, int direction);

/* Estimate in a result file. */
typedef struct {
  char id[TR_ID_SIZE];
  double value;
} TrammelResultValue;

/* Returns the ids and values of a result file (GArray of TrammelResultValue), in its order; free
 * with g_array_unref().  Errors: G_FILE_ERROR, TRAMMEL_ERROR_UNREADABLE (not JSON, not a result),
 * each with the file's name. */
GArray *trammel_result_load_values(const char *path, GError **error);

G_END_DECLS
