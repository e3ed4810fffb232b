/* Direction in the space of the parameters, drawn on the mechanism: one arrow for each parameter,
 * as long as its share of the direction, against the axis where the share is negative.
 *
 *   mass            along gravity, from the centre of mass
 *   centre of mass, places of sensors and contacts    along the axis of the body
 *   place of a joint          along the axis of its parent or child
 *   inertia         two tips: about the axis of the body; a product about the bisector of its axes
 *   joint and motor           along the axis of the joint, two tips about one that turns
 *   gravity         its magnitude along it, its tilt with two tips about the axis of the tilt
 *   other numbers of a contact                        upwards, from the contact
 *
 * Quantities of a log have no place. */
#pragma once

#include "engine/mbs/model/param.h"
#include "ui/scene/geometry/draw-list.h"
#include "ui/scene/model/scene-model.h"

G_BEGIN_DECLS

typedef struct {
  TrParam param;
  double share; /* -1 .. 1, of the largest in the direction */
  char *label;  /* owned */
} TrammelLoad;

/* Returns an empty array of TrammelLoad that frees the labels. */
GArray *trammel_loads_new(void);

/* Appends the arrows in a pose. */
void trammel_scene_model_draw_loads(const TrammelSceneModel *look,
                                    TrammelDrawList *list,
                                    const double *pose,
                                    const GArray *loads);

/* Sets the tip of a load's arrow; FALSE where it has none. */
gboolean trammel_scene_model_get_load_tip(const TrammelSceneModel *look,
                                          const double *pose,
                                          const GArray *loads,
                                          guint load,
                                          double tip[3]);

G_END_DECLS
