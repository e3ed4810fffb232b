/* Checks of a JSON text before it is parsed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Fails for texts that json-glib accepts but reads wrongly: nesting deeper than 64, which exhausts
 * the stack; strings in single quotes, octal escapes, the character 0 and halves of surrogates,
 * which give strings that are cut or not UTF-8; comments other than those between slash and
 * asterisk.  `name` precedes the message, with the line.  Error: TRAMMEL_ERROR_UNREADABLE. */
gboolean trammel_json_check(const char *data, gsize length, const char *name, GError **error);

G_END_DECLS
