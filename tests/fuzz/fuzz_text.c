/* Short texts: units, units in names, numbers of CSV cells, dates. */
#include <math.h>

#include "fuzz/fuzz.h"
#include "io/csv_number.h"
#include "io/iso8601.h"
#include "io/units.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
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
  trammel_csv_parse_number((TrammelSpan){(const char *)data, size}, '.', &value);
  trammel_csv_parse_number((TrammelSpan){(const char *)data, size}, ',', &value);
  return 0;
}
