/* Export of plots and heat maps to files: .png, .svg and .pdf by the painter of the screen, .csv as
 * numbers. */
#pragma once

#include <pango/pango.h>

#include "plot/paint/drawing.h"

G_BEGIN_DECLS

typedef struct {
  double width, height;             /* [mm] */
  double dpi;                       /* of PNG; 0 = 192 */
  const PangoFontDescription *font; /* NULL = Sans 10 */
} TrammelExportSize;

/* Writes the figure in the format of the ending of `path`.  The file is replaced only when it is
 * complete.  Errors: G_FILE_ERROR, or G_IO_ERROR_NOT_SUPPORTED for an unknown ending. */
gboolean trammel_export_figure(const TrammelFigure *figure,
                               const char *path,
                               const TrammelExportSize *size,
                               GError **error);
/* Writes a drawing as a picture; .csv is not supported.  Errors as trammel_export_figure(). */
gboolean trammel_export_drawing(const TrammelDrawing *drawing,
                                const char *path,
                                const TrammelExportSize *size,
                                GError **error);

/* Return the picture as a PNG or SVG file in memory (transfer full); NULL with `error` set when it
 * cannot be drawn. */
GBytes *
trammel_export_to_png(const TrammelDrawing *drawing, const TrammelExportSize *size, GError **error);
GBytes *
trammel_export_to_svg(const TrammelDrawing *drawing, const TrammelExportSize *size, GError **error);

/* TRUE if `path` ends in .csv. */
gboolean trammel_export_is_table(const char *path);

/* Replaces the file `path` by `text`.  Errors: G_FILE_ERROR. */
gboolean trammel_export_text(const char *text, const char *path, GError **error);

/* Returns all samples of the visible curves (plot/figure/columns.h); free with g_free(). */
char *trammel_export_to_csv(const TrammelFigure *figure);

G_END_DECLS
