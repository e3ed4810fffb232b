/* File that a new one is to replace: symbolic links stay and lead to the new file, which takes over
 * the permissions and, where the system allows it, the owner and the group. */
#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

typedef struct {
  char *path;         /* of the file itself, links followed; it may not exist */
  gboolean is_there;  /* it exists as a file; then `info` is set */
  gboolean is_device; /* it is a pipe, a device or a socket, which is written to, not replaced */
  struct stat info;
} TrammelReplacedFile;

void trammel_replaced_file_init(TrammelReplacedFile *file, const char *path);
void trammel_replaced_file_clear(TrammelReplacedFile *file);

/* Returns the permissions with which the new file is to be created, before the umask. */
int trammel_replaced_file_get_mode(const TrammelReplacedFile *file);

/* Gives the new file at `path` the permissions and the owner of the old one, if there was one.
 * Where the group cannot be kept, its members get the permissions of all others. */
void trammel_replaced_file_settle(const TrammelReplacedFile *file);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TrammelReplacedFile, trammel_replaced_file_clear)

G_END_DECLS
