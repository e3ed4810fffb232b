#include "ui/scene/picture/rasterizer.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"

enum { SAMPLES = 2 }; /* along each edge of a pixel */

#define GAMMA 2.2

/* Corner of a triangle: place on the samples, depth (1/w, larger is nearer), normal and place in
 * the world. */
typedef struct {
  double x, y, depth, normal[3], world[3];
} Corner;

typedef struct {
  int width, height; /* samples */
  float *depth;      /* [height x width], 0: nothing yet */
  guint32 *color;    /* [height x width] opaque, or 0 */
  TrammelMat4 clip;  /* world -> clip space */
  double eye[3], up[3], key[3];
} Canvas;

static void
normalize(double v[3])
{
  const double zero[3] = {0};

  tr_vec3_add_scaled(v, zero, 1 / tr_vec3_norm(v), v);
}

/* Returns the colour of a place of a surface, lit like the 3D view: sky and ground, one lamp. */
static guint32
shade(const Canvas *canvas, const float color[4], const double normal[3], const double world[3])
{
  double n[3], v[3], half[3];
  guint32 pixel = 0xff;

  tr_vec3_copy(n, normal);
  normalize(n);
  tr_vec3_sub(v, canvas->eye, world);
  normalize(v);
  tr_vec3_add_scaled(half, canvas->key, 1, v);
  normalize(half);
  double sky = 0.5 + 0.5 * tr_vec3_dot(n, canvas->up);
  double lamp = 0.49 * CLAMP((tr_vec3_dot(n, canvas->key) + 0.25) / 1.25, 0, 1);
  double edge = pow(1 - CLAMP(tr_vec3_dot(n, v), 0, 1), 3);
  double shine = 0.16 * pow(MAX(tr_vec3_dot(n, half), 0), 42);
  for (int i = 0; i < 3; i++) {
    double sum =
        pow((double)color[i], GAMMA) * (0.39 + 0.37 * sky + lamp) * (1 - 0.35 * edge) + shine;
    pixel = pixel << 8 | (guint32)lround(255 * pow(CLAMP(sum, 0, 1), 1 / GAMMA));
  }
  return pixel;
}

/* Twice the area of the triangle a, b, (x, y), positive for a turn to the right on the screen. */
static double
get_area(const Corner *a, const Corner *b, double x, double y)
{
  return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* Colours the sample with the shares of the three corners, if it is the nearest so far. */
static void
fill_sample(
    Canvas *canvas, gsize at, const Corner corners[3], const double shares[3], const float color[4])
{
  double depth = 0, normal[3] = {0}, world[3] = {0};

  for (int k = 0; k < 3; k++) {
    depth += shares[k] * corners[k].depth;
    tr_vec3_add_scaled(normal, normal, shares[k], corners[k].normal);
    tr_vec3_add_scaled(world, world, shares[k], corners[k].world);
  }
  if (depth <= (double)canvas->depth[at])
    return;
  canvas->depth[at] = (float)depth;
  canvas->color[at] = shade(canvas, color, normal, world);
}

/* Fills the samples of a triangle whose corners are counter-clockwise seen from outside; those that
 * face away are left out. */
static void
fill_triangle(Canvas *canvas, const Corner c[3], const float color[4])
{
  double area = get_area(&c[0], &c[1], c[2].x, c[2].y);
  double x_low = fmin(c[0].x, fmin(c[1].x, c[2].x)), x_high = fmax(c[0].x, fmax(c[1].x, c[2].x));
  double y_low = fmin(c[0].y, fmin(c[1].y, c[2].y)), y_high = fmax(c[0].y, fmax(c[1].y, c[2].y));
  int left = (int)fmax(0, ceil(x_low - 0.5)), top = (int)fmax(0, ceil(y_low - 0.5));

  if (!(area < 0))
    return;
  for (int y = top; y < canvas->height && y + 0.5 <= y_high; y++)
    for (int x = left; x < canvas->width && x + 0.5 <= x_high; x++) {
      const double shares[3] = {get_area(&c[1], &c[2], x + 0.5, y + 0.5) / area,
                                get_area(&c[2], &c[0], x + 0.5, y + 0.5) / area,
                                get_area(&c[0], &c[1], x + 0.5, y + 0.5) / area};
      if (shares[0] >= 0 && shares[1] >= 0 && shares[2] >= 0)
        fill_sample(canvas, (gsize)y * (gsize)canvas->width + (gsize)x, c, shares, color);
    }
}

/* Sets a corner from a vertex of the item's mesh; FALSE when it is not in front of the eye. */
static gboolean
make_corner(const Canvas *canvas,
            Corner *corner,
            const TrammelDrawItem *item,
            const TrammelVertex *vertex)
{
  const TrammelSolid *solid = &item->solid;
  double place[3], direction[3], clipped[3], origin[3];

  for (int i = 0; i < 3; i++) {
    place[i] = solid->radius * (double)vertex->round[i] + solid->half[i] * (double)vertex->shift[i];
    direction[i] = (double)vertex->normal[i];
  }
  trammel_mat4_apply(corner->world, &item->transform, place);
  trammel_mat4_apply(origin, &item->transform, (double[3]){0});
  trammel_mat4_apply(corner->normal, &item->transform, direction);
  tr_vec3_sub(corner->normal, corner->normal, origin);
  double w = trammel_mat4_apply(clipped, &canvas->clip, corner->world);
  if (!(w > 0))
    return FALSE;
  corner->x = (0.5 + 0.5 * clipped[0] / w) * canvas->width;
  corner->y = (0.5 - 0.5 * clipped[1] / w) * canvas->height;
  corner->depth = 2 - clipped[2] / w;
  return TRUE;
}

static void
fill_mesh(Canvas *canvas, const TrammelDrawItem *item, const TrammelMesh *mesh)
{
  for (guint i = 0; i + 2 < mesh->indices->len; i += 3) {
    Corner corners[3];
    gboolean visible = TRUE;
    for (guint k = 0; k < 3; k++) {
      guint32 vertex = g_array_index(mesh->indices, guint32, i + k);
      visible &= make_corner(canvas, &corners[k], item,
                             &g_array_index(mesh->vertices, TrammelVertex, vertex));
    }
    if (visible)
      fill_triangle(canvas, corners, item->color);
  }
}

static void
fill_item(Canvas *canvas, const TrammelDrawItem *item)
{
  TrammelMesh mesh;

  if (item->solid.skin) {
    fill_mesh(canvas, item, &item->solid.skin->mesh);
    return;
  }
  trammel_mesh_init(&mesh, item->solid.mesh);
  fill_mesh(canvas, item, &mesh);
  trammel_mesh_clear(&mesh);
}

/* Fills the items of a style, in front of what is there. */
static void
fill_style(Canvas *canvas, const TrammelDrawList *list, TrammelDrawStyle style)
{
  memset(canvas->depth, 0, (gsize)canvas->width * (gsize)canvas->height * sizeof *canvas->depth);
  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
    const TrammelDrawItem *item = trammel_draw_list_get_item(list, i);
    if (item->style == style)
      fill_item(canvas, item);
  }
}

