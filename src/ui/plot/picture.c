#include "ui/plot/picture.h"

#include <glib/gi18n.h>

#include "ui/plot/picture-save.h"
#include "ui/plot/texture.h"

#define NATURAL_WIDTH  420
#define NATURAL_HEIGHT 200
#define MM_PER_PIXEL   (25.4 / 96.0)

typedef struct {
  GdkTexture *texture; /* the static layer; NULL when dropped */
  guint n_renders;
  GtkWidget *menu; /* made when first asked for */
} TrammelPicturePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelPicture, trammel_picture, GTK_TYPE_WIDGET)

static TrammelPicturePrivate *
get_private(TrammelPicture *self)
{
  return trammel_picture_get_instance_private(self);
}

static void
draw_layer(gpointer what, cairo_t *cr, const TrammelPaintStyle *style)
{
  TRAMMEL_PICTURE_GET_CLASS(what)->draw(what, cr, style);
}

void
trammel_picture_snapshot_layer(TrammelPicture *self, GtkSnapshot *snapshot)
{
  TrammelPicturePrivate *private = get_private(self);
  GtkWidget *widget = GTK_WIDGET(self);
  if (private->texture == NULL) {
    private->texture = trammel_texture_render(widget, draw_layer, self);
    private->n_renders++;
  }
  gtk_snapshot_append_texture(
      snapshot, private->texture,
      &GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(widget), gtk_widget_get_height(widget)));
}

void
trammel_picture_drop_layer(TrammelPicture *self)
{
  g_clear_object(&get_private(self)->texture);
}

guint
trammel_picture_get_n_renders(TrammelPicture *self)
{
  return get_private(self)->n_renders;
}

TrammelExportSize
trammel_picture_get_export_size(TrammelPicture *self)
{
  GtkWidget *widget = GTK_WIDGET(self);
  PangoContext *context = gtk_widget_get_pango_context(widget);
  int width = gtk_widget_get_width(widget);
  int height = gtk_widget_get_height(widget);
  return (TrammelExportSize){
      .width = (width > 0 ? width : NATURAL_WIDTH) * MM_PER_PIXEL,
      .height = (height > 0 ? height : NATURAL_HEIGHT) * MM_PER_PIXEL,
      .font = pango_context_get_font_description(context),
  };
}

gboolean
trammel_picture_export(TrammelPicture *self, const char *path, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_PICTURE(self) && path != NULL, FALSE);
  TrammelExportSize size = trammel_picture_get_export_size(self);
  TrammelDrawing drawing = TRAMMEL_PICTURE_GET_CLASS(self)->get_drawing(self);
  if (!trammel_export_is_table(path))
    return trammel_export_drawing(&drawing, path, &size, error);
  g_autofree char *text = TRAMMEL_PICTURE_GET_CLASS(self)->dup_text(self, FALSE, ',');
  return trammel_export_text(text, path, error);
}

static void
copy_image(TrammelPicture *self)
{
  TrammelExportSize size = trammel_picture_get_export_size(self);
  TrammelDrawing drawing = TRAMMEL_PICTURE_GET_CLASS(self)->get_drawing(self);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) png = trammel_export_to_png(&drawing, &size, &error);
  g_autoptr(GdkTexture) texture = png == NULL ? NULL : gdk_texture_new_from_bytes(png, &error);
  if (texture != NULL)
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(GTK_WIDGET(self)), texture);
  else
    g_warning("The picture cannot be copied: %s", error->message);
}

/* tabs, which a spreadsheet takes as cells */
static void
copy_text(TrammelPicture *self, gboolean in_range)
{
  g_autofree char *text = TRAMMEL_PICTURE_GET_CLASS(self)->dup_text(self, in_range, '\t');
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), text);
}

void
trammel_picture_copy(TrammelPicture *self, gboolean as_image)
{
  g_return_if_fail(TRAMMEL_IS_PICTURE(self));
  if (as_image)
    copy_image(self);
  else if (TRAMMEL_PICTURE_GET_CLASS(self)->has_data(self))
    copy_text(self, TRAMMEL_PICTURE_GET_CLASS(self)->has_range(self));
}

static void
on_copy_image_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_image(TRAMMEL_PICTURE(widget));
}

static void
on_copy_shown_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_text(TRAMMEL_PICTURE(widget), TRUE);
}

static void
on_copy_all_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_text(TRAMMEL_PICTURE(widget), FALSE);
}

static void
on_view_table_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelPicture *self = TRAMMEL_PICTURE(widget);
  GtkRoot *root = gtk_widget_get_root(widget);
  TrammelTable table = {0};
  TRAMMEL_PICTURE_GET_CLASS(self)->init_table(self, &table);
  trammel_table_window_present(GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL,
                               TRAMMEL_PICTURE_GET_CLASS(self)->get_title(self), &table);
}

