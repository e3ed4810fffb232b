/* Internal interface of io/structure/structure: the tree by sections and references. */
#pragma once

#include "io/project/edit.h"
#include "io/structure/structure.h"

G_BEGIN_DECLS

/* Returns the array of a kind in a tree; NULL when there is none. */
JsonArray *trammel_structure_get_section(JsonNode *root, TrammelElementKind kind);

const char *trammel_structure_get_section_name(TrammelElementKind kind);

/* Returns a string member of an object; "" without one. */
const char *trammel_structure_get_text(JsonObject *object, const char *key);

/* Calls `visit` for every reference in an element: the object, and the member or, for a list, its
 * element (index, else -1), with the name of an element of `kind`. */
typedef void (*TrammelReferenceFunc)(
    JsonObject *object, const char *key, int index, TrammelElementKind kind, gpointer user);
void
trammel_structure_visit_references(JsonObject *object, TrammelReferenceFunc visit, gpointer user);

/* Returns the name in that reference. */
const char *trammel_structure_get_reference(JsonObject *object, const char *key, int index);

/* Sets the first joint that has the named body as child; FALSE if there is none. */
gboolean trammel_structure_find_carrier(const TrammelProject *project,
                                        const char *body,
                                        TrammelElement *carrier);

/* Returns "channel q1 of swing" in the user's language; free with g_free(). */
char *
trammel_structure_describe_channel(const TrammelProject *project, guint log, const char *signal);

/* TRUE if the signal of a channel is that of the sensor or motor `name`, or a component of it. */
gboolean trammel_structure_is_signal_of(const char *signal, const char *name);

G_END_DECLS
