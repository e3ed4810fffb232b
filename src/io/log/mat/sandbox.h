/* The cage of the MAT helper: Matio and HDF5 crash, hang and take all memory on damaged files. */
#pragma once

#include <stdbool.h>

/* Limits memory and CPU time by the size of the file, forbids new privileges, processes and written
 * bytes, and filters system calls down to reading files and writing to standard output.  Under a
 * sanitizer, whose run-time needs more, memory and calls stay free.  False when the kernel refuses.
 */
bool trammel_mat_sandbox_enter(const char *path);

/* Once the file is open: no further file can be opened.  False when the kernel refuses. */
bool trammel_mat_sandbox_close_files(void);
