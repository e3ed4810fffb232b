/* The files of a project's logs on their way to another place. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* A file, and the name that it gets there, with folders. */
typedef struct {
  char *source, *name;
} TrammelLogFile;

/* Every file once, with names that differ: those that the logs have in the project's folder, and of
 * a file elsewhere its last part.  Where a name is taken, or a file with other content has it in
 * `folder` (nullable: an empty place), it gets a number ("swing-2.csv").  `only_home`: those in the
 * project's temporary folder alone.  The logs of `moved`, a copy of `project`, get these names.
 * Elements: TrammelLogFile; free with g_ptr_array_unref(). */
GPtrArray *trammel_log_files_place(TrammelProject *moved,
                                   const TrammelProject *project,
                                   const char *folder,
                                   gboolean only_home);

/* Copies `source` to `path`, whose folders are made; an equal file there is left alone.  Errors:
 * TRAMMEL_ERROR_USAGE where another one is there, TRAMMEL_ERROR_UNREADABLE for the source, else
 * TRAMMEL_ERROR_FAILED. */
gboolean trammel_log_file_copy(const char *source, const char *path, GError **error);

G_END_DECLS
