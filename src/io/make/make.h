/* New files of mechanisms for other programs: URDF, MJCF and SDF from a model.
 *
 * Bodies are links in a tree that begins at the world; joints that close loops are written by what
 * the format has for them.  What it cannot hold is left out with a sentence. */
#pragma once

#include <glib.h>

#include "io/project/project.h"

G_BEGIN_DECLS

/* Returns the text of the file in the format of the ending of `path` (.urdf, .xml or .mjcf, .sdf),
 * with the shapes of the `project` that has the same bodies (nullable: none); free with g_free().
 * notes: set to sentences about what was left out or written in another way, NULL-terminated, free
 * with g_strfreev().  Errors: TRAMMEL_ERROR_USAGE for another ending, TRAMMEL_ERROR_INVALID for
 * loops that do not close. */
char *trammel_make_model(const TrModel *model,
                         const char *name,
                         const TrammelProject *project,
                         const char *path,
                         char ***notes,
                         GError **error);

G_END_DECLS
