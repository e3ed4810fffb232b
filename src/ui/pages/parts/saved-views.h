/* Views of the camera under names, kept in the project (its member `views`) and offered in the menu
 * of every 3D view of its window; saving and deleting are edits that can be undone. */
#pragma once

#include "ui/scene/view/scene-view.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

/* Makes the views of a document those of all 3D views in a window and in the windows over it. */
void trammel_saved_views_set_document(GtkWindow *window, TrammelDocument *document);

/* Adds the submenu to a 3D view; once for each. */
void trammel_saved_views_attach(TrammelSceneView *view);

G_END_DECLS
