/* What the plots of the Inspect page draw, from an insight.  Each function gives a GPtrArray of
 * TrammelSeries, in the order of drawing; free with g_ptr_array_unref(). */
#pragma once

#include "engine/est/identify/profile.h"
#include "plot/figure/series.h"
#include "ui/session/inspect/run-analysis.h"

G_BEGIN_DECLS

/* Residuals of one sensor of one log.  Over time in sigmas or in the display unit, with those that
 * are outliers circled; `other` (nullable) is the same of another run, drawn behind. */
GPtrArray *trammel_inspect_scatter(const TrammelInsight *insight,
                                   int log,
                                   int sensor,
                                   gboolean in_sigma,
                                   const TrammelInsight *other);
GPtrArray *trammel_inspect_histogram(const TrammelInsight *insight, int log, int sensor);
GPtrArray *trammel_inspect_quantiles(const TrammelInsight *insight, int log, int sensor);
/* Over lags in steps, 1 .. n_lags; and how many may be asked for. */
GPtrArray *
trammel_inspect_autocorrelation(const TrammelInsight *insight, int log, int sensor, int n_lags);
int trammel_inspect_max_lags(const TrammelInsight *insight, int log, int sensor);
/* With every motor's input over lags in seconds. */
GPtrArray *trammel_inspect_cross_correlation(const TrammelInsight *insight, int log, int sensor);

/* A pair of parameters: ellipses of 1 and 2 sigma, prior, bounds, start and estimate. */
GPtrArray *trammel_inspect_pair(TrammelRun *run, int first, int second);

/* The level lines of the cost around a pair. */
GPtrArray *trammel_inspect_contours(const TrProfiles *profiles);

/* Bars over 1, 2, ..; those below the threshold are set apart. */
GPtrArray *trammel_inspect_spectrum(const TrammelInsight *insight);

/* Posterior and prior of a parameter, each as high as its peak, with its bounds. */
GPtrArray *trammel_inspect_density(TrammelRun *run, int parameter);

/* Over the time of a log; of one joint in display units. */
GPtrArray *trammel_inspect_position(const TrammelInsight *insight, int log, int joint);
GPtrArray *trammel_inspect_rate(const TrammelInsight *insight, int log, int joint);
GPtrArray *trammel_inspect_acceleration(const TrammelInsight *insight, int log, int joint);
/* Of a driven joint what its drive does instead. */
GPtrArray *trammel_inspect_missing(const TrammelInsight *insight, int log, int joint);

/* What the motion needs over the rate, and the identified curve at the log's median load. */
GPtrArray *trammel_inspect_friction(const TrammelInsight *insight, int log, int joint);

GPtrArray *trammel_inspect_violation(const TrammelInsight *insight, int log);
GPtrArray *trammel_inspect_energy(const TrammelInsight *insight, int log);

/* Share [%/s] of what is known of a parameter that a second of the log gives. */
GPtrArray *trammel_inspect_information(const TrammelInsight *insight, int log, int parameter);

G_END_DECLS
