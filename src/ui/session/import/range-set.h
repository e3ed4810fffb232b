/* Time ranges of a log that the user drags in its plots: the trim and the excluded parts.  A copy
 * of the document's ranges, which a drag changes until it is dropped.  Independent of widgets.
 * Times in s since the log's first stamp.
 *
 * Signals: "changed" after any range has moved; "dropped" (int range) when a drag has ended and
 * changed that range: TRAMMEL_RANGE_TRIM, the index of an excluded part, or their number for a new
 * one.  The listener writes it to the document and calls trammel_range_set_load(). */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RANGE_SET (trammel_range_set_get_type())
G_DECLARE_FINAL_TYPE(TrammelRangeSet, trammel_range_set, TRAMMEL, RANGE_SET, GObject)

enum { TRAMMEL_RANGE_NONE = -2, TRAMMEL_RANGE_TRIM = -1 };

/* One end of a range. */
typedef struct {
  int range; /* TRAMMEL_RANGE_NONE: no end */
  gboolean is_end;
} TrammelRangeEdge;

TrammelRangeSet *trammel_range_set_new(void);

/* Loads the ranges of a log whose samples lie in [first, last]; `project` may be NULL. */
void trammel_range_set_load(
    TrammelRangeSet *set, const TrammelProject *project, guint log, double first, double last);

/* Gets [from, to]; open ends of the trim are those of the samples. */
void trammel_range_set_get(TrammelRangeSet *set, int range, double *from, double *to);
guint trammel_range_set_get_n_excluded(TrammelRangeSet *set);
gboolean trammel_range_set_has_samples(TrammelRangeSet *set);

/* While marking is on, a drag anywhere creates a new excluded part. */
void trammel_range_set_set_marking(TrammelRangeSet *set, gboolean marking);
gboolean trammel_range_set_get_marking(TrammelRangeSet *set);

/* Returns the end nearest to `t`, at most `radius` away. */
TrammelRangeEdge trammel_range_set_find_edge(TrammelRangeSet *set, double t, double radius);

/* Starts a drag at `t`: of an end, or (TRAMMEL_RANGE_NONE) of a new excluded part. */
void trammel_range_set_grab(TrammelRangeSet *set, TrammelRangeEdge edge, double t);
void trammel_range_set_drag(TrammelRangeSet *set, double t);
void trammel_range_set_drop(TrammelRangeSet *set);
/* Cancels the drag and restores the ranges before it. */
void trammel_range_set_cancel(TrammelRangeSet *set);

G_END_DECLS
