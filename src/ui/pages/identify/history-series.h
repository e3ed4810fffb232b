/* Series of the plots over the iterations of a fit, of a run or of a running fit. x is the index in
 * the history; between rounds (ui/pages/identify/fit-rounds.h) curves are broken. */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/run/job.h"

G_BEGIN_DECLS

typedef struct {
  const TrTask *task;
  const TrFit *fit; /* of a finished run; NULL during the fit */
  int n;
  const TrIteration *iterations;
  const double *parameters; /* [n x n_free] */
} TrammelHistory;

TrammelHistory trammel_history_of_run(TrammelRun *run);
TrammelHistory trammel_history_of_progress(const TrammelJobProgress *progress);

/* Return arrays of TrammelSeries: the terms of the cost; the parameters, (value - start) / scale
 * (ui/session/params/param-scale.h), with +-2 sigma of the result, if there is one, as a ribbon;
 * relative decrease, step, gradient and damping, of a finished run with the decrease that ended it.
 * Free with g_ptr_array_unref(). */
GPtrArray *trammel_history_series_cost(const TrammelHistory *history);
GPtrArray *trammel_history_series_parameters(const TrammelHistory *history);
GPtrArray *trammel_history_series_convergence(const TrammelHistory *history);

G_END_DECLS
