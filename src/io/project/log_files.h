/* Files of logs and meshes of a project that is moved or copied to another place. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* File, and its name in the new place, with folders. */
typedef struct {
  char *source, *name;
} TrammelLogFile;

/* Returns every file once, with distinct names: names inside the project's folder are kept, a file
 * elsewhere gets the last part of its path.  A name that is taken, or that belongs to a file with
 * other content in `folder` (nullable: an empty place), gets a number ("swing-2.csv").
 * `only_home`: only the files in the project's temporary folder.  The logs and meshes of `moved`, a
 * copy of `project`, get these names.  A mesh without a file gets its name, too, but is not in the
 * list.  Elements: TrammelLogFile; free with g_ptr_array_unref(). */
GPtrArray *trammel_log_files_place(TrammelProject *moved,
                                   const TrammelProject *project,
                                   const char *folder,
                                   gboolean only_home);

/* Copies `source` to `path`, whose folders are made; an equal file there is kept.  Errors:
 * TRAMMEL_ERROR_USAGE if a different file exists, TRAMMEL_ERROR_UNREADABLE for the source, else
 * TRAMMEL_ERROR_FAILED. */
gboolean trammel_log_file_copy(const char *source, const char *path, GError **error);

G_END_DECLS
