/* Saving a project whose logs come along. */
#pragma once

#include "io/project.h"

G_BEGIN_DECLS

/* Writes `project` to `path` with `runs` (io/project_runs.h), with copies of the log files that
 * stand beside it, and returns it as it will be loaded from there (transfer full).  A file that is
 * there already is left alone. */
TrammelProject *trammel_project_save_with_logs(const TrammelProject *project,
                                               const char *path,
                                               const GPtrArray *runs,
                                               GError **error);

G_END_DECLS
