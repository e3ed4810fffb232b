/* Panel "Along the log" of the page Inspect: a window slides over a log, and the parameters and
 * their sigmas are drawn over time.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include "ui/pages/inspect/study-panel.h"
#include "ui/session/inspect/tracker.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_TRACK_PANEL (trammel_track_panel_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelTrackPanel, trammel_track_panel, TRAMMEL, TRACK_PANEL, TrammelStudyPanel)

void trammel_track_panel_set_timeline(TrammelTrackPanel *panel, TrammelTimeline *timeline);

/* Returns the track that is shown; owned by the panel, NULL: none. */
const TrammelTrack *trammel_track_panel_get_track(TrammelTrackPanel *panel);

void trammel_track_panel_list_figures(TrammelTrackPanel *panel, GPtrArray *figures);

G_END_DECLS
