/* The program's preferences (GSettings); without the installed schema the defaults are used and
 * nothing is stored, so that the program also runs where it was only copied to. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Shared; NULL without the schema.  Belongs to the program. */
GSettings *trammel_settings_get(void);

/* Value of a string key, or `fallback` without the schema; free with g_free(). */
char *trammel_settings_dup_string(const char *key, const char *fallback);
int trammel_settings_get_int(const char *key, int fallback);
gboolean trammel_settings_get_boolean(const char *key, gboolean fallback);

G_END_DECLS
