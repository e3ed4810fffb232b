/* Tests of the camera of the 3D view: projection, orbit, pan, zoom, framing. */
#include <glib.h>
#include <math.h>

#include "engine/linalg/vec3.h"
#include "ui/scene/geometry/camera.h"
#include "ui/scene/geometry/grid.h"
#include "ui/scene/geometry/triad.h"

#define TOLERANCE 1e-9

static const TrammelViewport viewport = {800, 600};
static const double y_up[3] = {0, 9.82, 0}, z_up[3] = {0, 0, 1};

static void
assert_close3(const double a[3], const double b[3], double tolerance)
{
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(a[i], b[i], tolerance);
}

static double
measure_to_target(const TrammelCamera *camera)
{
  double eye[3], offset[3];

  trammel_camera_eye(camera, eye);
  tr_vec3_sub(offset, eye, camera->target);
  return tr_vec3_norm(offset);
}

static void
make_camera(TrammelCamera *camera)
{
  trammel_camera_init(camera, y_up);
  tr_vec3_copy(camera->target, (double[3]){0.3, -0.2, 0.7});
  camera->distance = 2.5;
}

static void
test_front(void)
{
  TrammelCamera camera;
  double eye[3];

  trammel_camera_init(&camera, y_up);
  trammel_camera_look_from(&camera, TRAMMEL_VIEW_FRONT);
  trammel_camera_eye(&camera, eye);
  assert_close3(eye, (double[3]){0, 0, 1}, TOLERANCE);
  trammel_camera_look_from(&camera, TRAMMEL_VIEW_SIDE);
  trammel_camera_eye(&camera, eye);
  assert_close3(eye, (double[3]){1, 0, 0}, TOLERANCE);

  trammel_camera_init(&camera, z_up);
  trammel_camera_look_from(&camera, TRAMMEL_VIEW_FRONT);
  trammel_camera_eye(&camera, eye);
  assert_close3(eye, (double[3]){0, -1, 0}, TOLERANCE);
  trammel_camera_look_from(&camera, TRAMMEL_VIEW_TOP);
  trammel_camera_eye(&camera, eye);
  assert_close3(eye, (double[3]){0, 0, 1}, TOLERANCE);
}

/* Also from the top, where up and the line of sight coincide, x points to the right. */
static void
test_never_rolls(void)
{
  const double *ups[] = {y_up, z_up, (double[3]){1, 0, 0}, (double[3]){-1, 2, 0.5}};

  for (gsize u = 0; u < G_N_ELEMENTS(ups); u++)
    for (int step = -4; step <= 4; step++) {
      TrammelCamera camera;
      double right[3], up[3], back[3], cross[3];

      trammel_camera_init(&camera, ups[u]);
      camera.azimuth = 0.7 * step;
      camera.elevation = M_PI_2 * step / 4;
      trammel_camera_axes(&camera, right, up, back);
      tr_vec3_cross(cross, right, up);
      assert_close3(cross, back, TOLERANCE);
      g_assert_cmpfloat_with_epsilon(tr_vec3_dot(right, camera.up), 0, TOLERANCE);
      g_assert_cmpfloat(tr_vec3_dot(up, camera.up), >, -TOLERANCE);
    }
}

/* Compares the pixel of a point by the formula with that by the matrices of the graphics
 * processor. */
static void
check_projection(const TrammelCamera *camera)
{
  const double points[][3] = {{0.3, -0.2, 0.7}, {0, 0, 0}, {0.5, 0.1, 0.2}, {0.4, -0.6, 1.1}};
  TrammelMat4 view = trammel_camera_view(camera);
  TrammelMat4 projection = trammel_camera_projection(camera, &viewport);
  TrammelMat4 clip = trammel_mat4_multiply(&projection, &view);

  for (gsize i = 0; i < G_N_ELEMENTS(points); i++) {
    double pixel[2], back[3], p[3], w;

    g_assert_true(trammel_camera_project(camera, pixel, &viewport, points[i]));
    trammel_camera_unproject(camera, back, &viewport, pixel, points[i]);
    assert_close3(back, points[i], TOLERANCE);
    w = trammel_mat4_apply(p, &clip, points[i]);
    g_assert_cmpfloat_with_epsilon(pixel[0], (p[0] / w + 1) * viewport.width / 2, 1e-6);
    g_assert_cmpfloat_with_epsilon(pixel[1], (1 - p[1] / w) * viewport.height / 2, 1e-6);
    g_assert_cmpfloat(fabs(p[2] / w), <, 1);
  }
}

