#include "plot/paint/drawing.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "plot/paint/matrix-painter.h"
#include "plot/paint/painter.h"

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
  placed.hides_x_labels = placed.is_strip = FALSE; /* it stands alone */
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

void
trammel_drawing_show(const TrammelDrawing *self,
                     cairo_t *cr,
                     double unit,
                     double width,
                     double height,
                     const PangoFontDescription *font)
{
  TrammelPaintStyle style = trammel_paint_style_for_paper();
  PangoFontDescription *fallback = pango_font_description_from_string("Sans 10");
  cairo_save(cr);
  cairo_scale(cr, unit, unit);
  PangoContext *context = pango_cairo_create_context(cr);
  pango_context_set_font_description(context, font != NULL ? font : fallback);
  pango_cairo_context_set_resolution(context, TRAMMEL_PIXELS_PER_INCH);
  /* letters are placed by the typeface, not on the pixels of a screen */
  pango_context_set_round_glyph_positions(context, FALSE);
  style.columns_per_pixel = fmax(2.0, unit);
  self->draw(self->what, cr, context, width, height, &style);
  g_object_unref(context);
  cairo_restore(cr);
  pango_font_description_free(fallback);
}
