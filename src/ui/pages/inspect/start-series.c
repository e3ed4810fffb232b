#include "ui/pages/inspect/start-series.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/identify/multistart.h"
#include "io/base/error.h"
#include "ui/pages/inspect/series-private.h"
#include "ui/session/inspect/start-search.h"

/* Rise of the cost below which two optima are hardly separable: three standard deviations. */
#define SEPARABLE 9

/* Converged ends by cost, then the others by cost, then those without a fit. */
static int
compare_ends(gconstpointer a, gconstpointer b, gpointer data)
{
  const TrMultistart *m = data;
  const TrStartEnd *x = &m->ends[*(const int *)a], *y = &m->ends[*(const int *)b];

  if ((x->optimum >= 0) != (y->optimum >= 0))
    return x->optimum >= 0 ? -1 : 1;
  if (isnan(x->cost) || isnan(y->cost))
    return isnan(x->cost) - isnan(y->cost);
  return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Returns the starts in the order of their ends' ranks; free with g_free(). */
static int *
rank_ends(const TrMultistart *m)
{
  int *order = g_new(int, m->n_starts + 1);

  for (int i = 0; i < m->n_starts; i++)
    order[i] = i;
  g_qsort_with_data(order, m->n_starts, sizeof *order, compare_ends, (gpointer)m);
  return order;
}

int
trammel_start_find_optimum(const TrFit *fit, int rank)
{
  const TrMultistart *m = fit->multistart;
  g_autofree int *order = rank_ends(m);

  return rank >= 1 && rank <= m->n_starts ? m->ends[order[rank - 1]].optimum : -1;
}

/* A number of each end, in the order of the starts. */
typedef struct {
  const TrMultistart *m;
  const double *y; /* [n_starts] */
  int *order;
} Ends;

/* Adds the ends of one optimum, -1: of none. */
static void
add_ends(GPtrArray *list,
         const Ends *ends,
         int optimum,
         const char *name,
         const TrammelSeriesStyle *style)
{
  g_autofree double *x = g_new(double, ends->m->n_starts + 1),
                    *y = g_new(double, ends->m->n_starts + 1);
  gsize n = 0;

  for (int i = 0; i < ends->m->n_starts; i++)
    if (ends->m->ends[ends->order[i]].optimum == optimum && isfinite(ends->y[ends->order[i]])) {
      x[n] = i + 1;
      y[n++] = ends->y[ends->order[i]];
    }
  if (n > 0)
    add(list, trammel_series_new(name, x, y, n, style));
}

/* Adds all ends, by optimum. */
static void
add_all(GPtrArray *list, const Ends *ends, int chosen)
{
  const TrammelSeriesStyle none = {.role = TRAMMEL_ROLE_WARNING,
                                   .shape = TRAMMEL_SHAPE_HOLLOW,
                                   .width = 2},
                           ring = {.role = TRAMMEL_ROLE_MEASURED,
                                   .shape = TRAMMEL_SHAPE_HOLLOW,
                                   .width = 5,
                                   .not_in_legend = TRUE};

  for (int k = 0; k < ends->m->n_optima; k++) {
    const TrammelSeriesStyle style = {
        .role = TRAMMEL_ROLE_CYCLE, .index = (guint)k, .shape = TRAMMEL_SHAPE_SCATTER, .width = 3};
    g_autofree char *name = g_strdup_printf(_("optimum %d"), k + 1);
    add_ends(list, ends, k, name, &style);
  }
  add_ends(list, ends, -1, _("not converged"), &none);
  if (ends->m->n_optima > 1)
    add_ends(list, ends, chosen, _("chosen"), &ring);
}

GPtrArray *
trammel_start_waterfall(const TrFit *fit, int chosen)
{
  const TrMultistart *m = fit->multistart;
  const TrammelSeriesStyle line = {
      .role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_DASHES, .width = 1};
  GPtrArray *list = trammel_inspect_list_new();
  g_autofree double *rise = g_new(double, m->n_starts + 1);
  g_autofree int *order = rank_ends(m);

  for (int i = 0; i < m->n_starts; i++)
    rise[i] = isfinite(m->ends[i].cost)
                  ? fmax(trammel_start_search_get_rise(fit, m->ends[i].cost), TRAMMEL_LEAST_RISE)
                  : NAN;
  add(list, trammel_series_new_level(_("3 σ"), SEPARABLE, SEPARABLE, &line));
  add_all(list, &(Ends){m, rise, order}, chosen);
  return list;
}

/* Adds the start values, as drawn for each start. */
static void
add_starts(GPtrArray *list, const Ends *ends, TrammelRun *run, int parameter)
{
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_HOLLOW, .width = 2};
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrMultistart *m = ends->m;
  TrModel *model = trammel_need_memory(tr_model_copy(task->model));
  g_autofree double *x = g_new(double, m->n_starts + 1), *y = g_new(double, m->n_starts + 1),
                    *values = g_new(double, task->n_free + 1);

  for (int i = 0; i < m->n_starts; i++) {
    int start = ends->order[i];
    if (start > 0)
      tr_multistart_draw(values, task, model, m->seed, start);
    x[i] = i + 1;
    y[i] = start > 0 ? values[parameter] : task->free[parameter].start;
  }
  tr_model_free(model);
  add(list, trammel_series_new(_("start"), x, y, (gsize)m->n_starts, &style));
}

GPtrArray *
trammel_start_values(const TrFit *fit, TrammelRun *run, int parameter, int chosen)
{
  const TrMultistart *m = fit->multistart;
  GPtrArray *list = trammel_inspect_list_new();
  g_autofree double *values = g_new(double, m->n_starts + 1);
  g_autofree int *order = rank_ends(m);
  const Ends ends = {m, values, order};

  for (int i = 0; i < m->n_starts; i++)
    values[i] = m->ends[i].parameters[parameter];
  add_starts(list, &ends, run, parameter);
  add_all(list, &ends, chosen);
  return list;
}
