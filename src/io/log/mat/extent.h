/* Whether a MAT file is complete: the variables of versions 4, 5 and 7 are a chain of blocks that
 * say how long they are, and the HDF5 file that is version 7.3 says where it ends.  Matio fills
 * what is missing with zeros or finds nothing at all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  bool known;    /* false: none of these versions */
  bool complete; /* the last block ends where the file does */
  bool counted;  /* `n` is known: not in version 7.3 */
  uint64_t n;    /* variables, among them the one that is cut off */
} TrammelMatExtent;

TrammelMatExtent trammel_mat_measure(const char *path);
