/* Entry whose text is applied when Enter is pressed or the focus leaves, not at every key; Escape
 * restores the old text. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called when the text has changed; returns TRUE if the text is valid.  If not, the entry shows an
 * error until its text is set again. */
typedef gboolean (*TrammelCommitFunc)(GtkWidget *entry, const char *text, gpointer user);

/* Gives `entry` this behaviour. */
void trammel_commit_entry_connect(GtkWidget *entry, TrammelCommitFunc commit, gpointer user);

/* Sets the text without calling the function. */
void trammel_commit_entry_set_text(GtkWidget *entry, const char *text);

/* The same for a number, or a word in its place, as the user reads it (plot/figure/number-text.h);
 * what is typed goes through trammel_parse_typed(). */
void trammel_commit_entry_set_number(GtkWidget *entry, const char *text);

/* Returns TRUE while the entry has a text that is not applied yet. */
gboolean trammel_commit_entry_is_edited(GtkWidget *entry);

G_END_DECLS
