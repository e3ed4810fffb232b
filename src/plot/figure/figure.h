/* What a plot shows, without where: texts, axes, curves and what the user has put on them.  No GTK.
 */
#pragma once

#include "plot/figure/series.h"

G_BEGIN_DECLS

/* A place on the x axis: a light vertical line over the whole height with a text at its top. */
typedef struct {
  double x;
  char *text;
} TrammelMark;

/* The markers A and B on the x axis and what is read off between them. */
typedef struct {
  double x[2], y[2]; /* NaN: not set, or no curve there */
  char *text;        /* the readout; NULL without a marker */
} TrammelMeasure;

/* A line that the user has drawn. */
typedef struct {
  gboolean upright; /* at x = value, else at y = value */
  double value;
} TrammelReference;

/* Where the legend floats: the upper left corner as a part of the area. */
typedef struct {
  gboolean floats; /* else it stands in the header */
  double x, y;     /* 0 to 1 */
} TrammelLegendPlace;

typedef struct {
  char *title, *x_title, *y_title; /* each may be NULL; titles of axes carry "[unit]" */
  char *empty_text;                /* shown while there is nothing to draw */
  char *note;                      /* shown in the corner of the area */
  TrammelAxis x, y;                /* pixels are set by trammel_layout_init() */
  GPtrArray *series;               /* TrammelSeries, drawn in this order */
  GArray *marks;                   /* TrammelMark, rising x */
  TrammelMeasure measure;
  GArray *references; /* TrammelReference */
  TrammelLegendPlace legend;
  gboolean legend_values; /* room for a number behind each name of the legend */
  gboolean is_time;       /* x is time in seconds, with or without a title */
  char *highlight;        /* the name of a curve before which all others fade, or NULL */
  int label_width;        /* least width of the y tick labels [px]; 0 for none */
  GHashTable *hidden;     /* names of the curves switched off in the legend */
  gboolean show_points;   /* dots on the samples of lines, where there is room */
} TrammelFigure;

void trammel_figure_init(TrammelFigure *self);
void trammel_figure_clear(TrammelFigure *self);

void trammel_figure_add_mark(TrammelFigure *self, double x, const char *text);

/* The index of the first visible curve of that name, else of the first visible one that has
 * samples; FALSE when there is none.  `name` may be NULL. */
gboolean trammel_figure_find_curve(const TrammelFigure *self, const char *name, guint *index);

/* Puts the markers at a and b (NaN: none) and reads the curve `index` off there:
 * "A t 1.000 s, 2.000 rad   B ...   Δt ...   1/Δt ...   Δy ...   slope ...   mean ...   RMS ...".
 */
void
trammel_figure_measure(TrammelFigure *self, double a, double b, gboolean has_curve, guint index);

TrammelSeries *trammel_figure_get_series(const TrammelFigure *self, guint index);
gboolean trammel_figure_is_visible(const TrammelFigure *self, guint index);

/* Whether any visible curve has a sample. */
gboolean trammel_figure_has_data(const TrammelFigure *self);

/* Range of x of all curves that are fitted, also of hidden ones; FALSE when there is none. */
gboolean trammel_figure_x_extent(const TrammelFigure *self, double *low, double *high);

/* Range of y of the visible curves where x lies in [x_low, x_high]; FALSE when there is none. */
gboolean trammel_figure_y_extent(
    const TrammelFigure *self, double x_low, double x_high, double *low, double *high);

/* Whether some samples are marks, bars or closed curves and not points of a curve over x. */
gboolean trammel_figure_has_marks(const TrammelFigure *self);

/* Whether visible bars or stems stand on y = 0. */
gboolean trammel_figure_is_grounded(const TrammelFigure *self);

/* The title of x; that of time where a plot of a stack leaves it to the lowest one. */
const char *trammel_figure_get_x_title(const TrammelFigure *self);

/* The unit of an axis title: "rad" of "j1.position [rad]"; NULL without brackets.  Free it. */
char *trammel_figure_dup_unit(const char *title);

/* The unit behind a number: NULL, too, for the unit 1.  Free it. */
char *trammel_figure_dup_spoken_unit(const char *title);

/* The axis title without its unit.  Free it; NULL for NULL. */
char *trammel_figure_dup_quantity(const char *title);

G_END_DECLS
