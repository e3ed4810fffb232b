/* Writing of a project with its logs:
 *
 * - Under a name that ends in `.trammelz`, or over a packed file, the project is packed with the
 *   files of all its logs (io/packed/packed.h).
 * - Logs in a temporary folder (of a packed project, of an example) are written beside the file.
 * - Other logs stay in place, and are named relative to the file.
 *
 * If two different files have the same name, the later one gets another ("swing-2.csv"): no file is
 * replaced, and none is left out.  Files are written completely or not at all. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* Writes `project` to `path` with `runs` (texts, io/project/runs.h; NULL: those of the project) and
 * returns the saved project with its own runs (transfer full).  Errors: TRAMMEL_ERROR_INVALID for
 * the file of a read-only project, TRAMMEL_ERROR_UNREADABLE for a missing log that has to be
 * written too.  *sha256 (nullable) is set to the SHA-256 of the file, computed while it is written,
 * in hexadecimal (free with g_free()); to NULL for a packed file. */
TrammelProject *trammel_project_save_as(const TrammelProject *project,
                                        const char *path,
                                        const GPtrArray *runs,
                                        char **sha256,
                                        GError **error);

/* Same as trammel_project_save_as() for callers that do not use the project further: the logs of
 * the returned project are not unpacked if it is packed. */
TrammelProject *trammel_project_write(const TrammelProject *project,
                                      const char *path,
                                      const GPtrArray *runs,
                                      GError **error);

/* TRUE if a project is packed when it is saved under this name. */
gboolean trammel_project_save_packs(const char *path);

/* Writes the files of a packed project into `folder`, which is made if it is missing, and returns
 * their paths, that of the project first (free with g_strfreev()).  Errors: TRAMMEL_ERROR_USAGE if
 * another file of such a name exists. */
char **trammel_project_unpack(const char *path, const char *folder, GError **error);

G_END_DECLS
