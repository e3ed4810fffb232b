#include "ui/widgets/text-label.h"

GtkWidget *
trammel_text_label_new(const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_widget_add_css_class(label, style);
  return label;
}
