/* Application of a result file to a project: its values, and the settings that they belong to. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/est/task/task.h"
#include "io/project/project.h"
#include "io/result/values.h"

G_BEGIN_DECLS

/* Sets every parameter of the result by its id, from the set `values`.  Errors: those of
 * trammel_result_load_values(); an id that the project lacks or a value that it refuses, prefixed
 * with the file's name. */
gboolean trammel_result_apply_values(TrammelProject *project,
                                     const char *path,
                                     TrammelValues values,
                                     GError **error);

/* Sets h, kappa (the number that was used), observations, formulation and scales to those of the
 * result, and the sigma of each sensor whose own is automatic to the one that was used; another log
 * must be estimated with these to be comparable.  Errors as above. */
gboolean trammel_result_apply_settings(TrammelProject *project, const char *path, GError **error);

/* Returns the names of the logs that the result was fitted to, NULL-terminated; free with
 * g_strfreev().  NULL with an error. */
char **trammel_result_load_log_names(const char *path, GError **error);

/* Sets every parameter of a fit to its value of the set.  Error: a value that the project
 * refuses. */
gboolean trammel_fit_apply_values(TrammelProject *project,
                                  const TrTask *task,
                                  const TrFit *fit,
                                  TrammelValues values,
                                  GError **error);

G_END_DECLS
