#include "ui/plot/picture.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/base/whole_file.h"
#include "plot/paint/drawing.h"
#include "ui/desktop/popup.h"
#include "ui/plot/layer.h"
#include "ui/plot/picture-save.h"

#define NATURAL_WIDTH  420
#define NATURAL_HEIGHT 200

typedef struct {
  TrammelRaster *layer; /* the static one; NULL when dropped */
  guint n_renders;
  GtkWidget *menu; /* weak */
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
  TrammelPicturePrivate *priv = get_private(self);
  GtkWidget *widget = GTK_WIDGET(self);
  if (priv->layer == NULL) {
    priv->layer = trammel_layer_render(widget, draw_layer, self);
    priv->n_renders++;
  }
  trammel_raster_snapshot(priv->layer, widget, snapshot);
}

void
trammel_picture_drop_layer(TrammelPicture *self)
{
  g_clear_pointer(&get_private(self)->layer, trammel_raster_free);
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
      .width = (width > 0 ? width : NATURAL_WIDTH) * TRAMMEL_MM_PER_PIXEL,
      .height = (height > 0 ? height : NATURAL_HEIGHT) * TRAMMEL_MM_PER_PIXEL,
      .font = pango_context_get_font_description(context),
  };
}

gboolean
trammel_picture_export(TrammelPicture *self, const char *path, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_PICTURE(self) && path != NULL, FALSE);
  TrammelExportSize size = trammel_picture_get_export_size(self);
  TrammelDrawing drawing = TRAMMEL_PICTURE_GET_CLASS(self)->get_drawing(self);
  if (!trammel_export_is_table(path)) {
    g_autoptr(GBytes) bytes = trammel_export_drawing(&drawing, path, &size, error);
    return bytes && trammel_whole_file_write_bytes(path, bytes, error);
  }
  g_autofree char *text = TRAMMEL_PICTURE_GET_CLASS(self)->dup_text(self, FALSE, ',');
  return trammel_whole_file_write(path, text, strlen(text), error);
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
copy_shown(TrammelPicture *self)
{
  copy_text(self, TRUE);
}

static void
copy_all(TrammelPicture *self)
{
  copy_text(self, FALSE);
}

static void
view_table(TrammelPicture *self)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  TrammelTable table = {0};
  TRAMMEL_PICTURE_GET_CLASS(self)->init_table(self, &table);
  trammel_table_window_present(GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL,
                               TRAMMEL_PICTURE_GET_CLASS(self)->get_title(self), &table);
}

/* The window's action takes the title and the drawing as an SVG file. */
static void
add_to_report(TrammelPicture *self)
{
  TrammelExportSize size = trammel_picture_get_export_size(self);
  TrammelDrawing drawing = TRAMMEL_PICTURE_GET_CLASS(self)->get_drawing(self);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) svg = trammel_export_to_svg(&drawing, &size, &error);

  if (!svg)
    gtk_widget_activate_action(GTK_WIDGET(self), "win.show-message", "(bs)", TRUE, error->message);
  else
    gtk_widget_activate_action(GTK_WIDGET(self), "win.add-to-report", "(s@ay)",
                               TRAMMEL_PICTURE_GET_CLASS(self)->get_title(self),
                               g_variant_new_from_bytes(G_VARIANT_TYPE_BYTESTRING, svg, TRUE));
}

/* TRUE if the window has a report; dialogs have none. */
static gboolean
has_report(TrammelPicture *self)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));

  return G_IS_ACTION_GROUP(root) &&
         g_action_group_get_action_enabled(G_ACTION_GROUP(root), "add-to-report");
}

static const TrammelPictureVerb common_verbs[] = {
    {"picture.copy-image", G_CALLBACK(copy_image)},
    {"picture.copy-shown", G_CALLBACK(copy_shown)},
    {"picture.copy-all", G_CALLBACK(copy_all)},
    {"picture.save-image", G_CALLBACK(trammel_picture_save_image)},
    {"picture.save-page", G_CALLBACK(trammel_picture_save_page)},
    {"picture.save-data", G_CALLBACK(trammel_picture_save_data)},
    {"picture.add-to-report", G_CALLBACK(add_to_report)},
    {"picture.view-table", G_CALLBACK(view_table)},
    {NULL, NULL}};

static GCallback
find_verb(const TrammelPictureVerb *verbs, const char *name)
{
  for (; verbs && verbs->name; verbs++)
    if (g_str_equal(verbs->name, name))
      return verbs->run;
  return NULL;
}

