/* A figure drawn into memory, whose pixels tests read. */
#pragma once

#include "plot/paint/painter.h"

typedef struct {
  TrammelFigure figure;
  TrammelLayout layout;
  cairo_surface_t *surface;
  PangoContext *context;
} Picture;

void init_picture(Picture *self);
/* Takes the series. */
void add_series(Picture *self, TrammelSeries *series);
void set_range(Picture *self, double x_low, double x_high, double y_low, double y_high);
/* On white, with the style of paper. */
void draw_picture(Picture *self, int width, int height);
/* Before the next drawing. */
void release_drawing(Picture *self);
void clear_picture(Picture *self);

/* 0xrrggbb */
guint32 get_pixel(const Picture *self, double x, double y);
guint32 get_value_pixel(const Picture *self, double x, double y);
