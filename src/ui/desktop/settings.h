/* Preferences of the program (GSettings).  Without the installed schema the defaults apply and
 * nothing is stored, so that a copied program runs without installation. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns the shared object, owned by the program; NULL without the schema. */
GSettings *trammel_settings_get(void);

/* Returns the value of a string key, or `fallback` without the schema; free with g_free(). */
char *trammel_settings_dup_string(const char *key, const char *fallback);
int trammel_settings_get_int(const char *key, int fallback);
gboolean trammel_settings_get_boolean(const char *key, gboolean fallback);

G_END_DECLS
