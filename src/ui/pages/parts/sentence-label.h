/* Labels with sentences that stand alone, such as those of errors, which elsewhere continue another
 * one. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the sentence with a capital letter (io/base/bilingual.h). */
void trammel_label_set_sentence(GtkLabel *label, const char *sentence);

G_END_DECLS
