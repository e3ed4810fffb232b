/* Sandbox of the MAT helper: Matio and HDF5 crash, hang and exhaust memory on damaged files. */
#pragma once

#include <stdbool.h>

/* Limits memory and CPU time by the size of the file, forbids new privileges, processes and file
 * output, and filters system calls down to reading files and writing to standard output.  Under a
 * sanitizer, whose run-time library needs more, memory and calls are not limited.  False when the
 * kernel refuses. */
bool trammel_mat_sandbox_enter(const char *path);

/* Forbids opening further files; to be called once the file is open.  False when the kernel
 * refuses. */
bool trammel_mat_sandbox_close_files(void);
