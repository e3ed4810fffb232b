/* Content of a plot, without positions: texts, axes, curves, and the user's markers and lines.  No
 * GTK. */
#pragma once

#include "plot/figure/series.h"

G_BEGIN_DECLS

/* Mark at a place on the x axis: a light vertical line over the whole height with a text at its
 * top. */
typedef struct {
  double x;
  char *text;
} TrammelMark;

/* Markers A and B on the x axis with the values measured between them. */
typedef struct {
  double x[2], y[2]; /* NaN: not set, or no curve there */
  char *text;        /* readout; NULL without a marker */
} TrammelMeasure;

/* Reference line drawn by the user. */
typedef struct {
  gboolean upright; /* vertical line at x = value, else horizontal line at y = value */
  double value;
} TrammelReference;

/* Place of a floating legend: its upper left corner as a fraction of the area. */
typedef struct {
  gboolean floats; /* else it is in the header */
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
  gboolean legend_values;  /* room for a number after each name of the legend */
  gboolean is_time;        /* x is time in seconds, with or without a title */
  char *highlight;         /* name of the curve that is highlighted by fading all others, or NULL */
  int label_width;         /* least width of the y tick labels [px]; 0 for none */
  GHashTable *hidden;      /* names of the curves switched off in the legend */
  gboolean hides_x_labels; /* the plot below it shows them */
  gboolean is_strip;       /* a low plot below another one: neither header nor legend, the note says
                              what it is */
  gboolean show_points;    /* dots on the samples of lines, where there is room */
} TrammelFigure;

void trammel_figure_init(TrammelFigure *self);
void trammel_figure_clear(TrammelFigure *self);

void trammel_figure_add_mark(TrammelFigure *self, double x, const char *text);

/* Sets the index of the first visible curve of this name, else of the first visible one that has
 * samples; FALSE when there is none.  `name` may be NULL. */
gboolean trammel_figure_find_curve(const TrammelFigure *self, const char *name, guint *index);

/* Sets the markers to a and b (NaN: none) and reads the values of curve `index` there:
 * "A t 1.000 s, 2.000 rad   B ...   Δt ...   1/Δt ...   Δy ...   slope ...   mean ...   RMS ...".
 */
void
trammel_figure_measure(TrammelFigure *self, double a, double b, gboolean has_curve, guint index);

/* Returns a series, owned by the figure. */
TrammelSeries *trammel_figure_get_series(const TrammelFigure *self, guint index);
gboolean trammel_figure_is_visible(const TrammelFigure *self, guint index);

/* TRUE if any visible curve has a sample. */
gboolean trammel_figure_has_data(const TrammelFigure *self);

/* Sets the range of x of all curves that are fitted, including hidden ones; FALSE when there is
 * none. */
gboolean trammel_figure_x_extent(const TrammelFigure *self, double *low, double *high);

/* Sets the range of y of the visible curves for x in [x_low, x_high]; FALSE when there is none. */
gboolean trammel_figure_y_extent(
    const TrammelFigure *self, double x_low, double x_high, double *low, double *high);

/* Sets the ranges of both axes to the visible curves, with a small margin of y and of whole numbers
 * of x; an axis without data keeps its range. */
void trammel_figure_fit(TrammelFigure *self);

/* TRUE if some samples are marks, bars or closed curves instead of points of a curve over x. */
gboolean trammel_figure_has_marks(const TrammelFigure *self);

/* TRUE if visible bars or stems stand on y = 0. */
gboolean trammel_figure_is_grounded(const TrammelFigure *self);

/* Returns the title of x; the title of time for a plot in a stack that leaves it to the lowest
 * plot. */
const char *trammel_figure_get_x_title(const TrammelFigure *self);

/* Returns the unit of an axis title: "rad" of "j1.position [rad]"; NULL without brackets.  Free
 * with g_free(). */
char *trammel_figure_dup_unit(const char *title);

/* Returns the unit to write after a number: NULL also for the unit 1.  Free with g_free(). */
char *trammel_figure_dup_spoken_unit(const char *title);

/* Returns the axis title without its unit; NULL for NULL.  Free with g_free(). */
char *trammel_figure_dup_quantity(const char *title);

G_END_DECLS
