#include "ui/widgets/sentence-label.h"

#include "io/base/bilingual.h"
#include "plot/figure/number-text.h"
#include "ui/desktop/compat.h"

void
trammel_label_set_sentence(GtkLabel *label, const char *sentence)
{
  g_autofree char *capital = trammel_bilingual_dup_capital(sentence);

  trammel_label_set_numbers(label, capital);
}

void
trammel_label_set_numbers(GtkLabel *label, const char *text)
{
  g_autofree char *shown = trammel_number_text_dup(text ? text : "");

  gtk_label_set_text(label, shown);
}

void
trammel_tooltip_set_numbers(GtkWidget *widget, const char *text)
{
  g_autofree char *shown = text ? trammel_number_text_dup(text) : NULL;

  trammel_widget_set_tooltip(widget, shown);
}
