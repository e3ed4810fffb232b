/* Sandbox of the MAT helper: Matio and HDF5 crash, hang and exhaust memory on damaged files. */
#pragma once

#include <stdbool.h>

/* Limits memory, CPU time, and CPU time without progress by the size of the open file, at most to
 * the hard limits of the process, forbids new privileges, processes and file output, and filters
 * system calls down to reading open files and writing to standard output: no file can be opened any
 * more, and signals reach this process only.  Under a sanitizer, whose run-time library needs more,
 * memory and calls are not limited.  False when the kernel refuses. */
bool trammel_mat_sandbox_enter(int file);

/* Reports progress: the process may again take its CPU time without progress, after which SIGPROF
 * ends it. */
void trammel_mat_sandbox_note_progress(void);
