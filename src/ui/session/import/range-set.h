/* The ranges of time of a log that the user drags in its plots: the trim and the excluded parts.
 * A copy of what the document says, which a drag changes until it is dropped.  No widget is known
 * here.  Times in s since the log's first stamp.
 *
 * Signals: "changed" after any range has moved; "dropped" (int range) when a drag has ended and
 * left that range different: TRAMMEL_RANGE_TRIM, an excluded one's index, or their number for a
 * new one, which the listener takes over by trammel_range_set_load(). */
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

/* What the project says of a log whose samples lie in [first, last]; `project` may be NULL. */
void trammel_range_set_load(
    TrammelRangeSet *set, const TrammelProject *project, guint log, double first, double last);

/* [from, to]; open ends of the trim are those of the samples. */
void trammel_range_set_get(TrammelRangeSet *set, int range, double *from, double *to);
guint trammel_range_set_get_n_excluded(TrammelRangeSet *set);
gboolean trammel_range_set_has_samples(TrammelRangeSet *set);

/* While marking, a drag anywhere makes a new excluded part. */
void trammel_range_set_set_marking(TrammelRangeSet *set, gboolean marking);
gboolean trammel_range_set_get_marking(TrammelRangeSet *set);

/* The end nearest to `t`, at most `radius` away. */
TrammelRangeEdge trammel_range_set_find_edge(TrammelRangeSet *set, double t, double radius);

/* Begins a drag at `t`: of an end, or (TRAMMEL_RANGE_NONE) of a new excluded part. */
void trammel_range_set_grab(TrammelRangeSet *set, TrammelRangeEdge edge, double t);
void trammel_range_set_drag(TrammelRangeSet *set, double t);
void trammel_range_set_drop(TrammelRangeSet *set);
/* Undoes the drag under way. */
void trammel_range_set_cancel(TrammelRangeSet *set);

G_END_DECLS
