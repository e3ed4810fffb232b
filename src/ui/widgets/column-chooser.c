#include "ui/widgets/column-chooser.h"

#define HIDDEN "trammel-hidden-by-user"

static void
on_choice_changed_cb(GSimpleAction *action, GVariant *state, GtkWidget *owner)
{
  GtkColumnViewColumn *column = g_object_get_data(G_OBJECT(action), "column");
  void (*update)(GtkWidget *) =
      (void (*)(GtkWidget *))g_object_get_data(G_OBJECT(action), "update");

  g_simple_action_set_state(action, state);
  g_object_set_data(G_OBJECT(column), HIDDEN, GINT_TO_POINTER(!g_variant_get_boolean(state)));
  update(owner);
}

static void
add_choice(GSimpleActionGroup *group,
           GMenu *menu,
           guint i,
           GtkColumnViewColumn *column,
           GtkWidget *owner,
           GCallback update)
{
  g_autofree char *name = g_strdup_printf("%u", i), *full = g_strconcat("columns.", name, NULL);
  g_autoptr(GSimpleAction) action = g_simple_action_new_stateful(
      name, NULL, g_variant_new_boolean(!trammel_column_chooser_is_hidden(column)));

  g_object_set_data_full(G_OBJECT(action), "column", g_object_ref(column), g_object_unref);
  g_object_set_data(G_OBJECT(action), "update", (gpointer)update);
  g_signal_connect_object(action, "change-state", G_CALLBACK(on_choice_changed_cb), owner, 0);
  g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(action));
  g_menu_append(menu, gtk_column_view_column_get_title(column), full);
}

void
trammel_column_chooser_attach(GtkColumnView *view, GtkWidget *owner, guint first, GCallback update)
{
  GListModel *columns = gtk_column_view_get_columns(view);
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new();
  g_autoptr(GMenu) menu = g_menu_new();

  for (guint i = 0; i < g_list_model_get_n_items(columns); i++) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(columns, i);
    if (i >= first)
      add_choice(group, menu, i, column, owner, update);
    gtk_column_view_column_set_header_menu(column, G_MENU_MODEL(menu));
  }
  gtk_widget_insert_action_group(owner, "columns", G_ACTION_GROUP(group));
}

void
trammel_column_chooser_hide(GtkColumnViewColumn *column)
{
  g_object_set_data(G_OBJECT(column), HIDDEN, GINT_TO_POINTER(TRUE));
}

gboolean
trammel_column_chooser_is_hidden(GtkColumnViewColumn *column)
{
  return g_object_get_data(G_OBJECT(column), HIDDEN) != NULL;
}
