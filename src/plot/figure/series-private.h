/* Internal interface of plot/figure/series, for the files that build, search and trace a series. */
#pragma once

#include "plot/figure/pyramid.h"
#include "plot/figure/series.h"

G_BEGIN_DECLS

enum { TRAMMEL_SERIES_N_ARRAYS = 4 };

struct _TrammelSeries {
  gint ref_count;
  char *name;
  TrammelSeriesStyle style;
  TrammelSeriesKind kind;
  gboolean ordered;                        /* x finite and never decreasing */
  gsize n;                                 /* samples */
  const double *x, *x_end, *y, *high;      /* [n] or NULL; point into `memory` */
  GBytes *memory[TRAMMEL_SERIES_N_ARRAYS]; /* owned */
  char **labels;                           /* [n] or NULL; each may be NULL */
  double x_low, x_high;                    /* finite range; x_low > x_high when there is none */
  TrammelPyramid *y_pyramid, *high_pyramid;
};

/* Returns the first index in [first, n) whose x is not below (or, with `above`, is above)
 * `value`. */
gsize
trammel_series_find_index(const TrammelSeries *self, gsize first, double value, gboolean above);

G_END_DECLS
