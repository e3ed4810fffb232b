/* Tests of the renderer: pixels of small scenes, without a window. */
#include <epoxy/gl.h>
#include <gtk/gtk.h>
#include <math.h>

#include "engine/linalg/vec3.h"
#include "support/mechanisms.h"
#include "ui/scene/geometry/triad.h"
#include "ui/scene/gl/offscreen.h"
#include "ui/scene/gl/program.h"

enum { SIZE = 260 }; /* with room for the triad */

typedef struct {
  Offscreen screen;
  TrammelRenderer *renderer;
  TrammelDrawList *list;
  TrammelSceneImage picture;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(offscreen_open(&fixture->screen, SIZE, SIZE, &error));
  g_assert_no_error(error);
  fixture->renderer = trammel_renderer_new(&error);
  g_assert_no_error(error);
  fixture->list = trammel_draw_list_new();
  fixture->picture = (TrammelSceneImage){.width = SIZE, .height = SIZE, .scale = 1, .ground = -1};
  trammel_camera_init(&fixture->picture.camera, (double[3]){0, 1, 0});
  trammel_camera_look_from(&fixture->picture.camera, TRAMMEL_VIEW_FRONT);
  fixture->picture.camera.distance = 4;
}

static void
tear_down(Fixture *fixture, gconstpointer unused)
{
  g_assert_cmpint(glGetError(), ==, GL_NO_ERROR);
  trammel_renderer_free(fixture->renderer);
  trammel_draw_list_free(fixture->list);
  offscreen_close(&fixture->screen);
}

static void
add_sphere(Fixture *fixture, double x, double z, TrammelDrawStyle style)
{
  TrammelDrawItem item = {.solid = trammel_solid_sphere(0.5),
                          .transform = trammel_mat4_identity(),
                          .color = {0.9f, 0.2f, 0.2f, 1},
                          .style = style};

  item.transform.m[12] = x;
  item.transform.m[14] = z;
  trammel_draw_list_add(fixture->list, &item);
}

static guint8 *
draw(Fixture *fixture)
{
  g_autoptr(GError) error = NULL;
  GLint bound;

  g_assert_true(trammel_renderer_draw(fixture->renderer, &fixture->picture, fixture->list, &error));
  g_assert_no_error(error);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  g_assert_cmpint(bound, ==, fixture->screen.framebuffer);
  return offscreen_read(&fixture->screen);
}

static const guint8 *
pixel_at(const guint8 *pixels, int x, int y)
{
  return pixels + 4 * (y * SIZE + x);
}

static int
brightness(const guint8 *pixel)
{
  return (pixel[0] + pixel[1] + pixel[2]) / 3;
}

static int
count_different(const guint8 *a, const guint8 *b)
{
  int n = 0;

  for (int i = 0; i < SIZE * SIZE; i++)
    n += abs(brightness(a + 4 * i) - brightness(b + 4 * i)) > 2;
  return n;
}

static void
test_background(Fixture *fixture, gconstpointer unused)
{
  g_autofree guint8 *light = draw(fixture);

  fixture->picture.dark = TRUE;
  g_autofree guint8 *dark = draw(fixture);
  for (int i = 0; i < SIZE * SIZE; i++) {
    g_assert_cmpint(brightness(light + 4 * i), >, 215);
    g_assert_cmpint(brightness(dark + 4 * i), <, 60);
    g_assert_cmpint(light[4 * i + 3], ==, 255);
    g_assert_cmpint(dark[4 * i + 3], ==, 255);
  }
}

/* Adds a skin, a square pyramid whose tip points at the eye, or its reflection. */
static void
add_pyramid(Fixture *fixture, double depth)
{
  static const float vertices[5][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}};
  static const uint32_t triangles[6][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 4},
                                           {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  const TrSurface surface = {vertices, triangles, 5, 6};
  const double scale[3] = {0.5, 0.5, depth};
  g_autoptr(TrammelSkin) skin = trammel_skin_new(&surface, scale);
  TrammelDrawItem item = {.solid = trammel_solid_skin(skin),
                          .transform = trammel_mat4_identity(),
                          .color = {0.9f, 0.2f, 0.2f, 1}};

  trammel_draw_list_add(fixture->list, &item);
}

/* A skin is drawn like other solids, reflected or not, and is no longer held some pictures after it
 * was drawn last. */
