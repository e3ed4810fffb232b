/* Search of kappa by validation (est/identify/kappa_search.h), as part of the result file and as
 * sentences. */
#pragma once

#include "io/base/json_writer.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Adds "kappa_search" [ { "kappa", "score", "status" } ], rising kappa, to the result's object;
 * nothing if the fit has no search. */
void trammel_kappa_write(TrammelJsonWriter *json, const TrFit *fit);

/* Appends:
 *   kappa-at-end     the best scores are at an end of the range
 *   kappa-flat       all scores are equal
 *   kappa-unscored   no kappa could be scored, so that it comes from variance components */
void trammel_kappa_findings_add(GArray *findings, const TrFit *fit);

/* Returns one line that ends with a newline, empty if the fit has no search.  Free with
 * g_free(). */
char *trammel_kappa_dup_summary(const TrFit *fit);

G_END_DECLS
