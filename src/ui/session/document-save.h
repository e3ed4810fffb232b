/* Saving a project elsewhere: its logs must be found from there. */
#pragma once

#include "io/project.h"

G_BEGIN_DECLS

/* Writes `project` to `path` and returns it as it will be loaded from there (transfer full).  Log
 * files that were named relative to another folder are named by their full path; with `copy_logs`
 * those beside the project are copied beside `path` instead, unless one of that name is there. */
TrammelProject *trammel_project_save_elsewhere(const TrammelProject *project,
                                               const char *path,
                                               gboolean copy_logs,
                                               GError **error);

G_END_DECLS
