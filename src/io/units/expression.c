#include "io/units/expression.h"

#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/units/units.h"

enum { DEPTH = 64, METRE = 0, KILOGRAM, SECOND, AMPERE, RADIAN };

typedef struct {
  double value;
  double powers[TRAMMEL_EXPRESSION_BASES];
  gboolean has_unit;
} Value;

typedef struct {
  const char *text, *at;
  int depth;
  TrammelExpression *result; /* the first fault is kept */
} Reader;

static gboolean
is_finite(const Value *value)
{
  for (int i = 0; i < TRAMMEL_EXPRESSION_BASES; i++)
    if (!isfinite(value->powers[i]))
      return FALSE;
  return isfinite(value->value);
}

/* ---- names ----------------------------------------------------------------------------------- */

static const signed char dimensions[][TRAMMEL_EXPRESSION_BASES] = {
    [TRAMMEL_DIMENSION_NONE] = {0},
    [TRAMMEL_DIMENSION_ANGLE] = {0, 0, 0, 0, 1},
    [TRAMMEL_DIMENSION_LENGTH] = {1},
    [TRAMMEL_DIMENSION_TIME] = {0, 0, 1},
    [TRAMMEL_DIMENSION_ANGULAR_RATE] = {0, 0, -1, 0, 1},
    [TRAMMEL_DIMENSION_SPEED] = {1, 0, -1},
    [TRAMMEL_DIMENSION_ANGULAR_ACCELERATION] = {0, 0, -2, 0, 1},
    [TRAMMEL_DIMENSION_ACCELERATION] = {1, 0, -2},
    [TRAMMEL_DIMENSION_FORCE] = {1, 1, -2},
    [TRAMMEL_DIMENSION_TORQUE] = {2, 1, -2},
    [TRAMMEL_DIMENSION_MASS] = {0, 1},
    [TRAMMEL_DIMENSION_VOLTAGE] = {2, 1, -3, -1},
    [TRAMMEL_DIMENSION_CURRENT] = {0, 0, 0, 1},
    [TRAMMEL_DIMENSION_FREQUENCY] = {0, 0, -1},
};

/* Units that do not occur in logs. */
static const struct {
  const char *name;
  signed char powers[TRAMMEL_EXPRESSION_BASES];
} derived[] = {
    {"J", {2, 1, -2}},     {"W", {2, 1, -3}}, {"ohm", {2, 1, -3, -2}},
    {"Ω", {2, 1, -3, -2}}, {"unit", {0}},
};

static void
set_powers(Value *value, const signed char *powers)
{
  for (int i = 0; i < TRAMMEL_EXPRESSION_BASES; i++)
    value->powers[i] = powers[i];
  value->has_unit = TRUE;
}

static gboolean
find_unit(Value *value, const char *name)
{
  TrammelDimension dimension;

  for (guint i = 0; i < G_N_ELEMENTS(derived); i++)
    if (g_str_equal(derived[i].name, name)) {
      value->value = 1;
      set_powers(value, derived[i].powers);
      return TRUE;
    }
  if (!trammel_unit_find(name, &value->value, &dimension) ||
      (gsize)dimension >= G_N_ELEMENTS(dimensions))
    return FALSE;
  set_powers(value, dimensions[dimension]);
  return TRUE;
}

static void
raise_to(Value *value, double exponent)
{
  value->value = pow(value->value, exponent);
  for (int i = 0; i < TRAMMEL_EXPRESSION_BASES; i++)
    value->powers[i] *= exponent;
}

/* Reads "m2" as m^2, unless "m2" is itself a unit. */
static gboolean
find_raised_unit(Value *value, const char *name)
{
  gsize length = strlen(name);
  char stem[24];

  if (find_unit(value, name))
    return TRUE;
  if (length < 2 || length >= sizeof stem || name[length - 1] < '2' || name[length - 1] > '9')
    return FALSE;
  g_strlcpy(stem, name, length);
  if (!find_unit(value, stem))
    return FALSE;
  raise_to(value, name[length - 1] - '0');
  return TRUE;
}

typedef enum { FROM_PLAIN, FROM_ANGLE, TO_ANGLE, ANY } FunctionKind;

