/* Report of a result: one page to read and to print.  The contents are made once, as blocks, and
 * laid out by two painters, HTML and PDF. */
#pragma once

#include "io/export/plots.h"
#include "io/export/result.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_BLOCK_TITLE,
  TRAMMEL_BLOCK_HEADING,
  TRAMMEL_BLOCK_TEXT,
  TRAMMEL_BLOCK_NOTICE, /* highlighted text */
  TRAMMEL_BLOCK_ITEM,   /* text of a list */
  TRAMMEL_BLOCK_TABLE,
  TRAMMEL_BLOCK_PLOT,
  TRAMMEL_BLOCK_PRINT, /* a drawing of the project; text: its caption */
} TrammelBlockKind;

typedef struct {
  TrammelBlockKind kind;
  char *text;
  guint n_columns; /* table only */
  char **titles;   /* [n_columns]; NULL: a table without a head */
  char *align;     /* [n_columns] characters: 'l' left, 'r' right, 'w' left with line breaks */
  GPtrArray *rows; /* char **: [n_columns] cells */
  TrammelReportPlot *plot;
  GBytes *svg;
} TrammelBlock;

typedef struct {
  char *title;
  GPtrArray *blocks; /* TrammelBlock */
} TrammelExportReport;

/* Returns the report of a result; free with trammel_report_free(). date: date of the report as
 * text; prints: TrammelReportFigure (io/base/report_figure.h) placed at the end, nullable. */
TrammelExportReport *
trammel_report_new(const TrammelExportResult *result, const char *date, const GPtrArray *prints);
void trammel_report_free(TrammelExportReport *report);

/* Returns one self-contained file; free with g_free().  Error: TRAMMEL_ERROR_FAILED. */
char *trammel_report_to_html(const TrammelExportReport *report, GError **error);

/* Returns a PDF: A4, vector graphics.  Error: TRAMMEL_ERROR_FAILED. */
GBytes *trammel_report_to_pdf(const TrammelExportReport *report, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportReport, trammel_report_free)

G_END_DECLS
