/* States of parts of several pages, for trammel_kept_store() of their owners. */
#pragma once

#include <json-glib/json-glib.h>

#include "plot/figure/x-range.h"
#include "ui/scene/view/scene-view.h"

G_BEGIN_DECLS

/* Camera of a 3D view, { "azimuth", "elevation", "distance", "target", "parallel" } (transfer
 * full). */
JsonNode *trammel_kept_new_camera(TrammelSceneView *view);

/* Same of one that the user has moved; NULL for one that follows the mechanism. */
JsonNode *trammel_kept_store_camera(TrammelSceneView *view);
void trammel_kept_restore_camera(TrammelSceneView *view, JsonNode *state);

/* Markers A and B, and the range if the user chose it, { "a", "b", "from", "to" }; NULL without
 * any. */
JsonNode *trammel_kept_store_range(TrammelXRange *range);
void trammel_kept_restore_range(TrammelXRange *range, JsonNode *state);

G_END_DECLS
