/* What a mechanism looks like: solids fixed to its bodies and to the world.
 *
 * Bodies show the shapes of the project; a body without any gets links from its joints to its
 * centre of mass.  Joints and the ground's supports are always added. */
#pragma once

#include "io/project/project.h"
#include "ui/scene/geometry/camera.h"
#include "ui/scene/geometry/draw-list.h"
#include "ui/scene/model/forces.h"

G_BEGIN_DECLS

typedef struct _TrammelLook TrammelLook;

/* Copies what it needs; a shape of a body that is not there is left out.  NULL when the model does
 * not pass tr_model_check(). */
TrammelLook *trammel_look_new(const TrModel *model, const TrammelShape *shapes, guint n_shapes);
void trammel_look_free(TrammelLook *look);

/* All joints at 0: [n_bodies x 7]. */
const double *trammel_look_get_rest_pose(const TrammelLook *look);
guint trammel_look_get_n_bodies(const TrammelLook *look);

/* Away from gravity, of unit length, without its tilt; straight up for a model without gravity. */
void trammel_look_get_up(const TrammelLook *look, double up[3]);

/* [m] height of the ground along up: a little below the lowest place that can be reached. */
double trammel_look_get_ground(const TrammelLook *look);

/* Balls about all that can be reached and about the supports, for trammel_camera_frame_balls();
 * owned by the look, until it is widened. */
const TrammelBall *trammel_look_get_reach(const TrammelLook *look, gsize *n_balls);

/* The box about those balls. */
void trammel_look_get_extent(const TrammelLook *look, double low[3], double high[3]);

/* The motion that is to be seen, n poses in a row [n x n_bodies x 7]: reach, ground and supports
 * follow it (and the longest rails so far) instead of all that the joints allow.  n = 0, or a
 * number that is not finite, undoes it. */
void trammel_look_set_motion(TrammelLook *look, const double *poses, gsize n);

/* Lengthens the rails when a slide is beyond them in the pose; TRUE if anything changed. */
gboolean trammel_look_widen(TrammelLook *look, const double *pose);

/* Appends the bodies with their joints and what couples these (wheels of gears, rods, springs and
 * dampers), and what stands still.  dark: for a dark background. */
void trammel_look_draw_bodies(const TrammelLook *look,
                              TrammelDrawList *list,
                              const double *pose,
                              TrammelDrawStyle style,
                              gboolean dark);
void trammel_look_draw_world(const TrammelLook *look, TrammelDrawList *list, gboolean dark);

/* Arrows along the axes of the bodies' origins, as marks, and shorter ones along those of sensors
 * where these sit on bodies. */
void trammel_look_draw_frames(const TrammelLook *look, TrammelDrawList *list, const double *pose);

/* Marks beside the solids: a ball at each centre of mass; the homogeneous box that has the body's
 * mass and inertia (see-through; none where the inertia is that of no distribution); an arrow along
 * the z axis of each joint, with the travel of those that have limits; gravity's arrow; the ways of
 * the centres of mass in the motion; the frames of what is selected. */
void trammel_look_draw_centres(const TrammelLook *look, TrammelDrawList *list, const double *pose);
void trammel_look_draw_inertias(const TrammelLook *look, TrammelDrawList *list, const double *pose);
void trammel_look_draw_axes(const TrammelLook *look, TrammelDrawList *list, const double *pose);
void trammel_look_draw_gravity(const TrammelLook *look, TrammelDrawList *list);
void trammel_look_draw_trails(const TrammelLook *look, TrammelDrawList *list);
void trammel_look_draw_selected(const TrammelLook *look, TrammelDrawList *list, const double *pose);

/* Arrows as long as the weight of the whole lets them be, those of torques with two tips; what is
 * below a hundredth of that weight is left out.  And where an arrow ends; FALSE when it is left
 * out. */
void trammel_look_draw_forces(const TrammelLook *look,
                              TrammelDrawList *list,
                              const TrammelForce *forces,
                              gsize n);
gboolean
trammel_look_get_force_tip(const TrammelLook *look, const TrammelForce *force, double tip[3]);

/* Where a joint is in a pose, on its parent. */
void trammel_look_get_joint_place(const TrammelLook *look,
                                  guint joint,
                                  const double *pose,
                                  double place[3]);
guint trammel_look_get_n_joints(const TrammelLook *look);
const char *trammel_look_get_joint_name(const TrammelLook *look, guint joint);

/* sRGB and strength of a colour for each body, then each joint [4 each]; copied; NULL: none. */
void trammel_look_set_tints(TrammelLook *look, const float *tints);
void trammel_look_set_selected(TrammelLook *look, TrammelThing thing);

/* Owned by the look. */
const char *trammel_look_get_body_name(const TrammelLook *look, guint body);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLook, trammel_look_free)

G_END_DECLS
