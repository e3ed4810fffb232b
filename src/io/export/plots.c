#include "io/export/plots.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "plot/figure/iteration-series.h"
#include "plot/paint/export.h"

#define FONT "Inter, Cantarell, Sans 8"

/* Heat map [pt].  Rows are as high as legible names need, as long as a page holds them. */
#define HEAD       32.0 /* of the column names, with the margins */
#define ROW        19.0
#define MAP_HEIGHT 640.0

/* Curves [pt]. */
#define COST_HEIGHT     125.0
#define DISTANCE_HEIGHT 150.0
#define LEGEND_LINE     12.0

/* Least width of the tick labels [px], so that the left axes of both plots align. */
#define LABEL_WIDTH 32

/* Largest number of parameters with visible cells. */
#define MAX_MAP 150

/* Parameters in a line of the legend, about. */
#define LEGEND_COLUMNS 3

/* Distances below this many sigmas carry no information. */
#define LEAST_DISTANCE 1e-6

TrammelReportPlot *
trammel_report_plot_new(double height, const char *description)
{
  TrammelReportPlot *self = g_new0(TrammelReportPlot, 1);

  self->height = height;
  self->description = g_strdup(description);
  trammel_figure_init(&self->figure);
  return self;
}

void
trammel_report_plot_free(TrammelReportPlot *self)
{
  g_free(self->description);
  g_clear_pointer(&self->matrix, trammel_matrix_free);
  trammel_figure_clear(&self->figure);
  g_free(self);
}

TrammelReportPlot *
trammel_report_plot_new_correlation(const TrammelExportResult *result)
{
  guint n = result->parameters->len;
  TrammelReportPlot *self;

  if (n < 2 || n > MAX_MAP)
    return NULL;
  self =
      trammel_report_plot_new(HEAD + fmin(ROW * n, MAP_HEIGHT), _("Correlation of the estimates"));
  self->matrix = trammel_matrix_new(result->correlation, n, n);
  self->matrix->is_square = TRUE;
  for (guint i = 0; i < n; i++) {
    const char *id = trammel_export_result_get_parameter(result, i)->id;
    trammel_matrix_set_row_name(self->matrix, i, id);
    trammel_matrix_set_column_name(self->matrix, i, id);
  }
  return self;
}

/* Returns a plot of positive values over the iterations. */
static TrammelReportPlot *
new_history(double height, const char *description, const char *y_title)
{
  TrammelReportPlot *self = trammel_report_plot_new(height, description);

  self->figure.x_title = g_strdup(_("accepted iteration"));
  self->figure.y_title = g_strdup(y_title);
  self->figure.label_width = LABEL_WIDTH;
  self->figure.x.kind = TRAMMEL_AXIS_INTEGER;
  self->figure.y.kind = TRAMMEL_AXIS_LOG;
  return self;
}

/* Sets the ranges of the axes; returns NULL, and frees the plot, if there are no curves. */
static TrammelReportPlot *
finish_history(TrammelReportPlot *self)
{
  if (self->figure.series->len == 0) {
    trammel_report_plot_free(self);
    return NULL;
  }
  trammel_figure_fit(&self->figure);
  return self;
}

static const TrammelExportIteration *
get_iteration(const TrammelExportResult *result, guint i)
{
  return &g_array_index(result->history, TrammelExportIteration, i);
}

TrammelReportPlot *
trammel_report_plot_new_cost(const TrammelExportResult *result)
{
  TrammelReportPlot *self = new_history(COST_HEIGHT, _("Cost over the iterations"), _("cost"));
  guint n = result->history->len;
  g_autofree double *cost = g_new(double, n + 1);

  for (guint i = 0; i < n; i++)
    cost[i] = get_iteration(result, i)->cost;
  trammel_iteration_series_append_positive(self->figure.series, "", cost, NULL, n, 0);
  return finish_history(self);
}

TrammelReportPlot *
trammel_report_plot_new_distances(const TrammelExportResult *result)
{
  guint n = result->history->len, n_parameters = result->parameters->len;
  guint lines = MIN((n_parameters + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS, 10);
  TrammelReportPlot *self =
      new_history(DISTANCE_HEIGHT + LEGEND_LINE * lines,
                  _("Distance of every parameter to its final value over the iterations"),
                  _("distance to the final value [sigma]"));
  g_autofree double *distances = g_new(double, n + 1);

  for (guint k = 0; k < n_parameters; k++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, k);
    for (guint i = 0; i < n; i++) {
      double distance =
          fabs(get_iteration(result, i)->parameters[k] - p->stepper) / p->stepper_sigma;
      distances[i] = p->stepper_sigma > 0 && distance >= LEAST_DISTANCE ? distance : NAN;
    }
    trammel_iteration_series_append_positive(self->figure.series, p->id, distances, NULL, n, k);
  }
  return finish_history(self);
}

static TrammelDrawing
get_drawing(const TrammelReportPlot *self)
{
  return self->matrix ? trammel_drawing_of_matrix(self->matrix)
                      : trammel_drawing_of_figure(&self->figure);
}

void
trammel_report_plot_draw(const TrammelReportPlot *self, cairo_t *cr)
{
  const double unit = TRAMMEL_POINTS_PER_INCH / TRAMMEL_PIXELS_PER_INCH;
  TrammelDrawing drawing = get_drawing(self);
  PangoFontDescription *font = pango_font_description_from_string(FONT);

  trammel_drawing_show(&drawing, cr, unit, TRAMMEL_REPORT_WIDTH / unit, self->height / unit, font);
  pango_font_description_free(font);
}

GBytes *
trammel_report_plot_to_svg(const TrammelReportPlot *self, GError **error)
{
  TrammelDrawing drawing = get_drawing(self);
  PangoFontDescription *font = pango_font_description_from_string(FONT);
  const TrammelExportSize size = {
      .width = TRAMMEL_REPORT_WIDTH / TRAMMEL_POINTS_PER_INCH * TRAMMEL_MM_PER_INCH,
      .height = self->height / TRAMMEL_POINTS_PER_INCH * TRAMMEL_MM_PER_INCH,
      .font = font};
  GBytes *svg = trammel_export_to_svg(&drawing, &size, error);

  pango_font_description_free(font);
  return svg;
}
