/* Multistart report, whose parameters are the stepper's: the results of several starts
 * (est/identify/multistart.h) in the result file and as sentences. */
#pragma once

#include "io/base/json_writer.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Adds to the result's object, unless the fit has one start: "multistart" { "starts", "seed",
 * "converged", "stopped", "failed" }, "optima" [ { "cost", "minus_two_log_likelihood", "starts",
 * "own_start", "parameters" } ], the best first, and "ends" [ { "status", "cost", "optimum",
 * "parameters" } ] of all starts, the project's own first. */
void trammel_multistart_write(TrammelJsonWriter *json, const TrFit *fit);

/* Appends:
 *   start-not-best   the project's own start ends in another optimum, or in none
 *   optima-alike     another optimum explains the logs nearly as well as the best */
void trammel_multistart_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

/* Returns one line for the starts and one for each of the first optima, each ending with a newline;
 * empty if the fit has one start.  Free with g_free(). */
char *trammel_multistart_dup_summary(const TrFit *fit);

G_END_DECLS
