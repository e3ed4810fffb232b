/* Change of a parameter as text. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the change in percent of |value|, "3.2 %", or in the unit where the value is zero,
 * "0.012 kg m^2"; free with g_free(). */
char *trammel_change_dup_text(double change, double value, const char *unit);

G_END_DECLS
