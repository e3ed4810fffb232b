/* The mechanism in 3D: estimated motion as lit solids, measured motion as a grey ghost.
 *
 * Mouse: left drag orbits, right or middle or Shift+left drag pans, the wheel zooms about the
 * pointer, a pinch zooms, a double-click centres on what is under the pointer, a right click picks
 * it and opens a menu.  Gravity's opposite is up.
 *
 * Actions, in the menu and under keys: scene.frame-all (Home), scene.centre-here,
 * scene.centre-selected (F), scene.view-front, -side, -top (1, 3, 7), scene.parallel (5),
 * scene.copy-image, scene.save-image, scene.menu (Menu), and one for each property below
 * (scene.show-grid, ...).
 *
 * Properties (boolean, readable and writable): show-estimated, show-ghost, show-grid (TRUE),
 * show-axes, show-labels (FALSE): frames of the bodies, names; show-centres, show-inertias,
 * show-joint-axes, show-gravity, show-trails (FALSE): centres of mass, boxes of the same mass and
 * inertia, axes of the joints, gravity's direction, ways of the centres of mass in the motion;
 * show-forces (FALSE): arrows of the forces that were set, with names also their sizes; parallel
 * (FALSE): no perspective.
 *
 * Signal "picked" (uint TrammelThingKind, uint index): a click, at nothing with
 * TRAMMEL_THING_NONE; a click at what is selected goes on to what lies behind it.
 *
 * Without OpenGL 3.3 the widget tells the reason in its place; all functions still work. */
#pragma once

#include <gtk/gtk.h>

#include "io/project/project.h"
#include "ui/scene/geometry/draw-list.h"
#include "ui/scene/model/forces.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_VIEW (trammel_scene_view_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneView, trammel_scene_view, TRAMMEL, SCENE_VIEW, GtkWidget)

/* One of the properties that show something. */
typedef struct {
  const char *property, *label; /* static; the label is to be translated */
  gboolean initial;
  guint key; /* that switches it where the view has the focus; 0: none */
} TrammelSceneLayer;

GtkWidget *trammel_scene_view_new(void);

/* What can stand beside the bodies; static. */
const TrammelSceneLayer *trammel_scene_view_list_marks(guint *n);

/* What the owner can do with what was picked, above the view's own part of the context menu; takes
 * a reference. */
void trammel_scene_view_set_menu(TrammelSceneView *self, GMenuModel *menu);

/* Takes a copy of both.  `model` is NULL for an empty view; one that fails tr_model_check() also
 * gives that.  Bodies without a shape get a look made from their joints.  Frames all, drops the
 * poses; until the first one comes, all joints are at zero. */
void trammel_scene_view_set_mechanism(TrammelSceneView *self,
                                      const TrModel *model,
                                      const TrammelShape *shapes,
                                      guint n_shapes);

/* The same mechanism after an edit: what the user has done to the camera stays. */
void trammel_scene_view_replace_mechanism(TrammelSceneView *self,
                                          const TrModel *model,
                                          const TrammelShape *shapes,
                                          guint n_shapes);

/* Highlights a thing. */
void trammel_scene_view_set_selected(TrammelSceneView *self, TrammelThing thing);

/* Colours of bodies and joints (model/scene-model.h), until the next mechanism; NULL: none. */
void trammel_scene_view_set_tints(TrammelSceneView *self, const float *tints);

/* Poses [n_bodies x 7] of the centres of mass (engine/mbs/model/trajectory.h); copied; NULL hides.
 * Ignored without a mechanism.  Cheap enough for every frame of a playback. */
void
trammel_scene_view_set_pose(TrammelSceneView *self, const double *estimated, const double *ghost);

/* Forces of the pose that is shown (TrammelForce), until the next mechanism; takes a reference;
 * NULL: none. */
void trammel_scene_view_set_forces(TrammelSceneView *self, GArray *forces);

/* The motion that poses will come from, n poses in a row [n x n_bodies x 7]: framing, ground and
 * rails then suit it instead of all that the joints allow.  Copied; after set_mechanism(), which
 * drops it.  The camera goes along unless the user has moved it. */
void trammel_scene_view_set_motion(TrammelSceneView *self, const double *poses, gsize n);

/* The camera shows all that the mechanism reaches. */
void trammel_scene_view_frame_all(TrammelSceneView *self);

/* FALSE when there is no usable OpenGL; known once the widget is realized, TRUE before. */
gboolean trammel_scene_view_is_available(TrammelSceneView *self);

/* Whether the whole picture of the last change is there: with slow OpenGL it takes a while. */
gboolean trammel_scene_view_is_settled(TrammelSceneView *self);

/* Whether a picture takes long, as without graphics hardware. */
gboolean trammel_scene_view_is_slow(TrammelSceneView *self);

G_END_DECLS
