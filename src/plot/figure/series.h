/* Series of a plot: a curve, band, level, bars or spans.  Immutable, reference counted, readable
 * from any thread.  A NaN in y breaks the line.  x should not decrease: then drawing costs
 * O(pixels) and not O(samples); other data (e.g. an L-curve) are drawn sample by sample.  No GTK.
 *
 * Constructors by use:
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
  TRAMMEL_SHAPE_DOTS,        /* as points, but dense samples that form a curve are dots on some */
  TRAMMEL_SHAPE_HOLLOW,      /* rings, e.g. rejected steps */
  TRAMMEL_SHAPE_LINE_POINTS, /* line with a dot on every sample, e.g. values per iteration */
  TRAMMEL_SHAPE_SCATTER,     /* dots that are never joined, in any number */
  TRAMMEL_SHAPE_STEMS,       /* a thin line from 0 up or down to a dot */
  TRAMMEL_SHAPE_ERROR_BARS,  /* of a band: an upright bar with caps for each sample */
} TrammelSeriesShape;        /* TrammelShape is what a body looks like (io/project/project.h) */

typedef struct {
  TrammelSeriesRole role;
  guint index; /* place in the colour cycle, for TRAMMEL_ROLE_CYCLE */
  TrammelSeriesShape shape;
  double width;           /* line width [px]; 0 = 1.5 */
  gboolean not_fitted;    /* is ignored when the view fits its range, e.g. far bounds */
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
  double y; /* value; NaN = gap in the line */
} TrammelPoint;

/* Returns a curve through (x[i], y[i]), i < n; copies the arrays.  `style` may be NULL.  Free this
 * and all others with trammel_series_unref(). */
TrammelSeries *trammel_series_new(
    const char *name, const double *x, const double *y, gsize n, const TrammelSeriesStyle *style);

/* Returns a ribbon between low[i] and high[i], e.g. +-2 sigma. */
TrammelSeries *trammel_series_new_band(const char *name,
                                       const double *x,
                                       const double *low,
                                       const double *high,
                                       gsize n,
                                       const TrammelSeriesStyle *style);

/* Returns a horizontal line (low == high) or stripe over the whole width. */
TrammelSeries *trammel_series_new_level(const char *name,
                                        double low,
                                        double high,
                                        const TrammelSeriesStyle *style);

/* Returns n bars from 0 to y[i], each from x_low[i] to x_high[i].  On a log axis they stand on its
 * lower end. */
TrammelSeries *trammel_series_new_bars(const char *name,
                                       const double *x_low,
                                       const double *x_high,
                                       const double *y,
                                       gsize n,
                                       const TrammelSeriesStyle *style);

/* Returns bars over bins of equal width of the finite values[n]: the number in each bin, or, with
 * `density`, that number divided by total and width, so that the area is 1 (for comparison with a
 * density).  `n_bins` 0: by the rule of Freedman and Diaconis, at most 200. */
TrammelSeries *trammel_series_new_histogram(const char *name,
                                            const double *values,
                                            gsize n,
                                            guint n_bins,
                                            gboolean density,
                                            const TrammelSeriesStyle *style);

/* Returns vertical stripes over the whole height from low[i] to high[i]. */
TrammelSeries *trammel_series_new_spans(const char *name,
                                        const double *low,
                                        const double *high,
                                        gsize n,
                                        const TrammelSeriesStyle *style);

/* Returns a vertical line over the whole height. */
TrammelSeries *
trammel_series_new_x_level(const char *name, double x, const TrammelSeriesStyle *style);

/* Returns the closed curve of all (x, y) with v' C^-1 v = radius^2, v = (x, y) - centre.
 * `covariance` is { C_xx, C_xy, C_yy }; if it is not positive definite, the curve degenerates to a
 * line or point.  The pair lies inside of radius 1, 2, 3 with a probability of 39.3, 86.5, 98.9
 * %. */
TrammelSeries *trammel_series_new_ellipse(const char *name,
                                          const double centre[2],
                                          const double covariance[3],
                                          double radius,
                                          const TrammelSeriesStyle *style);

/* Returns a curve with a text (or NULL) at each sample: beside the sample if there is room, and in
 * the readout.  Copies the texts. */
