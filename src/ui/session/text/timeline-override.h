/* Temporary override of a window's timeline while a page shows another range of time; afterwards
 * the old state is restored. */
#pragma once

#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

typedef struct {
  TrammelTimeline *timeline; /* nullable; owned */
  gboolean is_lent;
  double own[2], before[2], position; /* [s] */
} TrammelTimelineOverride;

/* Overrides the range; a range that others have set meanwhile is the one that will be restored. */
void trammel_timeline_override_take(TrammelTimelineOverride *loan, double start, double end);
void trammel_timeline_override_return(TrammelTimelineOverride *loan);

G_END_DECLS
