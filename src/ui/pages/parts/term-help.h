/* Small button “?” beside a label: opens the glossary at the term that stands there, or lists
 * several terms in a menu.
 *
 * Property "terms" (string, write-only): anchors of terms (ui/session/text/glossary.h) with spaces
 * between.  Activates "win.guide" with the link to the term. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_TERM_HELP (trammel_term_help_get_type())
G_DECLARE_FINAL_TYPE(TrammelTermHelp, trammel_term_help, TRAMMEL, TERM_HELP, GtkWidget)

GtkWidget *trammel_term_help_new(const char *terms);
void trammel_term_help_set_terms(TrammelTermHelp *help, const char *terms);

/* Returns the item of a menu that explains one term (transfer full). */
GMenuItem *trammel_term_help_new_item(const char *anchor);

G_END_DECLS
