/* Drawing of a report: a list of shapes that is painted as SVG or by cairo.  Lengths in points, y
 * down, origin at the top left. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_SHAPE_RECTANGLE,   /* filled */
  TRAMMEL_EXPORT_SHAPE_LINE, /* through points */
  TRAMMEL_SHAPE_DOT,         /* filled; x, y: centre, width: diameter */
  TRAMMEL_SHAPE_TEXT,        /* one line; x, y on its middle line */
} TrammelExportShapeKind;

typedef struct {
  TrammelExportShapeKind kind;
  double x, y, width, height; /* line: width is its thickness; text: height is its size */
  guint32 colour;             /* 0xrrggbb */
  double anchor;              /* text: 0 begins, 0.5 is centred, 1 ends at x */
  gboolean upwards;           /* text that is read from below */
  char *text;
  double *points; /* x, y, x, y, ... */
  guint n_points;
} TrammelExportShape;

typedef struct {
  double width, height;
  char *description; /* content of the drawing in one sentence */
  GArray *shapes;    /* TrammelExportShape */
} TrammelExportFigure;

/* Returns an empty drawing; free with trammel_figure_free(). */
TrammelExportFigure *trammel_figure_new(double width, double height, const char *description);
void trammel_figure_free(TrammelExportFigure *figure);

void trammel_figure_add_rectangle(
    TrammelExportFigure *figure, double x, double y, double width, double height, guint32 colour);
void trammel_figure_add_dot(
    TrammelExportFigure *figure, double x, double y, double diameter, guint32 colour);
/* Copies the points. */
void trammel_figure_add_line(
    TrammelExportFigure *figure, const double *points, guint n, double thickness, guint32 colour);
void trammel_figure_add_text(TrammelExportFigure *figure,
                             double x,
                             double y,
                             double size,
                             double anchor,
                             guint32 colour,
                             const char *text);

/* Rotates the text that was added last, so that it is read from below. */
void trammel_figure_turn_text(TrammelExportFigure *figure);

/* Appends an <svg> element. */
void trammel_figure_append_svg(const TrammelExportFigure *figure, GString *html);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportFigure, trammel_figure_free)

G_END_DECLS
