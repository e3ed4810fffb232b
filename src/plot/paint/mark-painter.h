/* Draws the marks of samples: dots, rings, clouds, stems, error bars and their texts. */
#pragma once

#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

#define TRAMMEL_MARK_DOT_RADIUS 1.75

/* `points` (TrammelPoint) in pixels; NaN in y is left out. */
void trammel_mark_painter_draw_dots(const TrammelBrush *brush, const GArray *points, double radius);
void trammel_mark_painter_draw_rings(const TrammelBrush *brush, const GArray *points);

/* A dot on every sample, in O(samples) even where they are millions. */
void trammel_mark_painter_draw_cloud(const TrammelBrush *brush);

/* A line from y = 0 to each of `points`, with a dot on it. */
void trammel_mark_painter_draw_stems(const TrammelBrush *brush, const GArray *points);

/* Upright bars with caps between the edges of a band. */
void trammel_mark_painter_draw_error_bars(const TrammelBrush *brush,
                                          const GArray *low,
                                          const GArray *high);

/* The texts of a labelled series; one gives way to those before it. */
void trammel_mark_painter_draw_labels(const TrammelBrush *brush);

G_END_DECLS
