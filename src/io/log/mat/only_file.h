/* The only file that the MAT helper can open: a descriptor that is opened before the sandbox
 * closes.  Matio and HDF5 open files by name; the program defines open() and fopen() for them,
 * which hand out that descriptor and refuse any other name. */
#pragma once

#include <stdbool.h>

/* Opens the file; `path` must outlive all reading.  False when it cannot be opened. */
bool trammel_mat_only_file_open(const char *path);

/* Returns the descriptor, -1 before trammel_mat_only_file_open(). */
int trammel_mat_only_file_get(void);
