/* Tests of the picture of a mechanism for reports, which needs no display. */
#include <librsvg/rsvg.h>
#include <math.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "support/mechanisms.h"
#include "support/mesh_files.h"
#include "ui/scene/geometry/skin-store.h"
#include "ui/scene/model/scene-model.h"
#include "ui/scene/picture/mechanism-picture.h"
#include "ui/scene/picture/rasterizer.h"

enum { SIZE = 40 };

/* Adds a box of edge 0.2 m in front of the origin by `depth`. */
static void
add_box(TrammelDrawList *list, double depth, const float color[4])
{
  const double half[] = {0.1, 0.1, 0.1}, quat[] = {1, 0, 0, 0};
  TrammelDrawItem item = {.solid = trammel_solid_block(half),
                          .transform = trammel_mat4_from_frame((double[]){0, 0, depth}, quat)};

  memcpy(item.color, color, sizeof item.color);
  trammel_draw_list_add(list, &item);
}

static guint32
get_pixel(cairo_surface_t *surface, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data(surface);
  guint32 pixel;

  memcpy(&pixel, data + y * cairo_image_surface_get_stride(surface) + 4 * x, sizeof pixel);
  return pixel;
}

/* The nearer of two boxes hides the other, whatever their order; the ground stays transparent. */
static void
test_depth(void)
{
  static const float red[4] = {1, 0, 0, 1}, blue[4] = {0, 0, 1, 1};
  const double up[] = {0, 1, 0};
  TrammelCamera camera;

  trammel_camera_init(&camera, up);
  camera.azimuth = camera.elevation = 0;
  for (int order = 0; order < 2; order++) {
    g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
    add_box(list, order ? 0.3 : -0.3, order ? red : blue);
    add_box(list, order ? -0.3 : 0.3, order ? blue : red);
    cairo_surface_t *picture = trammel_rasterize(list, &camera, SIZE, SIZE);
    guint32 middle = get_pixel(picture, SIZE / 2, SIZE / 2);
    g_assert_cmpuint(middle >> 24, ==, 255);
    g_assert_cmpuint(middle >> 16 & 0xff, >, 2 * (middle & 0xff));
    g_assert_cmpuint(get_pixel(picture, 1, 1), ==, 0);
    cairo_surface_destroy(picture);
  }
}

/* Returns the share of opaque pixels in the picture of a body without links that is shown by the
 * cube of a mesh file. */
static double
draw_mesh(const char *path, double size)
{
  TrModel *model = tr_mechanism_pendulum();
  const TrammelShape shape = {.type = TRAMMEL_SHAPE_MESH,
                              .size = {size, size, size},
                              .quat = {1},
                              .color = {1, 0, 0, 1},
                              .path = path};
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, &shape, 1);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  const double pose[TR_POSE] = {0, 0, 0, 1}, up[] = {0, 1, 0};
  TrammelCamera camera;
  int n_red = 0;

  trammel_skin_store_wait();
  trammel_scene_model_take_skins(look);
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
  trammel_camera_init(&camera, up);
  cairo_surface_t *picture = trammel_rasterize(list, &camera, SIZE, SIZE);
  for (int i = 0; i < SIZE * SIZE; i++) {
    guint32 pixel = get_pixel(picture, i % SIZE, i / SIZE);
    n_red += (pixel >> 16 & 0xff) > 2 * (pixel & 0xff) + 20;
  }
  cairo_surface_destroy(picture);
  tr_model_free(model);
  return n_red / (double)(SIZE * SIZE);
}

/* A mesh is drawn in its size; the picture of a whole mechanism waits for it. */
static void
test_mesh(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-picture-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "cube.stl", NULL);
  const TrammelShape shape = {
      .type = TRAMMEL_SHAPE_MESH, .size = {0.1, 0.1, 0.3}, .quat = {1}, .path = path};
  TrModel *model = tr_mechanism_pendulum();
  const TrammelMechanism mechanism = {.model = model, .shapes = &shape, .n_shapes = 1};
  TrammelSkin *skin;

  tr_test_write_cube(path, 0);
  double small = draw_mesh(path, 0.2), large = draw_mesh(path, 0.4);
  g_assert_cmpfloat(small, >, 0.002);
  g_assert_cmpfloat(large, >, 2 * small);
  g_autoptr(GBytes) svg = trammel_mechanism_picture_new(&mechanism, 100, 80);
  g_assert_nonnull(svg);
  g_assert_cmpint(trammel_skin_store_get(&skin, path, shape.size), ==, TRAMMEL_SKIN_THERE);
  trammel_skin_unref(skin);
  tr_model_free(model);
  trammel_temp_folder_remove(folder);
}

/* A picture is an SVG file of the asked size with pixels and names. */
static void
test_svg(void)
{
  TrModel *model = tr_mechanism_furuta();
  const TrammelMechanism mechanism = {.model = model};
  g_autoptr(GBytes) svg = trammel_mechanism_picture_new(&mechanism, 490, 230);

  g_assert_nonnull(svg);
  g_autofree char *text = g_strndup(g_bytes_get_data(svg, NULL), g_bytes_get_size(svg));
  g_assert_nonnull(strstr(text, "width=\"490pt\""));
  g_assert_nonnull(strstr(text, "data:image/png;base64,"));
  g_assert_nonnull(strstr(text, "glyph"));
  tr_model_free(model);
}

/* Returns the share of the height that is drawn on. */
static double
measure_height(GBytes *svg)
{
  gsize length;
  const guint8 *data = g_bytes_get_data(svg, &length);
  RsvgHandle *handle = rsvg_handle_new_from_data(data, length, NULL);
  cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 490, 230);
  cairo_t *cr = cairo_create(picture);
  int first = 230, last = -1;

  g_assert_true(rsvg_handle_render_document(handle, cr, &(RsvgRectangle){0, 0, 490, 230}, NULL));
  cairo_surface_flush(picture);
  for (int y = 0; y < 230; y++)
    for (int x = 0; x < 490; x++)
      if (get_pixel(picture, x, y) >> 24) {
        first = MIN(first, y);
        last = y;
      }
  cairo_destroy(cr);
  cairo_surface_destroy(picture);
  g_object_unref(handle);
  return (last - first + 1) / 230.0;
}

/* The mechanism fills the picture, although its motion reaches farther. */
static void
test_filled(void)
{
  TrModel *model = tr_mechanism_furuta();
  const TrammelMechanism mechanism = {.model = model};
  g_autoptr(GBytes) svg = trammel_mechanism_picture_new(&mechanism, 490, 230);
  double share = measure_height(svg);

  g_assert_cmpfloat(share, >, 0.75);
  g_assert_cmpfloat(share, <=, 1);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/scene/picture/mesh", test_mesh);
  g_test_add_func("/ui/scene/picture/depth", test_depth);
  g_test_add_func("/ui/scene/picture/svg", test_svg);
  g_test_add_func("/ui/scene/picture/filled", test_filled);
  return g_test_run();
}
