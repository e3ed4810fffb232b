/* Base parameters in words: combinations of coefficients in symbols, with the values that a fit or
 * the logs give them. */
#pragma once

#include "engine/est/regress/base.h"
#include "io/base/json_writer.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Returns combination k in symbols, the names of the model and SI units, e.g.
 * "upper.inertia_o.zz + 0.09 lower.mass"; free with g_free().  `inertia_o` is about the body's
 * origin. */
char *trammel_base_dup_text(const TrBase *base, const TrModel *model, int k);

/* Returns the SI unit of combination k; static. */
const char *trammel_base_get_unit(const TrBase *base, const TrModel *model, int k);

/* Returns the combinations [rank] in the order of how well they are known: sigma by value, then
 * those that were known before, whose sigma is 0, and those without sigma; free with g_free(). */
int *trammel_base_new_order(const double *value, const double *sigma, int rank);

/* Writes the member "base" of a result: the combinations with the values of the fit and their
 * sigma; nothing for a model without base parameters. */
void trammel_base_write(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit);

G_END_DECLS
