/* 3D view of the mechanism at the time cursor: a motion, another one as a ghost, and the joints'
 * values. */
#pragma once

#include <gtk/gtk.h>

#include "io/study/simulation.h"
#include "ui/scene/view/scene-view.h"
#include "ui/session/run/run.h"
#include "ui/session/text/timeline.h"
#include "ui/session/validate/replay.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_PANE (trammel_scene_pane_get_type())
G_DECLARE_FINAL_TYPE(TrammelScenePane, trammel_scene_pane, TRAMMEL, SCENE_PANE, GtkWidget)

void trammel_scene_pane_set_timeline(TrammelScenePane *pane, TrammelTimeline *timeline);

/* Shows the estimated motion of `log` of `run`, and the measured one as a ghost; NULL clears. */
void trammel_scene_pane_set_run(TrammelScenePane *pane, TrammelRun *run, int log);

/* Shows the simulated motion of a replay with traces, and the motion that fits the log best as a
 * ghost; NULL clears. */
void trammel_scene_pane_set_replay(TrammelScenePane *pane, TrammelReplay *replay);

/* Shows the motion of a simulation without a ghost; NULL clears. */
void trammel_scene_pane_set_simulation(TrammelScenePane *pane, TrammelSimulation *simulation);

/* Sets the times [s] of the motion's first and last node; FALSE without a motion. */
gboolean trammel_scene_pane_get_range(TrammelScenePane *pane, double *first, double *last);

/* Shows or hides the joints' values below the view. */
void trammel_scene_pane_set_has_values(TrammelScenePane *pane, gboolean has_values);

TrammelSceneView *trammel_scene_pane_get_view(TrammelScenePane *pane);

/* Makes a picture of the motion at `time` [s] (ui/scene/view/scene-view.h); poses and forces of
 * `still` are set here. */
void trammel_scene_pane_take_still_async(TrammelScenePane *pane,
                                         double time,
                                         const TrammelSceneStill *still,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user);
cairo_surface_t *
trammel_scene_pane_take_still_finish(TrammelScenePane *pane, GAsyncResult *result, GError **error);

G_END_DECLS
