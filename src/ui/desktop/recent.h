/* Recently used projects and logs, shared with the desktop (GtkRecentManager). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns GtkRecentInfo of at most `n` files of this program, newest first, including files that
 * no longer exist; free with g_ptr_array_unref(). */
GPtrArray *trammel_recent_list(guint n);

void trammel_recent_add(GFile *file);

/* Returns the folder with "~" for the home folder; free with g_free(). */
char *trammel_recent_dup_folder(GtkRecentInfo *info);

G_END_DECLS
