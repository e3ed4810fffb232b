/* Arithmetic with units, as typed into an entry field: `1/12*0.3*0.2^2`, `pi/4`, `500 g`,
 * `30 deg`, `120 g cm^2`, `1/12 * 300 g * (20 cm)^2`, `2 N m/(rad/s)`, `atan(0.5)`.
 *
 *   sum     = product { ("+" | "-") product }
 *   product = factor { ["*" | "/"] factor }        juxtaposition multiplies, from left to right
 *   factor  = ("+" | "-") factor | power
 *   power   = primary [ "^" factor ]               to the right; ² and ³ as well
 *   primary = number | constant | unit | function "(" sum ")" | "(" sum ")"
 *
 * Constants: pi.  Functions: sqrt abs exp ln sin cos tan asin acos atan.  Units: those of
 * io/units/units.h, J, W, ohm and unit (of a motor's input); `m2` is `m^2`.  A unit is a factor
 * with a dimension, so that 500 g + 0.2 kg is 0.7 kg, and 3 kg + 2 m is an error.  Numbers have a
 * decimal point whatever the locale.
 *
 * Pure functions: no state, nothing is allocated, any text is safe. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_EXPRESSION_OK,
  TRAMMEL_EXPRESSION_EMPTY,
  TRAMMEL_EXPRESSION_UNFINISHED, /* ends where a value was expected */
  TRAMMEL_EXPRESSION_UNEXPECTED, /* a sign or word that is not allowed there */
  TRAMMEL_EXPRESSION_UNKNOWN,    /* unknown name */
  TRAMMEL_EXPRESSION_UNCLOSED,   /* "(" without ")" */
  TRAMMEL_EXPRESSION_TOO_DEEP,   /* nested more than 64 deep */
  TRAMMEL_EXPRESSION_MISMATCH,   /* sum of different dimensions */
  TRAMMEL_EXPRESSION_PLAIN,      /* an exponent or an argument that must be a plain number */
  TRAMMEL_EXPRESSION_NOT_FINITE, /* division by zero, overflow, root of a negative number */
} TrammelExpressionFault;

/* Powers of m, kg, s, A and rad. */
enum { TRAMMEL_EXPRESSION_BASES = 5 };

typedef struct {
  TrammelExpressionFault fault;
  gsize at, length; /* faulty part of the text [bytes] */
  double value;     /* in SI */
  double powers[TRAMMEL_EXPRESSION_BASES];
  gboolean has_unit; /* else a plain number, in the unit of the field */
} TrammelExpression;

/* Returns the value or the fault of `text`, which ends with NUL and need not be valid UTF-8. */
TrammelExpression trammel_expression_read(const char *text);

/* Sets the value of `text` in the SI unit `unit` ("kg m^2", "1").  A number without a unit counts
 * in `shown`, the unit that the field shows (NULL: `unit`).  Radians may be left out of a product,
 * so that "N m s" is accepted for "N m s/rad".  Error: TRAMMEL_ERROR_USAGE, a sentence for the
 * user. */
gboolean trammel_expression_evaluate(
    const char *text, const char *unit, const char *shown, double *value, GError **error);

/* Sets the factor of a unit: the value of one `unit` in SI.  FALSE if it cannot be read or is not a
 * unit. */
gboolean trammel_expression_get_factor(const char *unit, double *factor);

G_END_DECLS
