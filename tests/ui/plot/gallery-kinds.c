#include "ui/plot/gallery-kinds.h"

#include <math.h>

#include "ui/plot/matrix-view.h"
#include "ui/plot/plot-view.h"

#define N_RESIDUALS 1500
#define N_LAGS      25

static TrammelPlotView *
add_plot(
    GtkGrid *grid, int column, int row, const char *title, const char *x_title, const char *y_title)
{
  GtkWidget *view = trammel_plot_view_new();
  gtk_widget_set_hexpand(view, TRUE);
  gtk_widget_set_vexpand(view, TRUE);
  gtk_grid_attach(grid, view, column, row, 1, 1);
  trammel_plot_view_set_title(TRAMMEL_PLOT_VIEW(view), title);
  trammel_plot_view_set_x_title(TRAMMEL_PLOT_VIEW(view), x_title);
  trammel_plot_view_set_y_title(TRAMMEL_PLOT_VIEW(view), y_title);
  return TRAMMEL_PLOT_VIEW(view);
}

static void
set_and_release(TrammelPlotView *view, TrammelSeries **series, gsize n)
{
  trammel_plot_view_set_series(view, series, n);
  for (gsize i = 0; i < n; i++)
    trammel_series_unref(series[i]);
}

/* Returns a sum of twelve uniform numbers, nearly Gaussian. */
static double
draw_normal(GRand *random)
{
  double sum = -6.0;
  for (int i = 0; i < 12; i++)
    sum += g_rand_double(random);
  return sum;
}

