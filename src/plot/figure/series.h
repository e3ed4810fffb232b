/* What a plot shows: curves, bands, levels, bars and spans.  Immutable, reference counted, readable
 * from any thread.  A NaN in y breaks the line.  x should not decrease: then drawing costs
 * O(pixels) and not O(samples); other data (e.g. an L-curve) are drawn sample by sample.  No GTK.
 *
 * Which one for what:
 *   line, dashes, measured samples   trammel_series_new() and a shape
 *   +-2 sigma                        trammel_series_new_band(); error bars by the shape
 *   scatter, QQ                      trammel_series_new() with TRAMMEL_SHAPE_SCATTER
 *   points with texts, L-curve       trammel_series_new_labelled()
 *   autocorrelation                  TRAMMEL_SHAPE_STEMS over trammel_series_new_level() (band)
 *   histogram                        trammel_series_new_histogram()
 *   singular values, loadings        trammel_series_new_bars()
 *   confidence ellipse               trammel_series_new_ellipse()
 *   threshold, bound                 trammel_series_new_level(), trammel_series_new_x_level()
 *   excluded or plateau ranges       trammel_series_new_spans(), hatched or plain
 *   log with 1e6 samples             trammel_series_new_from_bytes(), which copies nothing
 *
 * A figure draws its series in the given order: spans and bands first. */
#pragma once

#include "plot/figure/axis.h"
#include "plot/figure/palette.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_SHAPE_LINE,
  TRAMMEL_SHAPE_DASHES,
  TRAMMEL_SHAPE_POINTS,      /* dots; a thin line where there is more than one per pixel */
  TRAMMEL_SHAPE_HOLLOW,      /* rings, e.g. rejected steps */
  TRAMMEL_SHAPE_LINE_POINTS, /* line with a dot on every sample, e.g. values per iteration */
  TRAMMEL_SHAPE_SCATTER,     /* dots that are never joined, however many */
  TRAMMEL_SHAPE_STEMS,       /* a thin line from 0 up or down to a dot */
  TRAMMEL_SHAPE_ERROR_BARS,  /* of a band: an upright bar with caps for each sample */
} TrammelSeriesShape;        /* TrammelShape is what a body looks like (io/project/project.h) */

typedef struct {
  TrammelSeriesRole role;
  guint index; /* place in the colour cycle, for TRAMMEL_ROLE_CYCLE */
  TrammelSeriesShape shape;
  double width;           /* line width [px]; 0 = 1.5 */
  gboolean not_fitted;    /* does not count when the view fits its range, e.g. far bounds */
  gboolean not_in_legend; /* e.g. the band that belongs to a curve */
  gboolean filled;        /* a closed curve is lightly coloured inside */
  gboolean hatched;       /* spans: oblique lines, e.g. excluded ranges */
} TrammelSeriesStyle;

typedef enum {
  TRAMMEL_SERIES_CURVE,
  TRAMMEL_SERIES_BAND,
  TRAMMEL_SERIES_LEVEL, /* one y (or two), the whole width */
  TRAMMEL_SERIES_BARS,  /* from 0 to y, between two x */
  TRAMMEL_SERIES_SPANS, /* between two x, the whole height; a line where these are equal */
} TrammelSeriesKind;

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

/* n bars from 0 to y[i], each from x_low[i] to x_high[i].  On a log axis they stand on its lower
 * end. */
TrammelSeries *trammel_series_new_bars(const char *name,
                                       const double *x_low,
                                       const double *x_high,
                                       const double *y,
                                       gsize n,
                                       const TrammelSeriesStyle *style);

/* Bars over bins of equal width of the finite values[n]: how many fall into each, or, with
 * `density`, that divided by number and width, so that the area is 1 (to compare with a density).
 * `n_bins` 0: by the rule of Freedman and Diaconis, at most 200. */
TrammelSeries *trammel_series_new_histogram(const char *name,
                                            const double *values,
                                            gsize n,
                                            guint n_bins,
                                            gboolean density,
                                            const TrammelSeriesStyle *style);

/* Upright stripes over the whole height from low[i] to high[i]. */
TrammelSeries *trammel_series_new_spans(const char *name,
                                        const double *low,
                                        const double *high,
                                        gsize n,
                                        const TrammelSeriesStyle *style);

/* Upright line over the whole height. */
TrammelSeries *
trammel_series_new_x_level(const char *name, double x, const TrammelSeriesStyle *style);

