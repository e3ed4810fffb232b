/* Series of the uncertainty of the parameters (inspect/series.h). */
#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/task/reported.h"
#include "plot/figure/number-text.h"
#include "ui/pages/inspect/series-private.h"
#include "ui/session/inspect/run-analysis-words.h"
#include "ui/session/inspect/run-summary.h"

static void
add_bounds(GPtrArray *list, const TrFree *free, gboolean is_x)
{
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_START, .width = 2, .not_fitted = TRUE, .not_in_legend = TRUE};
  const double bounds[] = {free->min, free->max};

  for (int i = 0; i < 2; i++)
    if (isfinite(bounds[i]))
      add(list, is_x ? trammel_series_new_x_level(_("bound"), bounds[i], &style)
                     : trammel_series_new_level(_("bound"), bounds[i], bounds[i], &style));
}

/* Returns the mean of the prior: the start value if there is only the weak default prior. */
static double
prior_mean(const TrFree *free, const TrEstimate *e)
{
  return e->prior_is_stated ? free->prior_mean : free->start;
}

static gboolean
has_posterior(const TrFit *fit, int first, int second)
{
  return isfinite(trammel_run_analysis_correlation(fit, first, second));
}

static void
add_posterior(GPtrArray *list, const TrFit *fit, int first, int second)
{
  const TrammelSeriesStyle inner = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 2, .filled = TRUE},
                           outer = {.role = TRAMMEL_ROLE_ESTIMATED, .filled = TRUE};
  const TrReported a = tr_fit_report(fit, first), b = tr_fit_report(fit, second);
  const double centre[] = {a.value, b.value};
  const double covariance[] = {
      a.sigma * a.sigma, a.sigma * b.sigma * trammel_run_analysis_correlation(fit, first, second),
      b.sigma * b.sigma};

  if (!has_posterior(fit, first, second))
    return;
  add(list, trammel_series_new_ellipse(_("2 σ"), centre, covariance, 2, &outer));
  add(list, trammel_series_new_ellipse(_("1 σ"), centre, covariance, 1, &inner));
}

static void
add_prior(GPtrArray *list, const TrTask *task, const TrFit *fit, int first, int second)
{
  /* fitted by the axes only if there is no posterior */
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_START,
                                    .shape = TRAMMEL_SHAPE_DASHES,
                                    .not_fitted = has_posterior(fit, first, second)};
  const TrEstimate *a = &fit->estimates[first], *b = &fit->estimates[second];
  const double centre[] = {prior_mean(&task->free[first], a), prior_mean(&task->free[second], b)};
  const double covariance[] = {a->prior_sd * a->prior_sd, 0, b->prior_sd * b->prior_sd};

  if (isfinite(covariance[0]) && isfinite(covariance[2]))
    add(list, trammel_series_new_ellipse(_("prior, 1 σ"), centre, covariance, 1, &style));
}

/* Adds the stepper's values if the reported ones are the mechanism's. */
static void
add_stepper(GPtrArray *list, const TrFit *fit, int first, int second)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED,
                                    .shape = TRAMMEL_SHAPE_HOLLOW,
                                    .width = 3,
                                    .not_fitted = TRUE};

  if (tr_fit_report(fit, first).is_physical || tr_fit_report(fit, second).is_physical)
    add(list, trammel_series_new(_("stepper at h"), &fit->estimates[first].value,
                                 &fit->estimates[second].value, 1, &style));
}

GPtrArray *
trammel_inspect_pair(TrammelRun *run, int first, int second)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);
  const TrammelSeriesStyle begin = {.role = TRAMMEL_ROLE_START,
                                    .shape = TRAMMEL_SHAPE_HOLLOW,
                                    .width = 2,
                                    .not_fitted = TRUE},
                           end = {.role = TRAMMEL_ROLE_ESTIMATED,
                                  .shape = TRAMMEL_SHAPE_POINTS,
                                  .width = 4};
  const double start[] = {task->free[first].start, task->free[second].start};
  const double value[] = {tr_fit_report(fit, first).value, tr_fit_report(fit, second).value};
  GPtrArray *list = trammel_inspect_list_new();

  add_prior(list, task, fit, first, second);
  add_bounds(list, &task->free[first], TRUE);
  add_bounds(list, &task->free[second], FALSE);
  add_posterior(list, fit, first, second);
  add_stepper(list, fit, first, second);
  add(list, trammel_series_new(_("start"), &start[0], &start[1], 1, &begin));
  add(list, trammel_series_new(_("estimate"), &value[0], &value[1], 1, &end));
  return list;
}

