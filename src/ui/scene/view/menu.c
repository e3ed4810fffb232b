/* Context menu and keys of the 3D view. */
#include <glib/gi18n.h>

#include "engine/linalg/vec3.h"
#include "io/base/whole_file.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/desktop/popup.h"
#include "ui/desktop/save-widget.h"
#include "ui/scene/view/private.h"

/* ---- the camera ------------------------------------------------------------------------------ */

static void
on_frame_all_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_scene_view_frame_all(TRAMMEL_SCENE_VIEW(widget));
}

static void
on_centre_here_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(widget);

  trammel_scene_view_centre_at(self, self->menu_at);
}

/* Moves the target to the centre of mass or the place of the joint. */
static void
on_centre_selected_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(widget);
  const double *pose = trammel_scene_view_get_shown_pose(self);
  guint index = (guint)self->selected.index;

  if (!self->look || !pose)
    return;
  if (self->selected.kind == TRAMMEL_THING_JOINT &&
      index < trammel_scene_model_get_n_joints(self->look))
    trammel_scene_model_get_joint_place(self->look, index, pose, self->camera.target);
  else if (self->selected.kind == TRAMMEL_THING_BODY &&
           index < trammel_scene_model_get_n_bodies(self->look))
    tr_vec3_copy(self->camera.target, pose + TR_POSE * index);
  trammel_scene_view_move_camera(self);
}

static const struct {
  const char *action, *label;
  TrammelStandardView view;
  guint keys[2];
} directions[] = {
    {"scene.view-front", N_("Front"), TRAMMEL_VIEW_FRONT, {GDK_KEY_KP_1, GDK_KEY_1}},
    {"scene.view-side", N_("Side"), TRAMMEL_VIEW_SIDE, {GDK_KEY_KP_3, GDK_KEY_3}},
    {"scene.view-top", N_("Top"), TRAMMEL_VIEW_TOP, {GDK_KEY_KP_7, GDK_KEY_7}},
};

static void
on_view_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(widget);

  for (guint i = 0; i < G_N_ELEMENTS(directions); i++)
    if (g_str_equal(name, directions[i].action))
      trammel_camera_look_from(&self->camera, directions[i].view);
  trammel_scene_view_frame_all(self);
}

/* ---- the measured distance ------------------------------------------------------------------- */

static void
on_measure_here_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(widget);

  trammel_scene_view_measure_at(self, self->menu_at);
}

static void
on_clear_measure_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_scene_view_clear_measure(TRAMMEL_SCENE_VIEW(widget));
}

/* ---- the picture ----------------------------------------------------------------------------- */

/* Returns the view as shown, in the pixels of the screen; NULL while it is not visible. */
static GdkTexture *
take_picture(GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native(widget);
  GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
  float scale = (float)gtk_widget_get_scale_factor(widget);
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);

  if (!renderer || width == 0 || height == 0)
    return NULL;
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gtk_snapshot_scale(snapshot, scale, scale);
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(snapshot);
  if (!node)
    return NULL;
  return gsk_renderer_render_texture(
      renderer, node, &GRAPHENE_RECT_INIT(0, 0, scale * (float)width, scale * (float)height));
}

static void
on_copy_image_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr(GdkTexture) texture = take_picture(widget);

  if (texture)
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget), texture);
}

static gboolean
write_image(GtkWidget *widget, const char *path, GError **error)
{
  g_autoptr(GdkTexture) texture = take_picture(widget);

  if (!texture) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("The 3D view is hidden."));
    return FALSE;
  }
  g_autoptr(GBytes) png = gdk_texture_save_to_png_bytes(texture);
  return trammel_whole_file_write_bytes(path, png, error);
}

static void
on_save_image_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_save_widget(widget, TRAMMEL_CHOOSE_SAVE_PNG, "mechanism.png", write_image);
}

/* ---- the menu -------------------------------------------------------------------------------- */

static char *
dup_action(TrammelSceneShow show)
{
  return g_strconcat("scene.", trammel_scene_view_get_layer(show)->property, NULL);
}

static GMenu *
new_camera_section(TrammelSceneView *self)
{
  GMenu *section = g_menu_new();
  g_autoptr(GMenu) from = g_menu_new();

  g_menu_append(section, _("Centre here"), "scene.centre-here");
  g_menu_append(section, _("Centre on the selection"), "scene.centre-selected");
  g_menu_append(section, _("Show all"), "scene.frame-all");
  for (guint i = 0; i < G_N_ELEMENTS(directions); i++)
    g_menu_append(from, _(directions[i].label), directions[i].action);
  g_menu_append_submenu(section, _("View from"), G_MENU_MODEL(from));
  if (self->saved)
    g_menu_append_submenu(section, _("Saved views"), self->saved);
  g_menu_append(section, _("Parallel projection"), "scene.parallel");
  return section;
}

