/* Changes of a project by the path of a member in its file, as findings name them: one way for
 * whatever a page edits that is no quantity (logs, mappings, sensors).
 *
 * A path is made of keys and indices, "logs[0].channels[1].unit"; one that ends in "[]" appends to
 * that array, which is made when it is missing.  A quantity that stands as an object keeps it: its
 * "value" is replaced.  The project is read anew, so that pointers got from it before are no longer
 * valid.  Errors: TRAMMEL_ERROR_INVALID for what does not fit, which leaves the project as it was;
 * TRAMMEL_ERROR_USAGE for a path that cannot be read. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* `json` is the text of the new value. */
gboolean
trammel_project_put(TrammelProject *project, const char *path, const char *json, GError **error);

/* Takes a member of an object or an element of an array away; what is not there is no error. */
gboolean trammel_project_remove(TrammelProject *project, const char *path, GError **error);

/* The value at `path` as JSON; NULL where there is none.  Free with g_free(). */
char *trammel_project_dup_at(const TrammelProject *project, const char *path);

/* The quantity that a path is about, and in *member (nullable) what of it: "free", "prior.sigma",
 * "" for the quantity itself.  NULL where the path leads to none. */
const TrammelQuantity *trammel_project_find_quantity_at(const TrammelProject *project,
                                                        const char *path,
                                                        const char **member);

/* "model.bodies[0].mass": where a quantity stands; free with g_free(). */
char *trammel_project_dup_quantity_path(TrParam param);

/* Whether both have the same value at `path`, or none. */
gboolean
trammel_project_equal_at(const TrammelProject *a, const TrammelProject *b, const char *path);

G_END_DECLS
