/* A lent timeline comes back with the range of its owner and the position there. */
#include "ui/session/text/timeline-override.h"

typedef struct {
  TrammelTimeline *timeline;
  TrammelTimelineOverride loan;
} Lent;

/* A motion from 0 to 10 s, at 3 s. */
static void
begin(Lent *lent)
{
  *lent = (Lent){.timeline = trammel_timeline_new()};
  lent->loan.timeline = lent->timeline;
  trammel_timeline_set_range(lent->timeline, 0, 10);
  trammel_timeline_set_position(lent->timeline, 3);
}

static void
assert_timeline(const Lent *lent, double start, double end, double position)
{
  g_assert_cmpfloat(trammel_timeline_get_start(lent->timeline), ==, start);
  g_assert_cmpfloat(trammel_timeline_get_end(lent->timeline), ==, end);
  g_assert_cmpfloat(trammel_timeline_get_position(lent->timeline), ==, position);
}

static void
test_return(void)
{
  Lent lent;

  begin(&lent);
  trammel_timeline_override_take(&lent.loan, 12, 16);
  g_assert_cmpfloat(trammel_timeline_get_start(lent.timeline), ==, 12);
  trammel_timeline_override_return(&lent.loan);
  assert_timeline(&lent, 0, 10, 3);
  g_object_unref(lent.timeline);
}

/* The owner sets another range meanwhile, as with the values of a run that come late. */
static void
test_owner_sets_range(void)
{
  Lent lent;

  begin(&lent);
  trammel_timeline_override_take(&lent.loan, 12, 16);
  trammel_timeline_set_range(lent.timeline, 0, 11);
  trammel_timeline_override_take(&lent.loan, 12, 16);
  trammel_timeline_override_return(&lent.loan);
  assert_timeline(&lent, 0, 11, 3);
  g_object_unref(lent.timeline);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/timeline-override/return", test_return);
  g_test_add_func("/ui/session/timeline-override/owner-sets-range", test_owner_sets_range);
  return g_test_run();
}
