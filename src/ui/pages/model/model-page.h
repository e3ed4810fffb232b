/* Page Model: the tree of the mechanism, the properties of the selected element, the mechanism in
 * 3D, and the findings on it. */
#pragma once

#include "ui/pages/parts/page.h"
#include "ui/session/model/model-pose.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_PAGE (trammel_model_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelModelPage, trammel_model_page, TRAMMEL, MODEL_PAGE, GtkWidget)

/* Returns the trial pose; owned by the page. */
TrammelModelPose *trammel_model_page_get_pose(TrammelModelPage *page);

G_END_DECLS
