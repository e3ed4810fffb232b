/* A pose to try a mechanism in: coordinates of its joints, and the poses of all bodies that follow.
 * Nothing of it is kept in the project.
 *
 * Coordinates are known by the joints' names, so that they outlive edits of the model.  Loops stay
 * closed: a joint of a loop that is moved takes the others along, as far as they let it. */
#pragma once

#include <glib.h>

#include "engine/mbs/model/model.h"

G_BEGIN_DECLS

typedef struct _TrammelModelPose TrammelModelPose;

/* One joint that can be moved; values in the unit that is shown. */
typedef struct {
  int joint;
  const char *name; /* of the joint */
  const char *unit; /* "deg" or "m" */
  double value, min, max;
} TrammelPoseSlider;

TrammelModelPose *trammel_model_pose_new(void);
void trammel_model_pose_free(TrammelModelPose *pose);

/* Takes a copy of a model that has passed tr_model_check(), which is put into the pose that it had,
 * as far as joints of the same name tell. */
void trammel_model_pose_set_model(TrammelModelPose *pose, const TrModel *model);

/* NULL before there is one. */
const TrModel *trammel_model_pose_get_model(const TrammelModelPose *pose);

guint trammel_model_pose_get_n_sliders(const TrammelModelPose *pose);
const TrammelPoseSlider *trammel_model_pose_get_slider(const TrammelModelPose *pose, guint i);

/* Moves a joint; others of a loop follow. */
void trammel_model_pose_move(TrammelModelPose *pose, guint slider, double value);

/* Back to the start pose. */
void trammel_model_pose_reset(TrammelModelPose *pose);

/* [n_bodies x 7] of the centres of mass; owned by the pose. */
const double *trammel_model_pose_get(const TrammelModelPose *pose);

/* Number of ways the mechanism can move in the start pose, and of joints that close loops. */
int trammel_model_pose_get_freedom(const TrammelModelPose *pose);
int trammel_model_pose_get_n_loops(const TrammelModelPose *pose);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelModelPose, trammel_model_pose_free)

G_END_DECLS
