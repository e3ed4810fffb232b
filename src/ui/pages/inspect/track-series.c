#include "ui/pages/inspect/track-series.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/inspect/series-private.h"
#include "ui/session/inspect/run-summary.h"

/* Half width of the band, in sigmas. */
#define BAND 2

/* Gets element `parameter` of each window of an array [n_windows x n_free]; free with g_free(). */
static double *
dup_column(const TrFixedLag *lag, const double *all, int parameter)
{
  double *column = g_new(double, (gsize)lag->n_windows + 1);

  for (int k = 0; k < lag->n_windows; k++)
    column[k] = all[(gsize)k * (gsize)lag->n_free + (gsize)parameter];
  return column;
}

GPtrArray *
trammel_track_values(const TrammelTrack *track, int parameter)
{
  const TrammelSeriesStyle band = {.role = TRAMMEL_ROLE_ESTIMATED},
                           line = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 2},
                           level = {.role = TRAMMEL_ROLE_SIMULATED,
                                    .shape = TRAMMEL_SHAPE_DASHES,
                                    .width = 1.5};
  const TrFixedLag *lag = track->lag;
  GPtrArray *list = trammel_inspect_list_new();
  g_autofree double *value = dup_column(lag, lag->parameters, parameter),
                    *sigma = dup_column(lag, lag->sigma, parameter),
                    *low = g_new(double, (gsize)lag->n_windows + 1),
                    *high = g_new(double, (gsize)lag->n_windows + 1);
  double run = track->factor[parameter] *
               trammel_run_get_fit(track->run)->estimates[track->index[parameter]].value;

  for (int k = 0; k < lag->n_windows; k++) {
    low[k] = value[k] - BAND * sigma[k];
    high[k] = value[k] + BAND * sigma[k];
  }
  add(list, trammel_series_new_band(_("± 2 σ"), lag->t, low, high, (gsize)lag->n_windows, &band));
  add(list, trammel_series_new_level(_("run"), run, run, &level));
  add(list, trammel_series_new(_("window"), lag->t, value, (gsize)lag->n_windows, &line));
  return list;
}

GPtrArray *
trammel_track_sigmas(const TrammelTrack *track, int chosen)
{
  const TrFixedLag *lag = track->lag;
  GPtrArray *list = trammel_inspect_list_new();

  for (int i = 0; i < lag->n_free; i++) {
    const TrammelSeriesStyle style = {
        .role = TRAMMEL_ROLE_CYCLE, .index = (guint)i, .width = i == chosen ? 3 : 1.5};
    g_autofree char *name = trammel_run_dup_label(track->run, track->index[i]);
    g_autofree double *sigma = dup_column(lag, lag->sigma, i);
    double last = lag->parameters[(gsize)(lag->n_windows - 1) * (gsize)lag->n_free + (gsize)i];

    for (int k = 0; k < lag->n_windows; k++)
      sigma[k] *= 100 / fabs(last);
    if (last != 0)
      add(list, trammel_series_new(name, lag->t, sigma, (gsize)lag->n_windows, &style));
  }
  return list;
}
