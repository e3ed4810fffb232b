/* Motions as files of the command line: io/export/motion_save.h with "-" for the standard output.
 */
#pragma once

#include "io/export/motion_save.h"

G_BEGIN_DECLS

/* Refuses a file (NULL is none) whose ending is neither .csv nor .mat. */
gboolean trammel_cli_check_states(const char *option, const char *path, GError **error);

/* trammel_motion_save(), and CSV on the standard output for "-". */
gboolean trammel_cli_write_motion(const TrammelMotion *motion, const char *path, GError **error);

G_END_DECLS
