/* Private folder for files that a project needs only while it is open: those of a packed project or
 * of an embedded example.  It is deleted, with its content, with its last owner, and at the end of
 * the program at the latest. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrammelTempFolder TrammelTempFolder;

/* Makes a folder among the temporary files, for this user alone; free with
 * trammel_temp_folder_unref().  `origin` (nullable) is the file that its content comes from.
 * Thread-safe. */
TrammelTempFolder *trammel_temp_folder_new(const char *origin, GError **error);
TrammelTempFolder *trammel_temp_folder_ref(TrammelTempFolder *folder);
void trammel_temp_folder_unref(TrammelTempFolder *folder);

const char *trammel_temp_folder_get_path(const TrammelTempFolder *folder);
const char *trammel_temp_folder_get_origin(const TrammelTempFolder *folder); /* nullable */

/* Deletes the folder and its content; links are not followed, and files that cannot be deleted
 * stay. */
void trammel_temp_folder_remove(const char *path);

/* Deletes a folder left by a program that has ended; a folder of another kind stays. */
void trammel_temp_folder_remove_leftover(const char *path);

/* Gives the folder to the user, because its content exists nowhere else; it is no longer
 * deleted. */
void trammel_temp_folder_keep_leftover(const char *path);

/* Deletes all folders of this kind and of this user whose program was killed, except those of
 * `kept` (NULL-terminated paths).  The folder of a running program is recognised by the lock on a
 * file in it. */
void trammel_temp_folder_sweep(const char *const *kept);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelTempFolder, trammel_temp_folder_unref)

G_END_DECLS
