#include "ui/pages/parts/saved-views.h"

#include <glib/gi18n.h>

#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/project/put.h"
#include "ui/desktop/popup.h"
#include "ui/pages/parts/kept-parts.h"

static const char document_key[] = "trammel-saved-views";

void
trammel_saved_views_set_document(GtkWindow *window, TrammelDocument *document)
{
  g_object_set_data_full(G_OBJECT(window), document_key, g_object_ref(document), g_object_unref);
}

/* Returns the document of the window that a widget is in; NULL: none. */
static TrammelDocument *
find_document(GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWindow *window = GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL;

  while (window && !g_object_get_data(G_OBJECT(window), document_key))
    window = gtk_window_get_transient_for(window);
  return window ? g_object_get_data(G_OBJECT(window), document_key) : NULL;
}

static JsonNode *
get_views(TrammelDocument *document)
{
  return trammel_project_find_at(trammel_document_get_project(document), "views");
}

/* Returns the index of a view; -1: none of this name. */
static int
find_view(TrammelDocument *document, const char *name)
{
  JsonNode *views = get_views(document);

  for (guint i = 0; i < trammel_json_count(views); i++)
    if (g_strcmp0(trammel_json_as_string(trammel_json_find(trammel_json_element(views, i), "name")),
                  name) == 0)
      return (int)i;
  return -1;
}

/* ---- the actions ----------------------------------------------------------------------------- */

static void
on_show_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelSceneView *view = data;
  TrammelDocument *document = find_document(GTK_WIDGET(view));
  int i = document ? find_view(document, g_variant_get_string(parameter, NULL)) : -1;

  if (i >= 0)
    trammel_kept_restore_camera(view, trammel_json_element(get_views(document), (guint)i));
}

static void
on_delete_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelSceneView *view = data;
  TrammelDocument *document = find_document(GTK_WIDGET(view));
  const char *name = g_variant_get_string(parameter, NULL);
  int i = document ? find_view(document, name) : -1;

  if (i < 0)
    return;
  g_autofree char *path = g_strdup_printf("views[%d]", i);
  g_autofree char *label = g_strdup_printf(_("delete the view '%s'"), name);
  trammel_document_put(document, path, NULL, label, NULL, NULL);
}

/* Saves the camera under a name, in place of a view of that name. */
static void
save_view(TrammelSceneView *view, TrammelDocument *document, const char *name)
{
  g_autoptr(JsonNode) node = trammel_kept_new_camera(view);
  g_autofree char *label = g_strdup_printf(_("save the view '%s'"), name);
  int i = find_view(document, name);
  g_autofree char *path = i >= 0 ? g_strdup_printf("views[%d]", i) : g_strdup("views[]");
  g_autoptr(GError) error = NULL;

  json_object_set_string_member(json_node_get_object(node), "name", name);
  g_autofree char *text = trammel_json_node_to_text(node);
  if (!trammel_document_put(document, path, text, label, NULL, &error))
    gtk_widget_activate_action(GTK_WIDGET(view), "win.show-message", "(bs)", TRUE, error->message);
}

static void
on_name_activated_cb(GtkEntry *entry, gpointer data)
{
  TrammelSceneView *view = data;
  GtkWidget *popover = gtk_widget_get_ancestor(GTK_WIDGET(entry), GTK_TYPE_POPOVER);
  TrammelDocument *document = find_document(GTK_WIDGET(view));
  g_autofree char *name = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry))));

  if (!document || !*name)
    return;
  save_view(view, document, name);
  gtk_popover_popdown(GTK_POPOVER(popover));
}

/* Returns "View 3", the first such name that is free. */
static char *
dup_free_name(TrammelDocument *document)
{
  for (guint i = 1;; i++) {
    g_autofree char *name = g_strdup_printf(_("View %u"), i);
    if (find_view(document, name) < 0)
      return g_steal_pointer(&name);
  }
}

/* Asks for the name in a small popover where the menu was. */
static void
on_save_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWidget *view = data;
  TrammelDocument *document = find_document(view);

  if (!document)
    return;
  g_autofree char *name = dup_free_name(document);
  GtkWidget *popover = gtk_popover_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new_with_mnemonic(_("_Name of the view")), *entry = gtk_entry_new();
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), entry);
  gtk_editable_set_text(GTK_EDITABLE(entry), name);
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), entry);
  gtk_popover_set_child(GTK_POPOVER(popover), box);
  g_signal_connect_object(entry, "activate", G_CALLBACK(on_name_activated_cb), view, 0);
  trammel_popup_open(popover, view, view, gtk_widget_get_width(view) / 2.0, 40);
  gtk_widget_grab_focus(entry);
}

/* ---- the menu -------------------------------------------------------------------------------- */

static void
append_view(GMenu *menu, const char *name, const char *action)
{
  g_autoptr(GMenuItem) item = g_menu_item_new(name, NULL);

  g_menu_item_set_action_and_target(item, action, "s", name);
  g_menu_append_item(menu, item);
}

/* Makes the submenu anew: the last one may still be closing. */
static void
on_menu_opens_cb(TrammelSceneView *scene)
{
  TrammelDocument *document = find_document(GTK_WIDGET(scene));
  JsonNode *views = document ? get_views(document) : NULL;
  g_autoptr(GMenu) menu = g_menu_new(), saved = g_menu_new();
  g_autoptr(GMenu) edits = g_menu_new(), delete = g_menu_new();

  for (guint i = 0; i < trammel_json_count(views); i++) {
    JsonNode *view = trammel_json_element(views, i);
    const char *name = trammel_json_as_string(trammel_json_find(view, "name"));
    if (!name)
      continue;
    append_view(saved, name, "views.show");
    append_view(delete, name, "views.delete");
  }
  g_menu_append(edits, _("Save this view…"), "views.save");
  if (g_menu_model_get_n_items(G_MENU_MODEL(delete)) > 0)
    g_menu_append_submenu(edits, _("Delete a view"), G_MENU_MODEL(delete));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(saved));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(edits));
  trammel_scene_view_set_saved(scene, document ? G_MENU_MODEL(menu) : NULL);
}

void
trammel_saved_views_attach(TrammelSceneView *view)
{
  static const GActionEntry entries[] = {
      {.name = "show", .activate = on_show_cb, .parameter_type = "s"},
      {.name = "delete", .activate = on_delete_cb, .parameter_type = "s"},
      {.name = "save", .activate = on_save_cb}};
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new();

  g_action_map_add_action_entries(G_ACTION_MAP(group), entries, G_N_ELEMENTS(entries), view);
  gtk_widget_insert_action_group(GTK_WIDGET(view), "views", G_ACTION_GROUP(group));
  g_signal_connect(view, "menu-opens", G_CALLBACK(on_menu_opens_cb), NULL);
}
