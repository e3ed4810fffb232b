/* Texts from files on a terminal: names, headers, cells and units may hold control characters,
 * which terminals obey. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the text with control characters other than tab and line feed, and bytes that are not
 * UTF-8, as \xHH; free with g_free(). */
char *trammel_terminal_escape(const char *text);

/* Prints a line on the standard error, escaped by trammel_terminal_escape(); line feeds before its
 * end are escaped as well, so that a name cannot begin a line of its own. */
void trammel_terminal_print(const char *format, ...) G_GNUC_PRINTF(1, 2);

G_END_DECLS
