/* What the files of project_structure share: the tree by sections and references. */
#pragma once

#include "io/project/edit.h"
#include "io/structure/structure.h"

G_BEGIN_DECLS

/* The array of a kind in a tree; NULL when there is none. */
JsonArray *trammel_structure_get_section(JsonNode *root, TrammelElementKind kind);

const char *trammel_structure_get_section_name(TrammelElementKind kind);

/* A string member of an object; "" without one. */
const char *trammel_structure_get_text(JsonObject *object, const char *key);

/* Calls `visit` for every reference in a thing: the object and the member or, for a list, its
 * element (index, else -1) with the name of the thing of `kind`. */
typedef void (*TrammelReferenceFunc)(
    JsonObject *object, const char *key, int index, TrammelElementKind kind, gpointer user);
void
trammel_structure_visit_references(JsonObject *object, TrammelReferenceFunc visit, gpointer user);

/* The name there. */
const char *trammel_structure_get_reference(JsonObject *object, const char *key, int index);

/* The first joint whose child the body of that name is. */
gboolean trammel_structure_find_carrier(const TrammelProject *project,
                                        const char *body,
                                        TrammelElement *carrier);

/* "channel q1 of swing", in the user's language; free with g_free(). */
char *
trammel_structure_describe_channel(const TrammelProject *project, guint log, const char *signal);

/* Whether the signal of a channel is that of the sensor or motor `name`, or a component of it. */
gboolean trammel_structure_is_signal_of(const char *signal, const char *name);

G_END_DECLS
