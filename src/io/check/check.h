/* Findings before a run: health of the logs, the mapping against the model, parameters and
 * settings.
 *
 * Codes, besides those of io/check/health.h and of a problem (io/problem/problem.h): unreadable,
 * invalid, too-many-steps, check-left-out, no-mapped-output; start-on-bound, prior-outside-bounds,
 * prior-too-tight, inertia-not-realisable, parameter-without-influence, direction-not-determined,
 * scale-not-determined; h-too-long, h-below-sample-step, h-not-multiple, rate-too-high,
 * friction-rate, cutoff-too-low, cutoff-too-high, kappa-extreme, singular (the motion of a joint is
 * not determined); loop-out-of-reach, compliance-too-large; trim-outside-log, exclude-outside-log,
 * motor-without-channel, sensor-without-channel, joint-unmeasured, drive-noisy, input-idle,
 * input-constant, input-outside-samples, input-sign, input-delay, input-unrelated, gain-size,
 * sensor-sign, speed-without-reversal, acceleration-too-small,
 * mesh-not-shown. */
#pragma once

#include "io/check/cache.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends the findings of a project, whose logs are read here; logs of role `off` are skipped.
 * Fails when the project cannot be identified: the reason is then the last finding of severity
 * "error" and is also in `error` (TRAMMEL_ERROR_UNREADABLE, TRAMMEL_ERROR_INVALID, or
 * G_IO_ERROR_CANCELLED, which adds no finding).
 * *forecast, unless NULL, is set to the predicted uncertainty of the free parameters
 * (io/check/predicted_uncertainty.h), NULL if computing it would take too long; free with
 * g_array_unref(). */
gboolean trammel_check_project(GArray *findings,
                               GArray **forecast,
                               const TrammelProject *project,
                               GCancellable *cancellable,
                               GError **error);

/* Same as trammel_check_project(), with the cache of earlier checks of nearly the same project, for
 * a check after every edit. */
gboolean trammel_check_project_again(GArray *findings,
                                     GArray **forecast,
                                     const TrammelProject *project,
                                     TrammelCheckCache *cache,
                                     GCancellable *cancellable,
                                     GError **error);

/* Appends the findings on bounds, starts and priors, for which no log is read; the `signal` of each
 * is the id of its quantity. */
void trammel_check_parameters(GArray *findings, const TrammelProject *project);

/* Appends the findings on moments of inertia that no body can have, whatever values a fit gives to
 * the free ones; the `signal` is the id of one of them. */
void trammel_check_inertias(GArray *findings, const TrammelProject *project);

/* Appends findings on meshes whose file is missing or, if it was read before, could not be read;
 * reads none. */
void trammel_check_meshes(GArray *findings, const TrammelProject *project);

/* Appends an error as a finding, of code "unreadable", "invalid" or "failed". */
void trammel_check_add_error(GArray *findings, const GError *error);

/* Returns { "findings": [ ... ] } and, unless forecast is NULL, "parameters": [ ... ], ending with
 * a newline (data/schema/check.schema.json); free with g_free(). */
char *trammel_check_to_json(const GArray *findings, const GArray *forecast);

/* Returns a header line and `severity code where text` per finding, separated by tabs; free with
 * g_free(). */
char *trammel_check_to_text(const GArray *findings);

G_END_DECLS
