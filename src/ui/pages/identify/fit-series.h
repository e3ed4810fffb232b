/* The fit plots' curves of a run, made on the worker's thread so that the main loop never copies a
 * log. */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

/* TrammelRunPrepareFunc: attaches the curves to `run`. */
void trammel_fit_series_attach(TrammelRun *run);

/* Number of plots of `log`, one per mapped sensor. */
guint trammel_fit_series_count(TrammelRun *run, int log);

/* Measured and estimated curve of plot `i` of `log`; they belong to the run.  The curve carries
 * name and unit. */
const TrammelCurve *trammel_fit_series_get(
    TrammelRun *run, int log, guint i, TrammelSeries **measured, TrammelSeries **estimated);

/* The prediction `curve` of a kept run, to be drawn over another's: thin, in the colour and with
 * the title of the record. */
TrammelSeries *trammel_fit_series_new_overlay(TrammelRunRecord *record, const TrammelCurve *curve);

/* A curve of `role` through the points of `curve`. */
TrammelSeries *trammel_fit_series_new(const char *name,
                                      const TrammelCurve *curve,
                                      TrammelSeriesRole role,
                                      TrammelSeriesShape shape);

G_END_DECLS
