#include "ui/figures/run-figures.h"

#include <math.h>

#include "plot/figure/iteration-series.h"

static void
free_run_figure(gpointer data)
{
  TrammelRunFigure *named = data;

  g_free(named->name);
  trammel_figure_clear(&named->figure);
  g_free(named);
}

static TrammelFigure *
add_figure(GPtrArray *figures, char *name, char *title, const char *x_title, char *y_title)
{
  TrammelRunFigure *named = g_new0(TrammelRunFigure, 1);

  named->name = name;
  trammel_figure_init(&named->figure);
  named->figure.title = title;
  named->figure.x_title = g_strdup(x_title);
  named->figure.y_title = y_title;
  g_ptr_array_add(figures, named);
  return &named->figure;
}

/* Returns a file name made from names that may hold any character. */
static char *
make_file_name(const char *log, const char *sensor)
{
  char *name = g_strdup_printf("fit-%s-%s", log, sensor);

  return g_strcanon(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_.", '_');
}

static void
add_fit(GPtrArray *figures, const TrammelCurve *measured, const TrammelCurve *estimated)
{
  const TrammelSeriesStyle points = {.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_POINTS};
  const TrammelSeriesStyle line = {
      .role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_LINE, .width = 3};
  TrammelFigure *figure =
      add_figure(figures, make_file_name(measured->log_name, measured->name),
                 g_strdup_printf("%s: %s", measured->log_name, measured->name), "time [s]",
                 g_strdup_printf("%s [%s]", measured->name, measured->unit));

  /* measured samples are drawn on top */
  g_ptr_array_add(figure->series,
                  trammel_series_new("estimated", estimated->t, estimated->y, estimated->n, &line));
  g_ptr_array_add(figure->series,
                  trammel_series_new("measured", measured->t, measured->y, measured->n, &points));
  if (g_str_equal(measured->unit, "deg"))
    figure->y.kind = TRAMMEL_AXIS_DEGREES;
  trammel_figure_fit(figure);
}

static void
add_cost_term(TrammelFigure *figure, const char *name, const TrFit *fit, gsize offset, guint index)
{
  g_autofree double *values = g_new(double, fit->n_history);

  for (int i = 0; i < fit->n_history; i++)
    values[i] = *(const double *)((const char *)&fit->history[i].cost + offset);
  trammel_iteration_series_append_positive(figure->series, name, values, NULL,
                                           (gsize)fit->n_history, index);
}

static void
add_cost(GPtrArray *figures, const TrFit *fit)
{
  TrammelFigure *figure =
      add_figure(figures, g_strdup("cost"), g_strdup("Cost"), "iteration", g_strdup("cost"));

  figure->x.kind = TRAMMEL_AXIS_INTEGER;
  figure->y.kind = TRAMMEL_AXIS_LOG;
  add_cost_term(figure, "total", fit, G_STRUCT_OFFSET(TrCost, total), 0);
  add_cost_term(figure, "observations", fit, G_STRUCT_OFFSET(TrCost, observation), 1);
  add_cost_term(figure, "states", fit, G_STRUCT_OFFSET(TrCost, state), 2);
  add_cost_term(figure, "prior", fit, G_STRUCT_OFFSET(TrCost, prior), 3);
  trammel_figure_fit(figure);
}

/* Returns the scale of a parameter's curve: its estimate by the stepper, or the scale of its kind
 * if the estimate is near zero. */
static double
size_of(const TrEstimate *estimate)
{
  double value = fabs(estimate->value);
  return value > 1e-3 * estimate->scale ? value : estimate->scale;
}

static void
add_parameters(GPtrArray *figures, TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autofree double *y = g_new(double, fit->n_history);
  TrammelFigure *figure;

  if (fit->n_free == 0)
    return;
  figure = add_figure(figures, g_strdup("parameters"), g_strdup("Parameters"), "iteration",
                      g_strdup("distance from the value of the stepper, relative"));
  figure->x.kind = TRAMMEL_AXIS_INTEGER;
  for (int p = 0; p < fit->n_free; p++) {
    const TrEstimate *estimate = &fit->estimates[p];
    char id[TR_ID_SIZE];
    for (int i = 0; i < fit->n_history; i++)
      y[i] = (fit->history_parameters[i * fit->n_free + p] - estimate->value) / size_of(estimate);
    tr_task_free_id(id, task, p);
    g_ptr_array_add(figure->series,
                    trammel_iteration_series_new(id, y, (gsize)fit->n_history, (guint)p));
  }
  trammel_figure_fit(figure);
}

GPtrArray *
trammel_run_figures_new(TrammelRun *run)
{
  GPtrArray *figures = g_ptr_array_new_with_free_func(free_run_figure);
  GPtrArray *measured = trammel_run_get_measured(run);
  GPtrArray *estimated = trammel_run_get_estimated(run);

  for (guint i = 0; i < measured->len; i++)
    add_fit(figures, g_ptr_array_index(measured, i), g_ptr_array_index(estimated, i));
  add_cost(figures, trammel_run_get_fit(run));
  add_parameters(figures, run);
  return figures;
}
