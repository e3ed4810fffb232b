/* Blocks of a report as its sections add them. */
#pragma once

#include "io/export/report.h"

G_BEGIN_DECLS

/* Adds a block with a text (nullable), in the notation of the user; owned by the report. */
TrammelBlock *
trammel_report_add(TrammelExportReport *report, TrammelBlockKind kind, const char *text);

/* Adds a table without rows.  titles: separated by '|', NULL: no head; align: a letter of
 * TrammelBlock for each column. */
TrammelBlock *
trammel_report_add_table(TrammelExportReport *report, const char *titles, const char *align);

/* Adds a row; takes a text for each column. */
void trammel_report_add_row(TrammelBlock *table, ...);

/* Removes a last column without any text from the tables, such as remarks that no row has. */
void trammel_report_trim(TrammelExportReport *report);

/* Adds a plot, taking ownership; nothing for NULL. */
void trammel_report_add_plot(TrammelExportReport *report, TrammelReportPlot *plot);

/* Adds a drawing with its caption. */
void trammel_report_add_print(TrammelExportReport *report, const char *caption, GBytes *svg);

G_END_DECLS
