/* Orbit camera without roll: looks at a target from a distance, azimuth and elevation about the
 * up direction.  Lengths in metres, angles in radians, pixels from the upper left corner. */
#pragma once

#include <stdbool.h>

typedef struct TrammelCamera {
  double target[3];
  double distance;  /* > 0 */
  double azimuth;   /* 0: front view, growing turns the eye to the right */
  double elevation; /* -pi/2 to pi/2, above the horizon */
  double up[3];     /* unit vector */
  double fov;       /* vertical field of view */
  bool parallel;    /* parallel projection, same size at the target */
} TrammelCamera;

typedef enum TrammelCameraSide {
  TRAMMEL_CAMERA_FRONT,
  TRAMMEL_CAMERA_SIDE,
  TRAMMEL_CAMERA_TOP,
} TrammelCameraSide;

/* Axes of the camera in the world; back points from the target to the eye. */
typedef struct TrammelCameraBasis {
  double right[3], up[3], back[3], eye[3];
} TrammelCameraBasis;

/* Three-quarter view of the origin from 1 m, y up. */
void trammel_camera_init(TrammelCamera *camera);

/* `up` need not be of unit length; the angles are kept. */
void trammel_camera_set_up(TrammelCamera *camera, const double up[3]);

TrammelCameraBasis trammel_camera_basis(const TrammelCamera *camera);

/* Column-major, clip space of OpenGL. */
void trammel_camera_view(float view[16], const TrammelCamera *camera);
void trammel_camera_projection(float projection[16], const TrammelCamera *camera, double aspect);

/* Turns by an angle; the elevation stops at the poles. */
void trammel_camera_orbit(TrammelCamera *camera, double d_azimuth, double d_elevation);

/* Moves the target so that it follows the pointer by (dx, dy) pixels of a view of `height`. */
void trammel_camera_pan(TrammelCamera *camera, double dx, double dy, double height);

/* distance *= factor; the point under the pixel, in the plane of the target, stays there. */
void trammel_camera_zoom(
    TrammelCamera *camera, double factor, double x, double y, double width, double height);

/* Target to the middle of a box, distance so that all its corners are seen. */
void trammel_camera_frame(TrammelCamera *camera,
                          const double low[3],
                          const double high[3],
                          double aspect);

void trammel_camera_look_from(TrammelCamera *camera, TrammelCameraSide side);

/* World point to pixel; out[2] is the distance from the eye along the line of sight.  False when
 * the point is not before the eye. */
bool trammel_camera_project(
    double out[3], const TrammelCamera *camera, const double point[3], double width, double height);

/* The line of sight through a pixel: a point of it and its unit direction into the picture. */
void trammel_camera_ray(double origin[3],
                        double direction[3],
                        const TrammelCamera *camera,
                        double x,
                        double y,
                        double width,
                        double height);

/* The world's size of a pixel at the target [m]. */
double trammel_camera_pixel_size(const TrammelCamera *camera, double height);
