/* Endings of file names. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns whether the name ends with `ending`, such as ".csv", in capital or small letters. */
gboolean trammel_has_ending(const char *path, const char *ending);

G_END_DECLS
