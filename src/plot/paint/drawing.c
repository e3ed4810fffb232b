#include "plot/paint/drawing.h"

#include "plot/paint/matrix-painter.h"

static void
draw_figure(gconstpointer what,
            cairo_t *cr,
            PangoContext *context,
            double width,
            double height,
            const TrammelPaintStyle *style)
{
  TrammelFigure placed = *(const TrammelFigure *)what; /* the layout writes pixels into its axes */
  TrammelLayout layout;
  placed.legend_values = FALSE; /* there is no cursor and no pointer on paper */
  placed.highlight = NULL;
  trammel_layout_init(&layout, &placed, context, width, height, placed.label_width);
  trammel_painter_draw(cr, &placed, &layout, style);
  trammel_layout_clear(&layout);
}

TrammelDrawing
trammel_drawing_of_figure(const TrammelFigure *figure)
{
  return (TrammelDrawing){draw_figure, figure};
}

static void
draw_matrix(gconstpointer what,
            cairo_t *cr,
            PangoContext *context,
            double width,
            double height,
            const TrammelPaintStyle *style)
{
  TrammelMatrixLayout layout;
  trammel_matrix_layout_init(&layout, what, context, width, height);
  trammel_matrix_painter_draw(cr, what, &layout, style);
  trammel_matrix_layout_clear(&layout);
}

TrammelDrawing
trammel_drawing_of_matrix(const TrammelMatrix *matrix)
{
  return (TrammelDrawing){draw_matrix, matrix};
}

static void
draw_page(gconstpointer what,
          cairo_t *cr,
          PangoContext *context,
          double width,
          double height,
          const TrammelPaintStyle *style)
{
  const TrammelDrawingPage *page = what;
  for (gsize i = 0; i < page->n; i++) {
    const TrammelDrawingPart *part = &page->parts[i];
    cairo_save(cr);
    cairo_translate(cr, part->rect.x, part->rect.y);
    part->drawing.draw(part->drawing.what, cr, context, part->rect.width, part->rect.height, style);
    cairo_restore(cr);
  }
}

TrammelDrawing
trammel_drawing_of_page(const TrammelDrawingPage *page)
{
  return (TrammelDrawing){draw_page, page};
}
