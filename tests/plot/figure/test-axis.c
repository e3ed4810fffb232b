/* Tests of the axis: mapping, zoom, pan, ticks and labels. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot/figure/axis.h"
#include "support/seed.h"

static TrammelAxis
create_axis(TrammelAxisKind kind, double min, double max, double length)
{
  return (TrammelAxis){.kind = kind, .min = min, .max = max, .start = 0.0, .end = length};
}

/* the labels of the major ticks, joined by a space */
static char *
join_labels(const TrammelAxis *axis, double spacing, int *exponent)
{
  TrammelTicks ticks;
  GString *text = g_string_new(NULL);
  trammel_axis_find_ticks(axis, spacing, &ticks);
  for (guint i = 0; i < ticks.items->len; i++) {
    const TrammelTick *tick = &g_array_index(ticks.items, TrammelTick, i);
    if (tick->major)
      g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", tick->label);
  }
  if (exponent != NULL)
    *exponent = ticks.exponent;
  trammel_ticks_clear(&ticks);
  return g_string_free(text, FALSE);
}

static void
assert_labels(TrammelAxisKind kind, double min, double max, double length, const char *expected)
{
  TrammelAxis axis = create_axis(kind, min, max, length);
  g_autofree char *labels = join_labels(&axis, 50.0, NULL);
  g_assert_cmpstr(labels, ==, expected);
}

static void
test_mapping(void)
{
  TrammelAxis y = {.kind = TRAMMEL_AXIS_LINEAR, .min = -2.0, .max = 6.0, .start = 400, .end = 0};
  g_assert_cmpfloat_with_epsilon(trammel_axis_to_pixel(&y, 0.0), 300.0, 1e-12);
  g_assert_cmpfloat_with_epsilon(trammel_axis_to_value(&y, 100.0), 4.0, 1e-12);

  TrammelAxis log = create_axis(TRAMMEL_AXIS_LOG, 1e-3, 1e3, 600.0);
  g_assert_cmpfloat_with_epsilon(trammel_axis_to_pixel(&log, 1.0), 300.0, 1e-9);
  g_assert_cmpfloat_with_epsilon(trammel_axis_to_value(&log, 500.0), 100.0, 1e-9);
}

static void
test_zoom_keeps_value(void)
{
  static const TrammelAxisKind kinds[] = {TRAMMEL_AXIS_LINEAR, TRAMMEL_AXIS_LOG};
  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    TrammelAxis axis = create_axis(kinds[i], 2.0, 50.0, 640.0);
    TrammelAxis before = axis;
    double pixel = trammel_axis_to_pixel(&axis, 7.0);
    g_assert_true(trammel_axis_zoom(&axis, 7.0, 0.25));
    g_assert_cmpfloat_with_epsilon(trammel_axis_to_pixel(&axis, 7.0), pixel, 1e-9);
    g_assert_cmpfloat(axis.min, >, before.min);
    g_assert_cmpfloat(axis.max, <, before.max);
    g_assert_true(trammel_axis_zoom(&axis, 7.0, 4.0));
    g_assert_cmpfloat_with_epsilon(axis.min, before.min, 1e-12 * before.min);
    g_assert_cmpfloat_with_epsilon(axis.max, before.max, 1e-12 * before.max);
  }
}

static void
test_zoom_stops(void)
{
  TrammelAxis axis = create_axis(TRAMMEL_AXIS_LINEAR, 0.0, 10.0, 640.0);
  int steps = 0;
  while (steps < 1000 && trammel_axis_zoom(&axis, 3.0, 0.5))
    steps++;
  g_assert_cmpint(steps, >, 30);
  g_assert_cmpint(steps, <, 60);
  g_assert_cmpfloat(axis.min, <, axis.max);
  while (steps < 5000 && trammel_axis_zoom(&axis, 3.0, 2.0))
    steps++;
  g_assert_cmpint(steps, <, 5000);
  g_assert_true(isfinite(axis.min) && isfinite(axis.max));
}

