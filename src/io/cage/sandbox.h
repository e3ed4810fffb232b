/* Sandbox of the helper processes: the libraries that parse files of others crash, hang and exhaust
 * memory on damaged ones. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  unsigned cpu_seconds;           /* of the whole process [s] */
  unsigned patience_milliseconds; /* CPU time without progress [ms] */
  uint64_t memory;                /* address space [bytes] */
} TrammelCageLimits;

/* Limits memory, CPU time, and CPU time without progress, at most to the hard limits of the
 * process, forbids new privileges, processes and file output, and filters system calls down to
 * reading open files and writing to standard output: no file can be opened any more, and signals
 * reach this process only.  Under a sanitizer, whose run-time library needs more, memory and calls
 * are not limited.  False when the kernel refuses. */
bool trammel_cage_enter(const TrammelCageLimits *limits);

/* Reports progress: the process may again take its CPU time without progress, after which SIGPROF
 * ends it. */
void trammel_cage_note_progress(void);
