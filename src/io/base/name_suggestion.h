/* Name suggestion: known names that are closest to an unknown one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns up to three of `names` (NULL-terminated) that are closest to `word`, best first, as "'a',
 * 'b' or 'c'", a part of a sentence of io/base/bilingual.h; free with g_free().  NULL when there
 * are no names. */
char *trammel_name_suggest(const char *word, const char *const *names);

G_END_DECLS
