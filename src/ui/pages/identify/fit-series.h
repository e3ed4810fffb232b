/* Curves of a run for the fit plots, created on the worker thread so that the main loop never
 * copies a log. */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

/* Curves of one plot, one sensor of one log; owned by the run. */
typedef struct {
  const TrammelCurve *curve; /* has name and unit */
  TrammelSeries *measured;
  TrammelSeries *estimated; /* NULL for a run that is only prepared, as the next three */
  TrammelSeries *band;      /* estimated ± 2 sigma of one sample */
  TrammelSeries *residual;  /* measured - estimated */
  TrammelSeries *stripe;    /* ± 2 sigma about zero, behind the residual */
} TrammelFitCurves;

/* TrammelRunPrepareFunc: attaches the curves to `run`. */
void trammel_fit_series_attach(TrammelRun *run);

/* Returns the number of plots of `log`, one per mapped sensor. */
guint trammel_fit_series_count(TrammelRun *run, int log);

/* Returns the curves of plot `i` of `log`. */
const TrammelFitCurves *trammel_fit_series_get(TrammelRun *run, int log, guint i);

/* Creates a series for the prediction `curve` of a kept run, drawn over another run's: thin, with
 * the title of the record, in its colour, or in grey for the run before. */
TrammelSeries *trammel_fit_series_new_overlay(TrammelRunRecord *record,
                                              const TrammelCurve *curve,
                                              gboolean is_grey);

/* Creates a series of `role` through the points of `curve`. */
TrammelSeries *trammel_fit_series_new(const char *name,
                                      const TrammelCurve *curve,
                                      TrammelSeriesRole role,
                                      TrammelSeriesShape shape);

/* Creates the series of an open loop: dashed, and the range does not follow it, as it may run
 * away. */
TrammelSeries *trammel_fit_series_new_open_loop(const char *name, const TrammelCurve *curve);

G_END_DECLS
