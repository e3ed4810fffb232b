/* Row of one finding: its severity, the sentence, and below it the buttons that the caller adds. */
#pragma once

#include <gtk/gtk.h>

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Creates a row; `project` has the labels of quantities, `width`: characters of a line. */
GtkWidget *
trammel_finding_row_new(const TrammelFinding *finding, const TrammelProject *project, int width);

/* Adds a button to the row and returns it; `about` (the finding's code) describes it for screen
 * readers.  Its numbers are shown as the user reads them. */
GtkWidget *trammel_finding_row_add_button(GtkWidget *row, const char *label, const char *about);

G_END_DECLS
