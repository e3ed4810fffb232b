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

typedef struct _TrammelSceneModel TrammelSceneModel;

/* Returns a scene model; free with trammel_scene_model_free().  Copies its inputs; a shape of an
 * unknown body is left out.  NULL when the model fails tr_model_check(). */
TrammelSceneModel *
trammel_scene_model_new(const TrModel *model, const TrammelShape *shapes, guint n_shapes);
void trammel_scene_model_free(TrammelSceneModel *look);

/* Takes the meshes that have been read since then, in whose place the body's box was shown; TRUE if
 * any has arrived or failed.  TRUE while meshes are being read.  The store of skins
 * (ui/scene/geometry/skin-store.h) reports arrivals. */
gboolean trammel_scene_model_take_skins(TrammelSceneModel *look);
gboolean trammel_scene_model_awaits_skins(const TrammelSceneModel *look);

/* Returns the pose with all joints at 0 [n_bodies x 7]; owned by the scene model. */
const double *trammel_scene_model_get_rest_pose(const TrammelSceneModel *look);
guint trammel_scene_model_get_n_bodies(const TrammelSceneModel *look);

/* Sets the unit vector opposite to gravity, without its tilt; straight up for a model without
 * gravity. */
void trammel_scene_model_get_up(const TrammelSceneModel *look, double up[3]);

/* Returns the height of the ground along up [m]: a little below the lowest reachable place. */
double trammel_scene_model_get_ground(const TrammelSceneModel *look);

/* Returns balls around all reachable places and around the supports, for
 * trammel_camera_frame_balls(); owned by the scene model, valid until trammel_scene_model_widen()
 * or trammel_scene_model_set_motion(). */
const TrammelBall *trammel_scene_model_get_reach(const TrammelSceneModel *look, gsize *n_balls);

/* Sets the box around those balls. */
void trammel_scene_model_get_extent(const TrammelSceneModel *look, double low[3], double high[3]);

/* Sets the motion in view, n poses in a row [n x n_bodies x 7]: reach, ground and supports follow
 * it (and the longest rails so far) instead of the full range of the joints. n = 0, or a number
 * that is not finite, resets it. */
void trammel_scene_model_set_motion(TrammelSceneModel *look, const double *poses, gsize n);

/* Lengthens the rails when a slide is beyond them in the pose; TRUE if anything changed. */
gboolean trammel_scene_model_widen(TrammelSceneModel *look, const double *pose);

/* Appends the bodies with their joints and couplings (wheels of gears, rods, springs and dampers),
 * and the fixed parts. dark: for a dark background. */
void trammel_scene_model_draw_bodies(const TrammelSceneModel *look,
                                     TrammelDrawList *list,
                                     const double *pose,
                                     TrammelDrawStyle style,
                                     gboolean dark);
void
trammel_scene_model_draw_world(const TrammelSceneModel *look, TrammelDrawList *list, gboolean dark);

/* Appends arrows along the axes of the bodies' origins, as marks, and shorter ones along those of
 * sensors on bodies. */
void trammel_scene_model_draw_frames(const TrammelSceneModel *look,
                                     TrammelDrawList *list,
                                     const double *pose);

/* Append marks beside the solids: a ball at each centre of mass; the homogeneous box with the
 * body's mass and inertia (transparent; none if no distribution has that inertia); an arrow along
 * the z axis of each joint, with the travel of joints that have limits; the arrow of gravity; the
 * paths of the centres of mass in the motion; the frames of the selected thing. */
void trammel_scene_model_draw_centres(const TrammelSceneModel *look,
                                      TrammelDrawList *list,
                                      const double *pose);
void trammel_scene_model_draw_inertias(const TrammelSceneModel *look,
                                       TrammelDrawList *list,
                                       const double *pose);
void trammel_scene_model_draw_axes(const TrammelSceneModel *look,
                                   TrammelDrawList *list,
                                   const double *pose);
/* Sets the time of the pose shown [s], at which contacts with spans of time may be absent; NAN: a
 * pose without time, at which all are there. */
void trammel_scene_model_set_time(TrammelSceneModel *look, double time);

/* Appends the points of the contacts, and an arrow along the normal of the surface at the nearest.
 */
void trammel_scene_model_draw_contacts(const TrammelSceneModel *look,
                                       TrammelDrawList *list,
                                       const double *pose);
void trammel_scene_model_draw_gravity(const TrammelSceneModel *look, TrammelDrawList *list);
void trammel_scene_model_draw_trails(const TrammelSceneModel *look, TrammelDrawList *list);
void trammel_scene_model_draw_selected(const TrammelSceneModel *look,
                                       TrammelDrawList *list,
                                       const double *pose);

/* Returns how far the two sides of each joint are apart in a pose [n_joints], [m]: the root of the
 * sum of squares of its rows, directions times the size of the mechanism; free with g_free(). */
double *trammel_scene_model_new_violations(const TrammelSceneModel *look, const double *pose);

/* TRUE for a violation above a millionth of the mechanism, from which it is painted. */
gboolean trammel_scene_model_is_violated(const TrammelSceneModel *look, double gap);

/* Appends a ball at each joint that is violated, from yellow to red at a thousandth of the
 * mechanism. */
void trammel_scene_model_draw_violations(const TrammelSceneModel *look,
                                         TrammelDrawList *list,
                                         const double *pose);

/* Append arrows, scaled by the total weight, those of torques with two tips; forces below a
 * hundredth of that weight are left out. trammel_scene_model_get_force_tip() sets the end of an
 * arrow; FALSE when it is left out. */
void trammel_scene_model_draw_forces(const TrammelSceneModel *look,
                                     TrammelDrawList *list,
                                     const TrammelForce *forces,
                                     gsize n);
gboolean trammel_scene_model_get_force_tip(const TrammelSceneModel *look,
                                           const TrammelForce *force,
                                           double tip[3]);

/* Sets the place of a joint in a pose, on its parent. */
void trammel_scene_model_get_joint_place(const TrammelSceneModel *look,
                                         guint joint,
                                         const double *pose,
                                         double place[3]);
/* Returns the body that a joint carries; -1: none. */
int trammel_scene_model_get_joint_child(const TrammelSceneModel *look, guint joint);
guint trammel_scene_model_get_n_joints(const TrammelSceneModel *look);
const char *trammel_scene_model_get_joint_name(const TrammelSceneModel *look, guint joint);

/* Sets the tints: sRGB and strength of a colour for each body, then each joint [4 each]; copied;
 * NULL: none. */
void trammel_scene_model_set_tints(TrammelSceneModel *look, const float *tints);
void trammel_scene_model_set_selected(TrammelSceneModel *look, TrammelThing thing);

/* Returns the name of a body, owned by the scene model. */
const char *trammel_scene_model_get_body_name(const TrammelSceneModel *look, guint body);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSceneModel, trammel_scene_model_free)

G_END_DECLS
