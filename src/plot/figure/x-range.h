/* Shared x range of stacked plots, with the two markers A and B.  Every plot view has one; views
 * linked to the same object zoom and pan together, and "fit" shows the data of all of them.
 *
 * Signals: changed () after lower or upper has changed;
 *          markers-changed () after a marker was set, moved or removed. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_X_RANGE (trammel_x_range_get_type())
G_DECLARE_FINAL_TYPE(TrammelXRange, trammel_x_range, TRAMMEL, X_RANGE, GObject)

/* Returns a range without members (transfer full). */
TrammelXRange *trammel_x_range_new(void);

double trammel_x_range_get_lower(TrammelXRange *self);
double trammel_x_range_get_upper(TrammelXRange *self);

/* Sets the range to [lower, upper] at the user's request: new data do not change it any more. */
void trammel_x_range_zoom(TrammelXRange *self, double lower, double upper);

/* Returns whether a part of the data may be out of sight. */
gboolean trammel_x_range_is_zoomed(TrammelXRange *self);

/* Returns whether the user has chosen the range. */
gboolean trammel_x_range_is_chosen(TrammelXRange *self);

/* Sets the part of the data that is shown, with a small margin, until the user zooms or fits.  A
 * new span is shown again after "fit". */
void trammel_x_range_set_span(TrammelXRange *self, double low, double high);

/* Shows all data of all members, now and when data change. */
void trammel_x_range_fit(TrammelXRange *self);

typedef enum { TRAMMEL_MARKER_A, TRAMMEL_MARKER_B, TRAMMEL_N_MARKERS } TrammelMarker;

/* Return or set a marker; NaN: not set. */
double trammel_x_range_get_marker(TrammelXRange *self, TrammelMarker marker);
void trammel_x_range_set_marker(TrammelXRange *self, TrammelMarker marker, double x);

/* Sets the range of x of the data of `member` (any unique pointer, not dereferenced). */
void trammel_x_range_set_extent(TrammelXRange *self, gconstpointer member, double low, double high);
void trammel_x_range_remove(TrammelXRange *self, gconstpointer member);

G_END_DECLS
