/* The helper's cage: Matio and HDF5 crash, hang and take all memory on damaged files. */
#pragma once

#include <stdbool.h>

/* Limits memory, CPU and wall time by the size of the file, forbids new privileges, and filters
 * system calls down to reading files and writing to what is already open.  False when the kernel
 * refuses. */
bool trammel_mat_sandbox_enter(const char *path);
