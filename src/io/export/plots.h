/* Plots of a report: their contents, drawn by the painters of the window. */
#pragma once

#include "io/export/result.h"
#include "plot/figure/figure.h"
#include "plot/figure/matrix.h"
#include "plot/paint/drawing.h"

G_BEGIN_DECLS

/* Width of all plots, which is that of a report's text [pt]. */
#define TRAMMEL_REPORT_WIDTH 490.0

typedef struct {
  double height;         /* [pt] */
  char *description;     /* content in one sentence */
  TrammelMatrix *matrix; /* NULL: the figure is drawn */
  TrammelFigure figure;
} TrammelReportPlot;

/* Returns an empty figure. */
TrammelReportPlot *trammel_report_plot_new(double height, const char *description);

/* Returns the correlation of the estimates as a heat map; NULL with fewer than two parameters, or
 * too many to be legible.  Free these with trammel_report_plot_free(). */
TrammelReportPlot *trammel_report_plot_new_correlation(const TrammelExportResult *result);

/* Returns the cost over the iterations; NULL if there is none. */
TrammelReportPlot *trammel_report_plot_new_cost(const TrammelExportResult *result);

/* Returns |value - final value| / sigma of every parameter over the iterations; NULL if there is
 * none. */
TrammelReportPlot *trammel_report_plot_new_distances(const TrammelExportResult *result);

void trammel_report_plot_free(TrammelReportPlot *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelReportPlot, trammel_report_plot_free)

/* Draws the plot at the origin of a surface in points. */
void trammel_report_plot_draw(const TrammelReportPlot *self, cairo_t *cr);

/* Returns an SVG file (transfer full).  Error: G_IO_ERROR_FAILED. */
GBytes *trammel_report_plot_to_svg(const TrammelReportPlot *self, GError **error);

G_END_DECLS
