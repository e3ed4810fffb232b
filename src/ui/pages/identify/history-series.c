#include "ui/pages/identify/history-series.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot/figure/iteration-series.h"
#include "ui/pages/identify/fit-rounds.h"
#include "ui/session/params/param-item.h"
#include "ui/session/params/param-scale.h"
#include "ui/session/text/param-label.h"

TrammelHistory
trammel_history_of_run(TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);

  return (TrammelHistory){.task = trammel_problem_get_task(trammel_run_get_problem(run)),
                          .fit = fit,
                          .n = fit->n_history,
                          .iterations = fit->history,
                          .parameters = fit->history_parameters};
}

TrammelHistory
trammel_history_of_progress(const TrammelJobProgress *progress)
{
  return (TrammelHistory){.task = trammel_problem_get_task(progress->problem),
                          .n = progress->n_history,
                          .iterations = progress->history,
                          .parameters = progress->history_parameters};
}

static GPtrArray *
new_list(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
}

typedef double (*GetFunc)(const TrammelHistory *history, int i, guint which);

static void
add_curve(
    GPtrArray *list, const TrammelHistory *history, const char *name, guint which, GetFunc get)
{
  g_autofree double *values = g_new(double, history->n);
  g_autofree int *rounds = g_new(int, history->n);

  for (int i = 0; i < history->n; i++) {
    values[i] = get(history, i, which);
    rounds[i] = history->iterations[i].round;
  }
  trammel_iteration_series_append_positive(list, name, values, rounds, (gsize)history->n, which);
}

static double
get_term(const TrammelHistory *history, int i, guint term)
{
  const TrCost *cost = &history->iterations[i].cost;
  const double terms[] = {cost->total, cost->observation, cost->state, cost->prior};

  return terms[term];
}

GPtrArray *
trammel_history_series_cost(const TrammelHistory *history)
{
  static const char *const names[] = {N_("total"), N_("measurement"), N_("dynamics"), N_("prior")};
  GPtrArray *list = new_list();

  for (guint term = 0; term < G_N_ELEMENTS(names); term++)
    add_curve(list, history, _(names[term]), term, get_term);
  return list;
}

/* Returns the decrease of the cost in the step to iterate `i`. */
static double
get_decrease(const TrammelHistory *history, int i)
{
  if (i == 0 || trammel_fit_rounds_begin_at(history->iterations, i))
    return NAN;
  double before = history->iterations[i - 1].cost.total;
  return (before - history->iterations[i].cost.total) / before;
}

static double
get_measure(const TrammelHistory *history, int i, guint which)
{
  const TrIteration *iteration = &history->iterations[i];
  const double measures[] = {get_decrease(history, i), iteration->step, iteration->gradient,
                             iteration->damping};

  return measures[which];
}

GPtrArray *
trammel_history_series_convergence(const TrammelHistory *history)
{
  static const char *const names[] = {N_("decrease of the cost"), N_("step"), N_("gradient"),
                                      N_("damping")};
  const TrammelSeriesStyle threshold = {.role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_DASHES};
  double end = history->fit ? history->fit->tolerance : 0;
  GPtrArray *list = new_list();

  for (guint which = 0; which < G_N_ELEMENTS(names); which++)
    add_curve(list, history, _(names[which]), which, get_measure);
  if (list->len > 0 && end > 0)
    g_ptr_array_insert(
        list, 0, trammel_series_new_level(_("decrease that ends a fit"), end, end, &threshold));
  return list;
}

/* Adds the ribbon of +-2 sigma about the curve of parameter p.  Iterates are values of the stepper,
 * and so is sigma. */
static void
add_ribbon(GPtrArray *list,
           const TrammelHistory *history,
           const char *name,
           int p,
           const double *way,
           double scale)
{
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_CYCLE, .index = (guint)p, .not_in_legend = TRUE, .not_fitted = TRUE};
  g_autofree double *x = g_new(double, history->n), *low = g_new(double, history->n),
                    *high = g_new(double, history->n);
  double sigma = history->fit ? history->fit->estimates[p].sigma : NAN;

  if (!isfinite(sigma))
    return;
  for (int i = 0; i < history->n; i++) {
    x[i] = i;
    low[i] = way[i] - 2 * sigma / scale;
    high[i] = way[i] + 2 * sigma / scale;
  }
  g_ptr_array_add(list, trammel_series_new_band(name, x, low, high, (gsize)history->n, &style));
}

static void
add_way(GPtrArray *list, const TrammelHistory *history, int p)
{
  const TrTask *task = history->task;
  const TrFree *parameter = &task->free[p];
  g_autofree double *y = g_new(double, history->n);
  g_autofree char *name = trammel_param_label(task, parameter->param);
  double scale = trammel_param_way_scale(task->model, parameter->param, parameter->start,
                                         parameter->prior_sigma);

  for (int i = 0; i < history->n; i++)
    y[i] = (history->parameters[i * task->n_free + p] - parameter->start) / scale;
  add_ribbon(list, history, name, p, y, scale);
  g_ptr_array_add(list, trammel_iteration_series_new(name, y, (gsize)history->n, (guint)p));
}

GPtrArray *
trammel_history_series_parameters(const TrammelHistory *history)
{
  GPtrArray *list = new_list();

  for (int p = 0; p < history->task->n_free; p++)
    add_way(list, history, p);
  return list;
}