GPtrArray *
trammel_inspect_contours(const TrProfiles *profiles)
{
  static const char *const names[TR_PROFILE_LEVELS] = {N_("cost of the stepper, 68 %"),
                                                       N_("cost of the stepper, 95 %")};
  GPtrArray *list = trammel_inspect_list_new();

  for (int level = 0; level < TR_PROFILE_LEVELS; level++)
    for (int k = 0; k < profiles->grid.contour[level].n_lines; k++) {
      const TrContourLine *line = &profiles->grid.contour[level].lines[k];
      const TrammelSeriesStyle style = {
          .role = TRAMMEL_ROLE_SIMULATED, .width = level == 0 ? 2 : 1.5, .not_in_legend = k > 0};
      gsize n = (gsize)line->n + line->is_closed;
      g_autofree double *x = g_new(double, n + 1), *y = g_new(double, n + 1);
      for (gsize i = 0; i < n; i++) {
        x[i] = line->xy[2 * (i % (gsize)line->n)];
        y[i] = line->xy[2 * (i % (gsize)line->n) + 1];
      }
      add(list, trammel_series_new(_(names[level]), x, y, n, &style));
    }
  /* differs from the estimate if that was found with frozen weights (engine/est/problem/problem.h)
   */
  const double *x = &profiles->profiles[0].estimate, *y = &profiles->profiles[1].estimate;
  const TrammelSeriesStyle point = {
      .role = TRAMMEL_ROLE_SIMULATED, .shape = TRAMMEL_SHAPE_HOLLOW, .width = 2};
  add(list, trammel_series_new(_("lowest cost"), x, y, 1, &point));
  return list;
}

/* Adds the parabola of the stepper's estimate over its value +-3 sigma. */
static void
add_parabola(GPtrArray *list, const TrEstimate *e)
{
  enum { POINTS = 61 };
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_DASHES, .width = 1.5};
  double x[POINTS], y[POINTS];

  for (int i = 0; i < POINTS; i++) {
    double z = -3 + 6.0 * i / (POINTS - 1);
    x[i] = e->value + z * e->sigma_linear;
    y[i] = z * z;
  }
  add(list, trammel_series_new(_("by σ of the stepper"), x, y, POINTS, &style));
}

GPtrArray *
trammel_inspect_profile(TrammelRun *run, int parameter, const TrProfiles *profiles)
{
  static const char *const names[TR_PROFILE_LEVELS] = {"68 %", "95 %"};
  const TrEstimate *e = &trammel_run_get_fit(run)->estimates[parameter];
  const TrammelSeriesStyle line = {
      .role = TRAMMEL_ROLE_SIMULATED, .shape = TRAMMEL_SHAPE_LINE_POINTS, .width = 2};
  GPtrArray *list = trammel_inspect_list_new();

  if (!isfinite(e->sigma_linear) && !profiles)
    return list;
  for (int level = 0; level < TR_PROFILE_LEVELS; level++) {
    const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_START, .width = 1};
    double height = tr_profile_level(level, 1);
    add(list, trammel_series_new_level(names[level], height, height, &style));
  }
  if (isfinite(e->sigma_linear))
    add_parabola(list, e);
  if (profiles) {
    const TrProfile *profile = &profiles->profiles[0];
    gsize n = (gsize)profile->n_points;
    g_autofree double *x = g_new(double, n + 1), *y = g_new(double, n + 1);
    for (gsize i = 0; i < n; i++) {
      x[i] = profile->points[i].value;
      y[i] = profile->points[i].delta;
    }
    add(list, trammel_series_new(_("cost"), x, y, n, &line));
  }
  return list;
}