static void
test_skin(Fixture *fixture, gconstpointer unused)
{
  static const double depths[] = {0.2, -0.2};

  for (gsize i = 0; i < G_N_ELEMENTS(depths); i++) {
    trammel_draw_list_clear(fixture->list);
    add_pyramid(fixture, depths[i]);
    TrammelSkin *skin = trammel_skin_ref(trammel_draw_list_get_item(fixture->list, 0)->solid.skin);
    g_autofree guint8 *pixels = draw(fixture);
    const guint8 *centre = pixel_at(pixels, SIZE / 2, SIZE / 2 - 8);
    g_assert_cmpint(centre[0], >, 2 * centre[1]);
    g_assert_cmpint(brightness(pixel_at(pixels, SIZE / 2, 8)), >, 200);
    trammel_draw_list_clear(fixture->list);
    g_assert_cmpint(skin->refs, ==, 2); /* ours and the renderer's */
    for (int k = 0; k < 110; k++)
      g_free(draw(fixture));
    g_assert_cmpint(skin->refs, ==, 1);
    trammel_skin_unref(skin);
  }
}

static void
test_solid(Fixture *fixture, gconstpointer unused)
{
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_SOLID);
  g_autofree guint8 *pixels = draw(fixture);
  const guint8 *centre = pixel_at(pixels, SIZE / 2, SIZE / 2);
  /* the angle of the ball's outline gives its radius in the picture */
  double radius = SIZE / 2 * tan(asin(0.5 / 4)) / tan(fixture->picture.camera.fov_y / 2);

  g_assert_cmpint(centre[0], >, 2 * centre[1]);
  g_assert_cmpint(centre[0], >, 2 * centre[2]);
  for (int side = -1; side <= 1; side += 2) {
    const guint8 *inside = pixel_at(pixels, SIZE / 2 + side * (int)(0.93 * radius), SIZE / 2);
    const guint8 *outside = pixel_at(pixels, SIZE / 2 + side * (int)(1.07 * radius), SIZE / 2);

    g_assert_cmpint(inside[0], >, 2 * inside[2]);
    g_assert_cmpint(outside[2], >, 200);
  }
  /* the light is at the upper left */
  g_assert_cmpint(brightness(pixel_at(pixels, SIZE / 2 - 25, SIZE / 2 - 25)), >,
                  brightness(pixel_at(pixels, SIZE / 2 + 25, SIZE / 2 + 25)) + 20);
}

/* Levels of grey between the solid and the ground: several samples per pixel. */
static void
test_smooth(Fixture *fixture, gconstpointer unused)
{
  GLint samples;
  int n = 0;

  glGetIntegerv(GL_MAX_SAMPLES, &samples);
  if (samples < 2) {
    g_test_skip("no multisampling here");
    return;
  }
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_SOLID);
  g_autofree guint8 *pixels = draw(fixture);
  for (int i = 0; i < SIZE * SIZE; i++) {
    const guint8 *pixel = pixels + 4 * i;

    n += pixel[2] > 90 && pixel[2] < 200;
  }
  g_assert_cmpint(n, >, 60);
}

static void
test_ghost(Fixture *fixture, gconstpointer unused)
{
  g_autofree guint8 *empty = draw(fixture);

  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_GHOST);
  g_autofree guint8 *alone = draw(fixture);
  add_sphere(fixture, 0, -1.5, TRAMMEL_STYLE_SOLID);
  g_autofree guint8 *before = draw(fixture);
  trammel_draw_list_clear(fixture->list);
  add_sphere(fixture, 0, -1.5, TRAMMEL_STYLE_SOLID);
  g_autofree guint8 *solid = draw(fixture);
  const guint8 *a = pixel_at(alone, SIZE / 2, SIZE / 2);
  const guint8 *b = pixel_at(before, SIZE / 2, SIZE / 2);
  const guint8 *c = pixel_at(solid, SIZE / 2, SIZE / 2);

  /* grey, darker than the ground but not opaque; the red solid is seen through it, weaker */
  g_assert_cmpint(abs(a[0] - a[2]), <, 20);
  g_assert_cmpint(brightness(a), <, brightness(pixel_at(empty, SIZE / 2, SIZE / 2)) - 10);
  g_assert_cmpint(brightness(a), >, 120);
  g_assert_cmpint(b[0], >, b[2] + 30);
  g_assert_cmpint(b[0] - b[2], <, c[0] - c[2] - 20);
}

