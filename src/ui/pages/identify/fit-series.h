/* Curves of a run for the fit plots, created on the worker thread so that the main loop never
 * copies a log. */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

/* TrammelRunPrepareFunc: attaches the curves to `run`. */
void trammel_fit_series_attach(TrammelRun *run);

/* Returns the number of plots of `log`, one per mapped sensor. */
guint trammel_fit_series_count(TrammelRun *run, int log);

/* Returns the measured and estimated curves of plot `i` of `log`, and a curve with name and unit;
 * all owned by the run. */
const TrammelCurve *trammel_fit_series_get(
    TrammelRun *run, int log, guint i, TrammelSeries **measured, TrammelSeries **estimated);

/* Creates a series for the prediction `curve` of a kept run, drawn over another run's: thin, in the
 * colour and with the title of the record. */
TrammelSeries *trammel_fit_series_new_overlay(TrammelRunRecord *record, const TrammelCurve *curve);

/* Creates a series of `role` through the points of `curve`. */
TrammelSeries *trammel_fit_series_new(const char *name,
                                      const TrammelCurve *curve,
                                      TrammelSeriesRole role,
                                      TrammelSeriesShape shape);

G_END_DECLS
