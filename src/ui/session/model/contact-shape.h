/* Shapes drawn on a body as sources of its contacts: shape, size and place. */
#pragma once

#include "io/base/json_writer.h"
#include "io/project/project.h"

G_BEGIN_DECLS

/* Returns the index-th shape of a body; NULL for none. */
const TrammelShape *trammel_contact_shape_get(const TrammelProject *project, int body, guint index);

/* Returns the shape that the next contact of a body takes: the first one, for its second contact
 * the second one and so on, and from the first one again; NULL for a body without shapes. */
const TrammelShape *trammel_contact_shape_next(const TrammelProject *project, int body);

/* Returns the index among the shapes of its body of the one whose shape, size and place a contact
 * has; -1 for none. */
int trammel_contact_shape_find(const TrammelProject *project, const TrContact *contact);

/* Returns "shape 2 (cylinder)" in the language of the user; free with g_free(). */
char *trammel_contact_shape_describe(const TrammelShape *shape, guint index);

/* Writes shape, point, frame, size and radius of a contact with this shape as members of the object
 * that is open. */
void trammel_contact_shape_write(TrammelJsonWriter *json, const TrammelShape *shape);

/* Sets these members of the index-th contact of a project; its size, radius and point are fixed
 * numbers then. */
gboolean trammel_contact_shape_put(TrammelProject *project,
                                   guint index,
                                   const TrammelShape *shape,
                                   GError **error);

G_END_DECLS
