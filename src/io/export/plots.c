#include "io/export/plots.h"

#include <math.h>
#include <string.h>

enum { INK = 0x2b2f36, FAINT = 0x6b7280, RULE = 0xd5d9df, UNKNOWN = 0xe8eaed, STRONG = 0x1f5fa8 };

/* MAX_MAP: largest number of parameters with visible cells. */
enum { EDGE = 8, SCALE_WIDTH = 210, MAX_MAP = 150, MAX_ITERATION = 1000000 };

#define TEXT_SIZE 7.5

/* ---- correlation ------------------------------------------------------------------------------
 */

/* Returns the colour of a correlation, from blue over white to red. */
static guint32
get_heat(double correlation)
{
  static const double blue[3] = {0x2c, 0x6f, 0xb5}, red[3] = {0xc2, 0x3b, 0x3b};
  double part = fmin(fabs(correlation), 1);
  guint32 colour = 0;

  for (int i = 0; i < 3; i++) {
    double end = correlation < 0 ? blue[i] : red[i];
    colour = colour << 8 | (guint32)lround(255 + part * (end - 255));
  }
  return colour;
}

static double
measure_labels(const TrammelExportResult *result)
{
  glong longest = 0;

  for (guint i = 0; i < result->parameters->len; i++)
    longest = MAX(longest, g_utf8_strlen(trammel_export_result_get_parameter(result, i)->id, -1));
  return (double)longest * 0.56 * TEXT_SIZE + 22;
}

static void
add_cell(TrammelExportFigure *figure, double x, double y, double cell, double correlation)
{
  guint32 colour = isnan(correlation) ? UNKNOWN : get_heat(correlation);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  trammel_figure_add_rectangle(figure, x, y, cell - 0.6, cell - 0.6, colour);
  if (cell < 18 || isnan(correlation))
    return;
  trammel_figure_add_text(
      figure, x + cell / 2, y + cell / 2, fmin(TEXT_SIZE, cell / 3), 0.5,
      fabs(correlation) > 0.7 ? 0xffffff : INK,
      g_ascii_formatd(number, sizeof number, "%.2f", fabs(correlation) < 0.005 ? 0 : correlation));
}

/* Adds the scale from -1 to 1 below the map. */
static void
add_scale(TrammelExportFigure *figure, double x, double y)
{
  enum { STEPS = 41 };
  static const char *const words[] = {"-1", "0", "1"};
  double width = 120;

  for (int i = 0; i < STEPS; i++)
    trammel_figure_add_rectangle(figure, x + width * i / STEPS, y, width / STEPS + 0.3, 7,
                                 get_heat(2.0 * i / (STEPS - 1) - 1));
  for (int i = 0; i < 3; i++)
    trammel_figure_add_text(figure, x + width * i / 2, y + 14, TEXT_SIZE, 0.5 * i, FAINT, words[i]);
  trammel_figure_add_rectangle(figure, x + width + 20, y, 7, 7, UNKNOWN);
  trammel_figure_add_text(figure, x + width + 32, y + 3.5, TEXT_SIZE, 0, FAINT, "not determined");
}

TrammelExportFigure *
trammel_plot_correlation(const TrammelExportResult *result, double width)
{
  guint n = result->parameters->len;
  double left = fmin(measure_labels(result), 0.6 * width), top = 14;
  double cell = fmin(26, (width - left - 4) / MAX(n, 1));
  double size = fmin(TEXT_SIZE, 0.95 * cell);
  guint stride = (guint)ceil(12 / cell); /* spacing of legible numbers */
  TrammelExportFigure *figure;

  if (n < 2 || n > MAX_MAP)
    return NULL;
  figure = trammel_figure_new(width, top + n * cell + 30, "Correlation of the estimates");
  for (guint i = 0; i < n; i++) {
    g_autofree char *label =
        g_strdup_printf("%s  %u", trammel_export_result_get_parameter(result, i)->id, i + 1);
    g_autofree char *number = g_strdup_printf("%u", i + 1);
    double middle = top + (i + 0.5) * cell;
    trammel_figure_add_text(figure, left - 5, middle, size, 1, INK, label);
    if (i % stride == 0)
      trammel_figure_add_text(figure, left + (i + 0.5) * cell, top - 6, size, 0.5, INK, number);
    for (guint j = 0; j < n; j++)
      add_cell(figure, left + j * cell, top + i * cell, cell,
               result->correlation[(gsize)i * n + j]);
  }
  add_scale(figure, fmin(left, width - SCALE_WIDTH), top + n * cell + 6);
  return figure;
}

/* ---- history ----------------------------------------------------------------------------------
 */

/* Panel: its place, and the powers of ten of its height. */
typedef struct {
  TrammelExportFigure *figure;
  double x, y, width, height;
  double last; /* iteration at its right end */
  int lowest, highest;
} Panel;

static double
get_x(const Panel *panel, double iteration)
{
  return panel->x + panel->width * (panel->last > 0 ? iteration / panel->last : 0.5);
}

static double
get_y(const Panel *panel, double power)
{
  double part = (power - panel->lowest) / (panel->highest - panel->lowest);

  return panel->y + panel->height * (1 - CLAMP(part, 0, 1));
}

/* Sets the range to whole powers of ten around the smallest and the largest value. */
static void
set_range(Panel *panel, double smallest, double largest)
{
  panel->lowest = (int)floor(log10(smallest));
  panel->highest = (int)ceil(log10(largest));
  if (panel->highest <= panel->lowest)
    panel->highest = panel->lowest + 1;
}

