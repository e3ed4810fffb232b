#include "ui/scene/geometry/camera.h"

#include <math.h>

#include "engine/linalg/vec3.h"

#define START_AZIMUTH   (32 * M_PI / 180)
#define START_ELEVATION (22 * M_PI / 180)
#define FIELD_OF_VIEW   (30 * M_PI / 180) /* narrow: little distortion, as in a drawing */
#define FRAME_MARGIN    1.10
#define FRAME_TURNS     4
/* planes of clipping, in distances: far enough for a grid, near enough for the depth's 24 bits */
#define NEAR_DISTANCES 0.02
#define FAR_DISTANCES  40.0
#define FAR_RADII      8.0
#define MIN_DISTANCE   1e-5
#define MAX_DISTANCE   1e6

static void
normalize(double v[3])
{
  double length = tr_vec3_norm(v);

  for (int i = 0; i < 3; i++)
    v[i] /= length;
}

void
trammel_camera_init(TrammelCamera *camera, const double up[3])
{
  double right[3] = {1, 0, 0}, along;

  *camera = (TrammelCamera){.distance = 1,
                            .azimuth = START_AZIMUTH,
                            .elevation = START_ELEVATION,
                            .fov_y = FIELD_OF_VIEW};
  tr_vec3_copy(camera->up, up);
  normalize(camera->up);
  /* x to the right where it is not the vertical itself */
  if (fabs(camera->up[0]) > 0.99)
    tr_vec3_copy(right, (double[3]){0, 1, 0});
  along = tr_vec3_dot(right, camera->up);
  tr_vec3_add_scaled(camera->right0, right, -along, camera->up);
  normalize(camera->right0);
  tr_vec3_cross(camera->back0, camera->right0, camera->up);
}

void
trammel_camera_axes(const TrammelCamera *camera, double right[3], double up[3], double back[3])
{
  double ca = cos(camera->azimuth), sa = sin(camera->azimuth);
  double ce = cos(camera->elevation), se = sin(camera->elevation);

  for (int i = 0; i < 3; i++) {
    double out = sa * camera->right0[i] + ca * camera->back0[i];

    right[i] = ca * camera->right0[i] - sa * camera->back0[i];
    back[i] = ce * out + se * camera->up[i];
    up[i] = ce * camera->up[i] - se * out;
  }
}

void
trammel_camera_eye(const TrammelCamera *camera, double eye[3])
{
  double right[3], up[3], back[3];

  trammel_camera_axes(camera, right, up, back);
  tr_vec3_add_scaled(eye, camera->target, camera->distance, back);
}

TrammelMat4
trammel_camera_view(const TrammelCamera *camera)
{
  double axes[3][3], eye[3];
  TrammelMat4 out = trammel_mat4_identity();

  trammel_camera_axes(camera, axes[0], axes[1], axes[2]);
  trammel_camera_eye(camera, eye);
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++)
      out.m[4 * column + row] = axes[row][column];
    out.m[12 + row] = -tr_vec3_dot(axes[row], eye);
  }
  return out;
}

TrammelMat4
trammel_camera_projection(const TrammelCamera *camera, const TrammelViewport *viewport)
{
  double aspect = viewport->width / viewport->height;
  double far = FAR_DISTANCES * camera->distance + FAR_RADII * camera->radius;

  if (camera->parallel)
    return trammel_mat4_orthographic(camera->distance * tan(camera->fov_y / 2), aspect, -far, far);
  return trammel_mat4_perspective(camera->fov_y, aspect, NEAR_DISTANCES * camera->distance, far);
}

/* Metres in the plane at `depth` before the eye for one pixel. */
static double
pixel_size(const TrammelCamera *camera, const TrammelViewport *viewport, double depth)
{
  if (camera->parallel)
    depth = camera->distance;
  return 2 * depth * tan(camera->fov_y / 2) / viewport->height;
}

bool
trammel_camera_project(const TrammelCamera *camera,
                       double pixel[2],
                       const TrammelViewport *viewport,
                       const double point[3])
{
  TrammelMat4 view = trammel_camera_view(camera);
  double p[3], size;

  trammel_mat4_apply(p, &view, point);
  if (p[2] >= 0 && !camera->parallel)
    return false;
  size = pixel_size(camera, viewport, -p[2]);
  pixel[0] = viewport->width / 2 + p[0] / size;
  pixel[1] = viewport->height / 2 - p[1] / size;
  return true;
}

void
trammel_camera_unproject(const TrammelCamera *camera,
                         double point[3],
                         const TrammelViewport *viewport,
                         const double pixel[2],
                         const double through[3])
{
  double right[3], up[3], back[3], eye[3], offset[3], depth, size;

  trammel_camera_axes(camera, right, up, back);
  trammel_camera_eye(camera, eye);
  tr_vec3_sub(offset, eye, through);
  depth = tr_vec3_dot(offset, back);
  size = pixel_size(camera, viewport, depth);
  tr_vec3_add_scaled(point, eye, -depth, back);
  tr_vec3_add_scaled(point, point, (pixel[0] - viewport->width / 2) * size, right);
  tr_vec3_add_scaled(point, point, (viewport->height / 2 - pixel[1]) * size, up);
}

