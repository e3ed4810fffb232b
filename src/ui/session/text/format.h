/* Numbers as text for the user and from the user: digits by sigma, always with units.  C locale
 * throughout. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns `value` with the digits that `sigma` makes significant (two of sigma's, or as the
 * notation says), or six significant digits if sigma is not finite.  Free with g_free(). */
char *trammel_format_value(double value, double sigma);

/* Returns two significant digits, or as many as the notation says (notation.h); "not determined" if
 * sigma is not finite.  Free with g_free(). */
char *trammel_format_sigma(double sigma);

/* Returns "0.010509(15)": value and sigma, this in units of the value's last digit.  Free with
 * g_free(). */
char *trammel_format_brackets(double value, double sigma);

/* Returns four significant digits, and all those before the point.  Free with g_free(). */
char *trammel_format_cost(double cost);

/* Returns a cell of a table: the number by the format of g_ascii_formatd() and a suffix; a dash if
 * it is not finite.  Free with g_free(). */
char *trammel_format_cell(const char *format, double value, const char *suffix);

/* Returns the shortest text of up to 15 digits, for entries; empty for an infinite bound.  Free
 * with g_free(). */
char *trammel_format_entry(double value);

/* Returns three significant digits with an SI prefix, e.g.  "2 ms", for captions.  Free with
 * g_free(). */
char *trammel_format_prefixed(double value, const char *unit);

/* Returns a text of the above with the decimal sign and the minus of the user
 * (plot/figure/number-text.h).  Free with g_free(). */
char *trammel_format_shown(const char *text);

/* Evaluates a typed expression (io/units/expression.h), whose numbers may have the decimal sign of
 * the user. */
gboolean trammel_parse_typed(
    const char *text, const char *unit, const char *shown, double *value, GError **error);

/* Reads `1e-8`, `500 g`, `1/12*0.3`, `30 deg` (io/units/expression.h) in `unit` ("" and "1": none).
 * An empty text or "none" yields `empty` (NAN: not allowed).  Errors: TRAMMEL_ERROR_USAGE. */
gboolean trammel_parse_quantity(
    const char *text, const char *unit, double empty, double *value, GError **error);

/* Returns the label of a table or a pane as it stands within a sentence: most languages begin it
 * with a small letter, unless it begins with an abbreviation.  Free with g_free(). */
char *trammel_label_within(const char *label);

/* Returns the display unit of quantities of SI unit `unit` and the factor from SI; "rad" becomes
 * "deg", unless the notation says otherwise. */
const char *trammel_display_unit(const char *unit, double *factor);

G_END_DECLS