/* All (x, y) with v' C^-1 v = radius^2, v = (x, y) - centre, as a closed curve.  `covariance` is
 * { C_xx, C_xy, C_yy }; one that is not positive definite gives the line or point that it stands
 * for.  The pair lies inside of radius 1, 2, 3 with a probability of 39.3, 86.5, 98.9 %. */
TrammelSeries *trammel_series_new_ellipse(const char *name,
                                          const double centre[2],
                                          const double covariance[3],
                                          double radius,
                                          const TrammelSeriesStyle *style);

/* A curve with a text (or NULL) at each sample: beside the sample where there is room, and in the
 * readout.  Copies the texts. */
TrammelSeries *trammel_series_new_labelled(const char *name,
                                           const double *x,
                                           const double *y,
                                           const char *const *labels,
                                           gsize n,
                                           const TrammelSeriesStyle *style);

/* Curve through doubles that somebody else keeps, e.g. two channels of a dataset; nothing is
 * copied. NULL when the sizes of `x` and `y` differ. */
TrammelSeries *trammel_series_new_from_bytes(const char *name,
                                             GBytes *x,
                                             GBytes *y,
                                             const TrammelSeriesStyle *style);

TrammelSeries *trammel_series_ref(TrammelSeries *self);
void trammel_series_unref(TrammelSeries *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSeries, trammel_series_unref)

const char *trammel_series_get_name(const TrammelSeries *self);
const TrammelSeriesStyle *trammel_series_get_style(const TrammelSeries *self);
TrammelSeriesKind trammel_series_get_kind(const TrammelSeries *self);
gsize trammel_series_get_size(const TrammelSeries *self);
/* x of the samples, or where bars and spans begin; NULL for a level. */
const double *trammel_series_get_x(const TrammelSeries *self);
/* Where bars and spans end; NULL for others. */
const double *trammel_series_get_x_end(const TrammelSeries *self);
/* y of a curve, the lower edge of a band; NULL for spans. */
const double *trammel_series_get_y(const TrammelSeries *self);
/* The upper edge of a band or stripe; NULL for others. */
const double *trammel_series_get_high(const TrammelSeries *self);
gboolean trammel_series_has_labels(const TrammelSeries *self);
/* The text at a sample, or NULL. */
const char *trammel_series_get_label(const TrammelSeries *self, gsize index);
/* Whether it is a level or a span, which has no samples of its own. */
gboolean trammel_series_is_backdrop(const TrammelSeries *self);
/* Whether it stands on y = 0: bars and stems. */
gboolean trammel_series_is_grounded(const TrammelSeries *self);
/* Whether its samples stand for themselves: bars, stems, error bars, scatter, texts, or x that is
 * not ordered. */
gboolean trammel_series_has_marks(const TrammelSeries *self);
/* Bytes of the tables for fast drawing, besides the samples. */
gsize trammel_series_get_overhead(const TrammelSeries *self);

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

/* Narrows [first, end) to the samples whose x lies in [x_low, x_high]; leaves all where x is not
 * ordered, and gives FALSE. */
gboolean trammel_series_find_run(
    const TrammelSeries *self, double x_low, double x_high, gsize *first, gsize *end);

/* Samples whose x lies inside the range of `x`. */
gsize trammel_series_count_visible(const TrammelSeries *self, const TrammelAxis *x);

/* The finite sample nearest to the pixel, at most `radius` [px] away; FALSE when there is none.  A
 * bar is found from anywhere inside of it. */
gboolean trammel_series_nearest(const TrammelSeries *self,
                                const TrammelAxis *x,
                                const TrammelAxis *y,
                                double pixel_x,
                                double pixel_y,
                                double radius,
                                gsize *index,
                                double *distance);

typedef struct {
  gsize n; /* finite samples */
  double mean, rms, low, high;
} TrammelStatistics;

/* Of the finite samples whose x lies in [x_low, x_high], each counted once (for bands of the lower
 * edge); FALSE when there is none. */
gboolean trammel_series_measure(const TrammelSeries *self,
                                double x_low,
                                double x_high,
                                TrammelStatistics *statistics);

/* The sample whose x is nearest; 0 without samples. */
gsize trammel_series_find_near(const TrammelSeries *self, double x);

/* y at `x` by linear interpolation between neighbours; NaN outside, in a gap or for unordered x. */
double trammel_series_interpolate(const TrammelSeries *self, double x);

G_END_DECLS
