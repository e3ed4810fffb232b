/* Axis of a plot: maps a range of values to pixels, finds ticks, zooms and pans.  No GTK, no
 * cairo. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_AXIS_LINEAR,
  TRAMMEL_AXIS_LOG,     /* base 10; min > 0 */
  TRAMMEL_AXIS_INTEGER, /* counts: no ticks between two whole numbers */
  TRAMMEL_AXIS_DEGREES, /* wide ranges have ticks at 15, 30, 45, 90, 180, 360 */
} TrammelAxisKind;

typedef struct {
  TrammelAxisKind kind;
  double min, max;   /* values at the two ends, min < max                         */
  double start, end; /* pixels of min and of max; end < start where values grow up */
} TrammelAxis;

enum { TRAMMEL_TICK_LABEL_SIZE = 40 };

typedef struct {
  double value;
  gboolean major;                      /* minor ticks have no label */
  char label[TRAMMEL_TICK_LABEL_SIZE]; /* UTF-8, true minus sign, without the common exponent */
} TrammelTick;

typedef struct {
  GArray *items; /* TrammelTick, by value */
  int exponent;  /* labels are value / 10^exponent; shown in the axis title when not 0 */
} TrammelTicks;

double trammel_axis_to_pixel(const TrammelAxis *axis, double value);
double trammel_axis_to_value(const TrammelAxis *axis, double pixel);

/* Shrinks (factor < 1) or widens the range so that the value `about` keeps its pixel.  Returns
 * FALSE, and changes nothing, at the limits of double precision. */
gboolean trammel_axis_zoom(TrammelAxis *axis, double about, double factor);

/* Moves the range so that the content at pixel p moves to p + pixels. */
void trammel_axis_pan(TrammelAxis *axis, double pixels);

/* Sets the range to [low, high] with `margin` (fraction of the length) on both sides.  Equal or
 * non-finite ends give a small range around the value, so that min < max always holds.  On a log
 * axis ends that are not positive are replaced. */
void trammel_axis_fit(TrammelAxis *axis, double low, double high, double margin);

/* Finds major ticks at least `spacing` pixels apart, with minor ticks between; half of that if
 * there would be fewer than three.  Free with trammel_ticks_clear(). */
void trammel_axis_find_ticks(const TrammelAxis *axis, double spacing, TrammelTicks *ticks);
void trammel_ticks_clear(TrammelTicks *ticks);

/* Writes `value` to a ten-thousandth of the axis; C locale, true minus sign. */
void trammel_axis_format(const TrammelAxis *axis, double value, char *text, gsize size);

/* Writes "x10^n" with a multiplication sign and superscript digits. */
void trammel_format_power(int exponent, char *text, gsize size);

G_END_DECLS
