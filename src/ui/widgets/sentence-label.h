/* Sentence labels: texts, such as those of errors, that stand alone here and elsewhere continue a
 * sentence. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the text with a capital letter (io/base/bilingual.h), its numbers as below. */
void trammel_label_set_sentence(GtkLabel *label, const char *sentence);

/* Shows a text (nullable) with its numbers as the user reads them (plot/figure/number-text.h). */
void trammel_label_set_numbers(GtkLabel *label, const char *text);

/* Sets the tooltip of a widget (nullable: none), its numbers likewise. */
void trammel_tooltip_set_numbers(GtkWidget *widget, const char *text);

G_END_DECLS
