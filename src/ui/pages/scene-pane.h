/* The mechanism at the time cursor: estimated motion, measured ghost, the joints' values. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run.h"
#include "ui/session/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_PANE (trammel_scene_pane_get_type())
G_DECLARE_FINAL_TYPE(TrammelScenePane, trammel_scene_pane, TRAMMEL, SCENE_PANE, GtkWidget)

void trammel_scene_pane_set_timeline(TrammelScenePane *pane, TrammelTimeline *timeline);

/* Shows the motion of `log` of `run`; NULL empties. */
void trammel_scene_pane_set_run(TrammelScenePane *pane, TrammelRun *run, int log);

G_END_DECLS
