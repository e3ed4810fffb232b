/* Files on disk, as opposed to pipes and devices, which block or never end. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Opens a file for reading and returns its descriptor; returns at once for anything else.  Error,
 * with -1: TRAMMEL_ERROR_UNREADABLE for a file that cannot be opened, a folder, a pipe, a socket or
 * a device. */
int trammel_plain_file_open(const char *path, GError **error);

G_END_DECLS
