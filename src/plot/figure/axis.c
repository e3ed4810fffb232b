#include "plot/figure/axis.h"

#include <math.h>
#include <string.h>

#include "plot/figure/number-text.h"

/* Narrowest range relative to its values; below it there are no digits left to show. */
#define MIN_RELATIVE_SPAN 1e-12
#define MAX_MAGNITUDE     1e300
#define MIN_LOG_SPAN      1e-9

/* the coordinate in which the axis is uniform */
static double
transform(const TrammelAxis *axis, double value)
{
  return axis->kind == TRAMMEL_AXIS_LOG ? log10(value) : value;
}

static double
transform_back(const TrammelAxis *axis, double coordinate)
{
  return axis->kind == TRAMMEL_AXIS_LOG ? pow(10.0, coordinate) : coordinate;
}

double
trammel_axis_to_pixel(const TrammelAxis *axis, double value)
{
  double low = transform(axis, axis->min);
  double part = (transform(axis, value) - low) / (transform(axis, axis->max) - low);
  return axis->start + part * (axis->end - axis->start);
}

double
trammel_axis_to_value(const TrammelAxis *axis, double pixel)
{
  double low = transform(axis, axis->min);
  double part = (pixel - axis->start) / (axis->end - axis->start);
  return transform_back(axis, low + part * (transform(axis, axis->max) - low));
}

static gboolean
is_usable(const TrammelAxis *axis, double low, double high)
{
  double span = high - low;
  if (!isfinite(low) || !isfinite(high) || !(span > 0.0))
    return FALSE;
  if (axis->kind == TRAMMEL_AXIS_LOG)
    return span > MIN_LOG_SPAN && low > -300.0 && high < 300.0;
  double size = fmax(fabs(low), fabs(high));
  return size < MAX_MAGNITUDE && span > MIN_RELATIVE_SPAN * size && span > 1e-290;
}

/* takes the ends as uniform coordinates */
static gboolean
set_range(TrammelAxis *axis, double low, double high)
{
  if (!is_usable(axis, low, high))
    return FALSE;
  axis->min = transform_back(axis, low);
  axis->max = transform_back(axis, high);
  return TRUE;
}

gboolean
trammel_axis_zoom(TrammelAxis *axis, double about, double factor)
{
  double fixed = transform(axis, about);
  double low = transform(axis, axis->min);
  double high = transform(axis, axis->max);
  return set_range(axis, fixed + (low - fixed) * factor, fixed + (high - fixed) * factor);
}

void
trammel_axis_pan(TrammelAxis *axis, double pixels)
{
  double low = transform(axis, axis->min);
  double high = transform(axis, axis->max);
  double shift = -pixels * (high - low) / (axis->end - axis->start);
  set_range(axis, low + shift, high + shift);
}

void
trammel_axis_fit(TrammelAxis *axis, double low, double high, double margin)
{
  gboolean is_log = axis->kind == TRAMMEL_AXIS_LOG;
  if (is_log) {
    high = high > 0.0 && isfinite(high) ? high : 1.0;
    low = low > 0.0 && isfinite(low) ? low : high / 10.0;
  }
  if (!isfinite(low) || !isfinite(high)) {
    low = 0.0;
    high = 1.0;
  }

  double a = transform(axis, low);
  double b = transform(axis, high);
  if (!is_usable(axis, a, b)) {
    double centre = a;
    double half = is_log ? 0.5 : fmax(0.1 * fabs(centre), 1e-6 * (centre == 0.0 ? 1e6 : 1.0));
    a = centre - half;
    b = centre + half;
  }
  double pad = margin * (b - a);
  set_range(axis, a - pad, b + pad);
}

static void
format_superscript(int value, char *text, gsize size)
{
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[16];
  g_snprintf(plain, sizeof plain, "%d", value);
  text[0] = '\0';
  for (const char *c = plain; *c != '\0'; c++)
    g_strlcat(text, *c == '-' ? "⁻" : digits[*c - '0'], size);
}

void
trammel_format_power(int exponent, char *text, gsize size)
{
  char power[32];
  format_superscript(exponent, power, sizeof power);
  g_snprintf(text, size, "×10%s", power);
}

/* fixed notation, as it is shown */
static void
format_fixed(double value, int decimals, char *text, gsize size)
{
  char format[16], number[64];
  decimals = CLAMP(decimals, 0, 17);
  g_snprintf(format, sizeof format, "%%.%df", decimals);
  trammel_number_text_print(text, size, g_ascii_formatd(number, sizeof number, format, value));
}

