/* Where the parts of a plot stand: header (title, y title, legend), area, tick labels, x title.
 * The legend has its own lines of the header, so that it covers neither title nor curves. */
#pragma once

#include <pango/pango.h>

#include "plot/figure/figure.h"

G_BEGIN_DECLS

typedef struct {
  double x, y, width, height; /* [px] */
} TrammelRect;

enum { TRAMMEL_LEGEND_REST = G_MAXUINT };

typedef struct {
  guint series;       /* index, or TRAMMEL_LEGEND_REST for the note "+3" where room is short */
  TrammelRect rect;   /* target of a click */
  double text_x;      /* where the name begins */
  gboolean has_value; /* there is room for a number at the right end */
  PangoLayout *text;  /* owned */
} TrammelLegendEntry;

typedef struct {
  double width, height; /* of the whole plot */
  TrammelRect area;     /* where curves are drawn; whole pixels */
  double line_height;   /* of one line of text */
  double header_height;
  double marks_y; /* of the line above the area with the texts of marks */
  /* owned, NULL where there is none */
  PangoLayout *title, *y_title, *x_title, *note, *empty_text, *readout;
  double title_x, title_y, y_title_x, y_title_y;
  double x_title_x, x_title_y;
  double x_labels_y;      /* of the tick labels of x */
  gboolean x_title_below; /* a long title has a line of its own */
  double readout_y;
  GArray *legend;         /* TrammelLegendEntry */
  TrammelRect legend_box; /* of a floating legend; else width 0 */
  double value_width;     /* of the numbers in the legend; 0 for none */
  TrammelTicks x_ticks;   /* empty without data */
  TrammelTicks y_ticks;
  int label_width;       /* natural width of the y tick labels */
  PangoContext *context; /* owned */
} TrammelLayout;

/* Width of the coloured sample before a legend text. */
#define TRAMMEL_LEGEND_SWATCH 18.0

/* Lays `figure` out in width x height and sets the pixels of its axes.  `label_width` is the least
 * width of the y tick labels (a TrammelLabelGroup's), 0 for none. */
void trammel_layout_init(TrammelLayout *self,
                         TrammelFigure *figure,
                         PangoContext *context,
                         double width,
                         double height,
                         int label_width);
void trammel_layout_clear(TrammelLayout *self);

typedef enum {
  TRAMMEL_TEXT_TITLE,
  TRAMMEL_TEXT_NORMAL,
  TRAMMEL_TEXT_NUMBER, /* digits of equal width */
} TrammelTextKind;

/* A line of text in the context's font; all but the title a little smaller. */
PangoLayout *
trammel_layout_create_text(PangoContext *context, const char *text, TrammelTextKind kind);

/* The legend entry at a point: index into `legend`, or -1. */
int trammel_layout_find_legend(const TrammelLayout *self, double x, double y);

gboolean trammel_rect_contains(const TrammelRect *rect, double x, double y);

G_END_DECLS
