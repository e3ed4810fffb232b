/* Sweeps that are kept with a project, under "sweeps" in its file: each in the format of
 * io/study/sweep.h, together with the project that it was run on.  Of sweeps over the same settings
 * only the latest is kept.  They are part of the project, and therefore of a document's undo
 * history. */
#pragma once

#include "io/project/project.h"
#include "io/study/sweep.h"

G_BEGIN_DECLS

/* Loads a project as trammel_project_load() does, and checks its sweeps, which the loader keeps as
 * they are.  Errors: those of the loader; TRAMMEL_ERROR_INVALID names the member of a sweep. */
TrammelProject *trammel_project_open(const char *path, GError **error);

/* Checks that all sweeps of a project can be read.  Errors: TRAMMEL_ERROR_INVALID. */
gboolean trammel_project_check_sweeps(const TrammelProject *project, GError **error);

guint trammel_project_get_n_sweeps(const TrammelProject *project);

/* Returns the index of the sweep over this setting alone; -1 if there is none. */
int trammel_project_find_sweep(const TrammelProject *project, const char *setting);

/* Return sweep `i` (free with trammel_sweep_free()), and the project that it was run on, with the
 * log files of `project` (transfer full; NULL if the file has none). */
TrammelSweep *trammel_project_load_sweep(const TrammelProject *project, guint i);
TrammelProject *trammel_project_load_swept(const TrammelProject *project, guint i);

/* Adds a sweep that was run on `swept`, in place of one over the same settings. */
gboolean trammel_project_keep_sweep(TrammelProject *project,
                                    const TrammelSweep *sweep,
                                    const TrammelProject *swept,
                                    GError **error);
gboolean trammel_project_remove_sweep(TrammelProject *project, guint i, GError **error);

G_END_DECLS
