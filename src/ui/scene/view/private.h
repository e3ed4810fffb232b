/* Internal interface of ui/scene/view/scene-view. */
#pragma once

#include "ui/scene/geometry/camera.h"
#include "ui/scene/gl/renderer.h"
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
  TRAMMEL_SCENE_SHOW_VIOLATIONS,
  TRAMMEL_SCENE_SHOW_TRAILS,
  TRAMMEL_SCENE_N_SHOWS
} TrammelSceneShow;

/* Point that moves with the mechanism: the place of a joint, or a point of a body, in its axes from
 * its centre of mass. */
typedef struct {
  TrammelThing thing;
  double local[3]; /* [m] */
} TrammelSceneAnchor;

/* Text with its middle at (x, y) [px], on a plate if one is given. */
typedef struct {
  const char *text;
  double x, y;
  const GdkRGBA *color, *plate;
} TrammelSceneCaption;

/* Colours over the picture. */
typedef struct {
  GdkRGBA text, plate;
} TrammelSceneInk;

struct _TrammelSceneView {
  GtkWidget parent_instance;
  GtkWidget *area;
  GtkWidget *reason;         /* label in place of the area when there is no OpenGL */
  TrammelSceneModel *look;   /* nullable */
  double *estimated, *ghost; /* [n_bodies x 7], nullable */
  GArray *forces;            /* TrammelForce; nullable */
  GArray *loads;             /* TrammelLoad; nullable */
  TrammelCamera camera;
  gboolean is_camera_moved; /* moved by the user: no more automatic framing */
  TrammelSceneAim aim;      /* of a file, for the first mechanism */
  gboolean has_aim;         /* it is not used yet */
  gboolean is_available;
  gboolean shows[TRAMMEL_SCENE_N_SHOWS];

  /* state of the pointer */
  double pointer[2];
  double drag[2];   /* part of the drag's offset that has been applied */
  gboolean is_drag; /* far enough from its start */
  TrammelThing selected;
  gboolean is_pan;         /* the drag pans, else orbits */
  gboolean wants_grab;     /* it does if it begins on one that the owner moves */
  gboolean is_grab;        /* the drag moves a body of the owner */
  TrammelSceneAnchor grab; /* point of that body */
  double grab_at[2];       /* where the drag began [px] */
  double pinch;            /* part of the pinch's scale that has been applied */

  TrammelSceneAnchor anchors[2]; /* ends of the measured distance */
  guint n_anchors;

  const TrammelSceneStill *still; /* being drawn instead of the view; nullable ... */
  TrammelViewport still_viewport; /* ... in pixels of the interface */

  GMenuModel *menu;  /* the owner's menu, above the view's own; nullable */
  GMenuModel *saved; /* submenu of saved views; nullable */
  double menu_at[2]; /* position of the open menu */
};

/* Uses the aim of a file once there is a mechanism. */
void trammel_scene_view_apply_aim(TrammelSceneView *self);

/* Moves the camera so that all reachable places are in view. */
void trammel_scene_view_frame_reach(TrammelSceneView *self);

/* Takes meshes that arrive, until the view is disposed of. */
void trammel_scene_view_watch_meshes(TrammelSceneView *self);
void trammel_scene_view_unwatch_meshes(TrammelSceneView *self);

TrammelViewport trammel_scene_view_get_viewport(TrammelSceneView *self);

/* Redraws after a change of the camera, the poses or the colours. */
void trammel_scene_view_redraw(TrammelSceneView *self);

/* TRUE if the colours are those on a dark ground. */
gboolean trammel_scene_view_is_dark(TrammelSceneView *self);

/* Appends everything that is visible. */
void trammel_scene_view_fill(TrammelSceneView *self, TrammelDrawList *list);

/* Does so for a view, and sets the picture except its size and scale. */
void trammel_scene_view_prepare(TrammelSceneImage *picture, TrammelDrawList *list, gpointer view);

/* Returns the body poses at which names and frames are shown: estimated, or else the ghost's;
 * nullable. */
const double *trammel_scene_view_get_shown_pose(TrammelSceneView *self);

/* Emits "picked" for the clicked thing. */
void trammel_scene_view_emit_picked(TrammelSceneView *self, TrammelThing thing);

/* Begins to grab what is under a pixel; FALSE where there is no body that the owner moves. */
gboolean trammel_scene_view_begin_grab(TrammelSceneView *self, const double pixel[2]);

/* Emit "grabbed", "pulled" and "menu-opens". */
gboolean trammel_scene_view_emit_grabbed(TrammelSceneView *self, int body);
void trammel_scene_view_emit_pulled(TrammelSceneView *self);
void trammel_scene_view_emit_menu_opens(TrammelSceneView *self);

/* Gestures. */
void trammel_scene_view_add_controllers(TrammelSceneView *self);

/* Installs the actions of the context menu and the keys; for class_init, after the properties. */
void trammel_scene_view_install_actions(GtkWidgetClass *widget_class);

void trammel_scene_view_show_menu(TrammelSceneView *self, double x, double y);

/* Updates the view after the user has moved the camera. */
void trammel_scene_view_move_camera(TrammelSceneView *self);

/* Moves the target to the place under a pixel; distance and direction stay. */
void trammel_scene_view_centre_at(TrammelSceneView *self, const double pixel[2]);

/* Sets the nearest thing of the mechanism under a pixel, and the point where its box is met; FALSE
 * if there is none. */
gboolean trammel_scene_view_pick_point(TrammelSceneView *self,
                                       const double pixel[2],
                                       TrammelThing *thing,
                                       double point[3]);

/* Sets the place of an anchor in the world, in a pose (nullable); FALSE if the mechanism has no
 * such part. */
gboolean trammel_scene_view_find_anchor_place(TrammelSceneView *self,
                                              const TrammelSceneAnchor *anchor,
                                              const double *pose,
                                              double place[3]);

/* Sets the anchor of a point of the world on a body. */
void trammel_scene_view_fix_anchor(TrammelSceneAnchor *anchor,
                                   int body,
                                   const double *pose,
                                   const double point[3]);

/* Sets the next end of the measured distance to what is under a pixel; after two ends a new
 * distance begins.  Nothing changes where nothing is there. */
void trammel_scene_view_measure_at(TrammelSceneView *self, const double pixel[2]);
void trammel_scene_view_clear_measure(TrammelSceneView *self);
void trammel_scene_view_snapshot_measure(TrammelSceneView *self,
                                         GtkSnapshot *snapshot,
                                         const TrammelSceneInk *ink);

void trammel_scene_view_append_text(GtkWidget *widget,
                                    GtkSnapshot *snapshot,
                                    TrammelSceneCaption caption);

/* Returns the layer of a property that shows or hides something; static. */
const TrammelSceneLayer *trammel_scene_view_get_layer(TrammelSceneShow show);

/* Texts over the picture. */
void trammel_scene_view_snapshot_texts(TrammelSceneView *self, GtkSnapshot *snapshot);