static void
test_pan(void)
{
  TrammelAxis y = {.kind = TRAMMEL_AXIS_LINEAR, .min = 0.0, .max = 10.0, .start = 200, .end = 0};
  double pixel = trammel_axis_to_pixel(&y, 4.0);
  trammel_axis_pan(&y, 30.0);
  g_assert_cmpfloat_with_epsilon(trammel_axis_to_pixel(&y, 4.0), pixel + 30.0, 1e-9);

  TrammelAxis log = create_axis(TRAMMEL_AXIS_LOG, 1.0, 1e4, 400.0);
  trammel_axis_pan(&log, -100.0);
  g_assert_cmpfloat_with_epsilon(log.min, 10.0, 1e-9);
  g_assert_cmpfloat_with_epsilon(log.max, 1e5, 1e-4);
}

static void
test_fit(void)
{
  TrammelAxis axis = create_axis(TRAMMEL_AXIS_LINEAR, 0.0, 1.0, 100.0);
  trammel_axis_fit(&axis, -1.0, 3.0, 0.1);
  g_assert_cmpfloat_with_epsilon(axis.min, -1.4, 1e-12);
  g_assert_cmpfloat_with_epsilon(axis.max, 3.4, 1e-12);

  static const double constants[] = {0.0, 5.0, -1e-9, 1e12, NAN, INFINITY};
  for (gsize i = 0; i < G_N_ELEMENTS(constants); i++) {
    trammel_axis_fit(&axis, constants[i], constants[i], 0.05);
    g_assert_true(axis.min < axis.max);
    if (isfinite(constants[i]))
      g_assert_true(axis.min < constants[i] && constants[i] < axis.max);
  }
  TrammelAxis log = create_axis(TRAMMEL_AXIS_LOG, 1.0, 10.0, 100.0);
  trammel_axis_fit(&log, 0.0, 1e-6, 0.0);
  g_assert_true(log.min > 0.0 && log.min < log.max);
}

static void
test_linear_ticks(void)
{
  assert_labels(TRAMMEL_AXIS_LINEAR, 0.0, 10.0, 400.0, "0 2 4 6 8 10");
  assert_labels(TRAMMEL_AXIS_LINEAR, -0.25, 0.25, 400.0, "−0.2 −0.1 0.0 0.1 0.2");
  assert_labels(TRAMMEL_AXIS_LINEAR, 12.34, 12.39, 400.0, "12.34 12.35 12.36 12.37 12.38 12.39");
  assert_labels(TRAMMEL_AXIS_INTEGER, 0.0, 3.0, 900.0, "0 1 2 3");
  assert_labels(TRAMMEL_AXIS_DEGREES, -180.0, 180.0, 400.0, "−180 −135 −90 −45 0 45 90 135 180");
  assert_labels(TRAMMEL_AXIS_DEGREES, 0.0, 100.0, 400.0, "0 15 30 45 60 75 90");
  assert_labels(TRAMMEL_AXIS_DEGREES, 0.0, 1.0, 400.0, "0.0 0.2 0.4 0.6 0.8 1.0");
}

static void
test_exponent(void)
{
  int exponent;
  TrammelAxis axis = create_axis(TRAMMEL_AXIS_LINEAR, 0.0, 0.004, 250.0);
  g_autofree char *small = join_labels(&axis, 50.0, &exponent);
  g_assert_cmpstr(small, ==, "0 1 2 3 4");
  g_assert_cmpint(exponent, ==, -3);

  axis = create_axis(TRAMMEL_AXIS_LINEAR, 0.0, 2e7, 250.0);
  g_autofree char *large = join_labels(&axis, 50.0, &exponent);
  g_assert_cmpstr(large, ==, "0 5 10 15 20");
  g_assert_cmpint(exponent, ==, 6);

  char power[40];
  trammel_format_power(-12, power, sizeof power);
  g_assert_cmpstr(power, ==, "×10⁻¹²");
}

