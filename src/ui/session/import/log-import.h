/* Import of log files into a project: the chosen files and how they are read. */
#pragma once

#include "io/project/project.h"
#include "ui/session/import/csv-segments.h"

G_BEGIN_DECLS

typedef struct {
  char **paths;
  GArray *segments; /* of TrammelSegment: a log for each, of every path; nullable */
  char *layout;     /* JSON object with `time`, `import` and, if remembered, `channels` */
} TrammelLogImport;

TrammelLogImport *trammel_log_import_new(const char *const *paths, const char *layout);
void trammel_log_import_free(TrammelLogImport *logs);

/* Returns a copy of `project` (transfer full) with the logs appended.  Their channels are those of
 * the layout, else those of a log with the same columns, as far as the model has the signals;
 * *is_mapped is set to TRUE if there are any.  Errors: those of reading the project. */
TrammelProject *trammel_log_import_add(const TrammelLogImport *logs,
                                       const TrammelProject *project,
                                       gboolean *is_mapped,
                                       GError **error);

/* Adds the mapping of a log to the remembered layout of its file, if there is one. */
void trammel_log_import_remember(const TrammelProject *project, guint log);

/* Returns TRUE for a file that may be a log.  Errors: TRAMMEL_ERROR_UNREADABLE for a file that
 * cannot be opened, TRAMMEL_ERROR_INVALID for a model in URDF, MJCF or SDF. */
gboolean trammel_log_import_can_read(const char *path, GError **error);

/* Groups files: CSV files with the same header line together, each other file alone.  Returns
 * elements of char **; free with g_ptr_array_unref(). */
GPtrArray *trammel_log_import_group(const char *const *paths);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogImport, trammel_log_import_free)

G_END_DECLS
