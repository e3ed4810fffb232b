/* The sweeps that are kept with a project, under "sweeps" in its file: each as io/study/sweep.h
 * writes it, with the project that it was made of beside.  Of sweeps over the same settings the
 * latest is kept. They are part of the project, and so of the history of a document. */
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

/* The sweep over that setting alone; -1. */
int trammel_project_find_sweep(const TrammelProject *project, const char *setting);

/* Sweep `i`, to be freed, and what it was made of, with the log files of `project` (transfer full;
 * NULL where the file does not say). */
TrammelSweep *trammel_project_load_sweep(const TrammelProject *project, guint i);
TrammelProject *trammel_project_load_swept(const TrammelProject *project, guint i);

/* Keeps a sweep that was made of `swept`, in place of one over the same. */
gboolean trammel_project_keep_sweep(TrammelProject *project,
                                    const TrammelSweep *sweep,
                                    const TrammelProject *swept,
                                    GError **error);
gboolean trammel_project_remove_sweep(TrammelProject *project, guint i, GError **error);

G_END_DECLS
