/* 3D view of a mechanism: estimated motion as lit solids, measured motion as a grey ghost.
 *
 * Mouse: left drag orbits, right or middle or Shift+left drag pans, the wheel zooms about the
 * pointer, a pinch zooms, a double-click centres on the thing under the pointer, a right click
 * selects it and opens a menu.  Ctrl+click sets the ends of a measured distance, one after the
 * other: a joint or a centre of mass near the pointer, else the box around the body there; they
 * move with their bodies.  Up is opposite to gravity.
 *
 * Actions, in the menu and under keys: scene.frame-all (Home), scene.centre-here,
 * scene.centre-selected (F), scene.view-front, -side, -top (1, 3, 7), scene.parallel (5),
 * scene.measure-here, scene.clear-measure, scene.copy-image, scene.save-image, scene.menu
 * (Menu), and one for each property below
 * (scene.show-grid, ...).
 *
 * Properties (boolean, readable and writable): show-estimated, show-ghost, show-grid (TRUE),
 * show-axes, show-labels (FALSE): frames of the bodies, names; show-centres, show-inertias,
 * show-joint-axes, show-gravity, show-trails (FALSE): centres of mass, boxes of the same mass and
 * inertia, axes of the joints, gravity's direction, paths of the centres of mass in the motion;
 * show-forces (FALSE): arrows of the given forces, with show-labels also their sizes;
 * show-violations (FALSE): balls at joints whose sides are apart, with show-labels how far;
 * parallel (FALSE): no perspective.
 *
 * Signal "grabbed" (int body): a drag with Ctrl begins on a body, whose point under the pointer is
 * followed from now on (trammel_scene_view_get_grab()); TRUE: the owner moves the body at each
 * "pulled" until the next one; FALSE: the drag turns the view.
 * Signal "menu-opens": the context menu is about to be built.
 * Signal "picked" (uint TrammelThingKind, uint index): a click, on the background with
 * TRAMMEL_THING_NONE; a click on the selected thing selects the one behind it.
 *
 * Without OpenGL 3.3 the widget shows the reason instead; all functions still work. */
#pragma once

#include <gtk/gtk.h>

#include "io/project/project.h"
#include "ui/scene/geometry/draw-list.h"
#include "ui/scene/gl/renderer.h"
#include "ui/scene/model/forces.h"
#include "ui/scene/model/loads.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_VIEW (trammel_scene_view_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneView, trammel_scene_view, TRAMMEL, SCENE_VIEW, GtkWidget)

/* Property that shows or hides a layer. */
typedef struct {
  const char *property, *label; /* static; the label is not yet translated */
  gboolean initial;
  guint key; /* key that toggles it while the view has the focus; 0: none */
} TrammelSceneLayer;

GtkWidget *trammel_scene_view_new(void);

/* Returns the layers of marks beside the bodies; static. */
const TrammelSceneLayer *trammel_scene_view_list_marks(guint *n);

/* Sets the owner's menu for the picked thing, shown above the view's own part of the context menu;
 * takes a reference. */
void trammel_scene_view_set_menu(TrammelSceneView *self, GMenuModel *menu);

/* Sets the submenu of saved views; takes a reference.  Signal "menu-opens" comes before each use.
 */
void trammel_scene_view_set_saved(TrammelSceneView *self, GMenuModel *saved);

/* Sets the mechanism; copies both inputs.  `model` is NULL for an empty view, which a model that
 * fails tr_model_check() also gives.  Bodies without a shape get links made from their joints.
 * Frames everything and drops the poses; until the first pose is set, all joints are at zero. */
void trammel_scene_view_set_mechanism(TrammelSceneView *self,
                                      const TrModel *model,
                                      const TrammelShape *shapes,
                                      guint n_shapes);

/* Replaces the mechanism after an edit and keeps the user's camera. */
void trammel_scene_view_replace_mechanism(TrammelSceneView *self,
                                          const TrModel *model,
                                          const TrammelShape *shapes,
                                          guint n_shapes);

/* Highlights a thing. */
void trammel_scene_view_set_selected(TrammelSceneView *self, TrammelThing thing);

