#include "ui/plot/picture-save.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/whole_file.h"
#include "plot/paint/drawing.h"
#include "ui/desktop/save-widget.h"

#define MARGIN 8.0 /* of a page [px] */

static void
collect_pictures(GtkWidget *widget, GPtrArray *pictures)
{
  if (!gtk_widget_get_mapped(widget))
    return;
  if (TRAMMEL_IS_PICTURE(widget)) {
    g_ptr_array_add(pictures, widget);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
       child = gtk_widget_get_next_sibling(child))
    collect_pictures(child, pictures);
}

static GPtrArray *
find_page(TrammelPicture *self)
{
  GPtrArray *pictures = g_ptr_array_new();
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  if (root != NULL)
    collect_pictures(GTK_WIDGET(root), pictures);
  return pictures;
}

guint
trammel_picture_count_page(TrammelPicture *self)
{
  g_autoptr(GPtrArray) pictures = find_page(self);
  return pictures->len;
}

/* Places the pictures; returns the size of all, with a margin. */
static TrammelRect
place_parts(GtkWidget *root, const GPtrArray *pictures, TrammelDrawingPart *parts)
{
  double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
  for (guint i = 0; i < pictures->len; i++) {
    TrammelPicture *picture = g_ptr_array_index(pictures, i);
    graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, 1, 1);
    if (!gtk_widget_compute_bounds(GTK_WIDGET(picture), root, &bounds))
      continue;
    parts[i].drawing = TRAMMEL_PICTURE_GET_CLASS(picture)->get_drawing(picture);
    parts[i].rect =
        (TrammelRect){bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height};
    left = fmin(left, bounds.origin.x);
    top = fmin(top, bounds.origin.y);
    right = fmax(right, bounds.origin.x + bounds.size.width);
    bottom = fmax(bottom, bounds.origin.y + bounds.size.height);
  }
  for (guint i = 0; i < pictures->len; i++) {
    parts[i].rect.x += MARGIN - left;
    parts[i].rect.y += MARGIN - top;
  }
  return (TrammelRect){left, top, right - left + 2.0 * MARGIN, bottom - top + 2.0 * MARGIN};
}

gboolean
trammel_picture_export_page(TrammelPicture *self, const char *path, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_PICTURE(self) && path != NULL, FALSE);
  g_autoptr(GPtrArray) pictures = find_page(self);
  g_return_val_if_fail(pictures->len > 0, FALSE);
  g_autofree TrammelDrawingPart *parts = g_new0(TrammelDrawingPart, pictures->len);
  GtkWidget *root = GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(self)));
  TrammelRect all = place_parts(root, pictures, parts);
  TrammelDrawingPage page = {parts, pictures->len};
  TrammelDrawing drawing = trammel_drawing_of_page(&page);
  TrammelExportSize size = trammel_picture_get_export_size(self);
  size.width = all.width * TRAMMEL_MM_PER_PIXEL;
  size.height = all.height * TRAMMEL_MM_PER_PIXEL;
  g_autoptr(GBytes) bytes = trammel_export_drawing(&drawing, path, &size, error);
  return bytes && trammel_whole_file_write_bytes(path, bytes, error);
}

/* "Fit: j1.position" -> "fit-j1-position.png" */
static char *
suggest_name(TrammelPicture *self, const char *ending)
{
  const char *title = TRAMMEL_PICTURE_GET_CLASS(self)->get_title(self);
  GString *name = g_string_new(NULL);
  for (const char *c = title; *c != '\0' && *c != '['; c++) {
    if (g_ascii_isalnum(*c))
      g_string_append_c(name, g_ascii_tolower(*c));
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c(name, '-');
  }
  if (name->len > 0 && name->str[name->len - 1] == '-')
    g_string_truncate(name, name->len - 1);
  if (name->len == 0)
    g_string_assign(name, "plot");
  g_string_append(name, ending);
  return g_string_free(name, FALSE);
}

static void
ask(TrammelPicture *self, TrammelChoice choice, const char *ending, TrammelWriteWidget write)
{
  g_autofree char *name = suggest_name(self, ending);

  trammel_save_widget(GTK_WIDGET(self), choice, name, write);
}

static gboolean export(GtkWidget *widget, const char *path, GError **error)
{
  return trammel_picture_export(TRAMMEL_PICTURE(widget), path, error);
}

static gboolean
export_page(GtkWidget *widget, const char *path, GError **error)
{
  return trammel_picture_export_page(TRAMMEL_PICTURE(widget), path, error);
}

void
trammel_picture_save_image(TrammelPicture *self)
{
  ask(self, TRAMMEL_CHOOSE_SAVE_IMAGE, ".png", export);
}

void
trammel_picture_save_page(TrammelPicture *self)
{
  ask(self, TRAMMEL_CHOOSE_SAVE_IMAGE, ".pdf", export_page);
}

void
trammel_picture_save_data(TrammelPicture *self)
{
  ask(self, TRAMMEL_CHOOSE_SAVE_DATA, ".csv", export);
}
