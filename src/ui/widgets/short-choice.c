#include "ui/widgets/short-choice.h"

static void
on_set_up_cb(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  GtkWidget *label = gtk_label_new(NULL);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (chars) {
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), GPOINTER_TO_INT(chars));
    gtk_label_set_width_chars(GTK_LABEL(label), GPOINTER_TO_INT(chars) * 2 / 3);
  }
  gtk_list_item_set_child(item, label);
}

static void
on_bound_cb(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  GtkStringObject *word = gtk_list_item_get_item(item);

  gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), gtk_string_object_get_string(word));
}

static GtkListItemFactory *
new_factory(int chars)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();

  g_signal_connect(factory, "setup", G_CALLBACK(on_set_up_cb), GINT_TO_POINTER(chars));
  g_signal_connect(factory, "bind", G_CALLBACK(on_bound_cb), NULL);
  return factory;
}

void
trammel_short_choice_init(GtkDropDown *choice, int chars)
{
  g_autoptr(GtkListItemFactory) button = new_factory(chars), list = new_factory(0);

  gtk_drop_down_set_factory(choice, button);
  gtk_drop_down_set_list_factory(choice, list);
}
