/* Triangles that share their vertices: equal places become one vertex.  Part of the helper process.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  float (*vertices)[3];
  uint32_t (*triangles)[3];
  uint32_t n_vertices, n_triangles;
  size_t vertex_room, triangle_room;
  uint32_t *slots; /* hash table of vertex numbers + 1; 0: free */
  size_t n_slots;  /* a power of two */
} TrammelWeld;

/* Adds a triangle; one whose corners coincide is left out.  Zeros have no sign.  False without
 * memory. */
bool trammel_weld_add(TrammelWeld *weld, const float corners[3][3]);
