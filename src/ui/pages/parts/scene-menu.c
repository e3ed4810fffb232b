#include "ui/pages/parts/scene-menu.h"

#include <glib/gi18n.h>

#include "ui/desktop/settings.h"

struct _TrammelSceneMenu {
  GtkWidget parent_instance;
  GtkWidget *button;
  GtkBox *box;
  GHashTable *checks; /* name -> GtkCheckButton */
  const char *key;
  char **shown; /* names of the stored choice */
};

G_DEFINE_FINAL_TYPE(TrammelSceneMenu, trammel_scene_menu, GTK_TYPE_WIDGET)

static void
remember(TrammelSceneMenu *self)
{
  GSettings *settings = trammel_settings_get();
  g_autoptr(GStrvBuilder) list = g_strv_builder_new();
  GHashTableIter iter;
  gpointer name, check;

  if (!settings)
    return;
  g_hash_table_iter_init(&iter, self->checks);
  while (g_hash_table_iter_next(&iter, &name, &check))
    if (gtk_check_button_get_active(check))
      g_strv_builder_add(list, name);
  g_auto(GStrv) names = g_strv_builder_end(list);
  g_settings_set_strv(settings, self->key, (const char *const *)names);
}

GtkCheckButton *
trammel_scene_menu_add(TrammelSceneMenu *self, const char *name, const char *label)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_MENU(self), NULL);
  GtkWidget *check = gtk_check_button_new_with_label(label);

  gtk_check_button_set_active(GTK_CHECK_BUTTON(check),
                              g_strv_contains((const char *const *)self->shown, name));
  gtk_box_append(self->box, check);
  g_hash_table_insert(self->checks, g_strdup(name), check);
  g_signal_connect_object(check, "toggled", G_CALLBACK(remember), self, G_CONNECT_SWAPPED);
  return GTK_CHECK_BUTTON(check);
}

GtkCheckButton *
trammel_scene_menu_get(TrammelSceneMenu *self, const char *name)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_MENU(self), NULL);
  return g_hash_table_lookup(self->checks, name);
}

static void
trammel_scene_menu_dispose(GObject *object)
{
  TrammelSceneMenu *self = TRAMMEL_SCENE_MENU(object);

  g_clear_pointer(&self->button, gtk_widget_unparent);
  G_OBJECT_CLASS(trammel_scene_menu_parent_class)->dispose(object);
}

static void
trammel_scene_menu_finalize(GObject *object)
{
  TrammelSceneMenu *self = TRAMMEL_SCENE_MENU(object);

  g_hash_table_unref(self->checks);
  g_strfreev(self->shown);
  G_OBJECT_CLASS(trammel_scene_menu_parent_class)->finalize(object);
}

static void
trammel_scene_menu_class_init(TrammelSceneMenuClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_scene_menu_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_scene_menu_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
}

static void
trammel_scene_menu_init(TrammelSceneMenu *self)
{
  GtkWidget *popover = gtk_popover_new();

  self->checks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  self->box = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0));
  gtk_popover_set_child(GTK_POPOVER(popover), GTK_WIDGET(self->box));
  self->button = gtk_menu_button_new();
  gtk_menu_button_set_label(GTK_MENU_BUTTON(self->button), _("Show"));
  gtk_menu_button_set_popover(GTK_MENU_BUTTON(self->button), popover);
  gtk_widget_set_tooltip_text(self->button, _("Overlays of the 3D view"));
  gtk_widget_set_parent(self->button, GTK_WIDGET(self));
}

GtkWidget *
trammel_scene_menu_new(TrammelSceneView *view, const char *key, const char *const *initial)
{
  TrammelSceneMenu *self = g_object_new(TRAMMEL_TYPE_SCENE_MENU, NULL);
  GSettings *settings = trammel_settings_get();
  guint n = 0;

  self->key = key;
  self->shown =
      settings ? g_settings_get_strv(settings, key) : g_strdupv((char **)(gpointer)initial);
  const TrammelSceneLayer *marks = trammel_scene_view_list_marks(&n);
  for (guint i = 0; i < n; i++)
    g_object_bind_property(trammel_scene_menu_add(self, marks[i].property, _(marks[i].label)),
                           "active", view, marks[i].property,
                           G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  return GTK_WIDGET(self);
}
