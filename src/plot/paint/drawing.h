/* Drawing into a rectangle: a figure, a heat map, or all of a page. */
#pragma once

#include "plot/figure/matrix.h"
#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

#define TRAMMEL_PIXELS_PER_INCH 96.0 /* the unit of all drawings, as on screen */
#define TRAMMEL_POINTS_PER_INCH 72.0 /* the unit of PDF and SVG surfaces */
#define TRAMMEL_MM_PER_INCH     25.4
#define TRAMMEL_MM_PER_PIXEL    (TRAMMEL_MM_PER_INCH / TRAMMEL_PIXELS_PER_INCH)

typedef struct {
  /* draws into width x height px at the origin; the background is already painted */
  void (*draw)(gconstpointer what,
               cairo_t *cr,
               PangoContext *context,
               double width,
               double height,
               const TrammelPaintStyle *style);
  gconstpointer what; /* not owned */
} TrammelDrawing;

TrammelDrawing trammel_drawing_of_figure(const TrammelFigure *figure);
TrammelDrawing trammel_drawing_of_matrix(const TrammelMatrix *matrix);

/* Draws on paper, at the origin, in dark colours; the background is already painted.  unit: size of
 * a px in units of the surface; width, height: [px]; font: NULL = Sans 10. */
void trammel_drawing_show(const TrammelDrawing *self,
                          cairo_t *cr,
                          double unit,
                          double width,
                          double height,
                          const PangoFontDescription *font);

typedef struct {
  TrammelDrawing drawing;
  TrammelRect rect;
} TrammelDrawingPart;

typedef struct {
  const TrammelDrawingPart *parts;
  gsize n;
} TrammelDrawingPage;

/* Returns a drawing of the parts of a page, each at its place; `page` must outlive it. */
TrammelDrawing trammel_drawing_of_page(const TrammelDrawingPage *page);

G_END_DECLS
