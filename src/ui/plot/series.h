/* One curve, band or level of a plot: immutable, reference counted, readable from any thread.
 * A NaN in y breaks the line.  x should not decrease: then drawing costs O(pixels) and not
 * O(samples); other data (e.g. an L-curve) are drawn sample by sample.  No GTK. */
#pragma once

#include "ui/plot/axis.h"
#include "ui/plot/palette.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_SHAPE_LINE,
  TRAMMEL_SHAPE_DASHES,
  TRAMMEL_SHAPE_POINTS,      /* dots; a thin line where there is more than one per pixel */
  TRAMMEL_SHAPE_HOLLOW,      /* rings, e.g. rejected steps */
  TRAMMEL_SHAPE_LINE_POINTS, /* line with a dot on every sample, e.g. values per iteration */
} TrammelSeriesShape;        /* TrammelShape is what a body looks like (io/project.h) */

typedef struct {
  TrammelSeriesRole role;
  guint index; /* place in the colour cycle, for TRAMMEL_ROLE_CYCLE */
  TrammelSeriesShape shape;
  double width;           /* line width [px]; 0 = 1.5 */
  gboolean not_fitted;    /* does not count when the view fits its range, e.g. far bounds */
  gboolean not_in_legend; /* e.g. the band that belongs to a curve */
} TrammelSeriesStyle;

typedef struct _TrammelSeries TrammelSeries;

typedef struct {
  double x; /* [px] */
  double y; /* value; NaN = the line is broken here */
} TrammelPoint;

/* Curve through (x[i], y[i]), i < n.  Copies the arrays.  `style` may be NULL. */
TrammelSeries *trammel_series_new(
    const char *name, const double *x, const double *y, gsize n, const TrammelSeriesStyle *style);

/* Ribbon between low[i] and high[i], e.g. +-2 sigma. */
TrammelSeries *trammel_series_new_band(const char *name,
                                       const double *x,
                                       const double *low,
                                       const double *high,
                                       gsize n,
                                       const TrammelSeriesStyle *style);

/* Horizontal line (low == high) or stripe over the whole width. */
TrammelSeries *trammel_series_new_level(const char *name,
                                        double low,
                                        double high,
                                        const TrammelSeriesStyle *style);

TrammelSeries *trammel_series_ref(TrammelSeries *self);
void trammel_series_unref(TrammelSeries *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSeries, trammel_series_unref)

const char *trammel_series_get_name(const TrammelSeries *self);
const TrammelSeriesStyle *trammel_series_get_style(const TrammelSeries *self);
gsize trammel_series_get_size(const TrammelSeries *self);
const double *trammel_series_get_x(const TrammelSeries *self);
/* y of a curve, the lower edge of a band. */
const double *trammel_series_get_y(const TrammelSeries *self);
/* The upper edge of a band; NULL for a curve. */
const double *trammel_series_get_high(const TrammelSeries *self);
/* A level has one sample and no x. */
gboolean trammel_series_is_level(const TrammelSeries *self);

/* Finite range of x; FALSE when there is none. */
gboolean trammel_series_x_extent(const TrammelSeries *self, double *low, double *high);

/* Range of the finite y whose x lies in [x_low, x_high]; with `positive` only y > 0 counts. */
gboolean trammel_series_y_extent(const TrammelSeries *self,
                                 double x_low,
                                 double x_high,
                                 gboolean positive,
                                 double *low,
                                 double *high);

/* The polyline to draw for the range of `x`, appended to `points` (TrammelPoint): the samples
 * themselves, or first, least, greatest and last of each of `columns` columns where samples are
 * denser than that.  Returns whether they are columns; x of a column is its middle. */
gboolean trammel_series_trace(const TrammelSeries *self,
                              const TrammelAxis *x,
                              guint columns,
                              GArray *points);

/* The two edges of a band, point by point at equal x. */
void trammel_series_trace_band(
    const TrammelSeries *self, const TrammelAxis *x, guint columns, GArray *low, GArray *high);

/* Samples whose x lies inside the range of `x`. */
gsize trammel_series_count_visible(const TrammelSeries *self, const TrammelAxis *x);

/* The finite sample nearest to the pixel, at most `radius` [px] away; FALSE when there is none. */
gboolean trammel_series_nearest(const TrammelSeries *self,
                                const TrammelAxis *x,
                                const TrammelAxis *y,
                                double pixel_x,
                                double pixel_y,
                                double radius,
                                gsize *index,
                                double *distance);

/* y at `x` by linear interpolation between neighbours; NaN outside, in a gap or for unordered x. */
double trammel_series_interpolate(const TrammelSeries *self, double x);

G_END_DECLS
