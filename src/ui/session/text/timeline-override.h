/* The timeline of a window while a page shows another range of time: lent, and given back as it
 * was. */
#pragma once

#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

typedef struct {
  TrammelTimeline *timeline; /* nullable; owned */
  gboolean is_lent;
  double own[2], before[2], position; /* [s] */
} TrammelTimelineLoan;

/* Sets the range; what others have set meanwhile is what will be given back. */
void trammel_timeline_loan_take(TrammelTimelineLoan *loan, double start, double end);
void trammel_timeline_loan_return(TrammelTimelineLoan *loan);

G_END_DECLS
