/* Whether a MAT file of version 4, 5 or 7 is complete: its variables are a chain of blocks that say
 * how long they are.  Matio fills what is missing with zeros. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  bool known;    /* false: neither of these versions */
  bool complete; /* the last block ends where the file does */
  uint64_t n;    /* variables, among them the one that is cut off */
} TrammelMatExtent;

TrammelMatExtent trammel_mat_measure(const char *path);
