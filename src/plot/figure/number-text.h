/* Numbers and units within a text as they are shown: a true minus sign, no sign before a zero, the
 * decimal sign of the user's language, and powers of units as superscripts. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sets the decimal sign of all texts that are shown from now on, "." at first.  Called once, before
 * the first text, from the main thread. */
void trammel_number_text_set_decimal_sign(char sign);

/* Returns `text` with its numbers and units as they are shown.  A number begins the text or follows
 * a space or a bracket; digits within names, versions and file names stay.  Free with g_free(). */
char *trammel_number_text_dup(const char *text);

/* Returns `text` with the numbers that a user typed as expressions understand them: a true minus
 * becomes "-", a superscript "^2", and the decimal sign a point.  Free with g_free(). */
char *trammel_number_text_dup_plain(const char *text);

/* Writes `number`, a number of the C locale, as it is shown. */
void trammel_number_text_print(char *text, gsize size, const char *number);

G_END_DECLS
