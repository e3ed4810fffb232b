/* 3D view of the mechanism at the time cursor: a motion, another one as a ghost, and the joints'
 * values. */
#pragma once

#include <gtk/gtk.h>

#include "io/study/simulation.h"
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

G_END_DECLS
