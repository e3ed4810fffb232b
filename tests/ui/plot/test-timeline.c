/* Tests of the objects that plots share: timeline, x range and label group. */
#include <glib-object.h>
#include <math.h>

#include "plot/figure/label-group.h"
#include "plot/figure/x-range.h"
#include "ui/session/text/timeline.h"

static void
on_counted_cb(guint *count)
{
  (*count)++;
}

static void
test_position(void)
{
  g_autoptr(TrammelTimeline) timeline = trammel_timeline_new();
  guint n_position = 0;
  g_signal_connect_swapped(timeline, "notify::position", G_CALLBACK(on_counted_cb), &n_position);
  trammel_timeline_set_range(timeline, 1.0, 5.0);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 1.0);
  g_assert_cmpuint(n_position, ==, 1);
  trammel_timeline_set_position(timeline, 3.0);
  trammel_timeline_set_position(timeline, 3.0);
  g_assert_cmpuint(n_position, ==, 2);
  trammel_timeline_set_position(timeline, NAN);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 3.0);
  trammel_timeline_set_position(timeline, 99.0);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 5.0);
  trammel_timeline_set_range(timeline, 2.0, 1.0);
  g_assert_cmpfloat(trammel_timeline_get_start(timeline), ==, 1.0);
  trammel_timeline_set_range(timeline, 0.0, 4.0);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 4.0);
  g_object_set(timeline, "position", 0.5, NULL);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 0.5);
}

static void
test_playing(void)
{
  g_autoptr(TrammelTimeline) timeline = trammel_timeline_new();
  trammel_timeline_set_range(timeline, 0.0, 10.0);
  trammel_timeline_advance(timeline, 1.0);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 0.0);
  trammel_timeline_set_playing(timeline, TRUE);
  trammel_timeline_set_speed(timeline, 2.0);
  trammel_timeline_advance(timeline, 1.5);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 3.0);
  trammel_timeline_advance(timeline, 100.0);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 10.0);
  g_assert_false(trammel_timeline_get_playing(timeline));

  /* playing from the end starts at the beginning; in a loop it continues */
  trammel_timeline_set_playing(timeline, TRUE);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 0.0);
  trammel_timeline_set_loop(timeline, TRUE);
  trammel_timeline_advance(timeline, 6.0);
  g_assert_cmpfloat(trammel_timeline_get_position(timeline), ==, 2.0);
  g_assert_true(trammel_timeline_get_playing(timeline));
  trammel_timeline_set_speed(timeline, 1000.0);
  g_assert_cmpfloat(trammel_timeline_get_speed(timeline), ==, 10.0);
}

static void
test_x_range(void)
{
  g_autoptr(TrammelXRange) range = trammel_x_range_new();
  guint n_changed = 0;
  int a, b;
  g_signal_connect_swapped(range, "changed", G_CALLBACK(on_counted_cb), &n_changed);
  trammel_x_range_set_extent(range, &a, 0.0, 10.0);
  trammel_x_range_set_extent(range, &b, -2.0, 5.0);
  g_assert_cmpfloat(trammel_x_range_get_lower(range), ==, -2.0);
  g_assert_cmpfloat(trammel_x_range_get_upper(range), ==, 10.0);
  g_assert_cmpuint(n_changed, ==, 2);

  /* zoomed, new data do not move the range; fit shows them */
  trammel_x_range_zoom(range, 1.0, 2.0);
  trammel_x_range_set_extent(range, &b, -4.0, 5.0);
  g_assert_true(trammel_x_range_is_zoomed(range));
  g_assert_cmpfloat(trammel_x_range_get_lower(range), ==, 1.0);
  trammel_x_range_zoom(range, 3.0, 3.0);
  g_assert_cmpfloat(trammel_x_range_get_upper(range), ==, 2.0);
  trammel_x_range_fit(range);
  g_assert_cmpfloat(trammel_x_range_get_lower(range), ==, -4.0);
  trammel_x_range_remove(range, &b);
  g_assert_cmpfloat(trammel_x_range_get_lower(range), ==, 0.0);
}

/* The span is shown first, with a margin; "fit" and zooming leave it, a new one is shown again. */
static void
test_span(void)
{
  g_autoptr(TrammelXRange) range = trammel_x_range_new();
  int a;

  trammel_x_range_set_span(range, 50.0, 60.0);
  g_assert_false(trammel_x_range_is_zoomed(range));
  trammel_x_range_set_extent(range, &a, 0.0, 120.0);
  g_assert_cmpfloat(trammel_x_range_get_lower(range), ==, 49.7);
  g_assert_cmpfloat(trammel_x_range_get_upper(range), ==, 60.3);
  g_assert_true(trammel_x_range_is_zoomed(range));
  g_assert_false(trammel_x_range_is_chosen(range));

  trammel_x_range_fit(range);
  trammel_x_range_set_span(range, 50.0, 60.0);
  g_assert_cmpfloat(trammel_x_range_get_upper(range), ==, 120.0);
  g_assert_false(trammel_x_range_is_zoomed(range));
  trammel_x_range_zoom(range, 49.7, 60.3);
  g_assert_false(trammel_x_range_is_chosen(range));
  trammel_x_range_fit(range);
  trammel_x_range_set_span(range, 0.0, 10.0);
  g_assert_cmpfloat(trammel_x_range_get_lower(range), ==, 0.0);
  g_assert_cmpfloat(trammel_x_range_get_upper(range), ==, 10.3);

  trammel_x_range_zoom(range, 1.0, 2.0);
  trammel_x_range_set_span(range, 50.0, 60.0);
  g_assert_true(trammel_x_range_is_chosen(range));
  g_assert_cmpfloat(trammel_x_range_get_lower(range), ==, 1.0);
}

static void
test_label_group(void)
{
  g_autoptr(TrammelLabelGroup) group = trammel_label_group_new();
  guint n_changed = 0;
  int a, b;
  g_signal_connect_swapped(group, "changed", G_CALLBACK(on_counted_cb), &n_changed);
  trammel_label_group_set_width(group, &a, 30);
  trammel_label_group_set_width(group, &b, 20);
  g_assert_cmpint(trammel_label_group_get_width(group), ==, 30);
  g_assert_cmpuint(n_changed, ==, 1);
  trammel_label_group_remove(group, &a);
  g_assert_cmpint(trammel_label_group_get_width(group), ==, 20);
  g_assert_cmpuint(n_changed, ==, 2);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/timeline/position", test_position);
  g_test_add_func("/ui/session/timeline/playing", test_playing);
  g_test_add_func("/ui/plot/x-range", test_x_range);
  g_test_add_func("/ui/plot/x-range-span", test_span);
  g_test_add_func("/ui/plot/label-group", test_label_group);
  return g_test_run();
}
