/* An entry whose text counts when Enter is pressed or the entry is left, not at every key; Escape
 * brings the old text back. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The text has changed; returns whether it could be used.  If not, the entry shows an error until
 * the text is set again. */
typedef gboolean (*TrammelCommitFunc)(GtkWidget *entry, const char *text, gpointer user);

/* Makes `entry` such a one. */
void trammel_commit_entry_connect(GtkWidget *entry, TrammelCommitFunc commit, gpointer user);

/* Sets what is known; tells nobody. */
void trammel_commit_entry_set_text(GtkWidget *entry, const char *text);

G_END_DECLS
