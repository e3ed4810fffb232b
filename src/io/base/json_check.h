/* What of a JSON text is looked at before it is parsed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Refuses what json-glib would take to the harm of its users: nesting deeper than 64, which
 * exhausts the stack; texts in single quotes, octal escapes, the character 0 and halves of
 * surrogates, whose strings are cut or are no UTF-8; comments but those between slash
 * and asterisk.  `name` stands in front of the message, with the line.
 * Error: TRAMMEL_ERROR_UNREADABLE. */
gboolean trammel_json_check(const char *data, gsize length, const char *name, GError **error);

G_END_DECLS
