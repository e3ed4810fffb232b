/* Shared by the files of the 3D view. */
#pragma once

#include "ui/scene/geometry/camera.h"
#include "ui/scene/model/scene-model.h"
#include "ui/scene/view/scene-view.h"

typedef enum {
  TRAMMEL_SCENE_SHOW_ESTIMATED,
  TRAMMEL_SCENE_SHOW_GHOST,
  TRAMMEL_SCENE_SHOW_GRID,
  TRAMMEL_SCENE_SHOW_LABELS, /* the first of the marks */
  TRAMMEL_SCENE_SHOW_JOINT_AXES,
  TRAMMEL_SCENE_SHOW_CENTRES,
  TRAMMEL_SCENE_SHOW_INERTIAS,
  TRAMMEL_SCENE_SHOW_AXES,
  TRAMMEL_SCENE_SHOW_GRAVITY,
  TRAMMEL_SCENE_SHOW_FORCES,
  TRAMMEL_SCENE_SHOW_TRAILS,
  TRAMMEL_SCENE_N_SHOWS
} TrammelSceneShow;

struct _TrammelSceneView {
  GtkWidget parent_instance;
  GtkWidget *area;
  GtkWidget *reason;         /* label in the area's place when there is no OpenGL */
  TrammelLook *look;         /* nullable */
  double *estimated, *ghost; /* [n_bodies x 7], nullable */
  GArray *forces;            /* TrammelForce; nullable */
  TrammelCamera camera;
  gboolean is_camera_moved; /* by the user: no more framing of its own accord */
  gboolean is_available;
  gboolean shows[TRAMMEL_SCENE_N_SHOWS];

  /* of the pointer */
  double pointer[2];
  double drag[2];   /* offset that the drag has used up */
  gboolean is_drag; /* far enough from where it began */
  TrammelThing selected;
  gboolean is_pan; /* the drag pans, else orbits */
  double pinch;    /* scale that the pinch has used up */

  GMenuModel *menu;  /* of the owner, above the view's own; nullable */
  double menu_at[2]; /* where the menu is open */
};

TrammelViewport trammel_scene_view_get_viewport(TrammelSceneView *self);

/* After a change of the camera, the poses or the colours. */
void trammel_scene_view_redraw(TrammelSceneView *self);

/* Appends all that is to be seen. */
void trammel_scene_view_fill(TrammelSceneView *self, TrammelDrawList *list);

/* The body poses that names and frames stand at: estimated, or else the ghost's; nullable. */
const double *trammel_scene_view_get_shown_pose(TrammelSceneView *self);

/* Tells what was clicked. */
void trammel_scene_view_emit_picked(TrammelSceneView *self, TrammelThing thing);

/* Gestures. */
void trammel_scene_view_add_controllers(TrammelSceneView *self);

/* For class_init, behind the properties: all that the context menu and the keys do. */
void trammel_scene_view_install_actions(GtkWidgetClass *widget_class);

void trammel_scene_view_show_menu(TrammelSceneView *self, double x, double y);

/* After the user has moved the camera. */
void trammel_scene_view_move_camera(TrammelSceneView *self);

/* The target moves to what is under a pixel; distance and direction stay. */
void trammel_scene_view_centre_at(TrammelSceneView *self, const double pixel[2]);

/* No perspective, or that again. */
void trammel_scene_view_set_parallel(TrammelSceneView *self, gboolean parallel);

/* Each kind of thing that is shown or not. */
const TrammelSceneLayer *trammel_scene_view_get_layer(TrammelSceneShow show);

/* Texts over the picture. */
void trammel_scene_view_snapshot_texts(TrammelSceneView *self, GtkSnapshot *snapshot);
