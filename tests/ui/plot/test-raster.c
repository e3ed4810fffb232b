/* Tests of rasters in a window: colours and positions at any size. */
#include "ui/desktop/raster.h"

enum { CELL = 4, SHOWN = 20 }; /* pixels of a cell, in the raster and in the widget */

/* premultiplied, as in cairo: the last one is half transparent */
static const guint32 colors[2][2] = {{0xffff0000, 0xff00ff00}, {0xff0000ff, 0x80402010}};

#define TEST_TYPE_SHEET (test_sheet_get_type())
G_DECLARE_FINAL_TYPE(TestSheet, test_sheet, TEST, SHEET, GtkWidget)

struct _TestSheet {
  GtkWidget parent_instance;
  TrammelRaster *raster;
};

G_DEFINE_FINAL_TYPE(TestSheet, test_sheet, GTK_TYPE_WIDGET)

static void
test_sheet_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  trammel_raster_snapshot(TEST_SHEET(widget)->raster, widget, snapshot);
}

static void
test_sheet_finalize(GObject *object)
{
  trammel_raster_free(TEST_SHEET(object)->raster);
  G_OBJECT_CLASS(test_sheet_parent_class)->finalize(object);
}

static void
test_sheet_class_init(TestSheetClass *klass)
{
  GTK_WIDGET_CLASS(klass)->snapshot = test_sheet_snapshot;
  G_OBJECT_CLASS(klass)->finalize = test_sheet_finalize;
}

static void
test_sheet_init(TestSheet *self)
{
}

/* Returns a raster of four cells; `scale` is that of a high-resolution display. */
static TrammelRaster *
make_raster(int scale)
{
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 2 * CELL, 2 * CELL);
  int stride = cairo_image_surface_get_stride(surface);
  guchar *pixels = cairo_image_surface_get_data(surface);

  cairo_surface_flush(surface);
  for (int y = 0; y < 2 * CELL; y++)
    for (int x = 0; x < 2 * CELL; x++)
      ((guint32 *)(void *)(pixels + y * stride))[x] = colors[y / CELL][x / CELL];
  cairo_surface_mark_dirty(surface);
  cairo_surface_set_device_scale(surface, scale, scale);
  return trammel_raster_new(surface);
}

/* Draws the widget as its window does, in the format of the colours above. */
static void
take_picture(GtkWidget *widget, guint32 *pixels)
{
  GskRenderer *renderer = gtk_native_get_renderer(gtk_widget_get_native(widget));
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();

  gdk_paintable_snapshot(paintable, snapshot, 2 * SHOWN, 2 * SHOWN);
  g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(snapshot);
  g_autoptr(GdkTexture) texture =
      gsk_renderer_render_texture(renderer, node, &GRAPHENE_RECT_INIT(0, 0, 2 * SHOWN, 2 * SHOWN));
  gdk_texture_download(texture, (guchar *)pixels, sizeof *pixels * 2 * SHOWN);
}

static void
test_cells(gconstpointer scale)
{
  GtkWidget *window = gtk_window_new();
  TestSheet *sheet =
      g_object_new(TEST_TYPE_SHEET, "halign", GTK_ALIGN_START, "valign", GTK_ALIGN_START,
                   "width-request", 2 * SHOWN, "height-request", 2 * SHOWN, NULL);
  guint32 pixels[2 * SHOWN][2 * SHOWN];

  sheet->raster = make_raster(GPOINTER_TO_INT(scale));
  gtk_window_set_child(GTK_WINDOW(window), GTK_WIDGET(sheet));
  gtk_window_present(GTK_WINDOW(window));
  while (gtk_widget_get_width(GTK_WIDGET(sheet)) == 0)
    g_main_context_iteration(NULL, TRUE);
  take_picture(GTK_WIDGET(sheet), pixels[0]);
  /* the middle of each cell, and the corner of the picture */
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 2; x++) {
      g_assert_cmphex(pixels[y * SHOWN + SHOWN / 2][x * SHOWN + SHOWN / 2], ==, colors[y][x]);
      g_assert_cmphex(pixels[y * (2 * SHOWN - 1)][x * (2 * SHOWN - 1)], ==, colors[y][x]);
    }
  gtk_window_destroy(GTK_WINDOW(window));
}

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/ui/raster/stretched", GINT_TO_POINTER(1), test_cells);
  g_test_add_data_func("/ui/raster/fine-pixels", GINT_TO_POINTER(2), test_cells);
  return g_test_run();
}