/* Two ghosts in one place are drawn as one: no darker where they overlap. */
static void
test_ghost_skin(Fixture *fixture, gconstpointer unused)
{
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_GHOST);
  g_autofree guint8 *one = draw(fixture);
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_GHOST);
  add_sphere(fixture, 0, -0.2, TRAMMEL_STYLE_GHOST);
  g_autofree guint8 *three = draw(fixture);

  g_assert_cmpint(abs(brightness(pixel_at(one, SIZE / 2, SIZE / 2)) -
                      brightness(pixel_at(three, SIZE / 2, SIZE / 2))),
                  <, 3);
}

/* A coinciding ghost does not flicker through the solid. */
static void
test_ghost_agrees(Fixture *fixture, gconstpointer unused)
{
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_SOLID);
  g_autofree guint8 *solid = draw(fixture);
  add_sphere(fixture, 0.004, 0.004, TRAMMEL_STYLE_GHOST);
  g_autofree guint8 *both = draw(fixture);

  for (int y = -30; y <= 30; y++)
    for (int x = -30; x <= 30; x++)
      g_assert_cmpint(abs(brightness(pixel_at(solid, SIZE / 2 + x, SIZE / 2 + y)) -
                          brightness(pixel_at(both, SIZE / 2 + x, SIZE / 2 + y))),
                      <, 3);
}

static void
test_mark(Fixture *fixture, gconstpointer unused)
{
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_SOLID);
  TrammelDrawItem mark = {.solid = trammel_solid_sphere(0.1),
                          .transform = trammel_mat4_identity(),
                          .color = {0.1f, 0.2f, 0.9f, 1},
                          .style = TRAMMEL_STYLE_MARK};
  trammel_draw_list_add(fixture->list, &mark);
  g_autofree guint8 *pixels = draw(fixture);
  const guint8 *centre = pixel_at(pixels, SIZE / 2, SIZE / 2);

  /* although it lies inside */
  g_assert_cmpint(centre[2], >, 2 * centre[0]);
}

static void
test_ground(Fixture *fixture, gconstpointer unused)
{
  fixture->picture.camera.elevation = 0.5;
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_SOLID);
  g_autofree guint8 *without = draw(fixture);
  fixture->picture.show_grid = TRUE;
  g_autofree guint8 *with = draw(fixture);
  trammel_draw_list_clear(fixture->list);
  g_autofree guint8 *grid = draw(fixture);
  double pixel[2];

  /* lines and the shadow below the ball; the ball is unchanged */
  g_assert_cmpint(count_different(without, with), >, 500);
  g_assert_cmpint(abs(brightness(pixel_at(without, SIZE / 2, SIZE / 2)) -
                      brightness(pixel_at(with, SIZE / 2, SIZE / 2))),
                  <, 3);
  TrammelViewport viewport = {SIZE, SIZE};
  g_assert_true(trammel_camera_project(&fixture->picture.camera, pixel, &viewport,
                                       (double[3]){0.25, -1, -0.1}));
  g_assert_cmpint(brightness(pixel_at(with, (int)pixel[0], (int)pixel[1])), <,
                  brightness(pixel_at(grid, (int)pixel[0], (int)pixel[1])) - 10);
  /* a draft keeps it */
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_SOLID);
  fixture->picture.is_draft = TRUE;
  g_autofree guint8 *draft = draw(fixture);
  g_assert_cmpint(brightness(pixel_at(draft, (int)pixel[0], (int)pixel[1])), <,
                  brightness(pixel_at(grid, (int)pixel[0], (int)pixel[1])) - 10);
}

/* Returns TRUE if a pixel in the corner of the triad is dominated by one channel. */
static gboolean
find_color(const guint8 *pixels, int channel)
{
  for (int y = SIZE - TRAMMEL_TRIAD_SIZE; y < SIZE; y++)
    for (int x = 0; x < TRAMMEL_TRIAD_SIZE; x++) {
      const guint8 *pixel = pixel_at(pixels, x, y);
      int other = MAX(pixel[(channel + 1) % 3], pixel[(channel + 2) % 3]);

      if (pixel[channel] > other + 40)
        return TRUE;
    }
  return FALSE;
}

