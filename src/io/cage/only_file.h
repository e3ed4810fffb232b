/* The only file that a helper process can open: a descriptor that is opened before the sandbox
 * closes.  Matio and HDF5 open files by name, and Assimp tries files beside the given one; the
 * program defines open() and fopen() for them, which hand out that descriptor and refuse any other
 * name, or every name when no file was opened. */
#pragma once

#include <stdbool.h>

/* Opens the file; `path` must outlive all reading.  False when it cannot be opened. */
bool trammel_only_file_open(const char *path);

/* Returns the descriptor, -1 before trammel_only_file_open(). */
int trammel_only_file_get(void);
