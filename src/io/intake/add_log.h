/* New log of a project, mapped by the names of its columns. */
#pragma once

#include <json-glib/json-glib.h>

#include "io/import/record.h"
#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  const char *path;
  double rate;         /* [Hz] of a file without a time column; 0: such a file is refused */
  gboolean with_rates; /* columns of joint rates get sensors, too */
} TrammelNewLog;

/* Returns a copy of the project (transfer full) with the log appended and its columns mapped as by
 * trammel_mapping_plan_guess(); `record` tells which.  Errors: those of reading the file, and
 * TRAMMEL_ERROR_INVALID when it has no time or no column fits a sensor. */
TrammelProject *trammel_project_add_log(const TrammelProject *project,
                                        const TrammelNewLog *log,
                                        TrammelRecord *record,
                                        GCancellable *cancellable,
                                        GError **error);

/* Returns a name for the log of a file: that of the file without its ending and without characters
 * that names must not contain, different from the names in `logs` (nullable), the array of a
 * project.  Free with g_free(). */
char *trammel_log_dup_name(const char *path, JsonArray *logs);

G_END_DECLS
