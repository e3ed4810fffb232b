/* Fuzz target of short texts: units, units in names, numbers of CSV cells, dates, arithmetic with
 * units. */
#include <math.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "io/log/text/iso8601.h"
#include "io/log/text/number.h"
#include "io/units/expression.h"
#include "io/units/units.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

/* Asserts that the result is a finite number with finite powers, or a fault inside the text with a
 * sentence. */
static void
check_expression(const char *text)
{
  TrammelExpression read = trammel_expression_read(text);
  g_autoptr(GError) error = NULL;
  double value, factor;

  if (read.fault == TRAMMEL_EXPRESSION_OK) {
    g_assert_true(isfinite(read.value));
    for (int i = 0; i < TRAMMEL_EXPRESSION_BASES; i++)
      g_assert_true(isfinite(read.powers[i]));
  } else {
    g_assert_cmpuint(read.at + read.length, <=, strlen(text));
  }
  if (trammel_expression_evaluate(text, "kg m^2", "g cm^2", &value, &error))
    g_assert_true(isfinite(value));
  else
    fuzz_check_error(error);
  if (trammel_expression_get_factor(text, &factor))
    g_assert_true(isfinite(factor) && factor != 0);
}

static void
check_date(const char *text)
{
  TrammelInstant instant = {.nanos = G_MAXUINT32};
  const char *fault = trammel_iso8601_parse(text, &instant);

  if (fault)
    g_assert_cmpuint(strlen(fault), >, 5);
  else
    g_assert_cmpuint(instant.nanos, <, 1000000000);
  trammel_iso8601_is_ambiguous(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup((const char *)data, size);
  TrammelDimension dimension;
  double value;
  gsize stem;

  if (trammel_unit_parse(text, &value, &dimension))
    g_assert_true(isfinite(value) && value != 0);
  if (trammel_unit_find_in_name(text, &stem))
    g_assert_cmpuint(stem, <=, strlen(text));
  check_date(text);
  check_expression(text);
  trammel_csv_parse_number((TrammelSpan){(const char *)data, size}, '.', &value);
  trammel_csv_parse_number((TrammelSpan){(const char *)data, size}, ',', &value);
  return 0;
}
