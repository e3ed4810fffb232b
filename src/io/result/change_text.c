#include "io/result/change_text.h"

#include <math.h>

char *
trammel_change_dup_text(double change, double value, const char *unit)
{
  if (value != 0)
    return g_strdup_printf("%.2g %%", 100 * change / fabs(value));
  return g_str_equal(unit, "1") ? g_strdup_printf("%.2g", change)
                                : g_strdup_printf("%.2g %s", change, unit);
}