/* The triad is in the lower left corner, in red, green and blue. */
static void
test_triad(Fixture *fixture, gconstpointer unused)
{
  fixture->picture.camera.azimuth = fixture->picture.camera.elevation = 0.5;
  g_autofree guint8 *without = draw(fixture);
  fixture->picture.show_axes = TRUE;
  g_autofree guint8 *with = draw(fixture);

  for (int channel = 0; channel < 3; channel++) {
    g_assert_false(find_color(without, channel));
    g_assert_true(find_color(with, channel));
  }
  for (int y = 0; y < SIZE - TRAMMEL_TRIAD_SIZE; y++)
    g_assert_cmpmem(pixel_at(without, 0, y), 4 * SIZE, pixel_at(with, 0, y), 4 * SIZE);
}

/* Missing or invalid shaders give an error. */
static void
test_bad_program(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(GError) missing = NULL;
  g_autoptr(GError) wrong = NULL;

  g_assert_cmpuint(trammel_gl_program_new("none.vert", "flat.frag", &missing), ==, 0);
  g_assert_error(missing, G_RESOURCE_ERROR, G_RESOURCE_ERROR_NOT_FOUND);
  /* it sets gl_Position, which a fragment shader does not have */
  g_assert_cmpuint(trammel_gl_program_new("solid.vert", "grid.vert", &wrong), ==, 0);
  g_assert_error(wrong, GDK_GL_ERROR, GDK_GL_ERROR_COMPILATION_FAILED);
  g_assert_nonnull(strstr(wrong->message, "grid.vert"));
}

static void
test_resize(Fixture *fixture, gconstpointer unused)
{
  add_sphere(fixture, 0, 0, TRAMMEL_STYLE_SOLID);
  for (int size = 20; size <= SIZE; size += 60) {
    fixture->picture.width = fixture->picture.height = size;
    g_autofree guint8 *pixels = draw(fixture);
    const guint8 *centre = pixel_at(pixels, size / 2, SIZE - size / 2);

    g_assert_cmpint(centre[0], >, 2 * centre[2]);
  }
}

/* All mechanisms, with all optional items. */
static void
test_mechanisms(Fixture *fixture, gconstpointer unused)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create();
    g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
    const double *pose = trammel_scene_model_get_rest_pose(look);

    offscreen_frame(&fixture->picture, look, &fixture->screen);
    trammel_draw_list_clear(fixture->list);
    g_autofree guint8 *empty = draw(fixture);
    trammel_scene_model_draw_world(look, fixture->list, FALSE);
    g_autofree guint8 *world = draw(fixture);
    trammel_scene_model_draw_bodies(look, fixture->list, pose, TRAMMEL_STYLE_SOLID, FALSE);
    g_autofree guint8 *bodies = draw(fixture);
    trammel_scene_model_draw_frames(look, fixture->list, pose);
    g_autofree guint8 *frames = draw(fixture);

    g_assert_cmpint(count_different(empty, world), >, 200);
    g_assert_cmpint(count_different(world, bodies), >, 200);
    g_assert_cmpint(count_different(bodies, frames), >, 50);
    tr_model_free(model);
  }
}

static gboolean
has_opengl(void)
{
  Offscreen screen;
  gboolean opened = offscreen_open(&screen, SIZE, SIZE, NULL);

  offscreen_close(&screen);
  return opened;
}

static void
test_no_opengl(void)
{
  g_test_skip("no OpenGL 3.3 on this display");
}

int
main(int argc, char **argv)
{
  static const struct {
    const char *path;
    void (*run)(Fixture *, gconstpointer);
  } tests[] = {
      {"/renderer/background", test_background},
      {"/renderer/solid", test_solid},
      {"/renderer/skin", test_skin},
      {"/renderer/smooth", test_smooth},
      {"/renderer/ghost", test_ghost},
      {"/renderer/ghost-skin", test_ghost_skin},
      {"/renderer/ghost-agrees", test_ghost_agrees},
      {"/renderer/mark", test_mark},
      {"/renderer/ground", test_ground},
      {"/renderer/triad", test_triad},
      {"/renderer/bad-program", test_bad_program},
      {"/renderer/resize", test_resize},
      {"/renderer/mechanisms", test_mechanisms},
  };

  /* Mesa's cache uses only the text as its key: text compiled as a vertex shader is not compiled
   * again as a fragment shader, and the linker may crash on it */
  g_setenv("MESA_SHADER_CACHE_DISABLE", "true", TRUE);
  gtk_test_init(&argc, &argv, NULL);
  if (!has_opengl()) {
    g_test_add_func("/renderer/opengl", test_no_opengl);
    return g_test_run();
  }
  for (gsize i = 0; i < G_N_ELEMENTS(tests); i++)
    g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run();
}