/* Sets the tints of bodies and joints (model/scene-model.h), until the next mechanism; NULL: none.
 */
void trammel_scene_view_set_tints(TrammelSceneView *self, const float *tints);

/* Sets the poses [n_bodies x 7] of the centres of mass (engine/mbs/model/trajectory.h); copied;
 * NULL hides.  Ignored without a mechanism.  Fast enough for every frame of a playback. */
void
trammel_scene_view_set_pose(TrammelSceneView *self, const double *estimated, const double *ghost);

/* Sets the time of the pose [s] (trammel_scene_model_set_time()), until the next mechanism. */
void trammel_scene_view_set_time(TrammelSceneView *self, double time);

/* Sets the forces of the pose shown (TrammelForce), until the next mechanism; takes a reference;
 * NULL: none. */
void trammel_scene_view_set_forces(TrammelSceneView *self, GArray *forces);

/* Sets a direction of the parameters that is drawn as arrows with their labels (TrammelLoad), until
 * the next mechanism; takes a reference; NULL: none. */
void trammel_scene_view_set_loads(TrammelSceneView *self, GArray *loads);

/* Sets the way [px] from the grabbed point in a pose [n_bodies x 7] to the pointer. */
void trammel_scene_view_get_grab(TrammelSceneView *self, double way[2], const double *pose);

/* Sets the motion that the poses belong to, n poses in a row [n x n_bodies x 7]: framing, ground
 * and rails follow it instead of the full range of the joints.  Copied; to be called after
 * set_mechanism(), which drops it.  The camera follows unless the user has moved it. */
void trammel_scene_view_set_motion(TrammelSceneView *self, const double *poses, gsize n);

/* Moves the camera so that the full reach of the mechanism is in view. */
void trammel_scene_view_frame_all(TrammelSceneView *self);

/* Returns the measured distance [m] in the pose shown; NAN: none. */
double trammel_scene_view_get_distance(TrammelSceneView *self);

/* Aim of the camera (geometry/camera.h). */
typedef struct {
  double target[3], distance, azimuth, elevation;
  gboolean parallel;
} TrammelSceneAim;

/* Sets *aim; FALSE while the camera follows the mechanism because the user has not moved it. */
gboolean trammel_scene_view_get_aim(TrammelSceneView *self, TrammelSceneAim *aim);

/* Moves the camera as the user would, now or when the first mechanism comes; an aim with a number
 * that is not finite or a distance that is not positive is ignored. */
void trammel_scene_view_set_aim(TrammelSceneView *self, const TrammelSceneAim *aim);

/* Picture of the mechanism in another pose, made beside the view: with its camera, its layers and
 * its texts, which keep their share of the picture. */
typedef struct {
  const double *estimated, *ghost; /* [n_bodies x 7], nullable */
  GArray *forces;                  /* TrammelForce; nullable */
  int width, height;               /* [px] > 0 */
  TrammelSceneBackground background;
} TrammelSceneStill;

/* Starts the picture; `still` is used before the function returns only.  The callback comes when
 * OpenGL has finished, and the main loop goes on meanwhile. */
void trammel_scene_view_take_still_async(TrammelSceneView *self,
                                         const TrammelSceneStill *still,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user);

/* Returns the picture in CAIRO_FORMAT_ARGB32 (transfer full); NULL with an error without OpenGL,
 * without a mechanism, or when it was cancelled. */
cairo_surface_t *
trammel_scene_view_take_still_finish(TrammelSceneView *self, GAsyncResult *result, GError **error);

/* FALSE when there is no usable OpenGL; known once the widget is realized, TRUE before. */
gboolean trammel_scene_view_is_available(TrammelSceneView *self);

/* TRUE if the complete picture of the last change is shown; slow OpenGL takes a while. */
gboolean trammel_scene_view_is_settled(TrammelSceneView *self);

/* TRUE if a picture takes long, as without graphics hardware. */
gboolean trammel_scene_view_is_slow(TrammelSceneView *self);

G_END_DECLS
