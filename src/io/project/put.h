/* Changes of a project by the path of a member in its file, as findings use it: one function for
 * everything that a page edits and that is not a quantity (logs, mappings, sensors).
 *
 * A path consists of keys and indices, "logs[0].channels[1].unit"; one that ends in "[]" appends to
 * that array, which is made when it is missing.  A quantity that is stored as an object keeps it:
 * its "value" is replaced; one that is stored as a number becomes an object where "free", "min",
 * "max", "prior" or "transform" is put into it.  The project is read again, so that pointers into
 * it become invalid. Errors: TRAMMEL_ERROR_INVALID for a value that does not fit, which leaves the
 * project unchanged; TRAMMEL_ERROR_USAGE for a path that cannot be read. */
#pragma once

#include <json-glib/json-glib.h>

#include "io/project/project.h"

G_BEGIN_DECLS

/* Sets the member at `path`, or those at several paths separated by commas, to the value in
 * `json`. */
gboolean
trammel_project_put(TrammelProject *project, const char *path, const char *json, GError **error);

/* Removes a member of an object or an element of an array; an absent one is not an error. */
gboolean trammel_project_remove(TrammelProject *project, const char *path, GError **error);

/* Returns the value at `path`, owned by the project; NULL if there is none. */
JsonNode *trammel_project_find_at(const TrammelProject *project, const char *path);
/* Same, as JSON; NULL if there is none.  Free with g_free(). */
char *trammel_project_dup_at(const TrammelProject *project, const char *path);

/* Returns the quantity that a path belongs to, and in *member (nullable) the part of it: "free",
 * "prior.sigma", "" for the quantity itself.  NULL if the path leads to none. */
const TrammelQuantity *trammel_project_find_quantity_at(const TrammelProject *project,
                                                        const char *path,
                                                        const char **member);

/* Returns the path of a quantity, "model.bodies[0].mass"; free with g_free(). */
char *trammel_project_dup_quantity_path(TrParam param);

/* TRUE if both have the same value at `path`, or none. */
gboolean
trammel_project_equal_at(const TrammelProject *a, const TrammelProject *b, const char *path);

G_END_DECLS
