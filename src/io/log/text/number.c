#include "io/log/text/number.h"

#include <math.h>
#include <string.h>

enum {
  MAX_NUMBER_LENGTH = 512,
  MAX_DIGITS = 19, /* of a guint64 */
  MAX_POWER_OF_TEN = 22,
  MAX_POWER_OF_FIVE = 27, /* below 2^63 */
  MANTISSA_BITS = 53,
};

/* Powers of ten that a double holds exactly. */
static const double tens[MAX_POWER_OF_TEN + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static const guint64 fives[MAX_POWER_OF_FIVE + 1] = {1,
                                                     5,
                                                     25,
                                                     125,
                                                     625,
                                                     3125,
                                                     15625,
                                                     78125,
                                                     390625,
                                                     1953125,
                                                     9765625,
                                                     48828125,
                                                     244140625,
                                                     1220703125,
                                                     6103515625,
                                                     30517578125,
                                                     152587890625,
                                                     762939453125,
                                                     3814697265625,
                                                     19073486328125,
                                                     95367431640625,
                                                     476837158203125,
                                                     2384185791015625,
                                                     11920928955078125,
                                                     59604644775390625,
                                                     298023223876953125,
                                                     1490116119384765625,
                                                     7450580596923828125};

/* Decimal literal: mantissa * 10^exponent. */
typedef struct {
  guint64 mantissa;
  int digits, exponent; /* digits of the mantissa; more than MAX_DIGITS do not fit */
  gboolean negative;
} Literal;

static gboolean
is_digit(char c)
{
  return (unsigned char)(c - '0') <= 9;
}

/* Returns the end of the digits. */
static const char *
scan_digits(const char *at, const char *end, Literal *out)
{
  guint64 mantissa = out->mantissa;
  const char *start = at;

  if (mantissa == 0)
    while (at < end && *at == '0')
      start = ++at;
  for (; at < end && is_digit(*at); at++)
    mantissa = 10 * mantissa + (guint64)(*at - '0');
  out->mantissa = mantissa;
  out->digits += (int)MIN(at - start, G_MAXINT16);
  return at;
}

static const char *
scan_exponent(const char *at, const char *end, Literal *out)
{
  int value = 0, sign = 1;
  const char *start;

  if (++at < end && (*at == '+' || *at == '-'))
    sign = *at++ == '-' ? -1 : 1;
  for (start = at; at < end && is_digit(*at); at++)
    value = MIN(value * 10 + (*at - '0'), 100000);
  out->exponent += sign * value;
  return at > start ? at : NULL;
}

/* Returns the end of the literal, NULL when there is none. */
static const char *
scan_literal(const char *at, const char *end, char decimal, Literal *out)
{
  const char *start;
  gboolean any;

  *out = (Literal){0};
  if (at < end && (*at == '-' || *at == '+'))
    out->negative = *at++ == '-';
  start = at;
  at = scan_digits(at, end, out);
  any = at > start;
  if (at < end && *at == decimal) {
    start = ++at;
    at = scan_digits(at, end, out);
    any = any || at > start;
    out->exponent = -(int)MIN(at - start, G_MAXINT16);
  }
  if (any && at < end && (*at == 'e' || *at == 'E'))
    return scan_exponent(at, end, out);
  return any ? at : NULL;
}

/* Returns q * 2^exponent rounded to the nearest double, half to even; `more`: a fraction of a unit
 * was cut off; q has at least 62 bits. */
static double
round_bits(guint64 q, int exponent, gboolean more)
{
  int shift = 64 - __builtin_clzll(q) - MANTISSA_BITS;
  guint64 rest = q & ((1ULL << shift) - 1), half = 1ULL << (shift - 1);

  q >>= shift;
  if (rest > half || (rest == half && (more || (q & 1))))
    q++;
  return ldexp((double)q, exponent + shift);
}

/* Returns m / 5^k * 2^-k by an integer division, with the remainder for rounding. */
static double
divide(guint64 m, int k)
{
  int zeros = __builtin_clzll(m), shift = __builtin_clzll(fives[k]);
  guint64 divisor = fives[k] << shift;
  unsigned __int128 dividend = (unsigned __int128)(m << zeros) << 63;
  guint64 q = (guint64)(dividend / divisor);

  return round_bits(q, shift - zeros - 63 - k, (unsigned __int128)q * divisor != dividend);
}

/* Returns m * 5^k * 2^k. */
static double
multiply(guint64 m, int k)
{
  unsigned __int128 product = (unsigned __int128)m * fives[k];
  guint64 high = (guint64)(product >> 64), low = (guint64)product;
  int zeros;

  if (high == 0)
    return round_bits(low << __builtin_clzll(low), k - __builtin_clzll(low), FALSE);
  zeros = __builtin_clzll(high);
  product <<= zeros;
  return round_bits((guint64)(product >> 64), k + 64 - zeros, (guint64)product != 0);
}

/* Converts the literal [text, end) with the C library, which is exact for any length. */
static gboolean
convert_slowly(const char *text, const char *end, char decimal, double *value)
{
  gsize n = (gsize)(end - text);
  char copy[MAX_NUMBER_LENGTH];

  if (n >= sizeof copy)
    return FALSE;
  memcpy(copy, text, n);
  copy[n] = '\0';
  if (decimal != '.')
    g_strdelimit(copy, (char[]){decimal, '\0'}, '.');
  *value = g_ascii_strtod(copy, NULL);
  return isfinite(*value);
}

static gboolean
convert(const Literal *in, const char *text, const char *end, char decimal, double *value)
{
  int e = in->exponent;
  double x;

  if (in->digits > MAX_DIGITS)
    return convert_slowly(text, end, decimal, value);
  if (in->mantissa == 0)
    x = 0;
  else if (in->mantissa <= 1ULL << MANTISSA_BITS && ABS(e) <= MAX_POWER_OF_TEN)
    /* both factors are exact, so the result is rounded once */
    x = e < 0 ? (double)in->mantissa / tens[-e] : (double)in->mantissa * tens[e];
  else if (e < 0 && e >= -MAX_POWER_OF_FIVE)
    x = divide(in->mantissa, -e);
  else if (e >= 0 && e <= MAX_POWER_OF_FIVE)
    x = multiply(in->mantissa, e);
  else
    return convert_slowly(text, end, decimal, value);
  *value = in->negative ? -x : x;
  return TRUE;
}

gboolean
trammel_csv_parse_number(TrammelSpan cell, char decimal, double *value)
{
  const char *text = cell.text, *end = text + cell.length;
  Literal literal;

  if (cell.length >= 2 && *text == '"' && end[-1] == '"') {
    for (text++, end--; text < end && *text == ' ';)
      text++;
    while (end > text && end[-1] == ' ')
      end--;
  }
  return scan_literal(text, end, decimal, &literal) == end &&
         convert(&literal, text, end, decimal, value);
}

gboolean
trammel_csv_take_number(
    const char **at, const char *end, char separator, char decimal, gboolean *more, double *value)
{
  const char *start = *at, *stop, *next;
  Literal literal;
  gboolean ended;

  while (start < end && *start == ' ')
    start++;
  stop = scan_literal(start, end, decimal, &literal);
  if (!stop)
    return FALSE;
  for (next = stop;
       next < end && (*next == ' ' || (*next == '\t' && separator != '\t' && separator != ' '));)
    next++;
  ended = next == end;
  /* a run of spaces is one separator */
  if (!ended && (separator == ' ' ? next == stop : *next++ != separator))
    return FALSE;
  if (!convert(&literal, start, stop, decimal, value))
    return FALSE;
  *more = !ended;
  *at = next;
  return TRUE;
}
