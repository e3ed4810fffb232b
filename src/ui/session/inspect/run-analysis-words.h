/* Texts of a run analysis, and the numbers that go with them. */
#pragma once

#include "ui/session/inspect/run-analysis.h"

G_BEGIN_DECLS

/* Returns a verdict on a sensor's residuals: "White", "Coloured: probably unmodelled friction or
 * delay", ... Free with g_free(), like all texts of this header. */
char *
trammel_run_analysis_dup_sensor_summary(const TrammelRunAnalysis *analysis, int log, int sensor);

/* Returns "outside: lags 1, 2, 3" of the 99 % band, or "" if there are none. */
char *trammel_run_analysis_dup_lags(const TrWhiteness *whiteness, double band);

/* Returns the half width of the band that holds 99 % of the autocorrelations of n white
 * residuals. */
double trammel_run_analysis_band(int n);

/* Returns "RMS 0.11 deg, mean 0.00 σ, 2 outliers", for the description of a plot. */
char *
trammel_run_analysis_describe_residuals(const TrammelRunAnalysis *analysis, int log, int sensor);

/* Returns the largest loadings of a direction, a line for each: "+0.71 Mass · pendulum". */
char *trammel_run_analysis_dup_direction(const TrammelRunAnalysis *analysis, int direction);

/* Returns a sentence on how well the data determine the direction. */
char *trammel_run_analysis_describe_direction(const TrammelRunAnalysis *analysis, int direction);

/* Returns the correlation of two reported values (engine/est/task/reported.h), which the parts of
 * sigma for step and smoothing make smaller; NAN if one has no sigma. */
double trammel_run_analysis_correlation(const TrFit *fit, int i, int j);

/* Fills order[n_free]: the parameters, with strongly correlated ones side by side. */
void trammel_run_analysis_order(int *order, const TrFit *fit);

G_END_DECLS
