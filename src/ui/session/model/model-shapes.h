/* What is drawn of a body, as it is edited: proposals of their measures, other types in the same
 * place, colours as text. */
#pragma once

#include "io/structure/structure.h"

G_BEGIN_DECLS

/* A shape that suits the body [m]: a box or ball of its mass and inertia about its centre of mass;
 * a rod or cylinder from its origin to the far side of its centre of mass. */
TrammelShape trammel_model_shape_propose(const TrModel *model, int body, TrammelShapeType type);

/* The same place and about the same size as another type. */
TrammelShape trammel_model_shape_convert(const TrammelShape *shape, TrammelShapeType type);

/* JSON of one line, without what its type does not have; free with g_free(). */
char *trammel_model_shape_to_json(const TrammelShape *shape);

/* "#4f94c8", "" for the body's own colour; free with g_free(). */
char *trammel_model_shape_describe_color(const TrammelShape *shape);

/* JSON of a colour "#rrggbb"; NULL for anything else. */
char *trammel_model_shape_dup_color(const char *text);

G_END_DECLS
