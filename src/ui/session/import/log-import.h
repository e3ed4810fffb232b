/* Files that were chosen to become logs of a project, and how they are read. */
#pragma once

#include "io/project/project.h"
#include "ui/session/import/csv-segments.h"

G_BEGIN_DECLS

typedef struct {
  char **paths;
  GArray *segments; /* of TrammelSegment: a log for each, of every path; nullable */
  char *layout;     /* JSON object with `time`, `import` and, where remembered, `channels` */
} TrammelNewLogs;

TrammelNewLogs *trammel_new_logs_new(const char *const *paths, const char *layout);
void trammel_new_logs_free(TrammelNewLogs *logs);

/* A copy of `project` with the logs behind its own.  Their channels are those of the layout, else
 * those of a log with the same columns, as far as the model has the signals; *is_mapped tells
 * whether there were any.  Errors: those of reading the project. */
TrammelProject *trammel_new_logs_add(const TrammelNewLogs *logs,
                                     const TrammelProject *project,
                                     gboolean *is_mapped,
                                     GError **error);

/* Keeps the mapping of a log with the layout that is remembered for its file, if there is one. */
void trammel_new_logs_remember(const TrammelProject *project, guint log);

/* CSV files with the same header line stand together, other files alone: of char **; free with
 * g_ptr_array_unref(). */
GPtrArray *trammel_new_logs_group(const char *const *paths);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelNewLogs, trammel_new_logs_free)

G_END_DECLS
