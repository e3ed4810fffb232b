/* Camera of the 3D view: it orbits a target and never rolls.
 *
 * Directions refer to `up` (opposite to gravity): at azimuth 0 and elevation 0 the camera stands in
 * front, which is z for a model with y up and -y for one with z up; x then points right.  A view is
 * a rectangle of width x height pixels; pixels count from its top left corner. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/scene/geometry/mat4.h"

typedef struct {
  double width, height; /* [px] > 0 */
} TrammelViewport;

typedef struct {
  double target[3];          /* [m] */
  double distance;           /* [m] from the target to the eye, > 0 */
  double azimuth, elevation; /* [rad] about up from the front; above the horizon, |.| <= pi/2 */
  double fov_y;              /* [rad] full vertical angle */
  double radius;             /* [m] radius of the framed content, which is not clipped however near
                                the eye is */
  bool parallel;             /* no perspective; the target's plane keeps its scale */
  double right0[3], back0[3], up[3]; /* axes of the view from the front, right-handed */
} TrammelCamera;

typedef enum { TRAMMEL_VIEW_FRONT, TRAMMEL_VIEW_SIDE, TRAMMEL_VIEW_TOP } TrammelStandardView;

/* Initialises a camera that looks at the origin from 1 m, from the right and above; up need not
 * have unit length, but must not be zero. */
void trammel_camera_init(TrammelCamera *camera, const double up[3]);

/* Sets the unit axes of the picture in the world: right, up, and towards the viewer. */
void
trammel_camera_axes(const TrammelCamera *camera, double right[3], double up[3], double back[3]);
void trammel_camera_eye(const TrammelCamera *camera, double eye[3]);

/* Return the transforms from world to camera (x right, y up, looking along -z), and from camera to
 * OpenGL clip space. */
TrammelMat4 trammel_camera_view(const TrammelCamera *camera);
TrammelMat4 trammel_camera_projection(const TrammelCamera *camera, const TrammelViewport *viewport);

/* Sets the pixel of a world point; false when it is not in front of the eye. */
bool trammel_camera_project(const TrammelCamera *camera,
                            double pixel[2],
                            const TrammelViewport *viewport,
                            const double point[3]);

/* Sets the world point under a pixel, in the plane through `through` that faces the camera. */
void trammel_camera_unproject(const TrammelCamera *camera,
                              double point[3],
                              const TrammelViewport *viewport,
                              const double pixel[2],
                              const double through[3]);

/* Rotates the camera by a drag of dx, dy pixels, half a turn for the height of the view. */
void
trammel_camera_orbit(TrammelCamera *camera, const TrammelViewport *viewport, double dx, double dy);

/* Moves the camera so that the target's plane follows the pointer. */
void
trammel_camera_pan(TrammelCamera *camera, const TrammelViewport *viewport, double dx, double dy);

/* Multiplies the distance by `factor`; the point of the target's plane under the pixel stays. */
void trammel_camera_zoom(TrammelCamera *camera,
                         const TrammelViewport *viewport,
                         const double pixel[2],
                         double factor);

/* Ball that is to be in view. */
typedef struct {
  double centre[3], radius; /* [m] */
} TrammelBall;

/* Aims and moves the camera so that the balls fill the view up to a margin, from the same
 * direction.  Content of size zero is shown from 1 m. */
void trammel_camera_frame_balls(TrammelCamera *camera,
                                const TrammelViewport *viewport,
                                const TrammelBall *balls,
                                size_t n_balls);

/* Rotates the camera to a standard view; target and distance stay. */
void trammel_camera_look_from(TrammelCamera *camera, TrammelStandardView view);
