/* Formula of a derived channel: arithmetic on the number x of a column and on other columns of the
 * same samples, written in brackets: "0.5*(x + [q2])", "sqrt(x^2 + [y]^2)", "atan2([b], [a])". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrammelFormula TrammelFormula;

/* Parses + - * / ^ ( ), the functions abs, sqrt, exp, log, sin, cos, tan, asin, acos, atan, atan2,
 * min, max, sign (-1, 0, 1), step (0 below zero, else 1), the constant pi, and numbers of the C
 * locale.  Angles are in rad.  Free with trammel_formula_free().  Errors: TRAMMEL_ERROR_INVALID, a
 * sentence that names the place. */
TrammelFormula *trammel_formula_parse(const char *text, GError **error);

/* Same for a function of the time, "0.5*sin(2*pi*t)": its variable is t, and it has no columns. */
TrammelFormula *trammel_formula_parse_time(const char *text, GError **error);

void trammel_formula_free(TrammelFormula *formula);

/* Returns the names of the other columns, NULL-terminated, owned by the formula. */
const char *const *trammel_formula_get_columns(const TrammelFormula *formula);

/* Returns the value for one sample; `columns` are the numbers in the order of the names.  NAN where
 * a number is missing or the result is not finite. */
double trammel_formula_evaluate(const TrammelFormula *formula, double x, const double *columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelFormula, trammel_formula_free)

G_END_DECLS