/* Adds bars of the determined directions, or of the others. */
static void
add_bars(GPtrArray *list, const TrSpectrum *s, gboolean determined)
{
  const TrammelSeriesStyle style = {.role =
                                        determined ? TRAMMEL_ROLE_ESTIMATED : TRAMMEL_ROLE_WARNING};
  g_autofree double *low = g_new(double, s->n + 1), *high = g_new(double, s->n + 1),
                    *y = g_new(double, s->n + 1);
  gsize n = 0;

  for (int k = 0; k < s->n; k++)
    if ((s->singular[k] >= s->threshold) == determined) {
      low[n] = k + 0.6;
      high[n] = k + 1.4;
      /* a singular value of zero gets a stub that can be clicked */
      y[n++] = fmax(s->singular[k], s->threshold / 10);
    }
  if (n > 0)
    add(list, trammel_series_new_bars(determined ? _("determined") : _("not determined"), low, high,
                                      y, n, &style));
}

GPtrArray *
trammel_inspect_spectrum(const TrammelRunAnalysis *analysis)
{
  const TrammelSeriesStyle line = {
      .role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_DASHES, .width = 1.5};
  const TrSpectrum *s = &analysis->spectrum;
  GPtrArray *list = trammel_inspect_list_new();

  if (s->n == 0)
    return list;
  add_bars(list, s, TRUE);
  add_bars(list, s, FALSE);
  add(list, trammel_series_new_level(_("threshold"), s->threshold, s->threshold, &line));
  return list;
}

enum { DENSITY_POINTS = 121 };

static void
add_density(GPtrArray *list,
            const char *name,
            double mean,
            double sd,
            const double range[2],
            const TrammelSeriesStyle *style)
{
  double x[DENSITY_POINTS], y[DENSITY_POINTS];

  for (int i = 0; i < DENSITY_POINTS; i++) {
    x[i] = range[0] + (range[1] - range[0]) * i / (DENSITY_POINTS - 1);
    y[i] = exp(-pow((x[i] - mean) / sd, 2) / 2);
  }
  add(list, trammel_series_new(name, x, y, DENSITY_POINTS, style));
}

GPtrArray *
trammel_inspect_density(TrammelRun *run, int parameter)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrEstimate *e = &trammel_run_get_fit(run)->estimates[parameter];
  const TrReported reported = tr_fit_report(trammel_run_get_fit(run), parameter);
  const TrFree *free = &task->free[parameter];
  const TrammelSeriesStyle prior = {.role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_DASHES},
                           posterior = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 2};
  GPtrArray *list = trammel_inspect_list_new();
  gboolean is_known = isfinite(reported.sigma) && reported.sigma > 0;
  double mean = prior_mean(free, e), sd = is_known ? reported.sigma : e->prior_sd;
  double middle = is_known ? reported.value : mean;

  if (!(sd > 0) || !isfinite(sd))
    return list;
  const double range[] = {middle - 4 * sd, middle + 4 * sd};
  add_bounds(list, free, TRUE);
  if (isfinite(e->prior_sd) && e->prior_sd > 0)
    add_density(list, _("prior"), mean, e->prior_sd, range, &prior);
  if (is_known)
    add_density(list, _("posterior"), reported.value, reported.sigma, range, &posterior);
  return list;
}

/* Smallest share that is drawn, relative to the largest one. */
#define LEAST_LOAD 0.1

GArray *
trammel_inspect_loads(const TrammelRunAnalysis *analysis, int direction)
{
  const TrSpectrum *spectrum = &analysis->spectrum;
  const double *loading = spectrum->loading + direction * spectrum->n_free;
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(analysis->run));
  GArray *loads = trammel_loads_new();
  double most = 0;

  for (int i = 0; i < spectrum->n_free; i++)
    most = fmax(most, fabs(loading[i]));
  for (int i = 0; i < spectrum->n_free; i++) {
    if (!(fabs(loading[i]) >= LEAST_LOAD * most))
      continue;
    g_autofree char *label = trammel_run_dup_label(analysis->run, i);
    g_autofree char *number = g_strdup_printf("%+.2f", loading[i]);
    g_autofree char *shown = trammel_number_text_dup(number);
    TrammelLoad load = {task->free[i].param, loading[i] / most,
                        g_strdup_printf("%s %s", shown, label)};
    g_array_append_val(loads, load);
  }
  return loads;
}