static double
square_root(double x)
{
  return sqrt(x);
}

static const struct {
  const char *name;
  double (*call)(double);
  FunctionKind kind;
} functions[] = {
    {"sqrt", square_root, ANY}, {"abs", fabs, ANY},       {"exp", exp, FROM_PLAIN},
    {"ln", log, FROM_PLAIN},    {"sin", sin, FROM_ANGLE}, {"cos", cos, FROM_ANGLE},
    {"tan", tan, FROM_ANGLE},   {"asin", asin, TO_ANGLE}, {"acos", acos, TO_ANGLE},
    {"atan", atan, TO_ANGLE},
};

/* ---- reading --------------------------------------------------------------------------------- */

static gboolean read_sum(Reader *reader, Value *value);
static gboolean read_factor(Reader *reader, Value *value);

static gboolean
fail(Reader *reader, TrammelExpressionFault fault, const char *at, gsize length)
{
  if (reader->result->fault == TRAMMEL_EXPRESSION_OK) {
    reader->result->fault = fault;
    reader->result->at = (gsize)(at - reader->text);
    reader->result->length = length;
  }
  return FALSE;
}

static void
skip_spaces(Reader *reader)
{
  for (;;) {
    if (*reader->at == ' ' || *reader->at == '\t')
      reader->at++;
    else if (strncmp(reader->at, "\xc2\xa0", 2) == 0) /* non-breaking space */
      reader->at += 2;
    else
      return;
  }
}

/* Takes one of the spellings of a sign. */
static gboolean
take(Reader *reader, const char *const *spellings)
{
  skip_spaces(reader);
  for (guint i = 0; spellings[i]; i++)
    if (strncmp(reader->at, spellings[i], strlen(spellings[i])) == 0) {
      reader->at += strlen(spellings[i]);
      return TRUE;
    }
  return FALSE;
}

static const char *const plus[] = {"+", NULL}, *const minus[] = {"-", "−", NULL},
                         *const times[] = {"*", "·", "⋅", "×", NULL}, *const over[] = {"/", NULL},
                         *const raised[] = {"^", NULL}, *const squared[] = {"²", NULL},
                         *const cubed[] = {"³", NULL}, *const opened[] = {"(", NULL},
                         *const closed[] = {")", NULL};

/* Returns the length of a letter of a name: ASCII letters, and the letters and signs of units (µ μ
 * ° Ω %); 0 for others. */
static gsize
measure_letter(const char *at)
{
  static const char *const others[] = {"µ", "μ", "°", "Ω", "Ω"};

  if (g_ascii_isalpha(*at) || *at == '_' || *at == '%')
    return 1;
  for (guint i = 0; i < G_N_ELEMENTS(others); i++)
    if (strncmp(at, others[i], strlen(others[i])) == 0)
      return strlen(others[i]);
  return 0;
}

static gsize
measure_name(const char *at)
{
  gsize length = measure_letter(at);

  while (length > 0 && (measure_letter(at + length) > 0 || g_ascii_isdigit(at[length])))
    length += MAX(1, measure_letter(at + length));
  return length;
}

static gboolean
starts_number(const char *at)
{
  return g_ascii_isdigit(at[0]) || (at[0] == '.' && g_ascii_isdigit(at[1]));
}

static gboolean
read_number(Reader *reader, Value *value)
{
  char *end;

  *value = (Value){0};
  if (reader->at[0] == '0' && (reader->at[1] == 'x' || reader->at[1] == 'X'))
    return fail(reader, TRAMMEL_EXPRESSION_UNEXPECTED, reader->at + 1, 1);
  value->value = g_ascii_strtod(reader->at, &end);
  if (!isfinite(value->value))
    return fail(reader, TRAMMEL_EXPRESSION_NOT_FINITE, reader->at, (gsize)(end - reader->at));
  reader->at = end;
  return TRUE;
}

static gboolean
has_dimension(const Value *value, gboolean angle_counts)
{
  for (int i = 0; i < (angle_counts ? TRAMMEL_EXPRESSION_BASES : RADIAN); i++)
    if (fabs(value->powers[i]) > 1e-9)
      return TRUE;
  return FALSE;
}

