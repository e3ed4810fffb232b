/* Completeness of a MAT file: versions 4, 5 and 7 are a chain of blocks with their lengths, and the
 * HDF5 file of version 7.3 stores the position of its end.  Matio fills missing data with zeros or
 * finds nothing at all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  bool known;    /* false: none of these versions */
  bool complete; /* the last block ends where the file does */
  bool counted;  /* `n` is known: not in version 7.3 */
  uint64_t n;    /* number of variables, including one that is cut off */
} TrammelMatExtent;

TrammelMatExtent trammel_mat_measure(const char *path);