static void
on_save_image_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_picture_save_image(TRAMMEL_PICTURE(widget));
}

static void
on_save_page_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_picture_save_page(TRAMMEL_PICTURE(widget));
}

static void
on_save_data_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_picture_save_data(TRAMMEL_PICTURE(widget));
}

static GtkWidget *
create_menu(TrammelPicture *self)
{
  g_autoptr(GMenu) menu = g_menu_new();
  g_autoptr(GMenu) copy = g_menu_new();
  g_autoptr(GMenu) save = g_menu_new();
  g_autoptr(GMenu) table = g_menu_new();
  if (TRAMMEL_PICTURE_GET_CLASS(self)->fill_menu != NULL)
    TRAMMEL_PICTURE_GET_CLASS(self)->fill_menu(self, menu);
  g_menu_append(copy, _("Copy image"), "picture.copy-image");
  g_menu_append(copy, _("Copy data shown"), "picture.copy-shown");
  g_menu_append(copy, _("Copy all data"), "picture.copy-all");
  g_menu_append(save, _("Save image…"), "picture.save-image");
  g_menu_append(save, _("Save page…"), "picture.save-page");
  g_menu_append(save, _("Save data…"), "picture.save-data");
  g_menu_append(table, _("View as table"), "picture.view-table");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(copy));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(save));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(table));
  GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
  gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
  gtk_widget_set_halign(popover, GTK_ALIGN_START);
  gtk_widget_set_parent(popover, GTK_WIDGET(self));
  return popover;
}

void
trammel_picture_show_menu(TrammelPicture *self, double x, double y)
{
  TrammelPicturePrivate *private = get_private(self);
  TrammelPictureClass *klass = TRAMMEL_PICTURE_GET_CLASS(self);
  GtkWidget *widget = GTK_WIDGET(self);
  GdkRectangle place = {(int)x, (int)y, 1, 1};
  gboolean has_data = klass->has_data(self);
  if (private->menu == NULL)
  private->menu = create_menu(self);
  gtk_widget_action_set_enabled(widget, "picture.copy-shown", has_data && klass->has_range(self));
  gtk_widget_action_set_enabled(widget, "picture.copy-all", has_data);
  gtk_widget_action_set_enabled(widget, "picture.save-page", trammel_picture_count_page(self) > 1);
  gtk_widget_action_set_enabled(widget, "picture.save-data", has_data);
  gtk_widget_action_set_enabled(widget, "picture.view-table", has_data);
  gtk_popover_set_pointing_to(GTK_POPOVER(private->menu), &place);
  gtk_popover_popup(GTK_POPOVER(private->menu));
}

GtkWidget *
trammel_picture_get_menu(TrammelPicture *self)
{
  return get_private(self)->menu;
}

void
trammel_picture_allocate_menu(TrammelPicture *self)
{
  if (get_private(self)->menu != NULL)
    gtk_popover_present(GTK_POPOVER(get_private(self)->menu));
}

static void
trammel_picture_dispose(GObject *object)
{
  TrammelPicturePrivate *private = get_private(TRAMMEL_PICTURE(object));
  g_clear_object(&private->texture);
  g_clear_pointer(&private->menu, gtk_widget_unparent);
  G_OBJECT_CLASS(trammel_picture_parent_class)->dispose(object);
}

static void
trammel_picture_class_init(TrammelPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  G_OBJECT_CLASS(klass)->dispose = trammel_picture_dispose;
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_install_action(widget_class, "picture.copy-image", NULL,
                                  on_copy_image_activated_cb);
  gtk_widget_class_install_action(widget_class, "picture.copy-shown", NULL,
                                  on_copy_shown_activated_cb);
  gtk_widget_class_install_action(widget_class, "picture.copy-all", NULL, on_copy_all_activated_cb);
  gtk_widget_class_install_action(widget_class, "picture.save-image", NULL,
                                  on_save_image_activated_cb);
  gtk_widget_class_install_action(widget_class, "picture.save-page", NULL,
                                  on_save_page_activated_cb);
  gtk_widget_class_install_action(widget_class, "picture.save-data", NULL,
                                  on_save_data_activated_cb);
  gtk_widget_class_install_action(widget_class, "picture.view-table", NULL,
                                  on_view_table_activated_cb);
}

static void
trammel_picture_init(TrammelPicture *self)
{
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
  /* the theme's colours of text views: a sheet, not a part of the window's frame */
  gtk_widget_add_css_class(GTK_WIDGET(self), "view");
}