/* Reads "(" sum ")" after "(" has been taken. */
static gboolean
read_enclosed(Reader *reader, Value *value, const char *begin)
{
  if (!read_sum(reader, value))
    return FALSE;
  return take(reader, closed) || fail(reader, TRAMMEL_EXPRESSION_UNCLOSED, begin, 1);
}

static gboolean
call_function(Reader *reader, guint index, Value *value, const char *name, gsize length)
{
  FunctionKind kind = functions[index].kind;
  const char *begin = reader->at;

  if (!take(reader, opened))
    return fail(reader, TRAMMEL_EXPRESSION_UNFINISHED, name, length);
  if (!read_enclosed(reader, value, begin))
    return FALSE;
  if (kind != ANY && has_dimension(value, kind != FROM_ANGLE))
    return fail(reader, TRAMMEL_EXPRESSION_PLAIN, name, length);
  value->value = functions[index].call(value->value);
  if (functions[index].call == square_root)
    for (int i = 0; i < TRAMMEL_EXPRESSION_BASES; i++)
      value->powers[i] *= 0.5;
  if (kind != ANY) {
    memset(value->powers, 0, sizeof value->powers);
    value->has_unit = kind == TO_ANGLE;
    value->powers[RADIAN] = kind == TO_ANGLE;
  }
  return isfinite(value->value) || fail(reader, TRAMMEL_EXPRESSION_NOT_FINITE, name, length);
}

static gboolean
read_name(Reader *reader, Value *value, gsize length)
{
  const char *begin = reader->at;
  char name[24];

  *value = (Value){0};
  reader->at += length;
  if (length >= sizeof name)
    return fail(reader, TRAMMEL_EXPRESSION_UNKNOWN, begin, length);
  memcpy(name, begin, length);
  name[length] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    if (g_str_equal(functions[i].name, name))
      return call_function(reader, i, value, begin, length);
  if (g_str_equal(name, "pi")) {
    value->value = G_PI;
    return TRUE;
  }
  return find_raised_unit(value, name) || fail(reader, TRAMMEL_EXPRESSION_UNKNOWN, begin, length);
}

/* Returns the number of bytes of the character, for messages. */
static gsize
measure_character(const char *at)
{
  gsize length = 1;

  while (((guchar)at[length] & 0xc0) == 0x80 && length < 4)
    length++;
  return length;
}

static gboolean
read_primary(Reader *reader, Value *value)
{
  const char *begin;

  skip_spaces(reader);
  begin = reader->at;
  if (*begin == '\0')
    return fail(reader, TRAMMEL_EXPRESSION_UNFINISHED, begin, 0);
  if (starts_number(begin))
    return read_number(reader, value);
  if (measure_name(begin) > 0)
    return read_name(reader, value, measure_name(begin));
  if (take(reader, opened))
    return read_enclosed(reader, value, begin);
  return fail(reader, TRAMMEL_EXPRESSION_UNEXPECTED, begin, measure_character(begin));
}

static gboolean
read_power(Reader *reader, Value *value)
{
  Value exponent = {0};
  const char *begin;

  if (!read_primary(reader, value))
    return FALSE;
  begin = reader->at;
  if (take(reader, squared))
    exponent.value = 2;
  else if (take(reader, cubed))
    exponent.value = 3;
  else if (!take(reader, raised))
    return TRUE;
  else if (!read_factor(reader, &exponent))
    return FALSE;
  if (exponent.has_unit)
    return fail(reader, TRAMMEL_EXPRESSION_PLAIN, begin, (gsize)(reader->at - begin));
  raise_to(value, exponent.value);
  return is_finite(value) ||
         fail(reader, TRAMMEL_EXPRESSION_NOT_FINITE, begin, (gsize)(reader->at - begin));
}

static gboolean
read_signed(Reader *reader, Value *value)
{
  if (take(reader, plus))
    return read_factor(reader, value);
  if (!take(reader, minus))
    return read_power(reader, value);
  if (!read_factor(reader, value))
    return FALSE;
  value->value = -value->value;
  return TRUE;
}

