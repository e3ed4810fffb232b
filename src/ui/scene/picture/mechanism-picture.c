#include "ui/scene/picture/mechanism-picture.h"

#include <cairo-svg.h>
#include <pango/pangocairo.h>

#include "ui/scene/geometry/label-placer.h"
#include "ui/scene/geometry/skin-store.h"
#include "ui/scene/model/scene-model.h"
#include "ui/scene/picture/rasterizer.h"

enum { PIXELS = 3 /* along a point */, PAD = 3, RISE = 18 };

/* Share of the picture that the mechanism fills. */
#define FILLED 0.82

#define FONT   "Inter, Cantarell, Sans 8"
#define INK    0.17, 0.18, 0.21
#define PLATE  1, 1, 1, 0.82
#define LEADER 0.17, 0.18, 0.21, 0.5

/* Names with their places; the two arrays go together. */
typedef struct {
  cairo_t *cr;
  TrammelCamera camera;
  TrammelViewport viewport;
  GArray *labels;   /* TrammelPlacedLabel */
  GPtrArray *texts; /* PangoLayout */
} Names;

static PangoLayout *
make_layout(cairo_t *cr, const char *text)
{
  PangoLayout *layout = pango_cairo_create_layout(cr);
  PangoFontDescription *font = pango_font_description_from_string(FONT);

  pango_font_description_set_absolute_size(font, 8 * PANGO_SCALE);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  pango_layout_set_text(layout, text, -1);
  return layout;
}

/* Adds a name for a place in the world, if it is visible. */
static void
add_name(Names *names, const char *text, const double place[3], double rise)
{
  TrammelPlacedLabel label = {.rise = rise};
  int width, height;

  if (!trammel_camera_project(&names->camera, label.anchor, &names->viewport, place))
    return;
  PangoLayout *layout = make_layout(names->cr, text);
  pango_layout_get_pixel_size(layout, &width, &height);
  label.width = width + 2 * PAD;
  label.height = height;
  g_array_append_val(names->labels, label);
  g_ptr_array_add(names->texts, layout);
}

static void
draw_name(cairo_t *cr, const TrammelPlacedLabel *label, PangoLayout *layout)
{
  double left = label->middle[0] - label->width / 2, top = label->middle[1] - label->height / 2;

  if (!label->is_placed)
    return;
  if (label->is_astray) {
    cairo_set_source_rgba(cr, LEADER);
    cairo_set_line_width(cr, 0.5);
    cairo_move_to(cr, label->anchor[0], label->anchor[1]);
    cairo_line_to(cr, label->middle[0], label->middle[1]);
    cairo_stroke(cr);
  }
  cairo_set_source_rgba(cr, PLATE);
  cairo_rectangle(cr, left, top, label->width, label->height);
  cairo_fill(cr);
  cairo_set_source_rgb(cr, INK);
  cairo_move_to(cr, left + PAD, top);
  pango_cairo_show_layout(cr, layout);
}

static void
draw_names(cairo_t *cr,
           const TrammelCamera *camera,
           const TrammelSceneModel *look,
           const double *pose)
{
  Names names = {.cr = cr, .camera = *camera};
  double right, bottom, left, top;

  cairo_clip_extents(cr, &left, &top, &right, &bottom);
  names.viewport = (TrammelViewport){right - left, bottom - top};
  names.labels = g_array_new(FALSE, FALSE, sizeof(TrammelPlacedLabel));
  names.texts = g_ptr_array_new_with_free_func(g_object_unref);
  for (guint i = 0; i < trammel_scene_model_get_n_bodies(look); i++)
    add_name(&names, trammel_scene_model_get_body_name(look, i), pose + TR_POSE * i, RISE);
  for (guint j = 0; j < trammel_scene_model_get_n_joints(look); j++) {
    double place[3];
    trammel_scene_model_get_joint_place(look, j, pose, place);
    add_name(&names, trammel_scene_model_get_joint_name(look, j), place, -RISE);
  }
  trammel_labels_place((TrammelPlacedLabel *)(gpointer)names.labels->data, names.labels->len,
                       names.viewport.width, names.viewport.height);
  for (guint i = 0; i < names.labels->len; i++)
    draw_name(cr, &g_array_index(names.labels, TrammelPlacedLabel, i), names.texts->pdata[i]);
  g_array_unref(names.labels);
  g_ptr_array_unref(names.texts);
}