static void
test_projection(void)
{
  TrammelCamera camera;
  double pixel[2], behind[3], right[3], up[3], back[3];

  make_camera(&camera);
  check_projection(&camera);
  g_assert_true(trammel_camera_project(&camera, pixel, &viewport, camera.target));
  g_assert_cmpfloat_with_epsilon(pixel[0], 400, TOLERANCE);
  g_assert_cmpfloat_with_epsilon(pixel[1], 300, TOLERANCE);
  trammel_camera_axes(&camera, right, up, back);
  tr_vec3_add_scaled(behind, camera.target, 2 * camera.distance, back);
  g_assert_false(trammel_camera_project(&camera, pixel, &viewport, behind));
  camera.parallel = true;
  check_projection(&camera);
}

static void
test_orbit(void)
{
  TrammelCamera camera;
  double target[3];

  make_camera(&camera);
  tr_vec3_copy(target, camera.target);
  for (int i = 0; i < 50; i++) {
    trammel_camera_orbit(&camera, &viewport, 37, i % 3 ? 25 : -61);
    g_assert_cmpfloat_with_epsilon(measure_to_target(&camera), 2.5, TOLERANCE);
    assert_close3(camera.target, target, TOLERANCE);
    g_assert_cmpfloat(fabs(camera.elevation), <=, M_PI_2);
  }
  /* a drag to the right turns the model with it: the camera moves to the left */
  trammel_camera_look_from(&camera, TRAMMEL_VIEW_FRONT);
  trammel_camera_orbit(&camera, &viewport, 60, 0);
  g_assert_cmpfloat_with_epsilon(camera.azimuth, -0.1 * M_PI, TOLERANCE);
}

static void
check_pan(gboolean parallel)
{
  TrammelCamera camera;
  double before[2], after[2], point[3];

  make_camera(&camera);
  camera.parallel = parallel;
  tr_vec3_copy(point, camera.target);
  g_assert_true(trammel_camera_project(&camera, before, &viewport, point));
  trammel_camera_pan(&camera, &viewport, 120, -45);
  g_assert_true(trammel_camera_project(&camera, after, &viewport, point));
  g_assert_cmpfloat_with_epsilon(after[0] - before[0], 120, 1e-6);
  g_assert_cmpfloat_with_epsilon(after[1] - before[1], -45, 1e-6);
  g_assert_cmpfloat_with_epsilon(measure_to_target(&camera), 2.5, TOLERANCE);
}

static void
test_pan(void)
{
  check_pan(FALSE);
  check_pan(TRUE);
}

static void
check_zoom(gboolean parallel)
{
  const double pixel[2] = {610, 130};
  TrammelCamera camera;
  double point[3], after[2], aside[2], aside_after[2];

  make_camera(&camera);
  camera.parallel = parallel;
  trammel_camera_unproject(&camera, point, &viewport, pixel, camera.target);
  g_assert_true(trammel_camera_project(&camera, aside, &viewport, camera.target));
  trammel_camera_zoom(&camera, &viewport, pixel, 0.6);
  g_assert_cmpfloat_with_epsilon(camera.distance, 1.5, TOLERANCE);
  g_assert_true(trammel_camera_project(&camera, after, &viewport, point));
  g_assert_cmpfloat_with_epsilon(after[0], pixel[0], 1e-6);
  g_assert_cmpfloat_with_epsilon(after[1], pixel[1], 1e-6);
  /* and all other points move away from it */
  trammel_camera_unproject(&camera, point, &viewport, aside, camera.target);
  g_assert_true(trammel_camera_project(&camera, aside_after, &viewport, camera.target));
  g_assert_cmpfloat_with_epsilon(aside_after[0], 400, 1e-6);
}

static void
test_zoom(void)
{
  TrammelCamera camera;

  check_zoom(FALSE);
  check_zoom(TRUE);
  make_camera(&camera);
  for (int i = 0; i < 400; i++)
    trammel_camera_zoom(&camera, &viewport, (double[2]){0, 0}, 0.5);
  g_assert_cmpfloat(camera.distance, >, 0);
  for (int i = 0; i < 400; i++)
    trammel_camera_zoom(&camera, &viewport, (double[2]){0, 0}, 2);
  g_assert_true(isfinite(camera.distance));
}

