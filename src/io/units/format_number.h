/* Numbers for readers: as many digits as are significant, in the C locale. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns an estimate rounded to two digits of its sigma: "0.00400 ± 0.00012", "(1.234 ± 0.012) ×
 * 10⁻⁷"; without a sigma (NAN) four digits.  Free with g_free(). */
char *trammel_format_estimate(double value, double sigma);

/* Returns a finite interval rounded like the estimate that it belongs to, "0.00376 … 0.00424";
 * sigma > 0.  Free with g_free(). */
char *trammel_format_interval(double low, double high, double sigma);

/* Returns the value with `digits` digits, "" when NAN, "∞" when infinite; free with g_free(). */
char *trammel_format_number(double value, int digits);

G_END_DECLS
