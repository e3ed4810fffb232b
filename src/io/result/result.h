/* Results of a fit as JSON, CSV and MAT (format `trammel-result/2`,
 * data/schema/result.schema.json). */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Returns the whole result file as text, ending with a newline; free with g_free(). */
char *trammel_result_to_json(const TrammelProblem *problem, const TrFit *fit);

/* Returns the flags of a reported value, joined by commas; an empty string when there are none:
 *   at-bound, not-identifiable   of the stepper's value, where that is the reported one
 *   stepper-value                it is the stepper's, not the mechanism's
 *   missing-force                a force that the model lacks moves it by more than its noise
 *   lasting-errors               its errors last: sigma is much larger than sigma_linear
 *   stopped                      the fit did not converge
 *   bad-fit                      none of the fit's numbers can be trusted
 * Free with g_free(). */
char *trammel_result_dup_flags(const TrFit *fit, int parameter);

/* Returns "converged", "stopped", "cancelled" or "failed"; static. */
const char *trammel_result_get_status(const TrFit *fit);
const char *trammel_result_name_status(TrStatus status);

/* Returns one sentence on an undetermined direction, with the remedy, between marks
 * (io/base/bilingual.h); free with g_free(). */
char *trammel_result_dup_direction(const TrammelProblem *problem, const TrFit *fit, int direction);

G_END_DECLS
