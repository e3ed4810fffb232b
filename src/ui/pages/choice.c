#include "ui/pages/choice.h"

static gboolean
has_names(GtkDropDown *choice, const char *const *names)
{
  GListModel *old = gtk_drop_down_get_model(choice);
  guint n = g_strv_length((GStrv)names);

  if (!old || g_list_model_get_n_items(old) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal(gtk_string_list_get_string(GTK_STRING_LIST(old), i), names[i]))
      return FALSE;
  return TRUE;
}

void
trammel_choice_set_names(GtkDropDown *choice, const char *const *names, GtkWidget *label)
{
  guint n = g_strv_length((GStrv)names), selected = trammel_choice_get(choice);

  if (!has_names(choice, names)) {
    g_autoptr(GtkStringList) list = gtk_string_list_new(names);
    gtk_drop_down_set_model(choice, G_LIST_MODEL(list));
    if (n > 0)
      gtk_drop_down_set_selected(choice, MIN(selected, n - 1));
  }
  if (!label)
    return;
  gtk_widget_set_visible(GTK_WIDGET(choice), n > 1);
  gtk_widget_set_visible(label, n > 1);
}

guint
trammel_choice_get(GtkDropDown *choice)
{
  guint selected = gtk_drop_down_get_selected(choice);

  return selected == GTK_INVALID_LIST_POSITION ? 0 : selected;
}

void
trammel_choice_select(GtkDropDown *choice, const char *name)
{
  GListModel *names = gtk_drop_down_get_model(choice);

  for (guint i = 0; names && i < g_list_model_get_n_items(names); i++)
    if (g_str_equal(gtk_string_list_get_string(GTK_STRING_LIST(names), i), name))
      gtk_drop_down_set_selected(choice, i);
}
