/* Output format of trammel-mat-helper: a magic word, then records in the byte order of the machine.
 * Both ends are built from this file; the reader checks all of it. */
#pragma once

#include <stdint.h>

#define TRAMMEL_MAT_MAGIC "trammel-mat/1\n"

typedef enum {
  TRAMMEL_MAT_END,     /* the file was read to its end; an answer without it is invalid */
  TRAMMEL_MAT_ARRAY,   /* a = rows, b = columns; then a * b doubles, column-major */
  TRAMMEL_MAT_TEXT,    /* a = rows, b = columns; then a * b code units of 4 bytes, column-major */
  TRAMMEL_MAT_NOTE,    /* a = TrammelMatNote: reason why the variable, or a part of it, cannot be
                          used */
  TRAMMEL_MAT_SKIPPED, /* a variable that was not requested; a = b = 0 */
  TRAMMEL_MAT_FAILURE, /* a = TrammelMatFailure, b = 1-based variable or 0; nothing follows */
} TrammelMatKind;

typedef struct {
  uint32_t kind;
  uint32_t name_length; /* bytes of the MATLAB path, which follows the record */
  uint64_t a, b;
} TrammelMatRecord;

typedef enum {
  TRAMMEL_MAT_NOTE_OBJECT,   /* table, timetable, timeseries, string, Simulink data */
  TRAMMEL_MAT_NOTE_SPARSE,   /* sparse matrix */
  TRAMMEL_MAT_NOTE_FUNCTION, /* function handle */
  TRAMMEL_MAT_NOTE_COMPLEX,  /* numbers with an imaginary part */
  TRAMMEL_MAT_NOTE_DEEP,     /* nested too deeply */
  TRAMMEL_MAT_NOTE_DAMAGED,  /* numbers that cannot be read or do not fit the variable's size */
  TRAMMEL_MAT_NOTE_STOPPED,  /* b = 1-based variable that cannot be read, nor can those after it */
  TRAMMEL_MAT_N_NOTES
} TrammelMatNote;

typedef enum {
  TRAMMEL_MAT_FAILURE_FORMAT,    /* not a MAT file */
  TRAMMEL_MAT_FAILURE_TRUNCATED, /* the file ends too early, inside variable b if known */
  TRAMMEL_MAT_FAILURE_MANY,      /* more leaves than TRAMMEL_MAT_MAX_RECORDS */
  TRAMMEL_MAT_FAILURE_SANDBOX,   /* the kernel refuses the limits */
  TRAMMEL_MAT_N_FAILURES
} TrammelMatFailure;

/* Returns the CPU time limit [s] for a file of this many bytes: valid files are read at more than
 * 50 MB/s, damaged ones can loop until the limit. */
static inline unsigned
trammel_mat_cpu_seconds(uint64_t size)
{
  return 3 + (unsigned)(size / (10 * 1024 * 1024));
}

/* Returns the CPU time limit [ms] for one variable of such a file: the reader loops beyond it.
 * Constant columns of 600 MB, packed to 1 MB, take 1 s together. */
static inline unsigned
trammel_mat_variable_milliseconds(uint64_t size)
{
  return 1000 * trammel_mat_cpu_seconds(size) - 1500;
}

enum {
  TRAMMEL_MAT_MAX_NAME = 1024,
  TRAMMEL_MAT_MAX_RECORDS = 100000,
  TRAMMEL_MAT_MAX_DEPTH = 16,
  TRAMMEL_MAT_MAX_TEXT_ROWS = 10000, /* a taller table of characters is left out */
};