/* Returns the mean of the samples of a pixel, with alpha multiplied in. */
static guint32
average(const Canvas *canvas, int x, int y)
{
  guint32 pixel = 0;

  for (int shift = 24; shift >= 0; shift -= 8) {
    guint32 sum = 0;
    for (int k = 0; k < SAMPLES * SAMPLES; k++) {
      int row = y * SAMPLES + k / SAMPLES, column = x * SAMPLES + k % SAMPLES;
      sum += canvas->color[row * canvas->width + column] >> shift & 0xff;
    }
    pixel |= sum / (SAMPLES * SAMPLES) << shift;
  }
  return pixel;
}

static cairo_surface_t *
reduce(const Canvas *canvas, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  int stride = cairo_image_surface_get_stride(surface);

  cairo_surface_flush(surface);
  for (int y = 0; y < height; y++) {
    guint32 *row = (guint32 *)(gpointer)(cairo_image_surface_get_data(surface) + y * stride);
    for (int x = 0; x < width; x++)
      row[x] = average(canvas, x, y);
  }
  cairo_surface_mark_dirty(surface);
  return surface;
}

cairo_surface_t *
trammel_rasterize(const TrammelDrawList *list, const TrammelCamera *camera, int width, int height)
{
  const TrammelViewport viewport = {width, height};
  const TrammelMat4 view = trammel_camera_view(camera);
  const TrammelMat4 projection = trammel_camera_projection(camera, &viewport);
  gsize n = (gsize)(width * SAMPLES) * (gsize)(height * SAMPLES);
  double right[3], up[3], back[3];
  Canvas canvas = {.width = width * SAMPLES,
                   .height = height * SAMPLES,
                   .depth = g_new(float, n),
                   .color = g_new0(guint32, n),
                   .clip = trammel_mat4_multiply(&projection, &view)};
  cairo_surface_t *surface;

  trammel_camera_eye(camera, canvas.eye);
  tr_vec3_copy(canvas.up, camera->up);
  trammel_camera_axes(camera, right, up, back);
  for (int i = 0; i < 3; i++)
    canvas.key[i] = -0.55 * right[i] + 0.45 * up[i] + 0.35 * camera->up[i] + 0.55 * back[i];
  normalize(canvas.key);
  fill_style(&canvas, list, TRAMMEL_STYLE_SOLID);
  fill_style(&canvas, list, TRAMMEL_STYLE_MARK);
  surface = reduce(&canvas, width, height);
  g_free(canvas.depth);
  g_free(canvas.color);
  return surface;
}
