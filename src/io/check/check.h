/* The findings before a run: health of the logs, the mapping against the model, parameters and
 * settings.
 *
 * Beside the codes of io/check/health.h and those of a problem (io/problem/problem.h): unreadable,
 * invalid, no-mapped-output; start-on-bound, prior-outside-bounds, prior-too-tight,
 * inertia-not-realisable, parameter-without-influence, direction-not-determined,
 * scale-not-determined; h-too-long, h-below-sample-step, h-not-multiple, rate-too-high,
 * friction-rate, cutoff-too-low, cutoff-too-high, kappa-extreme, singular (the motion of a joint is
 * not determined); loop-out-of-reach, compliance-too-large; trim-outside-log, exclude-outside-log,
 * motor-without-channel, sensor-without-channel, joint-unmeasured, drive-noisy, input-idle,
 * input-sign, input-delay, input-unrelated, gain-size, speed-without-reversal,
 * acceleration-too-small. */
#pragma once

#include "io/check/cache.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends the findings of a project whose logs are read here (role `off` is left out).  FALSE when
 * it cannot be identified: the reason is the last finding of severity "error" and in `error`
 * (TRAMMEL_ERROR_UNREADABLE, TRAMMEL_ERROR_INVALID, G_IO_ERROR_CANCELLED, which is no finding).
 * *forecast, unless NULL, is what the logs will show of the free parameters
 * (io/check/predicted_uncertainty.h), or NULL where that cannot be told at a look; free with
 * g_array_unref(). */
gboolean trammel_check_project(GArray *findings,
                               GArray **forecast,
                               const TrammelProject *project,
                               GCancellable *cancellable,
                               GError **error);

/* The same with what earlier checks of nearly the same project have left behind, for a check after
 * every edit. */
gboolean trammel_check_project_again(GArray *findings,
                                     GArray **forecast,
                                     const TrammelProject *project,
                                     TrammelCheckMemory *memory,
                                     GCancellable *cancellable,
                                     GError **error);

/* Appends those on bounds, starts and priors alone, for which no log is read; the `signal` of each
 * is the id of its quantity. */
void trammel_check_parameters(GArray *findings, const TrammelProject *project);

/* Appends those on moments of inertia that no body has, whatever a fit makes of those that are
 * free; the `signal` is the id of one of them. */
void trammel_check_inertias(GArray *findings, const TrammelProject *project);

/* Appends an error as a finding: "unreadable", "invalid" or "failed". */
void trammel_check_add_error(GArray *findings, const GError *error);

/* { "findings": [ ... ] } and, unless forecast is NULL, "parameters": [ ... ], ending with a
 * newline (data/schema/check.schema.json). */
char *trammel_check_to_json(const GArray *findings, const GArray *forecast);

/* A header line and `severity code where text` per finding, separated by tabs. */
char *trammel_check_to_text(const GArray *findings);

G_END_DECLS
