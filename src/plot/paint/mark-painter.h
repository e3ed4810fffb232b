/* Painter of the marks of samples: dots, rings, clouds, stems, error bars and their texts. */
#pragma once

#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

#define TRAMMEL_MARK_DOT_RADIUS 1.75

/* Draw marks at `points` (TrammelPoint) in pixels; points with y = NaN are left out. */
void trammel_mark_painter_draw_dots(const TrammelPaintContext *brush,
                                    const GArray *points,
                                    double radius);
void trammel_mark_painter_draw_rings(const TrammelPaintContext *brush, const GArray *points);

/* Draws a dot on every sample, in O(samples) even for millions of them. */
void trammel_mark_painter_draw_cloud(const TrammelPaintContext *brush);

/* Draws a line from y = 0 to each of `points`, with a dot on it. */
void trammel_mark_painter_draw_stems(const TrammelPaintContext *brush, const GArray *points);

/* Draws vertical bars with caps between the edges of a band. */
void trammel_mark_painter_draw_error_bars(const TrammelPaintContext *brush,
                                          const GArray *low,
                                          const GArray *high);

/* Draws the texts of a labelled series; a text that would cover an earlier one is left out. */
void trammel_mark_painter_draw_labels(const TrammelPaintContext *brush);

G_END_DECLS
