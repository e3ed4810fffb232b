/* A private folder for files that a project needs only while it is open: those of a packed project,
 * of an embedded example.  It goes, with all in it, with its last owner, and at the end of the
 * program at the latest. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrammelTempFolder TrammelTempFolder;

/* Among the temporary files, for this user alone; `origin` (nullable) is the file whose content it
 * is for.  Its users may be on any thread. */
TrammelTempFolder *trammel_temp_folder_new(const char *origin, GError **error);
TrammelTempFolder *trammel_temp_folder_ref(TrammelTempFolder *folder);
void trammel_temp_folder_unref(TrammelTempFolder *folder);

const char *trammel_temp_folder_get_path(const TrammelTempFolder *folder);
const char *trammel_temp_folder_get_origin(const TrammelTempFolder *folder); /* nullable */

/* Deletes what is in the folder and the folder itself; links are not followed, and what cannot be
 * deleted stays. */
void trammel_temp_folder_remove(const char *path);

/* The same for what a program that is gone has left; a folder that is none of these stays. */
void trammel_temp_folder_remove_leftover(const char *path);

/* It is the user's from now on: what is in it is nowhere else. */
void trammel_temp_folder_keep_leftover(const char *path);

/* Deletes all folders of this kind and of this user whose program was killed, but those of `kept`
 * (NULL-terminated paths).  A living one, in whichever program, holds a lock on a file in it. */
void trammel_temp_folder_sweep(const char *const *kept);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelTempFolder, trammel_temp_folder_unref)

G_END_DECLS
