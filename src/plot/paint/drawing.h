/* Drawing into a rectangle: a figure, a heat map, or all of a page. */
#pragma once

#include <cairo.h>

#include "plot/figure/matrix.h"
#include "plot/paint/painter.h"

G_BEGIN_DECLS

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
