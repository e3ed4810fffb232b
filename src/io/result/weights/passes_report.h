/* Passes of a fit of thrown bodies (est/identify/impact_passes.h), as part of the result file and
 * as sentences. */
#pragma once

#include "io/base/json_writer.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Adds "first_pass" { "windows", "before", "after", "kappa", "iterations", "values", "sigmas" } to
 * the result's object; nothing if the fit has no passes. */
void trammel_passes_write(TrammelJsonWriter *json, const TrFit *fit);

/* Appends:
 *   friction-of-passes-apart   the friction of a contact differs between both passes by more than
 *                              three standard deviations of the difference */
void trammel_passes_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
