/* Motion files of the command line: io/export/motion_save.h with "-" for the standard output. */
#pragma once

#include "io/export/motion_save.h"

G_BEGIN_DECLS

/* Fails for a file (NULL is none) whose ending is neither .csv nor .mat.  Error:
 * TRAMMEL_ERROR_USAGE. */
gboolean trammel_cli_check_states(const char *option, const char *path, GError **error);

/* Calls trammel_motion_save(); writes CSV to the standard output for "-". */
gboolean trammel_cli_write_motion(const TrammelMotion *motion, const char *path, GError **error);

G_END_DECLS
