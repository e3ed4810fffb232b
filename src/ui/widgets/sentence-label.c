#include "ui/widgets/sentence-label.h"

#include "io/base/bilingual.h"

void
trammel_label_set_sentence(GtkLabel *label, const char *sentence)
{
  g_autofree char *capital = trammel_bilingual_dup_capital(sentence);

  gtk_label_set_text(label, capital);
}
