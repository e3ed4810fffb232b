#include "ui/widgets/string-drop-down.h"

/* Replaces only the names between the common beginning and end: a drop-down creates widgets for all
 * names of a new list. */
static void
exchange_names(GtkStringList *list, const char *const *names)
{
  guint n_old = g_list_model_get_n_items(G_LIST_MODEL(list)), n = g_strv_length((GStrv)names);
  guint first = 0, n_last = 0, most = MIN(n_old, n);

  while (first < most && g_str_equal(gtk_string_list_get_string(list, first), names[first]))
    first++;
  while (n_last < most - first &&
         g_str_equal(gtk_string_list_get_string(list, n_old - 1 - n_last), names[n - 1 - n_last]))
    n_last++;
  g_auto(GStrv) added = g_new0(char *, n - n_last - first + 1);
  for (guint i = first; i < n - n_last; i++)
    added[i - first] = g_strdup(names[i]);
  if (n_old - n_last > first || n - n_last > first)
    gtk_string_list_splice(list, first, n_old - n_last - first, (const char *const *)added);
}

void
trammel_string_drop_down_set_names(GtkDropDown *choice, const char *const *names, GtkWidget *label)
{
  guint n = g_strv_length((GStrv)names), selected = trammel_string_drop_down_get(choice);
  GListModel *old = gtk_drop_down_get_model(choice);

  if (old) {
    exchange_names(GTK_STRING_LIST(old), names);
  } else {
    g_autoptr(GtkStringList) list = gtk_string_list_new(names);
    gtk_drop_down_set_model(choice, G_LIST_MODEL(list));
  }
  if (n > 0)
    gtk_drop_down_set_selected(choice, MIN(selected, n - 1));
  if (!label)
    return;
  gtk_widget_set_visible(GTK_WIDGET(choice), n > 1);
  gtk_widget_set_visible(label, n > 1);
}

guint
trammel_string_drop_down_get(GtkDropDown *choice)
{
  guint selected = gtk_drop_down_get_selected(choice);

  return selected == GTK_INVALID_LIST_POSITION ? 0 : selected;
}

void
trammel_string_drop_down_select(GtkDropDown *choice, const char *name)
{
  GListModel *names = gtk_drop_down_get_model(choice);

  for (guint i = 0; names && i < g_list_model_get_n_items(names); i++)
    if (g_str_equal(gtk_string_list_get_string(GTK_STRING_LIST(names), i), name))
      gtk_drop_down_set_selected(choice, i);
}
