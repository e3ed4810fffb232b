/* Sections of a report that have files of their own: report_values.c, report_validation.c. */
#pragma once

#include "io/export/report.h"

G_BEGIN_DECLS

/* TRUE if the logs do not determine the parameter. */
gboolean trammel_report_is_undetermined(const TrammelExportParameter *parameter);

/* Adds the values with their sigmas and 95 % intervals, value -+ 1.96 sigma within the bounds, and
 * a table of the parts of the sigmas, starts, bounds and values of the stepper.  parts: the names
 * and notes of the parameters. */
void trammel_report_add_values(TrammelExportReport *report,
                               const TrammelExportResult *result,
                               const TrammelReportParts *parts);

/* Adds the error of the predictions of every joint over its time scale (theory 12.10), and that of
 * the forces of the measured motion; nothing where the result has neither. */
void trammel_report_add_validation(TrammelExportReport *report, const TrammelExportResult *result);

G_END_DECLS
