/* Series of the plots of the page Inspect, from a run analysis.  Each function returns a GPtrArray
 * of TrammelSeries in the order of drawing; free with g_ptr_array_unref(). */
#pragma once

#include "engine/est/identify/profile.h"
#include "plot/figure/series.h"
#include "ui/scene/model/loads.h"
#include "ui/session/inspect/run-analysis.h"

G_BEGIN_DECLS

/* Residuals of one sensor of one log over time, in sigmas or in the display unit, with outliers
 * circled; `other` (nullable), the residuals of another run, is drawn behind. */
GPtrArray *trammel_inspect_scatter(const TrammelRunAnalysis *analysis,
                                   int log,
                                   int sensor,
                                   gboolean in_sigma,
                                   const TrammelRunAnalysis *other);
GPtrArray *trammel_inspect_histogram(const TrammelRunAnalysis *analysis, int log, int sensor);
GPtrArray *trammel_inspect_quantiles(const TrammelRunAnalysis *analysis, int log, int sensor);
/* Autocorrelation over lags in steps, 1 .. n_lags; the second function returns the maximum of
 * n_lags. */
GPtrArray *trammel_inspect_autocorrelation(const TrammelRunAnalysis *analysis,
                                           int log,
                                           int sensor,
                                           int n_lags);
int trammel_inspect_max_lags(const TrammelRunAnalysis *analysis, int log, int sensor);
/* Cross-correlation with every motor's input over lags in seconds. */
GPtrArray *
trammel_inspect_cross_correlation(const TrammelRunAnalysis *analysis, int log, int sensor);

/* Power of the residuals over the frequency, 1 for white noise of the stated size. */
GPtrArray *
trammel_inspect_residual_spectrum(const TrammelRunAnalysis *analysis, int log, int sensor);

/* Quantity over which residuals are drawn. */
typedef enum {
  TRAMMEL_AGAINST_POSITION,
  TRAMMEL_AGAINST_RATE,
  TRAMMEL_AGAINST_ACCELERATION,
  TRAMMEL_AGAINST_LOAD, /* of the dry friction; nothing where it has none */
  TRAMMEL_N_AGAINST
} TrammelAgainst;

/* Residuals [sigma] over a quantity of the sensor's joint in the estimated motion, with their mean
 * in bins of equally many residuals and its 95 % band.  Empty for open-loop residuals. */
GPtrArray *trammel_inspect_relation(const TrammelRunAnalysis *analysis,
                                    int log,
                                    int sensor,
                                    TrammelAgainst against);

/* Returns the joint whose motion a sensor's residuals are drawn against: its own, else the first
 * one. */
int trammel_inspect_relation_joint(const TrammelRunAnalysis *analysis, int log, int sensor);

/* Joint uncertainty of two parameters: ellipses of 1 and 2 sigma about their reported values
 * (engine/est/task/reported.h), prior, bounds, start, and the stepper's values where they are
 * others. */
GPtrArray *trammel_inspect_pair(TrammelRun *run, int first, int second);

/* Contours of the cost around a pair of parameters, which is that of the stepper at h. */
GPtrArray *trammel_inspect_contours(const TrProfiles *profiles);

/* Cost of one parameter with all others fitted again, in squared standard deviations, over its
 * value: the parabola of the estimate's sigma, the 68 % and 95 % levels, and the profile
 * (nullable). */
GPtrArray *trammel_inspect_profile(TrammelRun *run, int parameter, const TrProfiles *profiles);

/* Spectrum as bars over 1, 2, ..; those below the threshold are marked. */
GPtrArray *trammel_inspect_spectrum(const TrammelRunAnalysis *analysis);

/* Posterior (reported value and sigma) and prior density of a parameter, each scaled to its peak,
 * with its bounds. */
GPtrArray *trammel_inspect_density(TrammelRun *run, int parameter);

/* Position, rate and acceleration of one joint over the time of a log, in display units. */
GPtrArray *trammel_inspect_position(const TrammelRunAnalysis *analysis, int log, int joint);
GPtrArray *trammel_inspect_rate(const TrammelRunAnalysis *analysis, int log, int joint);
GPtrArray *trammel_inspect_acceleration(const TrammelRunAnalysis *analysis, int log, int joint);
/* Missing force of one joint over time; of a driven joint the force of its drive. */
GPtrArray *trammel_inspect_missing(const TrammelRunAnalysis *analysis, int log, int joint);

/* Friction that the motion requires over the rate, and the identified curve at the log's median
 * load. */
GPtrArray *trammel_inspect_friction(const TrammelRunAnalysis *analysis, int log, int joint);

GPtrArray *trammel_inspect_violation(const TrammelRunAnalysis *analysis, int log);
GPtrArray *trammel_inspect_energy(const TrammelRunAnalysis *analysis, int log);

/* Share [%/s] of the information on a parameter that each second of the log adds. */
GPtrArray *trammel_inspect_information(const TrammelRunAnalysis *analysis, int log, int parameter);

/* Returns the shares of a direction of the spectrum (TrammelLoad), those of at least a tenth of the
 * largest, with labels such as "+0.71 Mass · arm"; free with g_array_unref(). */
GArray *trammel_inspect_loads(const TrammelRunAnalysis *analysis, int direction);

G_END_DECLS
