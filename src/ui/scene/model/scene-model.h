/* Scene model of a mechanism: solids fixed to its bodies and to the world.
 *
 * Bodies show the shapes of the project; a body without shapes gets links from its joints to its
 * centre of mass.  Joints and the ground's supports are always added. */
#pragma once

#include "io/project/project.h"
#include "ui/scene/geometry/camera.h"
#include "ui/scene/geometry/draw-list.h"
#include "ui/scene/model/forces.h"

G_BEGIN_DECLS

typedef struct _TrammelLook TrammelLook;

/* Returns a scene model; free with trammel_look_free().  Copies its inputs; a shape of an unknown
 * body is left out.  NULL when the model fails tr_model_check(). */
TrammelLook *trammel_look_new(const TrModel *model, const TrammelShape *shapes, guint n_shapes);
void trammel_look_free(TrammelLook *look);

/* Returns the pose with all joints at 0 [n_bodies x 7]; owned by the scene model. */
const double *trammel_look_get_rest_pose(const TrammelLook *look);
guint trammel_look_get_n_bodies(const TrammelLook *look);

/* Sets the unit vector opposite to gravity, without its tilt; straight up for a model without
 * gravity. */
void trammel_look_get_up(const TrammelLook *look, double up[3]);

/* Returns the height of the ground along up [m]: a little below the lowest reachable place. */
double trammel_look_get_ground(const TrammelLook *look);

/* Returns balls around all reachable places and around the supports, for
 * trammel_camera_frame_balls(); owned by the scene model, valid until trammel_look_widen() or
 * trammel_look_set_motion(). */
const TrammelBall *trammel_look_get_reach(const TrammelLook *look, gsize *n_balls);

/* Sets the box around those balls. */
void trammel_look_get_extent(const TrammelLook *look, double low[3], double high[3]);

/* Sets the motion in view, n poses in a row [n x n_bodies x 7]: reach, ground and supports follow
 * it (and the longest rails so far) instead of the full range of the joints. n = 0, or a number
 * that is not finite, resets it. */
void trammel_look_set_motion(TrammelLook *look, const double *poses, gsize n);

/* Lengthens the rails when a slide is beyond them in the pose; TRUE if anything changed. */
gboolean trammel_look_widen(TrammelLook *look, const double *pose);

/* Appends the bodies with their joints and couplings (wheels of gears, rods, springs and dampers),
 * and the fixed parts. dark: for a dark background. */
void trammel_look_draw_bodies(const TrammelLook *look,
                              TrammelDrawList *list,
                              const double *pose,
                              TrammelDrawStyle style,
                              gboolean dark);
void trammel_look_draw_world(const TrammelLook *look, TrammelDrawList *list, gboolean dark);

/* Appends arrows along the axes of the bodies' origins, as marks, and shorter ones along those of
 * sensors on bodies. */
void trammel_look_draw_frames(const TrammelLook *look, TrammelDrawList *list, const double *pose);

/* Append marks beside the solids: a ball at each centre of mass; the homogeneous box with the
 * body's mass and inertia (transparent; none if no distribution has that inertia); an arrow along
 * the z axis of each joint, with the travel of joints that have limits; the arrow of gravity; the
 * paths of the centres of mass in the motion; the frames of the selected thing. */
void trammel_look_draw_centres(const TrammelLook *look, TrammelDrawList *list, const double *pose);
void trammel_look_draw_inertias(const TrammelLook *look, TrammelDrawList *list, const double *pose);
void trammel_look_draw_axes(const TrammelLook *look, TrammelDrawList *list, const double *pose);
void trammel_look_draw_gravity(const TrammelLook *look, TrammelDrawList *list);
void trammel_look_draw_trails(const TrammelLook *look, TrammelDrawList *list);
void trammel_look_draw_selected(const TrammelLook *look, TrammelDrawList *list, const double *pose);

/* Append arrows, scaled by the total weight, those of torques with two tips; forces below a
 * hundredth of that weight are left out. trammel_look_get_force_tip() sets the end of an arrow;
 * FALSE when it is left out. */
void trammel_look_draw_forces(const TrammelLook *look,
                              TrammelDrawList *list,
                              const TrammelForce *forces,
                              gsize n);
gboolean
trammel_look_get_force_tip(const TrammelLook *look, const TrammelForce *force, double tip[3]);

/* Sets the place of a joint in a pose, on its parent. */
void trammel_look_get_joint_place(const TrammelLook *look,
                                  guint joint,
                                  const double *pose,
                                  double place[3]);
guint trammel_look_get_n_joints(const TrammelLook *look);
const char *trammel_look_get_joint_name(const TrammelLook *look, guint joint);

/* Sets the tints: sRGB and strength of a colour for each body, then each joint [4 each]; copied;
 * NULL: none. */
void trammel_look_set_tints(TrammelLook *look, const float *tints);
void trammel_look_set_selected(TrammelLook *look, TrammelThing thing);

/* Returns the name of a body, owned by the scene model. */
const char *trammel_look_get_body_name(const TrammelLook *look, guint body);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLook, trammel_look_free)

G_END_DECLS
