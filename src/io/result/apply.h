/* A result file put back into a project: its values, and the settings that they belong to. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* Sets every parameter of the result by its id.  Errors: those of trammel_result_load_values(); an
 * id that the project lacks or a value that it refuses, with the file's name in front. */
gboolean trammel_result_apply_values(TrammelProject *project, const char *path, GError **error);

/* Sets h, kappa (the number that was used), observations, formulation and the scales as the result
 * has them, and the sigma that was used of each sensor whose own is automatic: what another log
 * must be estimated with to be comparable.  Errors as above. */
gboolean trammel_result_apply_settings(TrammelProject *project, const char *path, GError **error);

/* Names of the logs that the result was fitted to, NULL-terminated; NULL with an error. */
char **trammel_result_load_log_names(const char *path, GError **error);

G_END_DECLS