static void
test_log_ticks(void)
{
  assert_labels(TRAMMEL_AXIS_LOG, 1e-8, 1.0, 480.0, "10⁻⁸ 10⁻⁷ 10⁻⁶ 10⁻⁵ 10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 10⁰");
  assert_labels(TRAMMEL_AXIS_LOG, 0.01, 100.0, 400.0, "0.01 0.1 1 10 100");
  assert_labels(TRAMMEL_AXIS_LOG, 1.0, 100.0, 400.0, "1 2 5 10 20 50 100");
  /* inside one decade there are still at least two labels */
  TrammelAxis narrow = create_axis(TRAMMEL_AXIS_LOG, 2.1, 2.9, 400.0);
  g_autofree char *labels = join_labels(&narrow, 50.0, NULL);
  g_assert_nonnull(strchr(labels, ' '));
}

/* Any range has some ticks, in order, inside, at least half the spacing apart. */
static void
test_ticks_random(void)
{
  for (int i = 0; i < 2000; i++) {
    TrammelAxisKind kind = (TrammelAxisKind)g_test_rand_int_range(0, 4);
    double low = pow(10.0, g_test_rand_double_range(-12.0, 12.0));
    double high = low * (1.0 + pow(10.0, g_test_rand_double_range(-6.0, 6.0)));
    TrammelAxis axis = create_axis(kind, low, high, 100.0 + i % 900);
    TrammelTicks ticks;
    double last = -INFINITY;
    trammel_axis_find_ticks(&axis, 60.0, &ticks);
    g_assert_cmpuint(ticks.items->len, <, 2000);
    for (guint k = 0; k < ticks.items->len; k++) {
      const TrammelTick *tick = &g_array_index(ticks.items, TrammelTick, k);
      double pixel = trammel_axis_to_pixel(&axis, tick->value);
      g_assert_true(pixel > -0.5 && pixel < axis.end + 0.5);
      if (!tick->major)
        continue;
      g_assert_cmpstr(tick->label, !=, "");
      if (kind != TRAMMEL_AXIS_LOG)
        g_assert_cmpfloat(pixel - last, >=, 27.0);
      last = pixel;
    }
    trammel_ticks_clear(&ticks);
  }
}

static void
test_format(void)
{
  char text[64];
  TrammelAxis axis = create_axis(TRAMMEL_AXIS_LINEAR, 0.0, 20.0, 1000.0);
  trammel_axis_format(&axis, 3.2141, text, sizeof text);
  g_assert_cmpstr(text, ==, "3.214");
  trammel_axis_format(&axis, -0.00001, text, sizeof text);
  g_assert_cmpstr(text, ==, "0"); /* without the many zeros of a small axis */
  axis = create_axis(TRAMMEL_AXIS_LINEAR, 0.0, 2e-3, 1000.0);
  trammel_axis_format(&axis, 0.0, text, sizeof text);
  g_assert_cmpstr(text, ==, "0");
  axis = create_axis(TRAMMEL_AXIS_LOG, 1e-9, 1.0, 1000.0);
  trammel_axis_format(&axis, 1.2345e-7, text, sizeof text);
  g_assert_cmpstr(text, ==, "1.235×10⁻⁷");
  trammel_axis_format(&axis, NAN, text, sizeof text);
  g_assert_cmpstr(text, ==, "–");
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/ui/plot/axis/mapping", test_mapping);
  g_test_add_func("/ui/plot/axis/zoom-keeps-value", test_zoom_keeps_value);
  g_test_add_func("/ui/plot/axis/zoom-stops", test_zoom_stops);
  g_test_add_func("/ui/plot/axis/pan", test_pan);
  g_test_add_func("/ui/plot/axis/fit", test_fit);
  g_test_add_func("/ui/plot/axis/linear-ticks", test_linear_ticks);
  g_test_add_func("/ui/plot/axis/exponent", test_exponent);
  g_test_add_func("/ui/plot/axis/log-ticks", test_log_ticks);
  g_test_add_func("/ui/plot/axis/ticks-random", test_ticks_random);
  g_test_add_func("/ui/plot/axis/format", test_format);
  return g_test_run();
}
