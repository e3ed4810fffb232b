#include "ui/plot/picture-save.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/file-dialogs.h"

#define MM_PER_PIXEL (25.4 / 96.0)
#define MARGIN       8.0 /* of a page [px] */

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

/* The pictures at their places; returns the size of all, with a margin around. */
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
  size.width = all.width * MM_PER_PIXEL;
  size.height = all.height * MM_PER_PIXEL;
  return trammel_export_drawing(&drawing, path, &size, error);
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

typedef gboolean (*Write)(TrammelPicture *self, const char *path, GError **error);

/* A file is being asked for. */
typedef struct {
  TrammelPicture *picture; /* owned */
  Write write;
} Request;

static void
tell(TrammelPicture *self, gboolean is_error, const char *text)
{
  if (!gtk_widget_activate_action(GTK_WIDGET(self), "win.show-message", "(bs)", is_error, text) &&
      is_error)
    g_warning("%s", text);
}

static void
write_chosen(const Request *request, GFile *file)
{
  g_autofree char *path = g_file_get_path(file);
  g_autofree char *name = g_file_get_basename(file);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  if (path == NULL) {
    tell(request->picture, TRUE, _("Only a folder of this computer can be written to."));
    return;
  }
  if (!request->write(request->picture, path, &error)) {
    tell(request->picture, TRUE, error->message);
    return;
  }
  text = g_strdup_printf(_("%s was saved."), name);
  tell(request->picture, FALSE, text);
}

static void
on_file_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  if (file != NULL)
    write_chosen(request, file);
  g_object_unref(request->picture);
  g_free(request);
}

static void
ask(TrammelPicture *self, TrammelChoice choice, const char *ending, Write write)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  g_autofree char *name = suggest_name(self, ending);
  Request *request = g_new(Request, 1);
  *request = (Request){g_object_ref(self), write};
  trammel_choose_file_async(GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL, choice, name,
                            on_file_chosen_cb, request);
}

void
trammel_picture_save_image(TrammelPicture *self)
{
  ask(self, TRAMMEL_CHOOSE_SAVE_IMAGE, ".png", trammel_picture_export);
}

void
trammel_picture_save_page(TrammelPicture *self)
{
  ask(self, TRAMMEL_CHOOSE_SAVE_IMAGE, ".pdf", trammel_picture_export_page);
}

void
trammel_picture_save_data(TrammelPicture *self)
{
  ask(self, TRAMMEL_CHOOSE_SAVE_DATA, ".csv", trammel_picture_export);
}
