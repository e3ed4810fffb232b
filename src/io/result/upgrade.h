/* Results of the first format in the present one. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Format of result files (data/schema/result.schema.json). */
#define TRAMMEL_RESULT_FORMAT "trammel-result/2"

/* Changes a result of format 1 into one of format 2, in place; leaves any other tree unchanged.
 *
 * In format 1 `value` and `sigma` are the stepper's, and `physical` has another set.  Here
 *
 *   value = physical.value    noise = physical.sigma    sigma = hypot(noise, physical.systematic)
 *
 * where that value is known, and smoothing and step are the parts of `systematic`; else value and
 * sigma are the stepper's.  Members of an unexpected kind stay as they are, for the readers to
 * report. */
void trammel_result_upgrade(JsonNode *root);

G_END_DECLS
