/* Report of a result: one page to read and to print.  The contents are made once, as blocks, and
 * laid out by two painters, HTML and PDF. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/est/task/task.h"
#include "io/export/plots.h"
#include "io/export/result.h"
#include "io/problem/finding.h"

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

/* Parts of a report that the result itself lacks. */
typedef struct {
  const char *date;        /* of the report, as text */
  const GPtrArray *prints; /* TrammelReportFigure (io/base/report_figure.h) at the end; nullable */
  const TrTask *task;      /* the fit with its motions, for plots of each sensor; nullable */
  const TrFit *fit;
  const GArray
      *findings;      /* TrammelFinding in the language of the user; NULL: those of the result */
  const char *ending; /* end of the fit in that language; nullable */
  const char *const *labels; /* names of the parameters, in their order; nullable */
  const char *const *notes;  /* remarks of the project on them, "" without; nullable */
  GBytes *picture;           /* SVG of the mechanism; nullable */
} TrammelReportParts;

/* Returns the report of a result, in the language of the user (English without one); free with
 * trammel_report_free(). */
TrammelExportReport *trammel_report_new(const TrammelExportResult *result,
                                        const TrammelReportParts *parts);
void trammel_report_free(TrammelExportReport *report);

/* Returns one self-contained file; free with g_free().  Error: TRAMMEL_ERROR_FAILED. */
char *trammel_report_to_html(const TrammelExportReport *report, GError **error);

/* Returns a PDF: A4, vector graphics.  Error: TRAMMEL_ERROR_FAILED. */
GBytes *trammel_report_to_pdf(const TrammelExportReport *report, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportReport, trammel_report_free)

G_END_DECLS
