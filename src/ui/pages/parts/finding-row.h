/* One finding: how grave it is, the sentence, and below it the buttons that somebody adds. */
#pragma once

#include <gtk/gtk.h>

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* `width`: characters of a line. */
GtkWidget *trammel_finding_row_new(const TrammelFinding *finding, int width);

/* A button of the row, which is `about` (the finding's code) to screen readers. */
GtkWidget *trammel_finding_row_add_button(GtkWidget *row, const char *label, const char *about);

G_END_DECLS