static void
fill_residuals(TrammelPlotView *view, const double *t, const double *r)
{
  const double excluded[] = {3.0, 11.4}, excluded_end[] = {4.1, 12.0};
  double out_t[N_RESIDUALS], out_r[N_RESIDUALS];
  gsize n_out = 0;
  for (int i = 0; i < N_RESIDUALS; i++)
    if (fabs(r[i]) > 2.8) {
      out_t[n_out] = t[i];
      out_r[n_out++] = r[i];
    }
  TrammelSeries *series[] = {
      trammel_series_new_spans("excluded", excluded, excluded_end, 2,
                               &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_START, .hatched = TRUE}),
      trammel_series_new_level("±3 sigma", -3.0, 3.0,
                               &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED}),
      trammel_series_new(
          "residual", t, r, N_RESIDUALS,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_SCATTER}),
      trammel_series_new(
          "outside", out_t, out_r, n_out,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_SIMULATED, .shape = TRAMMEL_SHAPE_HOLLOW}),
      trammel_series_new_x_level(
          "split", 7.5,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_REFERENCE, .shape = TRAMMEL_SHAPE_DASHES}),
  };
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_histogram(TrammelPlotView *view, const double *r)
{
  double x[161], y[161];
  for (int i = 0; i <= 160; i++) {
    x[i] = -4.0 + 0.05 * i;
    y[i] = exp(-0.5 * x[i] * x[i]) / sqrt(2.0 * G_PI);
  }
  TrammelSeries *series[] = {
      trammel_series_new_histogram("residuals", r, N_RESIDUALS, 0, TRUE,
                                   &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED}),
      trammel_series_new("N(0, 1)", x, y, 161,
                         &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_SIMULATED, .width = 2.0}),
  };
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_autocorrelation(TrammelPlotView *view)
{
  double lag[N_LAGS], r[N_LAGS];
  for (int i = 0; i < N_LAGS; i++) {
    lag[i] = i;
    r[i] = exp(-0.3 * i) * cos(0.9 * i);
  }
  TrammelSeries *series[] = {
      trammel_series_new_level("99 %", -0.12, 0.12,
                               &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_START}),
      trammel_series_new(
          "autocorrelation", lag, r, N_LAGS,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_STEMS}),
  };
  trammel_plot_view_set_x_kind(view, TRAMMEL_AXIS_INTEGER);
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_ellipses(TrammelPlotView *view)
{
  const double estimate[] = {0.5, 0.013}, prior[] = {0.55, 0.0};
  const double posterior_cov[] = {0.0016, 1.45e-4, 1.6e-5}, prior_cov[] = {0.01, 0.0, 4e-4};
  const double start[] = {0.62, 0.02};
  const TrammelSeriesStyle inner = {.role = TRAMMEL_ROLE_ESTIMATED, .filled = TRUE, .width = 2.0};
  TrammelSeries *series[] = {
      trammel_series_new_ellipse(
          "prior", prior, prior_cov, 1.0,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_DASHES}),
      trammel_series_new_ellipse("2 sigma", estimate, posterior_cov, 2.0, &inner),
      trammel_series_new_ellipse("1 sigma", estimate, posterior_cov, 1.0, &inner),
      trammel_series_new_level("bound", 0.0, 0.0,
                               &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_START,
                                                     .shape = TRAMMEL_SHAPE_DASHES,
                                                     .not_in_legend = TRUE}),
      trammel_series_new(
          "start", &start[0], &start[1], 1,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_HOLLOW}),
      trammel_series_new(
          "estimate", &estimate[0], &estimate[1], 1,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_SIMULATED, .shape = TRAMMEL_SHAPE_SCATTER}),
  };
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_friction(TrammelPlotView *view, GRand *random)
{
  enum { N = 60000 };
  g_autofree double *v = g_new(double, N);
  g_autofree double *torque = g_new(double, N);
  double curve_v[] = {-8.0, -1e-9, 1e-9, 8.0}, curve[4];
  for (int i = 0; i < N; i++) {
    v[i] = 7.5 * sin(1e-3 * i) * cos(3e-4 * i);
    torque[i] = 0.012 * v[i] + copysign(0.03, v[i]) + 0.01 * draw_normal(random);
  }
  for (int i = 0; i < 4; i++)
    curve[i] = 0.012 * curve_v[i] + copysign(0.03, curve_v[i]);
  TrammelSeries *series[] = {
      trammel_series_new(
          "samples", v, torque, N,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_SCATTER}),
      trammel_series_new("identified", curve_v, curve, 4,
                         &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_SIMULATED, .width = 2.5}),
  };
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_singular_values(TrammelPlotView *view)
{
  const double values[] = {4200.0, 310.0, 55.0, 8.0, 0.02};
  double from[5], to[5];
  for (int i = 0; i < 5; i++) {
    from[i] = i + 0.6;
    to[i] = i + 1.4;
  }
  TrammelSeries *series[] = {
      trammel_series_new_bars("singular value", from, to, values, 5,
                              &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED}),
      trammel_series_new_level(
          "threshold", 1.0, 1.0,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_WARNING, .shape = TRAMMEL_SHAPE_DASHES}),
  };
  trammel_plot_view_set_x_kind(view, TRAMMEL_AXIS_INTEGER);
  trammel_plot_view_set_log_y(view, TRUE);
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_l_curve(TrammelPlotView *view)
{
  double x[13], y[13], low[13], high[13];
  char names[13][16];
  const char *labels[13];
  for (int i = 0; i < 13; i++) {
    double k = -3.0 + 0.5 * i;
    x[i] = 0.3 / (1.0 + exp(-k)) + 0.02 * k;
    y[i] = 1.5 / (1.0 + exp(2.0 * k)) - 0.02 * k;
    low[i] = y[i] - 0.08;
    high[i] = y[i] + 0.08;
    g_snprintf(names[i], sizeof names[i], "%g",
               pow(10.0, k) < 0.1 ? pow(10.0, k) : round(pow(10.0, k) * 10.0) / 10.0);
    labels[i] = i % 2 == 0 ? names[i] : NULL;
  }
  TrammelSeries *series[] = {
      trammel_series_new_band(
          "±2 sigma", x, low, high, 13,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_ERROR_BARS}),
      trammel_series_new_labelled("kappa", x, y, labels, 13,
                                  &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED,
                                                        .shape = TRAMMEL_SHAPE_LINE_POINTS}),
  };
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static GtkWidget *
create_correlations(void)
{
  static const char *const names[] = {"mass of link1", "centre of mass z", "inertia",
                                      "viscous j1",    "Coulomb j1",       "motor gain"};
  enum { N = G_N_ELEMENTS(names) };
  double values[N * N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      values[i * N + j] = i == j ? 1.0 : cos(1.7 * (i + j)) * exp(-0.25 * abs(i - j));
  TrammelMatrix *matrix = trammel_matrix_new(values, N, N);
  for (guint i = 0; i < N; i++) {
    trammel_matrix_set_row_name(matrix, i, names[i]);
    trammel_matrix_set_column_name(matrix, i, names[i]);
  }
  matrix->title = g_strdup("Correlation of the estimates");
  GtkWidget *view = trammel_matrix_view_new();
  trammel_matrix_view_set_matrix(TRAMMEL_MATRIX_VIEW(view), matrix);
  trammel_matrix_view_select(TRAMMEL_MATRIX_VIEW(view), 3, 1);
  return view;
}

static GtkWidget *
create_validation(void)
{
  static const char *const rows[] = {"all E (run #7)", "log_01", "log_02", "start values"};
  static const char *const columns[] = {"log_01", "log_02", "log_03 (V)"};
  const double values[] = {2.1, 2.6, 3.0, 1.9, 3.9, 4.4, 4.0, 2.2, NAN, 9.0, 9.5, 8.2};
  TrammelMatrix *matrix = trammel_matrix_new(values, 4, 3);
  for (guint i = 0; i < 4; i++)
    trammel_matrix_set_row_name(matrix, i, rows[i]);
  for (guint i = 0; i < 3; i++)
    trammel_matrix_set_column_name(matrix, i, columns[i]);
  matrix->title = g_strdup("NRMSE, open loop");
  matrix->row_title = g_strdup("estimated from");
  matrix->column_title = g_strdup("evaluated on");
  matrix->unit = g_strdup("%");
  matrix->digits = 1;
  trammel_matrix_get_cell(matrix, 1, 0)->hatched = TRUE;
  trammel_matrix_get_cell(matrix, 2, 1)->hatched = TRUE;
  trammel_matrix_set_scale(matrix, TRAMMEL_SCALE_SEQUENTIAL, 0.0, NAN);
  GtkWidget *view = trammel_matrix_view_new();
  trammel_matrix_view_set_matrix(TRAMMEL_MATRIX_VIEW(view), matrix);
  return view;
}

static void
add_matrix(GtkGrid *grid, GtkWidget *view, int column)
{
  gtk_widget_set_hexpand(view, TRUE);
  gtk_widget_set_vexpand(view, TRUE);
  gtk_grid_attach(grid, view, column, 2, 1, 1);
}

GtkWidget *
gallery_kinds_window_new(void)
{
  double t[N_RESIDUALS], r[N_RESIDUALS];
  GtkWidget *window = gtk_window_new();
  GtkWidget *grid = gtk_grid_new();
  GtkGrid *g = GTK_GRID(grid);
  GRand *random = g_rand_new_with_seed(3);
  for (int i = 0; i < N_RESIDUALS; i++) {
    t[i] = 0.01 * i;
    r[i] = draw_normal(random);
  }
  gtk_grid_set_column_homogeneous(g, TRUE);
  gtk_grid_set_row_spacing(g, 1);
  gtk_grid_set_column_spacing(g, 1);
  fill_residuals(add_plot(g, 0, 0, "Residual", "t [s]", "residual / sigma [1]"), t, r);
  fill_histogram(add_plot(g, 1, 0, "Histogram", "residual / sigma [1]", "density [1]"), r);
  fill_autocorrelation(add_plot(g, 2, 0, "Autocorrelation", "lag [samples]", "r [1]"));
  fill_ellipses(add_plot(g, 0, 1, "Pair", "mass of link1 [kg]", "viscous j1 [N m s/rad]"));
  fill_friction(add_plot(g, 1, 1, "Friction", "speed [rad/s]", "torque [N m]"), random);
  fill_singular_values(add_plot(g, 2, 1, "Information", "direction", "singular value [1]"));
  add_matrix(g, create_correlations(), 0);
  add_matrix(g, create_validation(), 1);
  fill_l_curve(
      add_plot(g, 2, 2, "L-curve", "log10 measurement residual [1]", "log10 state error [1]"));
  gtk_window_set_default_size(GTK_WINDOW(window), 1320, 860);
  gtk_window_set_child(GTK_WINDOW(window), grid);
  g_rand_free(random);
  return window;
}