static void
add_axes(const Panel *panel, const char *title)
{
  int step = (panel->highest - panel->lowest + 5) / 6;
  int stride = MAX(1, (int)ceil(panel->last / 8));
  double bottom = panel->y + panel->height;

  for (int power = panel->lowest; power <= panel->highest; power += step) {
    double y = get_y(panel, power);
    g_autofree char *label = g_strdup_printf("1e%d", power);
    trammel_figure_add_line(panel->figure, (double[]){panel->x, y, panel->x + panel->width, y}, 2,
                            0.5, RULE);
    trammel_figure_add_text(panel->figure, panel->x - 4, y, TEXT_SIZE, 1, FAINT, label);
  }
  for (int i = 0; i <= (int)panel->last; i += stride) {
    g_autofree char *label = g_strdup_printf("%d", i);
    trammel_figure_add_text(panel->figure, get_x(panel, i), bottom + 8, TEXT_SIZE, 0.5, FAINT,
                            label);
  }
  trammel_figure_add_line(
      panel->figure,
      (double[]){panel->x, panel->y, panel->x, bottom, panel->x + panel->width, bottom}, 3, 0.8,
      FAINT);
  trammel_figure_add_text(panel->figure, panel->x + panel->width / 2, bottom + 20, TEXT_SIZE, 0.5,
                          FAINT, "iteration");
  trammel_figure_add_text(panel->figure, panel->x, panel->y - 9, TEXT_SIZE + 0.5, 0, INK, title);
}

/* Adds a curve through the values above zero. */
static void
add_curve(const Panel *panel,
          const TrammelExportResult *result,
          const double *values,
          double thickness,
          guint32 colour)
{
  guint n = result->history->len, used = 0;
  g_autofree double *points = g_new(double, 2 * n);

  for (guint i = 0; i < n; i++) {
    double iteration = g_array_index(result->history, TrammelExportIteration, i).iteration;
    if (!(values[i] > 0) || !isfinite(values[i]) || !(iteration >= 0 && iteration <= MAX_ITERATION))
      continue;
    points[2 * used] = get_x(panel, iteration);
    points[2 * used + 1] = get_y(panel, log10(values[i]));
    trammel_figure_add_dot(panel->figure, points[2 * used], points[2 * used + 1], 2.5 * thickness,
                           colour);
    used++;
  }
  if (used > 1)
    trammel_figure_add_line(panel->figure, points, used, thickness, colour);
}

static void
add_cost(Panel *panel, const TrammelExportResult *result)
{
  guint n = result->history->len;
  g_autofree double *cost = g_new(double, n);
  double smallest = INFINITY, largest = 0;

  for (guint i = 0; i < n; i++) {
    cost[i] = g_array_index(result->history, TrammelExportIteration, i).cost;
    if (!(cost[i] > 0) || !isfinite(cost[i]))
      continue;
    smallest = fmin(smallest, cost[i]);
    largest = fmax(largest, cost[i]);
  }
  if (!(largest > 0))
    return;
  set_range(panel, smallest, largest);
  add_axes(panel, "Cost");
  add_curve(panel, result, cost, 1.4, STRONG);
}

/* Returns |value - final value| / sigma over the iterations; NAN without a sigma. */
static double *
get_distances(const TrammelExportResult *result, guint parameter)
{
  guint n = result->history->len;
  const TrammelExportParameter *p = trammel_export_result_get_parameter(result, parameter);
  double *distances = g_new(double, n);

  for (guint i = 0; i < n; i++) {
    double value = g_array_index(result->history, TrammelExportIteration, i).parameters[parameter];
    distances[i] = p->sigma > 0 ? fabs(value - p->value) / p->sigma : NAN;
  }
  return distances;
}

static void
add_distances(Panel *panel, const TrammelExportResult *result)
{
  static const guint32 colours[] = {0x1f5fa8, 0xc2603b, 0x3f8f5b, 0x8a5fb0,
                                    0x9a7b1f, 0x2c94a0, 0xb04a7a, 0x5b6470};
  guint n = result->history->len;
  double smallest = INFINITY, largest = 0;

  for (guint k = 0; k < result->parameters->len; k++) {
    g_autofree double *distances = get_distances(result, k);
    for (guint i = 0; i < n; i++)
      if (distances[i] > 0 && isfinite(distances[i])) {
        smallest = fmin(smallest, distances[i]);
        largest = fmax(largest, distances[i]);
      }
  }
  if (!(largest > 0))
    return;
  /* values far below a sigma carry no information */
  set_range(panel, fmax(smallest, 1e-6), fmax(largest, 1e-5));
  add_axes(panel, "Distance to the final value, in sigmas");
  for (guint k = 0; k < result->parameters->len; k++) {
    g_autofree double *distances = get_distances(result, k);
    for (guint i = 0; i < n; i++)
      if (distances[i] < pow(10, panel->lowest))
        distances[i] = NAN;
    add_curve(panel, result, distances, 0.8, colours[k % G_N_ELEMENTS(colours)]);
  }
}

TrammelExportFigure *
trammel_plot_history(const TrammelExportResult *result, double width)
{
  double left = 34, gap = 46, panel_width = (width - left - gap - EDGE) / 2;
  Panel panel = {.x = left, .y = 20, .width = panel_width, .height = 120};

  if (result->history->len == 0)
    return NULL;
  for (guint i = 0; i < result->history->len; i++) {
    double iteration = g_array_index(result->history, TrammelExportIteration, i).iteration;
    if (iteration >= 0 && iteration <= MAX_ITERATION)
      panel.last = fmax(panel.last, iteration);
  }
  panel.figure = trammel_figure_new(width, 170, "Convergence over the iterations");
  add_cost(&panel, result);
  panel.x = left + panel_width + gap;
  add_distances(&panel, result);
  return panel.figure;
}