TrammelSeries *trammel_series_new_labelled(const char *name,
                                           const double *x,
                                           const double *y,
                                           const char *const *labels,
                                           gsize n,
                                           const TrammelSeriesStyle *style);

/* Returns a curve through doubles owned elsewhere, e.g. two channels of a dataset; takes references
 * and copies nothing.  NULL when the sizes of `x` and `y` differ. */
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
/* Returns x of the samples, or the start of bars and spans; NULL for a level. */
const double *trammel_series_get_x(const TrammelSeries *self);
/* Returns the end of bars and spans; NULL for others. */
const double *trammel_series_get_x_end(const TrammelSeries *self);
/* Returns y of a curve, or the lower edge of a band; NULL for spans. */
const double *trammel_series_get_y(const TrammelSeries *self);
/* Returns the upper edge of a band or stripe; NULL for others. */
const double *trammel_series_get_high(const TrammelSeries *self);
gboolean trammel_series_has_labels(const TrammelSeries *self);
/* Returns the text at a sample, or NULL. */
const char *trammel_series_get_label(const TrammelSeries *self, gsize index);
/* TRUE for a level or a span, which has no samples of its own. */
gboolean trammel_series_is_backdrop(const TrammelSeries *self);
/* TRUE for bars and stems, which stand on y = 0. */
gboolean trammel_series_is_grounded(const TrammelSeries *self);
/* TRUE if the samples are separate marks: bars, stems, error bars, scatter, texts, or x that is not
 * ordered. */
gboolean trammel_series_has_marks(const TrammelSeries *self);
/* Returns the size in bytes of the tables for fast drawing, without the samples. */
gsize trammel_series_get_overhead(const TrammelSeries *self);

/* Sets the finite range of x; FALSE when there is none. */
gboolean trammel_series_x_extent(const TrammelSeries *self, double *low, double *high);

/* Sets the range of the finite y with x in [x_low, x_high]; with `positive` only y > 0 counts. */
gboolean trammel_series_y_extent(const TrammelSeries *self,
                                 double x_low,
                                 double x_high,
                                 gboolean positive,
                                 double *low,
                                 double *high);

/* Appends to `points` (TrammelPoint) the polyline for the range of `x`: the samples themselves, or
 * first, least, greatest and last of each of `columns` columns if samples are denser than that.
 * Returns TRUE if they are columns; x of a column is its middle. */
gboolean trammel_series_trace(const TrammelSeries *self,
                              const TrammelAxis *x,
                              guint columns,
                              GArray *points);

/* Appends the two edges of a band, point by point at equal x. */
void trammel_series_trace_band(
    const TrammelSeries *self, const TrammelAxis *x, guint columns, GArray *low, GArray *high);

/* Narrows [first, end) to the samples with x in [x_low, x_high]; returns FALSE, and keeps all, if x
 * is not ordered. */
gboolean trammel_series_find_run(
    const TrammelSeries *self, double x_low, double x_high, gsize *first, gsize *end);

/* Returns the number of samples with x inside the range of `x`. */
gsize trammel_series_count_visible(const TrammelSeries *self, const TrammelAxis *x);

/* Pixel of a figure, and how far samples may be from it. */
typedef struct {
  const TrammelAxis *x, *y;
  double pixel_x, pixel_y;
  double radius; /* [px] */
} TrammelPointer;

/* Sets the finite sample nearest to the pixel, at most the radius away; FALSE when there is none.
 * A bar is found from any point inside it. */
gboolean trammel_series_nearest(const TrammelSeries *self,
                                const TrammelPointer *pointer,
                                gsize *index,
                                double *distance);

typedef struct {
  gsize n; /* finite samples */
  double mean, rms, low, high;
} TrammelStatistics;

/* Sets statistics of the finite samples with x in [x_low, x_high], each counted once (for bands of
 * the lower edge); FALSE when there is none. */
gboolean trammel_series_measure(const TrammelSeries *self,
                                double x_low,
                                double x_high,
                                TrammelStatistics *statistics);

/* Returns the sample with the nearest x; 0 without samples. */
gsize trammel_series_find_near(const TrammelSeries *self, double x);

/* Returns y at `x` by linear interpolation between neighbours; NaN outside, in a gap or for
 * unordered x. */
double trammel_series_interpolate(const TrammelSeries *self, double x);

G_END_DECLS