void
trammel_camera_orbit(TrammelCamera *camera, const TrammelViewport *viewport, double dx, double dy)
{
  double turn = M_PI / viewport->height;

  camera->azimuth = remainder(camera->azimuth - dx * turn, 2 * M_PI);
  camera->elevation = fmin(M_PI_2, fmax(-M_PI_2, camera->elevation + dy * turn));
}

void
trammel_camera_pan(TrammelCamera *camera, const TrammelViewport *viewport, double dx, double dy)
{
  double right[3], up[3], back[3];
  double size = pixel_size(camera, viewport, camera->distance);

  trammel_camera_axes(camera, right, up, back);
  tr_vec3_add_scaled(camera->target, camera->target, -dx * size, right);
  tr_vec3_add_scaled(camera->target, camera->target, dy * size, up);
}

void
trammel_camera_zoom(TrammelCamera *camera,
                    const TrammelViewport *viewport,
                    const double pixel[2],
                    double factor)
{
  double distance = fmin(MAX_DISTANCE, fmax(MIN_DISTANCE, factor * camera->distance));
  double fixed[3], offset[3];

  factor = distance / camera->distance;
  trammel_camera_unproject(camera, fixed, viewport, pixel, camera->target);
  tr_vec3_sub(offset, camera->target, fixed);
  tr_vec3_add_scaled(camera->target, fixed, factor, offset);
  camera->distance = distance;
}

/* Sets half the range of the balls in the picture, in tangents of the view's angles, about the
 * target's place in it; returns the distance at which they just fit. */
static double
fit_distance(const TrammelCamera *camera,
             const TrammelViewport *viewport,
             const TrammelBall *balls,
             size_t n_balls,
             double shift[2])
{
  double axes[3][3], low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  double needed = 0, tan_y = tan(camera->fov_y / 2);
  double tangent[2] = {tan_y * viewport->width / viewport->height, tan_y};

  trammel_camera_axes(camera, axes[0], axes[1], axes[2]);
  for (size_t i = 0; i < n_balls; i++) {
    double offset[3], nearer, depth;

    tr_vec3_sub(offset, balls[i].centre, camera->target);
    nearer = camera->parallel ? 0 : tr_vec3_dot(offset, axes[2]);
    depth = fmax(camera->distance - nearer, NEAR_DISTANCES * camera->distance);
    for (int k = 0; k < 2; k++) {
      double across = tr_vec3_dot(offset, axes[k]), radius = balls[i].radius;

      needed = fmax(needed, nearer + (fabs(across) + radius) / tangent[k]);
      low[k] = fmin(low[k], (across - radius) / depth);
      high[k] = fmax(high[k], (across + radius) / depth);
    }
  }
  for (int k = 0; k < 2; k++)
    shift[k] = n_balls > 0 ? 0.5 * (low[k] + high[k]) * camera->distance : 0;
  return needed;
}

static void
aim_at_middle(TrammelCamera *camera, const TrammelBall *balls, size_t n_balls)
{
  double diagonal[3] = {0};

  for (int i = 0; i < 3 && n_balls > 0; i++) {
    double low = INFINITY, high = -INFINITY;

    for (size_t k = 0; k < n_balls; k++) {
      low = fmin(low, balls[k].centre[i] - balls[k].radius);
      high = fmax(high, balls[k].centre[i] + balls[k].radius);
    }
    camera->target[i] = 0.5 * (low + high);
    diagonal[i] = high - low;
  }
  camera->radius = 0.5 * tr_vec3_norm(diagonal);
}

void
trammel_camera_frame_balls(TrammelCamera *camera,
                           const TrammelViewport *viewport,
                           const TrammelBall *balls,
                           size_t n_balls)
{
  double axes[3][3], shift[2], distance = 0;

  aim_at_middle(camera, balls, n_balls);
  camera->distance = camera->radius > 0 ? 4 * camera->radius : 1;
  if (camera->radius <= 0)
    return;
  trammel_camera_axes(camera, axes[0], axes[1], axes[2]);
  /* the middle of the picture is not the middle in space; a few iterations converge */
  for (int turn = 0; turn < FRAME_TURNS; turn++) {
    fit_distance(camera, viewport, balls, n_balls, shift);
    tr_vec3_add_scaled(camera->target, camera->target, shift[0], axes[0]);
    tr_vec3_add_scaled(camera->target, camera->target, shift[1], axes[1]);
    distance = fit_distance(camera, viewport, balls, n_balls, shift);
    camera->distance = fmin(MAX_DISTANCE, fmax(MIN_DISTANCE, FRAME_MARGIN * distance));
  }
}

void
trammel_camera_look_from(TrammelCamera *camera, TrammelStandardView view)
{
  camera->azimuth = view == TRAMMEL_VIEW_SIDE ? M_PI_2 : 0;
  camera->elevation = view == TRAMMEL_VIEW_TOP ? M_PI_2 : 0;
}
