#include "ui/pages/identify/sweep-series.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/params/param-item.h"
#include "ui/session/params/param-scale.h"
#include "ui/session/run/kappa.h"
#include "ui/session/text/param-label.h"

/* Values with a smaller relative difference are the same point of the sweep. */
#define SAME_RATIO 0.005

static int
compare_points(gconstpointer a, gconstpointer b)
{
  const TrammelSweepPoint *p = *(TrammelSweepPoint *const *)a, *q = *(TrammelSweepPoint *const *)b;

  return (p->at[0] > q->at[0]) - (p->at[0] < q->at[0]);
}

GPtrArray *
trammel_sweep_points_new(const TrammelSweep *sweep)
{
  GPtrArray *points = g_ptr_array_new();

  for (guint i = 0; i < sweep->points->len; i++) {
    const TrammelSweepPoint *point = sweep->points->pdata[i];
    if (point->values)
      g_ptr_array_add(points, (gpointer)point);
  }
  g_ptr_array_sort(points, compare_points);
  return points;
}

static GPtrArray *
new_list(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
}

typedef double (*GetFunc)(const TrammelSweepPoint *point);

static double
get_at(const TrammelSweepPoint *point)
{
  return point->at[0];
}

static double
get_observation(const TrammelSweepPoint *point)
{
  return point->misfit.observation;
}

static double
get_state(const TrammelSweepPoint *point)
{
  return point->misfit.state > 0 ? point->misfit.state : NAN;
}

static double
get_error(const TrammelSweepPoint *point)
{
  return point->score.nrmse_percent;
}

static double *
collect(GPtrArray *points, GetFunc get)
{
  double *values = g_new(double, points->len + 1);

  for (guint i = 0; i < points->len; i++)
    values[i] = get(points->pdata[i]);
  return values;
}

/* Axes of a plot of points. */
typedef struct {
  GPtrArray *points;
  GetFunc get_x, get_y;
} Curve;

/* Adds a ring at the point at `value` of the axis; nothing if there is none. */
static void
add_ring(
    GPtrArray *list, const char *name, const Curve *curve, double value, TrammelSeriesRole role)
{
  GPtrArray *points = curve->points;
  g_autofree double *x = collect(points, curve->get_x), *y = collect(points, curve->get_y);
  const TrammelSeriesStyle style = {.role = role, .shape = TRAMMEL_SHAPE_HOLLOW, .width = 3};
  gboolean any = FALSE;

  for (guint i = 0; i < points->len; i++) {
    double at = get_at(points->pdata[i]);
    if (fabs(at / value - 1) < SAME_RATIO && isfinite(y[i]))
      any = TRUE;
    else
      y[i] = NAN;
  }
  if (any)
    g_ptr_array_add(list, trammel_series_new(name, x, y, points->len, &style));
}

GPtrArray *
trammel_sweep_series_l_curve(const TrammelSweep *sweep, GPtrArray *points, double present)
{
  GPtrArray *list = new_list();
  g_autofree double *x = collect(points, get_observation), *y = collect(points, get_state);
  g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED,
                                    .shape = TRAMMEL_SHAPE_LINE_POINTS};

  for (guint i = 0; i < points->len; i++) {
    g_autofree char *kappa = trammel_kappa_format(get_at(points->pdata[i]), 2);
    g_ptr_array_add(labels, g_strdup_printf("κ %s", kappa));
  }
  if (points->len > 0)
    g_ptr_array_add(list, trammel_series_new_labelled(_("L-curve"), x, y,
                                                      (const char *const *)labels->pdata,
                                                      points->len, &style));
  if (sweep->corners->len > 0)
    add_ring(list, _("corner"), &(Curve){points, get_observation, get_state},
             g_array_index(sweep->corners, TrammelSweepCorner, 0).kappa, TRAMMEL_ROLE_REFERENCE);
  add_ring(list, _("current"), &(Curve){points, get_observation, get_state}, present,
           TRAMMEL_ROLE_SIMULATED);
  return list;
}

GPtrArray *
trammel_sweep_series_error(const TrammelSweep *sweep, GPtrArray *points, double present)
{
  GPtrArray *list = new_list();
  g_autofree double *x = collect(points, get_at), *y = collect(points, get_error);
  const TrammelSweepPoint *best = trammel_sweep_find_best(sweep);
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED,
                                    .shape = TRAMMEL_SHAPE_LINE_POINTS};

  if (!best)
    return list;
  g_ptr_array_add(list, trammel_series_new(_("open-loop error"), x, y, points->len, &style));
  add_ring(list, _("smallest"), &(Curve){points, get_at, get_error}, best->at[0],
           TRAMMEL_ROLE_REFERENCE);
  add_ring(list, _("current"), &(Curve){points, get_at, get_error}, present,
           TRAMMEL_ROLE_SIMULATED);
  return list;
}

/* Adds one parameter with its band. */
static void
add_parameter(GPtrArray *list,
              GPtrArray *points,
              guint p,
              const TrammelQuantity *quantity,
              const TrModel *model)
{
  g_autofree char *name = trammel_quantity_label(model, quantity);
  g_autofree double *x = collect(points, get_at), *y = g_new(double, points->len + 1);
  g_autofree double *low = g_new(double, points->len + 1), *high = g_new(double, points->len + 1);
  double scale =
      trammel_param_way_scale(model, quantity->param, quantity->value, quantity->prior_sigma);
  const TrammelSeriesStyle line = {
      .role = TRAMMEL_ROLE_CYCLE, .index = p, .shape = TRAMMEL_SHAPE_LINE_POINTS};
  const TrammelSeriesStyle band = {
      .role = TRAMMEL_ROLE_CYCLE, .index = p, .not_in_legend = TRUE, .not_fitted = TRUE};

  for (guint i = 0; i < points->len; i++) {
    const TrammelSweepValue *value = &((const TrammelSweepPoint *)points->pdata[i])->values[p];
    y[i] = (value->value - quantity->value) / scale;
    low[i] = y[i] - 2 * value->sigma / scale;
    high[i] = y[i] + 2 * value->sigma / scale;
  }
  g_ptr_array_add(list, trammel_series_new_band(name, x, low, high, points->len, &band));
  g_ptr_array_add(list, trammel_series_new(name, x, y, points->len, &line));
}

GPtrArray *
trammel_sweep_series_parameters(const TrammelSweep *sweep,
                                GPtrArray *points,
                                const TrammelProject *project)
{
  GPtrArray *list = new_list();

  for (guint p = 0; p < sweep->ids->len && points->len > 0; p++) {
    const TrammelQuantity *quantity = trammel_project_find_quantity(project, sweep->ids->pdata[p]);
    if (quantity)
      add_parameter(list, points, p, quantity, trammel_project_get_model(project));
  }
  return list;
}
