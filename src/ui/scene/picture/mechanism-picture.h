/* Picture of a mechanism for a report: the bodies in a pose with the names of bodies and joints. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  const TrModel *model;
  const TrammelShape *shapes; /* [n_shapes] of the project */
  guint n_shapes;
  const double *poses; /* [n_poses x n_bodies x 7] of a motion, of which the first is shown and the
                          rest chooses the frame; NULL: all joints at 0 */
  gsize n_poses;
} TrammelMechanism;

/* Returns an SVG file of width x height points (transfer full).  NULL for a model that fails
 * tr_model_check() or has no body. */
GBytes *trammel_mechanism_picture_new(const TrammelMechanism *mechanism, int width, int height);

G_END_DECLS
