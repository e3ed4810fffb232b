#include "io/base/csv_text.h"

#include <math.h>
#include <string.h>

void
trammel_csv_append_text(GString *csv, const char *cell)
{
  if (!strpbrk(cell, ",\"\r\n")) {
    g_string_append(csv, cell);
    return;
  }
  g_string_append_c(csv, '"');
  for (const char *p = cell; *p; p++) {
    if (*p == '"')
      g_string_append_c(csv, '"');
    g_string_append_c(csv, *p);
  }
  g_string_append_c(csv, '"');
}

const char *
trammel_csv_format_number(char text[TRAMMEL_NUMBER_SIZE], double value)
{
  return isfinite(value) ? trammel_json_format_number(text, value) : strcpy(text, "");
}
