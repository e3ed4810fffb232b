/* Other files that a model includes. */
#pragma once

#include "io/import/tag.h"

G_BEGIN_DECLS

enum { TRAMMEL_INCLUDE_MOST = 50 }; /* files */

/* Replaces each <include file="..."> by the content of that file, which must lie in `folder`
 * (nullable: there are no other files).  Errors: TRAMMEL_ERROR_INVALID for a file outside it,
 * TRAMMEL_ERROR_UNREADABLE. */
gboolean trammel_include_all(TrammelTag *root, const char *folder, GError **error);

/* Returns the path of a file of the model, with links resolved, if it lies in `folder` (nullable);
 * else NULL.  Free with g_free(). */
char *trammel_include_find(const char *folder, const char *name);

G_END_DECLS