static int
floor_log10(double value)
{
  return (int)floor(log10(value) + 1e-9);
}

typedef struct {
  double mantissa; /* 1, 2 or 5, or whole degrees */
  int power;       /* step = mantissa * 10^power */
  int minor;       /* parts between two major ticks */
} Step;

/* a product or a quotient by an exact power of ten is the nearest double to the decimal number */
static double
multiply_step(const Step *step, double count)
{
  double power = pow(10.0, abs(step->power));
  return step->power < 0 ? count * step->mantissa / power : count * step->mantissa * power;
}

static Step
choose_decimal_step(double least)
{
  int power = floor_log10(least);
  double rest = least / pow(10.0, power);
  if (rest <= 1.0 + 1e-9)
    return (Step){1.0, power, 5};
  if (rest <= 2.0 + 1e-9)
    return (Step){2.0, power, 4};
  if (rest <= 5.0 + 1e-9)
    return (Step){5.0, power, 5};
  return (Step){1.0, power + 1, 5};
}

static Step
choose_step(const TrammelAxis *axis, double spacing)
{
  static const Step angles[] = {{15.0, 0, 3}, {30.0, 0, 3},  {45.0, 0, 3},
                                {90.0, 0, 3}, {180.0, 0, 4}, {360.0, 0, 4}};
  double least = (axis->max - axis->min) * spacing / fabs(axis->end - axis->start);

  if (axis->kind == TRAMMEL_AXIS_INTEGER && least <= 1.0)
    return (Step){1.0, 0, 1};
  if (axis->kind == TRAMMEL_AXIS_DEGREES && least > 10.0)
    for (gsize i = 0; i < G_N_ELEMENTS(angles); i++)
      if (least <= angles[i].mantissa)
        return angles[i];
  Step step = choose_decimal_step(least);
  if (axis->kind == TRAMMEL_AXIS_INTEGER && step.power == 0 && step.mantissa < 5.0)
    step.minor = (int)step.mantissa;
  return step;
}

static void
append_tick(GArray *items, double value, gboolean major, const char *label)
{
  TrammelTick tick = {.value = value, .major = major};
  g_strlcpy(tick.label, label, sizeof tick.label);
  g_array_append_val(items, tick);
}

/* A common exponent, in steps of three, keeps labels short for very small and very large values. */
static int
choose_exponent(const TrammelAxis *axis)
{
  double size = fmax(fabs(axis->min), fabs(axis->max));
  if (axis->kind == TRAMMEL_AXIS_INTEGER || (size < 1e5 && size >= 1e-2))
    return 0;
  return (int)floor(floor_log10(size) / 3.0) * 3;
}

static void
find_linear_ticks(const TrammelAxis *axis, double spacing, TrammelTicks *ticks)
{
  Step step = choose_step(axis, spacing);
  double major = multiply_step(&step, 1.0);
  int first = 0;
  ticks->exponent = choose_exponent(axis);

  int decimals = MAX(0, ticks->exponent - step.power);
  double slack = 1e-9 * (axis->max - axis->min);
  double count = ceil(axis->min / major - 1.0);
  for (double i = count; first < 1000; i += 1.0, first++) {
    double value = multiply_step(&step, i);
    if (value > axis->max + slack)
      break;
    if (value >= axis->min - slack) {
      char label[TRAMMEL_TICK_LABEL_SIZE];
      format_fixed(value / pow(10.0, ticks->exponent), decimals, label, sizeof label);
      append_tick(ticks->items, value, TRUE, label);
    }
    for (int k = 1; k < step.minor; k++) {
      double minor = value + k * major / step.minor;
      if (minor >= axis->min - slack && minor <= axis->max + slack)
        append_tick(ticks->items, minor, FALSE, "");
    }
  }
}

static void
format_decade(int decade, int mantissa, gboolean plain, char *text, gsize size)
{
  char power[32];
  if (plain) {
    format_fixed(mantissa * pow(10.0, decade), MAX(0, -decade), text, size);
    return;
  }
  format_superscript(decade, power, sizeof power);
  if (mantissa == 1)
    g_snprintf(text, size, "10%s", power);
  else
    g_snprintf(text, size, "%d×10%s", mantissa, power);
}

static int
choose_decade_stride(double decade_pixels, double spacing)
{
  static const int strides[] = {1, 2, 3, 5, 10, 20, 50, 100, 200};
  for (gsize i = 0; i < G_N_ELEMENTS(strides); i++)
    if (strides[i] * decade_pixels >= spacing)
      return strides[i];
  return 500;
}

