/* Plots of a fit for a report: each sensor's samples with the estimate, and its residuals. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/est/task/task.h"
#include "io/export/plots.h"

G_BEGIN_DECLS

/* Returns TrammelReportPlot, two per sensor of each log: measured and estimated values, and the
 * residuals divided by their sigma.  Angles are in degrees.  Free with g_ptr_array_unref(). */
GPtrArray *trammel_report_fit_plots_new(const TrTask *task, const TrFit *fit);

G_END_DECLS
