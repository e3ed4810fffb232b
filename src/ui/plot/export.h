/* Writes a plot to a file: .png, .svg and .pdf by the painter of the screen, .csv as numbers. */
#pragma once

#include <pango/pango.h>

#include "ui/plot/figure.h"

G_BEGIN_DECLS

typedef struct {
  double width, height;             /* [mm] */
  double dpi;                       /* of PNG; 0 = 192 */
  const PangoFontDescription *font; /* NULL = Sans 10 */
} TrammelExportSize;

/* The ending of `path` decides the format.  The file is replaced only when it is complete.  Errors
 * are of G_FILE_ERROR, or G_IO_ERROR_NOT_SUPPORTED for an unknown ending. */
gboolean trammel_export_figure(const TrammelFigure *figure,
                               const char *path,
                               const TrammelExportSize *size,
                               GError **error);

/* The same picture as a PNG file in memory; NULL with `error` set when it cannot be drawn. */
GBytes *
trammel_export_to_png(const TrammelFigure *figure, const TrammelExportSize *size, GError **error);

/* All samples of the visible curves: for each curve a column of x and one of y (bands: low and
 * high); a column of x that equals the one before is left out; gaps are empty cells. */
char *trammel_export_to_csv(const TrammelFigure *figure);

G_END_DECLS