static gboolean
read_factor(Reader *reader, Value *value)
{
  if (reader->depth == DEPTH)
    return fail(reader, TRAMMEL_EXPRESSION_TOO_DEEP, reader->at, 0);
  reader->depth++;
  gboolean ok = read_signed(reader, value);
  reader->depth--;
  return ok;
}

/* TRUE if a name or "(" follows, which is a juxtaposition. */
static gboolean
continues(Reader *reader)
{
  skip_spaces(reader);
  return *reader->at == '(' || measure_name(reader->at) > 0;
}

static void
multiply(Value *value, const Value *by, int sign)
{
  value->value = sign > 0 ? value->value * by->value : value->value / by->value;
  for (int i = 0; i < TRAMMEL_EXPRESSION_BASES; i++)
    value->powers[i] += sign * by->powers[i];
  value->has_unit = value->has_unit || by->has_unit;
}

static gboolean
read_product(Reader *reader, Value *value)
{
  if (!read_factor(reader, value))
    return FALSE;
  for (;;) {
    const char *begin = reader->at;
    int sign = take(reader, times) ? 1 : take(reader, over) ? -1 : continues(reader) ? 1 : 0;
    Value next;
    if (sign == 0)
      return TRUE;
    if (!read_factor(reader, &next))
      return FALSE;
    multiply(value, &next, sign);
    if (!is_finite(value))
      return fail(reader, TRAMMEL_EXPRESSION_NOT_FINITE, begin, (gsize)(reader->at - begin));
  }
}

static gboolean
is_same(const Value *a, const Value *b)
{
  Value ratio = *a;

  multiply(&ratio, b, -1);
  return a->has_unit == b->has_unit && !has_dimension(&ratio, TRUE);
}

static gboolean
read_sum(Reader *reader, Value *value)
{
  if (!read_product(reader, value))
    return FALSE;
  for (;;) {
    const char *begin = reader->at;
    int sign = take(reader, plus) ? 1 : take(reader, minus) ? -1 : 0;
    Value next;
    if (sign == 0)
      return TRUE;
    if (!read_product(reader, &next))
      return FALSE;
    if (!is_same(value, &next))
      return fail(reader, TRAMMEL_EXPRESSION_MISMATCH, begin, (gsize)(reader->at - begin));
    value->value += sign * next.value;
    if (!isfinite(value->value))
      return fail(reader, TRAMMEL_EXPRESSION_NOT_FINITE, begin, (gsize)(reader->at - begin));
  }
}

TrammelExpression
trammel_expression_read(const char *text)
{
  TrammelExpression result = {0};
  Reader reader = {text, text, 0, &result};
  Value value = {0};

  skip_spaces(&reader);
  if (*reader.at == '\0') {
    result.fault = TRAMMEL_EXPRESSION_EMPTY;
    return result;
  }
  if (!read_sum(&reader, &value))
    return result;
  skip_spaces(&reader);
  if (*reader.at != '\0') {
    fail(&reader, TRAMMEL_EXPRESSION_UNEXPECTED, reader.at, measure_character(reader.at));
    return result;
  }
  result.value = value.value;
  memcpy(result.powers, value.powers, sizeof result.powers);
  result.has_unit = value.has_unit;
  return result;
}

/* ---- fields ---------------------------------------------------------------------------------- */

gboolean
trammel_expression_get_factor(const char *unit, double *factor)
{
  TrammelExpression read = trammel_expression_read(*unit == '\0' ? "1" : unit);

  *factor = read.value;
  return read.fault == TRAMMEL_EXPRESSION_OK && read.value != 0;
}

/* TRUE if the typed value can be given in the unit of a field.  An angle is not a plain number, but
 * in products radians may be left out. */
static gboolean
fits(const TrammelExpression *typed, const TrammelExpression *unit)
{
  gboolean is_plain = TRUE;

  for (int i = 0; i < RADIAN; i++) {
    if (fabs(typed->powers[i] - unit->powers[i]) > 1e-9)
      return FALSE;
    is_plain = is_plain && unit->powers[i] == 0;
  }
  return !is_plain || fabs(typed->powers[RADIAN] - unit->powers[RADIAN]) < 1e-9;
}