static void
find_log_ticks(const TrammelAxis *axis, double spacing, TrammelTicks *ticks)
{
  double low = log10(axis->min);
  double high = log10(axis->max);
  double decade_pixels = fabs(axis->end - axis->start) / (high - low);
  int stride = choose_decade_stride(decade_pixels, spacing);
  gboolean plain = low > -3.5 && high < 4.5;
  /* 2 and 5 get labels where log10(2) = 0.3 of a decade is wide enough */
  gboolean label_parts = 0.3 * decade_pixels >= spacing;
  gboolean has_minor = stride == 1 && decade_pixels >= 20.0;

  for (int decade = (int)floor(low); decade <= (int)ceil(high); decade++) {
    for (int mantissa = 1; mantissa <= (has_minor ? 9 : 1); mantissa++) {
      double value = mantissa * pow(10.0, decade);
      char label[TRAMMEL_TICK_LABEL_SIZE] = "";
      if (value < axis->min * (1.0 - 1e-12) || value > axis->max * (1.0 + 1e-12))
        continue;
      gboolean major =
          mantissa == 1 ? decade % stride == 0 : label_parts && (mantissa == 2 || mantissa == 5);
      if (major)
        format_decade(decade, mantissa, plain, label, sizeof label);
      append_tick(ticks->items, value, major, label);
    }
  }
}

static guint
count_major(const TrammelTicks *ticks)
{
  guint count = 0;
  for (guint i = 0; i < ticks->items->len; i++)
    count += g_array_index(ticks->items, TrammelTick, i).major != FALSE;
  return count;
}

static void
fill_ticks(const TrammelAxis *axis, double spacing, TrammelTicks *ticks)
{
  if (axis->kind != TRAMMEL_AXIS_LOG) {
    find_linear_ticks(axis, spacing, ticks);
    return;
  }
  find_log_ticks(axis, spacing, ticks);
  /* a range inside one decade has too few round powers: other round numbers are used, which crowd
   * towards the upper end */
  if (count_major(ticks) < 2) {
    g_array_set_size(ticks->items, 0);
    find_linear_ticks(axis, 2.0 * spacing, ticks);
  }
}

void
trammel_axis_find_ticks(const TrammelAxis *axis, double spacing, TrammelTicks *ticks)
{
  ticks->items = g_array_new(FALSE, FALSE, sizeof(TrammelTick));
  ticks->exponent = 0;
  if (!(axis->max > axis->min) || fabs(axis->end - axis->start) < 1.0)
    return;

  /* one or two labels do not show the scale */
  for (double least = spacing; least > 0.45 * spacing; least *= 0.8) {
    g_array_set_size(ticks->items, 0);
    ticks->exponent = 0;
    fill_ticks(axis, least, ticks);
    if (count_major(ticks) >= 3)
      break;
  }
}

void
trammel_ticks_clear(TrammelTicks *ticks)
{
  g_clear_pointer(&ticks->items, g_array_unref);
}

void
trammel_axis_format(const TrammelAxis *axis, double value, char *text, gsize size)
{
  char power[40];
  if (!isfinite(value)) {
    g_strlcpy(text, "–", size);
    return;
  }
  if (axis->kind == TRAMMEL_AXIS_INTEGER) {
    format_fixed(round(value), 0, text, size);
    return;
  }

  double resolution =
      axis->kind == TRAMMEL_AXIS_LOG ? fabs(value) * 1e-3 : (axis->max - axis->min) * 1e-4;
  int exponent = value == 0.0 ? 0 : floor_log10(fabs(value));
  gboolean fixed = axis->kind == TRAMMEL_AXIS_LOG ? exponent >= -3 && exponent < 5
                                                  : resolution > 1e-7 && fabs(value) < 1e6;
  int digits = resolution > 0.0 ? -(int)floor(log10(resolution)) : 3;
  int decimals = CLAMP(digits, 0, 9);
  if (value == 0.0 || (fixed && fabs(value) < 0.5 * pow(10.0, -decimals))) {
    g_strlcpy(text, "0", size);
    return;
  }
  if (fixed) {
    format_fixed(value, decimals, text, size);
    return;
  }
  format_fixed(value / pow(10.0, exponent), CLAMP(digits + exponent, 1, 9), text, size);
  trammel_format_power(exponent, power, sizeof power);
  g_strlcat(text, power, size);
}