static void
on_verb_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  GCallback own = find_verb(TRAMMEL_PICTURE_GET_CLASS(widget)->verbs, name);
  void (*run)(gpointer) = (void (*)(gpointer))(own ? own : find_verb(common_verbs, name));

  run(widget);
}

static void
install_verbs(TrammelPictureClass *klass, const TrammelPictureVerb *verbs)
{
  for (; verbs->name; verbs++)
    gtk_widget_class_install_action(GTK_WIDGET_CLASS(klass), verbs->name, NULL,
                                    on_verb_activated_cb);
}

void
trammel_picture_install_verbs(TrammelPictureClass *klass, const TrammelPictureVerb *verbs)
{
  klass->verbs = verbs;
  install_verbs(klass, verbs);
}

static GMenu *
create_menu(TrammelPicture *self)
{
  GMenu *menu = g_menu_new();
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
  g_menu_append(save, _("Add to report"), "picture.add-to-report");
  g_menu_append(table, _("View as table"), "picture.view-table");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(copy));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(save));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(table));
  return menu;
}

void
trammel_picture_show_menu(TrammelPicture *self, double x, double y)
{
  TrammelPicturePrivate *priv = get_private(self);
  TrammelPictureClass *klass = TRAMMEL_PICTURE_GET_CLASS(self);
  GtkWidget *widget = GTK_WIDGET(self);
  gboolean has_data = klass->has_data(self);
  g_autoptr(GMenu) menu = create_menu(self);
  gtk_widget_action_set_enabled(widget, "picture.copy-shown", has_data && klass->has_range(self));
  gtk_widget_action_set_enabled(widget, "picture.copy-all", has_data);
  gtk_widget_action_set_enabled(widget, "picture.save-page", trammel_picture_count_page(self) > 1);
  gtk_widget_action_set_enabled(widget, "picture.save-data", has_data);
  gtk_widget_action_set_enabled(widget, "picture.add-to-report", has_report(self));
  gtk_widget_action_set_enabled(widget, "picture.view-table", has_data);
  g_set_weak_pointer(&priv->menu, trammel_popup_menu(G_MENU_MODEL(menu), widget, widget, x, y));
}

GtkWidget *
trammel_picture_get_menu(TrammelPicture *self)
{
  return get_private(self)->menu;
}

static void
trammel_picture_measure(GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  const TrammelPictureClass *klass = TRAMMEL_PICTURE_GET_CLASS(widget);
  int side = orientation == GTK_ORIENTATION_HORIZONTAL ? 0 : 1;

  *minimum = klass->minimum[side];
  *natural = klass->natural[side];
}

/* An open menu is presented again in the new size. */
static void
trammel_picture_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  TrammelPicture *self = TRAMMEL_PICTURE(widget);

  TRAMMEL_PICTURE_GET_CLASS(self)->invalidate(self);
  if (get_private(self)->menu != NULL)
    gtk_popover_present(GTK_POPOVER(get_private(self)->menu));
}

static void
trammel_picture_css_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS(trammel_picture_parent_class)->css_changed(widget, change);
  TRAMMEL_PICTURE_GET_CLASS(widget)->invalidate(TRAMMEL_PICTURE(widget));
}

static void
on_scale_changed_cb(TrammelPicture *self)
{
  TRAMMEL_PICTURE_GET_CLASS(self)->invalidate(self);
}

static void
trammel_picture_dispose(GObject *object)
{
  TrammelPicturePrivate *priv = get_private(TRAMMEL_PICTURE(object));
  g_clear_pointer(&priv->layer, trammel_raster_free);
  g_clear_weak_pointer(&priv->menu);
  G_OBJECT_CLASS(trammel_picture_parent_class)->dispose(object);
}

static void
trammel_picture_class_init(TrammelPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  G_OBJECT_CLASS(klass)->dispose = trammel_picture_dispose;
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  widget_class->measure = trammel_picture_measure;
  widget_class->size_allocate = trammel_picture_size_allocate;
  widget_class->css_changed = trammel_picture_css_changed;
  install_verbs(klass, common_verbs);
}

static void
trammel_picture_init(TrammelPicture *self)
{
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
  /* the theme's colours of text views: a sheet, not a part of the window's frame */
  gtk_widget_add_css_class(GTK_WIDGET(self), "view");
  g_signal_connect(self, "notify::scale-factor", G_CALLBACK(on_scale_changed_cb), NULL);
}