static void
check_frame(const TrammelViewport *view, gboolean parallel)
{
  const double low[3] = {-0.3, 1.0, -2.0}, high[3] = {0.4, 1.2, 1.5};
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
  TrammelBall corners[8] = {0};
  TrammelCamera camera;

  for (int corner = 0; corner < 8; corner++)
    for (int i = 0; i < 3; i++)
      corners[corner].centre[i] = corner >> i & 1 ? high[i] : low[i];
  trammel_camera_init(&camera, z_up);
  camera.parallel = parallel;
  trammel_camera_frame_balls(&camera, view, corners, 8);
  for (int corner = 0; corner < 8; corner++) {
    double pixel[2];

    g_assert_true(trammel_camera_project(&camera, pixel, view, corners[corner].centre));
    left = fmin(left, pixel[0]);
    right = fmax(right, pixel[0]);
    top = fmin(top, pixel[1]);
    bottom = fmax(bottom, pixel[1]);
  }
  g_assert_cmpfloat(left, >=, 0);
  g_assert_cmpfloat(top, >=, 0);
  g_assert_cmpfloat(right, <=, view->width);
  g_assert_cmpfloat(bottom, <=, view->height);
  /* it fills the picture and is centred */
  g_assert_cmpfloat(fmax((right - left) / view->width, (bottom - top) / view->height), >, 0.8);
  g_assert_cmpfloat(fabs(left + right - view->width), <, 0.06 * view->width);
  g_assert_cmpfloat(fabs(top + bottom - view->height), <, 0.06 * view->height);
}

static void
test_frame(void)
{
  TrammelBall point = {0};
  TrammelCamera camera;

  for (int parallel = 0; parallel < 2; parallel++) {
    check_frame(&viewport, parallel);
    check_frame(&(TrammelViewport){300, 900}, parallel);
    check_frame(&(TrammelViewport){1200, 200}, parallel);
  }
  make_camera(&camera);
  tr_vec3_copy(point.centre, camera.target);
  trammel_camera_frame_balls(&camera, &viewport, &point, 1);
  g_assert_cmpfloat_with_epsilon(camera.distance, 1, TOLERANCE);
  trammel_camera_frame_balls(&camera, &viewport, NULL, 0);
  g_assert_cmpfloat_with_epsilon(camera.distance, 1, TOLERANCE);
}

static void
test_grid(void)
{
  const struct {
    double distance, step;
  } cases[] = {{0.41, 0.1}, {0.9, 0.2}, {2.1, 0.5}, {4.1, 1}, {410, 100}, {0.0041, 0.001}};
  double shadow[3], lifted[3] = {0.2, 0.9, -0.4};
  TrammelCamera camera;
  TrammelGrid grid;

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    trammel_camera_init(&camera, y_up);
    camera.distance = cases[i].distance;
    trammel_grid_init(&grid, &camera, -0.3);
    g_assert_cmpfloat_with_epsilon(grid.step, cases[i].step, 1e-9 * cases[i].step);
  }
  /* along the light onto the ground */
  TrammelMat4 flatten = trammel_grid_shadow(&grid, (double[3]){0.5, 1, 0});
  g_assert_cmpfloat(trammel_mat4_apply(shadow, &flatten, lifted), ==, 1);
  assert_close3(shadow, (double[3]){0.2 - 0.6, -0.3, -0.4}, TOLERANCE);
}

static void
test_triad_labels(void)
{
  TrammelCamera camera;
  double x[2], y[2], z[2];

  trammel_camera_init(&camera, y_up);
  trammel_camera_look_from(&camera, TRAMMEL_VIEW_FRONT);
  trammel_triad_get_label(&camera, x, 0);
  trammel_triad_get_label(&camera, y, 1);
  trammel_triad_get_label(&camera, z, 2);
  g_assert_cmpfloat(x[0], >, 20);
  g_assert_cmpfloat(x[0], <, TRAMMEL_TRIAD_SIZE / 2);
  g_assert_cmpfloat(y[1], <, -20);
  g_assert_cmpfloat_with_epsilon(z[0], 0, TOLERANCE);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/camera/front", test_front);
  g_test_add_func("/camera/never-rolls", test_never_rolls);
  g_test_add_func("/camera/projection", test_projection);
  g_test_add_func("/camera/orbit", test_orbit);
  g_test_add_func("/camera/pan", test_pan);
  g_test_add_func("/camera/zoom", test_zoom);
  g_test_add_func("/camera/frame", test_frame);
  g_test_add_func("/camera/grid", test_grid);
  g_test_add_func("/camera/triad-labels", test_triad_labels);
  return g_test_run();
}