static GMenu *
new_layer_section(void)
{
  GMenu *section = g_menu_new();
  g_autoptr(GMenu) menu = g_menu_new();

  for (TrammelSceneShow i = 0; i < TRAMMEL_SCENE_N_SHOWS; i++) {
    g_autofree char *action = dup_action(i);
    g_menu_append(menu, _(trammel_scene_view_get_layer(i)->label), action);
  }
  g_menu_append_submenu(section, _("Show"), G_MENU_MODEL(menu));
  return section;
}

static GMenu *
new_measure_section(TrammelSceneView *self)
{
  GMenu *section = g_menu_new();

  g_menu_append(section, self->n_anchors == 1 ? _("Measure to here") : _("Measure from here"),
                "scene.measure-here");
  if (self->n_anchors > 0)
    g_menu_append(section, _("Remove the measured distance"), "scene.clear-measure");
  return section;
}

static GMenu *
new_image_section(void)
{
  GMenu *section = g_menu_new();

  g_menu_append(section, _("Copy image"), "scene.copy-image");
  g_menu_append(section, _("Save image…"), "scene.save-image");
  return section;
}

void
trammel_scene_view_show_menu(TrammelSceneView *self, double x, double y)
{
  if (!self->look)
    return;
  trammel_scene_view_emit_menu_opens(self);
  g_autoptr(GMenu) menu = g_menu_new();
  g_autoptr(GMenu) camera = new_camera_section(self);
  g_autoptr(GMenu) layers = new_layer_section();
  g_autoptr(GMenu) measure = new_measure_section(self);
  g_autoptr(GMenu) image = new_image_section();
  self->menu_at[0] = x;
  self->menu_at[1] = y;
  gtk_widget_action_set_enabled(GTK_WIDGET(self), "scene.show-ghost", self->ghost != NULL);
  if (self->menu)
    g_menu_append_section(menu, NULL, self->menu);
  g_menu_append_section(menu, NULL, G_MENU_MODEL(camera));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(layers));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(measure));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(image));
  trammel_popup_menu(G_MENU_MODEL(menu), GTK_WIDGET(self), GTK_WIDGET(self), x, y);
}

/* Opens the menu by a key, in the middle. */
static void
on_menu_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_scene_view_show_menu(TRAMMEL_SCENE_VIEW(widget), gtk_widget_get_width(widget) / 2.0,
                               gtk_widget_get_height(widget) / 2.0);
}

/* ---- the class ------------------------------------------------------------------------------- */

static void
bind(GtkWidgetClass *widget_class, guint key, GdkModifierType modifiers, const char *action)
{
  gtk_widget_class_add_binding_action(widget_class, key, modifiers, action, NULL);
}

static void
install_layers(GtkWidgetClass *widget_class)
{
  for (TrammelSceneShow i = 0; i < TRAMMEL_SCENE_N_SHOWS; i++) {
    const TrammelSceneLayer *layer = trammel_scene_view_get_layer(i);
    g_autofree char *action = dup_action(i);
    gtk_widget_class_install_property_action(widget_class, g_intern_string(action),
                                             layer->property);
    if (layer->key)
      bind(widget_class, layer->key, 0, action);
  }
}

static void
install_camera(GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action(widget_class, "scene.frame-all", NULL, on_frame_all_cb);
  gtk_widget_class_install_action(widget_class, "scene.centre-here", NULL, on_centre_here_cb);
  gtk_widget_class_install_action(widget_class, "scene.centre-selected", NULL,
                                  on_centre_selected_cb);
  gtk_widget_class_install_property_action(widget_class, "scene.parallel", "parallel");
  /* the menu shows the last one */
  bind(widget_class, GDK_KEY_KP_Home, 0, "scene.frame-all");
  bind(widget_class, GDK_KEY_Home, 0, "scene.frame-all");
  bind(widget_class, GDK_KEY_f, 0, "scene.centre-selected");
  bind(widget_class, GDK_KEY_KP_5, 0, "scene.parallel");
  bind(widget_class, GDK_KEY_5, 0, "scene.parallel");
  for (guint i = 0; i < G_N_ELEMENTS(directions); i++) {
    gtk_widget_class_install_action(widget_class, directions[i].action, NULL, on_view_cb);
    for (guint k = 0; k < G_N_ELEMENTS(directions[i].keys); k++)
      bind(widget_class, directions[i].keys[k], 0, directions[i].action);
  }
}

void
trammel_scene_view_install_actions(GtkWidgetClass *widget_class)
{
  install_camera(widget_class);
  install_layers(widget_class);
  gtk_widget_class_install_action(widget_class, "scene.measure-here", NULL, on_measure_here_cb);
  gtk_widget_class_install_action(widget_class, "scene.clear-measure", NULL, on_clear_measure_cb);
  gtk_widget_class_install_action(widget_class, "scene.copy-image", NULL, on_copy_image_cb);
  gtk_widget_class_install_action(widget_class, "scene.save-image", NULL, on_save_image_cb);
  gtk_widget_class_install_action(widget_class, "scene.menu", NULL, on_menu_cb);
  bind(widget_class, GDK_KEY_Menu, 0, "scene.menu");
  bind(widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "scene.menu");
}
