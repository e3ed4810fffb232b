/* Numbers as the user reads and types them: digits by sigma, units always.  C locale throughout. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `value` with the digits that `sigma` leaves meaningful (two of sigma's), or six significant
 * digits where sigma is not finite.  Free with g_free(). */
char *trammel_format_value(double value, double sigma);

/* Two significant digits; "not determined" where sigma is not finite. */
char *trammel_format_sigma(double sigma);

/* Four significant digits; those before the point all. */
char *trammel_format_cost(double cost);

/* Shortest of up to 15 digits, for entries; empty for an infinite bound. */
char *trammel_format_entry(double value);

/* Three significant digits with an SI prefix, e.g. "2 ms", for captions. */
char *trammel_format_prefixed(double value, const char *unit);

/* Reads `1e-8`, `500 g`, `1/12*0.3`, `30 deg` (io/units/expression.h) into `unit` ("" and "1":
 * none).  An empty text or "none" gives `empty` (NAN: not allowed).  Errors: TRAMMEL_ERROR_USAGE.
 */
gboolean trammel_parse_quantity(
    const char *text, const char *unit, double empty, double *value, GError **error);

/* The label of a table or a pane within a sentence: most languages begin it with a small letter,
 * unless it begins with an abbreviation.  Free with g_free(). */
char *trammel_label_within(const char *label);

/* What a quantity of SI unit `unit` is plotted in, and the factor from SI; "rad" becomes "deg". */
const char *trammel_display_unit(const char *unit, double *factor);

G_END_DECLS
