/* Plots and heat maps as files in memory: .png, .svg and .pdf by the painter of the screen, .csv as
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

/* Returns the figure in the format of the ending of `path` (transfer full).  Errors:
 * G_IO_ERROR_NOT_SUPPORTED for an unknown ending, G_IO_ERROR_FAILED. */
GBytes *trammel_export_figure(const TrammelFigure *figure,
                              const char *path,
                              const TrammelExportSize *size,
                              GError **error);
/* Same for a drawing; .csv is not supported. */
GBytes *trammel_export_drawing(const TrammelDrawing *drawing,
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

/* Returns all samples of the visible curves (plot/figure/columns.h); free with g_free(). */
char *trammel_export_to_csv(const TrammelFigure *figure);

G_END_DECLS