/* Finds the smallest rectangle around all that is drawn; returns FALSE for an empty image. */
static gboolean
find_ink(cairo_rectangle_int_t *box, cairo_surface_t *image)
{
  int width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image);
  int stride = cairo_image_surface_get_stride(image);
  const guchar *data = cairo_image_surface_get_data(image);
  int left = width, right = -1, top = height, bottom = -1;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (((const guint32 *)(gconstpointer)(data + (gsize)y * (gsize)stride))[x] >> 24) {
        left = MIN(left, x);
        right = MAX(right, x);
        top = MIN(top, y);
        bottom = y;
      }
  *box = (cairo_rectangle_int_t){left, top, right - left + 1, bottom - top + 1};
  return right >= 0;
}

/* Moves the camera so that what is drawn fills the picture, with room for the names. */
static void
fill_picture(TrammelCamera *camera, const TrammelDrawList *list, const TrammelViewport *size)
{
  cairo_surface_t *image = trammel_rasterize(list, camera, (int)size->width, (int)size->height);
  const double middle[2] = {size->width / 2, size->height / 2};
  cairo_rectangle_int_t box;

  if (find_ink(&box, image)) {
    trammel_camera_pan(camera, size, middle[0] - box.x - box.width / 2.0,
                       middle[1] - box.y - box.height / 2.0);
    trammel_camera_zoom(camera, size, middle,
                        MAX(box.width / size->width, box.height / size->height) / FILLED);
  }
  cairo_surface_destroy(image);
}

static void
draw(cairo_t *cr, TrammelSceneModel *look, const double *pose, const TrammelViewport *size)
{
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  const TrammelViewport pixels = {PIXELS * size->width, PIXELS * size->height};
  TrammelCamera camera;
  double up[3];
  gsize n_balls;

  trammel_scene_model_get_up(look, up);
  trammel_camera_init(&camera, up);
  const TrammelBall *balls = trammel_scene_model_get_reach(look, &n_balls);
  trammel_camera_frame_balls(&camera, &pixels, balls, n_balls);
  trammel_scene_model_draw_world(look, list, FALSE);
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
  trammel_scene_model_draw_axes(look, list, pose);
  fill_picture(&camera, list, size);
  cairo_surface_t *image = trammel_rasterize(list, &camera, (int)pixels.width, (int)pixels.height);
  cairo_save(cr);
  cairo_scale(cr, 1.0 / PIXELS, 1.0 / PIXELS);
  cairo_set_source_surface(cr, image, 0, 0);
  cairo_paint(cr);
  cairo_restore(cr);
  cairo_surface_destroy(image);
  draw_names(cr, &camera, look, pose);
}

static cairo_status_t
append_bytes(gpointer closure, const guchar *data, guint length)
{
  g_byte_array_append(closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GBytes *
trammel_mechanism_picture_new(const TrammelMechanism *mechanism, int width, int height)
{
  const TrammelViewport size = {width, height};
  TrammelSceneModel *look =
      trammel_scene_model_new(mechanism->model, mechanism->shapes, mechanism->n_shapes);
  GByteArray *svg = g_byte_array_new();

  if (look && trammel_scene_model_awaits_skins(look)) {
    trammel_skin_store_wait();
    trammel_scene_model_take_skins(look);
  }
  if (!look || trammel_scene_model_get_n_bodies(look) == 0) {
    g_clear_pointer(&look, trammel_scene_model_free);
    g_byte_array_unref(svg);
    return NULL;
  }
  trammel_scene_model_set_motion(look, mechanism->poses, mechanism->poses ? mechanism->n_poses : 0);
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append_bytes, svg, width, height);
  cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
  cairo_t *cr = cairo_create(surface);
  draw(cr, look, mechanism->poses ? mechanism->poses : trammel_scene_model_get_rest_pose(look),
       &size);
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  trammel_scene_model_free(look);
  return g_byte_array_free_to_bytes(svg);
}
