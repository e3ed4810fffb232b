#include "ui/pages/identify/scene-card.h"

#include <glib/gi18n.h>

#include "ui/widgets/template.h"

/* Size of the floating window [px]. */
enum { FLOAT_WIDTH = 720, FLOAT_HEIGHT = 620 };

struct _TrammelSceneCard {
  GtkWidget parent_instance;
  GtkBox *box;
  TrammelScenePane *pane;
  GtkWindow *window; /* while it floats */
  GtkButton *large;
  gboolean is_large, is_shown, lacks_room;
};

G_DEFINE_FINAL_TYPE(TrammelSceneCard, trammel_scene_card, GTK_TYPE_WIDGET)

enum { PROP_IS_LARGE = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

static void
set_is_large(TrammelSceneCard *self, gboolean is_large)
{
  if (self->is_large == is_large)
    return;
  self->is_large = is_large;
  gtk_widget_set_hexpand(GTK_WIDGET(self), is_large);
  gtk_button_set_icon_name(self->large,
                           is_large ? "view-restore-symbolic" : "view-fullscreen-symbolic");
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_IS_LARGE]);
}

static void
update_visible(TrammelSceneCard *self)
{
  gtk_widget_set_visible(GTK_WIDGET(self), self->is_shown && !self->lacks_room && !self->window);
}

static void
on_large_clicked_cb(TrammelSceneCard *self)
{
  set_is_large(self, !self->is_large);
}

/* Brings the view back from its window. */
static void
dock(TrammelSceneCard *self)
{
  GtkWindow *window = g_steal_pointer(&self->window);

  if (!window)
    return;
  g_signal_handlers_disconnect_by_func(gtk_window_get_transient_for(window), dock, self);
  /* else the window clears the focus of what it no longer holds */
  gtk_window_set_focus(window, NULL);
  g_object_ref(self->pane);
  gtk_window_set_child(window, NULL);
  gtk_box_append(self->box, GTK_WIDGET(self->pane));
  g_object_unref(self->pane);
  gtk_widget_insert_action_group(GTK_WIDGET(window), "win", NULL);
  gtk_window_destroy(window);
}

static gboolean
on_window_close_request_cb(TrammelSceneCard *self)
{
  dock(self);
  update_visible(self);
  return GDK_EVENT_STOP;
}

/* Moves the view to a window of its own, in which the actions of the program work as well. */
static void
on_float_clicked_cb(TrammelSceneCard *self)
{
  GtkWindow *parent = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self)));

  if (self->window)
    return;
  set_is_large(self, FALSE);
  self->window = GTK_WINDOW(gtk_window_new());
  gtk_window_set_title(self->window, _("3D view"));
  gtk_window_set_default_size(self->window, FLOAT_WIDTH, FLOAT_HEIGHT);
  gtk_window_set_transient_for(self->window, parent);
  if (G_IS_ACTION_GROUP(parent))
    gtk_widget_insert_action_group(GTK_WIDGET(self->window), "win", G_ACTION_GROUP(parent));
  /* the actions hold the parent: let them go when it is destroyed */
  g_signal_connect_object(parent, "unrealize", G_CALLBACK(dock), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(self->window, "close-request", G_CALLBACK(on_window_close_request_cb),
                          self, G_CONNECT_SWAPPED);
  g_object_ref(self->pane);
  gtk_box_remove(self->box, GTK_WIDGET(self->pane));
  gtk_window_set_child(self->window, GTK_WIDGET(self->pane));
  g_object_unref(self->pane);
  update_visible(self);
  gtk_window_present(self->window);
}

static void
trammel_scene_card_dispose(GObject *object)
{
  TrammelSceneCard *self = TRAMMEL_SCENE_CARD(object);

  dock(self);
  trammel_template_dispose(object, TRAMMEL_TYPE_SCENE_CARD);
  G_OBJECT_CLASS(trammel_scene_card_parent_class)->dispose(object);
}

static void
trammel_scene_card_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_LARGE)
    g_value_set_boolean(value, TRAMMEL_SCENE_CARD(object)->is_large);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_scene_card_class_init(TrammelSceneCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_scene_card_dispose;
  G_OBJECT_CLASS(klass)->get_property = trammel_scene_card_get_property;
  properties[PROP_IS_LARGE] =
      g_param_spec_boolean("is-large", NULL, NULL, FALSE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(G_OBJECT_CLASS(klass), N_PROPERTIES, properties);
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "scenecard");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/scene-card.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelSceneCard, box);
  gtk_widget_class_bind_template_child(widget_class, TrammelSceneCard, pane);
  gtk_widget_class_bind_template_child(widget_class, TrammelSceneCard, large);
  gtk_widget_class_bind_template_callback(widget_class, on_large_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_float_clicked_cb);
}

static void
trammel_scene_card_init(TrammelSceneCard *self)
{
  g_type_ensure(TRAMMEL_TYPE_SCENE_PANE);
  self->is_shown = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
}

TrammelScenePane *
trammel_scene_card_get_pane(TrammelSceneCard *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_CARD(self), NULL);
  return self->pane;
}

gboolean
trammel_scene_card_get_is_large(TrammelSceneCard *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_CARD(self), FALSE);
  return self->is_large;
}

void
trammel_scene_card_set_shown(TrammelSceneCard *self, gboolean shown)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_CARD(self));
  if (!shown) {
    dock(self);
    set_is_large(self, FALSE);
  }
  self->is_shown = shown;
  update_visible(self);
}

void
trammel_scene_card_set_has_room(TrammelSceneCard *self, gboolean has_room)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_CARD(self));
  self->lacks_room = !has_room;
  update_visible(self);
}
