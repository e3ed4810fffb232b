/* Figure drawn into memory, whose pixels tests read. */
#pragma once

#include "plot/paint/painter.h"

typedef struct {
  TrammelFigure figure;
  TrammelLayout layout;
  cairo_surface_t *surface;
  PangoContext *context;
} Picture;

void init_picture(Picture *self);
/* Adds a series, taking ownership. */
void add_series(Picture *self, TrammelSeries *series);
void set_range(Picture *self, double x_low, double x_high, double y_low, double y_high);
/* Draws on white, with the style of paper. */
void draw_picture(Picture *self, int width, int height);
/* Releases the drawing; call it before drawing again. */
void release_drawing(Picture *self);
void clear_picture(Picture *self);

/* Returns 0xrrggbb. */
guint32 get_pixel(const Picture *self, double x, double y);
guint32 get_value_pixel(const Picture *self, double x, double y);
