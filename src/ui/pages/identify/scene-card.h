/* Card of the 3D view on the page Identify: it stands beside the plots, takes their place, floats
 * in a window of its own, or is hidden.
 *
 * Property: "is-large" (gboolean, read-only, notifies): it takes the place of the plots. */
#pragma once

#include "ui/pages/parts/scene-pane.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_CARD (trammel_scene_card_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneCard, trammel_scene_card, TRAMMEL, SCENE_CARD, GtkWidget)

/* Returns the view, owned by the card. */
TrammelScenePane *trammel_scene_card_get_pane(TrammelSceneCard *card);

gboolean trammel_scene_card_get_is_large(TrammelSceneCard *card);

/* Shows the view where it was; hides the card, and a floating window too. */
void trammel_scene_card_set_shown(TrammelSceneCard *card, gboolean shown);

/* Hides the card while the window is too narrow for it. */
void trammel_scene_card_set_has_room(TrammelSceneCard *card, gboolean has_room);

G_END_DECLS
