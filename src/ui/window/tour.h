/* Tour over the first example that is opened: four notes beside the parts of the window, which
 * point at what to do next.  It blocks nothing, and Skip ends it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Starts the tour in a window with a document on the page Identify; the window owns it. */
void trammel_tour_start(GtkWidget *window);

/* Starts it unless it has been shown before, which the preference `tour-seen` keeps; without the
 * preferences it is not shown. */
void trammel_tour_start_once(GtkWidget *window);

/* Ends the tour of a window, if there is one. */
void trammel_tour_end(GtkWidget *window);

/* Removes its notes at once, for a window that is destroyed. */
void trammel_tour_forget(GtkWidget *window);

G_END_DECLS
