/* Figures of a report. */
#pragma once

#include "io/export/figure.h"
#include "io/export/result.h"

G_BEGIN_DECLS

/* Returns the correlation of the estimates as a heat map, blue below and red above zero; NULL with
 * fewer than two parameters, or too many to be legible.  Free with trammel_figure_free(). */
TrammelExportFigure *trammel_plot_correlation(const TrammelExportResult *result, double width);

/* Returns the cost, and the distance of every parameter from its final value in sigmas, over the
 * iterations; NULL when there is no iteration.  Free with trammel_figure_free(). */
TrammelExportFigure *trammel_plot_history(const TrammelExportResult *result, double width);

G_END_DECLS
