#include "ui/widgets/short-names.h"

enum { LEAST_CHARS = 3 };

void
trammel_short_names_cut_button(GtkButton *button)
{
  GtkLabel *label = GTK_LABEL(gtk_button_get_child(button));

  gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars(label, LEAST_CHARS);
}

void
trammel_short_names_cut_tabs(GtkStackSwitcher *tabs)
{
  for (GtkWidget *tab = gtk_widget_get_first_child(GTK_WIDGET(tabs)); tab;
       tab = gtk_widget_get_next_sibling(tab)) {
    trammel_short_names_cut_button(GTK_BUTTON(tab));
    gtk_widget_set_tooltip_text(
        tab, gtk_label_get_text(GTK_LABEL(gtk_button_get_child(GTK_BUTTON(tab)))));
  }
}
