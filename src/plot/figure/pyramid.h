/* Min/max pyramid: least and greatest value of any run of samples in O(log n), from a table of
 * min/max per 2^k samples that is built once.  NaN is skipped. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrammelPyramid TrammelPyramid;

/* Returns a pyramid; `values` [n] is not copied and must outlive it.  Free with
 * trammel_pyramid_free(). */
TrammelPyramid *trammel_pyramid_new(const double *values, gsize n);
void trammel_pyramid_free(TrammelPyramid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelPyramid, trammel_pyramid_free)

/* Returns the size of the table in bytes; 0 for NULL. */
gsize trammel_pyramid_get_size(const TrammelPyramid *self);

/* Sets the range of values[first] to values[end - 1]; FALSE when none of them is a number. */
gboolean trammel_pyramid_query(
    const TrammelPyramid *self, gsize first, gsize end, double *low, double *high);

G_END_DECLS
