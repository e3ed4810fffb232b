#include "ui/session/text/timeline-override.h"

static gboolean
is_own(const TrammelTimelineOverride *loan)
{
  return loan->is_lent && trammel_timeline_get_start(loan->timeline) == loan->own[0] &&
         trammel_timeline_get_end(loan->timeline) == loan->own[1];
}

void
trammel_timeline_override_take(TrammelTimelineOverride *loan, double start, double end)
{
  if (!is_own(loan)) {
    loan->before[0] = trammel_timeline_get_start(loan->timeline);
    loan->before[1] = trammel_timeline_get_end(loan->timeline);
    /* of a lent timeline it is a position in the lent range */
    if (!loan->is_lent)
      loan->position = trammel_timeline_get_position(loan->timeline);
  }
  loan->is_lent = TRUE;
  loan->own[0] = start;
  loan->own[1] = end;
  trammel_timeline_set_range(loan->timeline, start, end);
}

void
trammel_timeline_override_return(TrammelTimelineOverride *loan)
{
  if (loan->timeline && is_own(loan)) {
    trammel_timeline_set_range(loan->timeline, loan->before[0], loan->before[1]);
    trammel_timeline_set_position(loan->timeline, loan->position);
  }
  loan->is_lent = FALSE;
}
