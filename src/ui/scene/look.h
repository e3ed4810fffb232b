/* What a mechanism looks like: solids fixed to its bodies and to the world.
 *
 * Bodies show the shapes of the project; a body without any gets links from its joints to its
 * centre of mass.  Joints and the ground's supports are always added. */
#pragma once

#include "io/project.h"
#include "ui/scene/camera.h"
#include "ui/scene/draw-list.h"

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

/* Appends the bodies with their joints, and what stands still.  dark: for a dark background. */
void trammel_look_draw_bodies(const TrammelLook *look,
                              TrammelDrawList *list,
                              const double *pose,
                              TrammelDrawStyle style,
                              gboolean dark);
void trammel_look_draw_world(const TrammelLook *look, TrammelDrawList *list, gboolean dark);

/* Arrows along the axes of the bodies' origins, as marks. */
void trammel_look_draw_frames(const TrammelLook *look, TrammelDrawList *list, const double *pose);

/* Owned by the look. */
const char *trammel_look_get_body_name(const TrammelLook *look, guint body);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLook, trammel_look_free)

G_END_DECLS
