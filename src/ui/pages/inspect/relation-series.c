/* Series of residuals over their frequency and over quantities of the motion (inspect/series.h). */
#include <glib/gi18n.h>
#include <math.h>

#include "engine/base/normal.h"
#include "engine/mbs/model/sensor.h"
#include "ui/pages/inspect/series-private.h"
#include "ui/session/text/format.h"

enum { MOST_BINS = 24, LEAST_IN_BIN = 20 };

GPtrArray *
trammel_inspect_residual_spectrum(const TrammelRunAnalysis *analysis, int log, int sensor)
{
  const TrResidualSpectrum *spectrum = &analysis->logs[log].sensors[sensor].spectrum;
  const TrammelSeriesStyle band = {.role = TRAMMEL_ROLE_START, .width = 1},
                           line = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 1.5};
  GPtrArray *list = trammel_inspect_list_new();

  if (spectrum->n == 0)
    return list;
  add(list,
      trammel_series_new_level(_("95 % band of noise"), spectrum->low, spectrum->high, &band));
  add(list, trammel_series_new(_("residual"), spectrum->frequency, spectrum->power,
                               (gsize)spectrum->n, &line));
  return list;
}

int
trammel_inspect_relation_joint(const TrammelRunAnalysis *analysis, int log, int sensor)
{
  const TrModel *model = trammel_run_get_fit(analysis->run)->model;
  int index = analysis->logs[log].fits[sensor].sensor;

  return tr_sensor_class(model->sensors[index].type)->is_of_joint ? model->sensors[index].joint : 0;
}

/* A residual beside the quantity. */
typedef struct {
  double x, z;
} Pair;

static int
compare_pairs(gconstpointer a, gconstpointer b)
{
  const Pair *one = a, *other = b;

  return one->x < other->x ? -1 : one->x > other->x;
}

static const double *
get_values(const TrForceBalance *r, TrammelAgainst against)
{
  const double *const values[TRAMMEL_N_AGAINST] = {r->position, r->rate, r->acceleration, r->load};

  return values[against];
}

/* Returns Pair of all residuals at which the quantity is known, sorted by it. */
static GArray *
make_pairs(const TrammelRunAnalysis *analysis, int log, int sensor, TrammelAgainst against)
{
  const TrForceBalance *r = &analysis->logs[log].retrace;
  const TrSensorFit *from = &analysis->logs[log].fits[sensor];
  const TrModel *model = trammel_run_get_fit(analysis->run)->model;
  int joint = trammel_inspect_relation_joint(analysis, log, sensor);
  GArray *pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
  double factor = 1;

  if (r->n_nodes == 0)
    return pairs;
  if (against != TRAMMEL_AGAINST_LOAD)
    trammel_display_unit(tr_joint_position_unit(&model->joints[joint]), &factor);
  const double *values = get_values(r, against);
  for (int i = 0; i < from->n_residuals; i++) {
    double place = (from->t[i] - r->start) / r->h, share = place - floor(place);
    long node = (long)floor(place);
    if (node < 0 || node + 1 >= r->n_nodes)
      continue;
    double x = (1 - share) * values[node * r->n_joints + joint] +
               share * values[(node + 1) * r->n_joints + joint];
    const Pair pair = {factor * x, from->scaled[i]};
    if (isfinite(x) && isfinite(pair.z))
      g_array_append_val(pairs, pair);
  }
  g_array_sort(pairs, compare_pairs);
  return pairs;
}

/* Adds the means of bins of equally many residuals with their band. */
static void
add_means(GPtrArray *list, const GArray *pairs)
{
  /* its name is that of the mean within it */
  const TrammelSeriesStyle band = {.role = TRAMMEL_ROLE_SIMULATED, .not_in_legend = TRUE},
                           line = {.role = TRAMMEL_ROLE_SIMULATED, .width = 2};
  double x[MOST_BINS], mean[MOST_BINS], low[MOST_BINS], high[MOST_BINS];
  guint n_bins = MIN(MOST_BINS, pairs->len / LEAST_IN_BIN), n = 0;

  for (guint b = 0; b < n_bins; b++) {
    guint first = b * pairs->len / n_bins, last = (b + 1) * pairs->len / n_bins;
    double sum = 0, square = 0, place = 0, count = last - first;
    for (guint i = first; i < last; i++) {
      const Pair *pair = &g_array_index(pairs, Pair, i);
      sum += pair->z;
      square += pair->z * pair->z;
      place += pair->x;
    }
    x[n] = place / count;
    mean[n] = sum / count;
    double half = TR_NORMAL_95 * sqrt(fmax(square / count - mean[n] * mean[n], 0) / count);
    low[n] = mean[n] - half;
    high[n] = mean[n] + half;
    n += n == 0 || x[n] > x[n - 1];
  }
  add(list, trammel_series_new_band(_("95 % band"), x, low, high, n, &band));
  add(list, trammel_series_new(_("mean, 95 % band"), x, mean, n, &line));
}

GPtrArray *
trammel_inspect_relation(const TrammelRunAnalysis *analysis,
                         int log,
                         int sensor,
                         TrammelAgainst against)
{
  const TrammelSeriesStyle dots = {
      .role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_SCATTER, .width = 1};
  g_autoptr(GArray) pairs = make_pairs(analysis, log, sensor, against);
  GPtrArray *list = trammel_inspect_list_new();
  g_autofree double *x = g_new(double, pairs->len + 1), *z = g_new(double, pairs->len + 1);

  for (guint i = 0; i < pairs->len; i++) {
    x[i] = g_array_index(pairs, Pair, i).x;
    z[i] = g_array_index(pairs, Pair, i).z;
  }
  /* a friction without load has one value everywhere */
  if (pairs->len == 0 || !(x[pairs->len - 1] > x[0]))
    return list;
  add(list, trammel_series_new(_("residual"), x, z, pairs->len, &dots));
  add_means(list, pairs);
  return list;
}
