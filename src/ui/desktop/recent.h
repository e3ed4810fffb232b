/* Recently used projects, shared with the desktop (GtkRecentManager). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* GtkRecentInfo of at most `n` projects of this program, newest first, also of files that are
 * no longer there; free with g_ptr_array_unref(). */
GPtrArray *trammel_recent_list(guint n);

void trammel_recent_add(GFile *file);

/* The folder as the user writes it, "~" for home; free with g_free(). */
char *trammel_recent_dup_folder(GtkRecentInfo *info);

G_END_DECLS
