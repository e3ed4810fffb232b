/* Writing a project, and what becomes of its logs:
 *
 * - Under a name that ends in `.trammelz`, or over a packed file, the project is packed with the
 *   files of all its logs (io/packed/packed.h).
 * - Logs in a temporary folder (of a packed project, of an example) come along beside the file.
 * - Other logs stay where they are, and are named as seen from the file.
 *
 * Where two files would get one name and differ, the later one gets another ("swing-2.csv"): no
 * file is replaced, and none is left out.  Files are written whole or not at all. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* Writes `project` to `path` with `runs` (texts, io/project/runs.h; NULL: those of the project) and
 * returns it as it is there from now on, with its own runs (transfer full).  Errors:
 * TRAMMEL_ERROR_INVALID for the file of a read-only project, TRAMMEL_ERROR_UNREADABLE for a log
 * that has to come along and is not there. */
TrammelProject *trammel_project_save_as(const TrammelProject *project,
                                        const char *path,
                                        const GPtrArray *runs,
                                        GError **error);

/* The same for those who do not go on with the project: the logs of a packed one are not unpacked
 * for what is returned. */
TrammelProject *trammel_project_write(const TrammelProject *project,
                                      const char *path,
                                      const GPtrArray *runs,
                                      GError **error);

/* Whether it would be packed under that name. */
gboolean trammel_project_save_packs(const char *path);

/* Writes the files of a packed project into `folder`, which is made where it is not there, and
 * returns their paths, that of the project first (free with g_strfreev()).  Errors:
 * TRAMMEL_ERROR_USAGE where another file of such a name is there already. */
char **trammel_project_unpack(const char *path, const char *folder, GError **error);

G_END_DECLS