gboolean
trammel_expression_is_same_dimension(const char *a, const char *b)
{
  TrammelExpression first = trammel_expression_read(*a ? a : "1");
  TrammelExpression second = trammel_expression_read(*b ? b : "1");

  return first.fault == TRAMMEL_EXPRESSION_OK && second.fault == TRAMMEL_EXPRESSION_OK &&
         fits(&first, &second);
}

/* Returns the message on a part of the typed text, as part of an error; free with g_free(). */
static char *
tell(TrammelExpressionFault fault, const char *part)
{
  switch (fault) {
  case TRAMMEL_EXPRESSION_UNFINISHED:
    return trammel_bilingual_dup("Something is missing after “%s”.", part);
  case TRAMMEL_EXPRESSION_UNKNOWN:
    return trammel_bilingual_dup("“%s” is not a known unit, function or constant.", part);
  case TRAMMEL_EXPRESSION_UNCLOSED:
    return trammel_bilingual_dup("“%s” is not closed.", part);
  case TRAMMEL_EXPRESSION_MISMATCH:
    return trammel_bilingual_dup("“%s” has a different unit from the expression before it.", part);
  case TRAMMEL_EXPRESSION_PLAIN:
    return trammel_bilingual_dup("“%s” needs a plain number, without a unit.", part);
  case TRAMMEL_EXPRESSION_NOT_FINITE:
    return trammel_bilingual_dup("“%s” has no finite value.", part);
  default:
    return trammel_bilingual_dup(
        "“%s” is not allowed there. Write for example 0.5, 1e-8 or 1/3, with a decimal point.",
        part);
  }
}

static gboolean
report(const TrammelExpression *read, const char *text, const char *unit, GError **error)
{
  gboolean is_end = read->fault == TRAMMEL_EXPRESSION_UNFINISHED && read->length == 0;
  g_autofree char *part = is_end ? g_strdup(text) : g_strndup(text + read->at, read->length);
  g_autofree char *valid = g_utf8_make_valid(g_strstrip(part), -1);
  g_autofree char *hint = unit ? trammel_bilingual_dup(" The field is in %s.", unit) : g_strdup("");

  if (read->fault == TRAMMEL_EXPRESSION_EMPTY)
    trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                      "An empty field is not a number; write for example 0.5 or 1/3.%s", hint);
  else if (read->fault == TRAMMEL_EXPRESSION_TOO_DEEP)
    trammel_error_set(error, TRAMMEL_ERROR_USAGE, "The expression is nested more than %d deep.",
                      DEPTH);
  else {
    g_autofree char *sentence = tell(read->fault, valid);
    trammel_error_set(error, TRAMMEL_ERROR_USAGE, "%s%s", sentence, hint);
  }
  return FALSE;
}

/* Returns the unit of a plain number, as a multiple of the field's own unit; 1 for unknown
 * units. */
static double
measure_shown(const char *unit, const char *shown)
{
  double own, other;

  if (!shown || !trammel_expression_get_factor(unit, &own) ||
      !trammel_expression_get_factor(shown, &other))
    return 1;
  return other / own;
}

gboolean
trammel_expression_evaluate(
    const char *text, const char *unit, const char *shown, double *value, GError **error)
{
  TrammelExpression typed = trammel_expression_read(text);
  TrammelExpression wanted = trammel_expression_read(*unit ? unit : "1");
  const char *name = shown ? shown : unit;
  gboolean is_plain = *name == '\0' || g_str_equal(name, "1");

  if (typed.fault != TRAMMEL_EXPRESSION_OK)
    return report(&typed, text, is_plain ? NULL : name, error);
  if (typed.has_unit && (wanted.fault != TRAMMEL_EXPRESSION_OK || !fits(&typed, &wanted))) {
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                      "“%s” has a different unit from the field. Write the value in %s.", valid,
                      is_plain ? TRAMMEL_WORD("plain digits, without a unit") : name);
    return FALSE;
  }
  *value = typed.has_unit ? typed.value / wanted.value : typed.value * measure_shown(unit, shown);
  if (isfinite(*value))
    return TRUE;
  typed = (TrammelExpression){.fault = TRAMMEL_EXPRESSION_NOT_FINITE, .length = strlen(text)};
  return report(&typed, text, is_plain ? NULL : name, error);
}
