/* Shapes drawn on a body: proposed dimensions, conversion to other types, colours as text. */
#pragma once

#include "engine/mbs/model/solid.h"
#include "io/structure/structure.h"

G_BEGIN_DECLS

/* Proposes a shape for the body [m]: a box or ball of its mass and inertia about its centre of
 * mass; a rod or cylinder from its origin to the far side of its centre of mass. */
TrammelShape trammel_model_shape_propose(const TrModel *model, int body, TrammelShapeType type);

/* Converts a shape to another type, in the same place and of about the same size: a mesh becomes
 * its box (of 0.1 m if its file cannot be read), and nothing becomes a mesh. */
TrammelShape trammel_model_shape_convert(const TrammelShape *shape, TrammelShapeType type);

/* Sets the mass, centre of mass and inertia of all shapes of a body, of a density [kg/m^3]; all is
 * 0 without a shape.  FALSE for a mesh whose file cannot be read or whose surface is not closed. */
gboolean trammel_model_shapes_weigh(
    TrMass *mass, const TrammelProject *project, int body, double density, GError **error);

/* Returns JSON of one line, without the members that its type does not have; free with g_free(). */
char *trammel_model_shape_to_json(const TrammelShape *shape);

/* Returns "#4f94c8", or "" for the body's own colour; free with g_free(). */
char *trammel_model_shape_describe_color(const TrammelShape *shape);

/* Returns a colour "#rrggbb" as JSON, free with g_free(); NULL for any other text. */
char *trammel_model_shape_dup_color(const char *text);

G_END_DECLS
