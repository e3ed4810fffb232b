/* Trial pose of a mechanism: joint coordinates and the poses of all bodies that follow from them.
 * It is not stored in the project.
 *
 * Coordinates are keyed by joint names, so they survive edits of the model.  Loops stay closed:
 * moving a joint of a loop moves the others of the loop, as far as the loop allows. */
#pragma once

#include <glib.h>

#include "engine/mbs/model/model.h"

G_BEGIN_DECLS

typedef struct _TrammelModelPose TrammelModelPose;

/* A joint that can be moved; values in the display unit. */
typedef struct {
  int joint;
  const char *name; /* of the joint */
  const char *unit; /* "deg" or "m" */
  double value, min, max;
} TrammelPoseSlider;

TrammelModelPose *trammel_model_pose_new(void);
/* Returns a copy with the same model, which must be set, and coordinates. */
TrammelModelPose *trammel_model_pose_copy(const TrammelModelPose *pose);
void trammel_model_pose_free(TrammelModelPose *pose);

/* Takes a copy of a model that has passed tr_model_check(), and restores the coordinates of joints
 * with the same names. */
void trammel_model_pose_set_model(TrammelModelPose *pose, const TrModel *model);

/* Returns the model; NULL before one was set. */
const TrModel *trammel_model_pose_get_model(const TrammelModelPose *pose);

guint trammel_model_pose_get_n_sliders(const TrammelModelPose *pose);
const TrammelPoseSlider *trammel_model_pose_get_slider(const TrammelModelPose *pose, guint i);

/* Returns the coordinate of a slider in rad or m. */
double trammel_model_pose_get_coordinate(const TrammelModelPose *pose, guint slider);

/* Returns the slider of the joint that carries a body: of the hinge or slide that it is the child
 * of, or of the next one towards the world; -1: none. */
int trammel_model_pose_find_slider(const TrammelModelPose *pose, int body);

/* Sets the distances of a place from its goal in a pose [n_bodies x 7]; any unit. */
typedef void (*TrammelPoseGap)(double gap[2], const double *pose, gpointer user);

/* Moves a joint so that the gap becomes as small as that joint alone can make it, with loops
 * closed, by a few Gauss-Newton steps from the present pose. */
void
trammel_model_pose_pull(TrammelModelPose *pose, guint slider, TrammelPoseGap gap, gpointer user);

/* Moves a joint; other joints of its loop follow. */
void trammel_model_pose_move(TrammelModelPose *pose, guint slider, double value);

/* Restores the start pose. */
void trammel_model_pose_reset(TrammelModelPose *pose);

/* Returns [n_bodies x 7], poses of the centres of mass; owned by the pose. */
const double *trammel_model_pose_get(const TrammelModelPose *pose);

/* Return the degrees of freedom of the mechanism in the start pose, and the number of joints that
 * close loops. */
int trammel_model_pose_get_freedom(const TrammelModelPose *pose);
int trammel_model_pose_get_n_loops(const TrammelModelPose *pose);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelModelPose, trammel_model_pose_free)

G_END_DECLS
