/* Layout of a plot: positions of header (title, y title, legend), area, tick labels and x title.
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
  guint series;       /* index, or TRAMMEL_LEGEND_REST for the note "+3" if there is no room for
                         all */
  TrammelRect rect;   /* target of a click */
  double text_x;      /* start of the name */
  gboolean has_value; /* there is room for a number at the right end */
  PangoLayout *text;  /* owned */
} TrammelLegendEntry;

typedef struct {
  double width, height; /* of the whole plot */
  TrammelRect area;     /* area of the curves; whole pixels */
  double line_height;   /* of one line of text */
  double header_height;
  gboolean hides_x_labels;
  double marks_y; /* y of the line above the area with the texts of marks */
  /* owned, NULL if there is none */
  PangoLayout *title, *y_title, *x_title, *note, *empty_text, *readout;
  double title_x, title_y, y_title_x, y_title_y;
  double x_title_x, x_title_y;
  double x_labels_y;      /* of the tick labels of x */
  gboolean x_title_below; /* a long title has its own line */
  double readout_y;
  GArray *legend;         /* TrammelLegendEntry */
  TrammelRect legend_box; /* of a floating legend; else width 0 */
  double value_width;     /* width of the numbers in the legend; 0 for none */
  TrammelTicks x_ticks;   /* empty without data */
  TrammelTicks y_ticks;
  int label_width;       /* natural width of the y tick labels */
  PangoContext *context; /* owned */
} TrammelLayout;

/* Width of the legend swatch, the coloured sample before a legend text. */
#define TRAMMEL_LEGEND_SWATCH 18.0

/* Computes the layout of `figure` in width x height and sets the pixels of its axes.  `label_width`
 * is the least width of the y tick labels (a TrammelLabelGroup's), 0 for none.  Free the content
 * with trammel_layout_clear(). */
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

/* Returns a line of text in the context's font (transfer full); all but the title are a little
 * smaller. */
PangoLayout *
trammel_layout_create_text(PangoContext *context, const char *text, TrammelTextKind kind);

/* Returns the legend entry at a point: index into `legend`, or -1. */
int trammel_layout_find_legend(const TrammelLayout *self, double x, double y);

gboolean trammel_rect_contains(const TrammelRect *rect, double x, double y);

G_END_DECLS
