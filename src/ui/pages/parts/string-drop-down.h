/* Drop-downs of names that change with what is shown. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Offers names (NULL-terminated), keeping the place that is selected where it is still there; the
 * same names again change nothing.  Beside a label (nullable) it hides where there is no choice. */
void trammel_choice_set_names(GtkDropDown *choice, const char *const *names, GtkWidget *label);

/* The place that is selected, 0 where nothing can be. */
guint trammel_choice_get(GtkDropDown *choice);

/* Selects a name; one that is not offered changes nothing. */
void trammel_choice_select(GtkDropDown *choice, const char *name);

G_END_DECLS
