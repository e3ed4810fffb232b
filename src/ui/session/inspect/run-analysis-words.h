/* An insight in words, and the numbers that go with them. */
#pragma once

#include "ui/session/inspect/run-analysis.h"

G_BEGIN_DECLS

/* What a sensor's residuals are: "White", "Coloured: probably unmodelled friction or delay", ...
 * Free with g_free(), as all of these. */
char *trammel_insight_dup_sensor_verdict(const TrammelInsight *insight, int log, int sensor);

/* "outside: lags 1, 2, 3" of the 99 % band, or "" where none is. */
char *trammel_insight_dup_lags(const TrWhiteness *whiteness, double band);

/* Half width of the band in which 99 % of the autocorrelations of n white residuals lie. */
double trammel_insight_band(int n);

/* "RMS 0.11 deg, mean 0.00 σ, 2 outliers", for a description of a plot. */
char *trammel_insight_describe_residuals(const TrammelInsight *insight, int log, int sensor);

/* "+0.71 Mass · pendulum, −0.70 Viscous friction · j1": the loadings that count. */
char *trammel_insight_dup_direction(const TrammelInsight *insight, int direction);

/* Whether the direction is determined, and how well, in a sentence. */
char *trammel_insight_describe_direction(const TrammelInsight *insight, int direction);

/* Correlation of two estimates; NAN where one has no sigma. */
double trammel_insight_correlation(const TrFit *fit, int i, int j);

/* order[n_free]: parameters so that those that are strongly correlated stand side by side. */
void trammel_insight_order(int *order, const TrFit *fit);

G_END_DECLS
