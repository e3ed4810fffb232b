/* Output format of trammel-mesh-helper: a magic word, one record, then the numbers in the byte
 * order of the machine.  Both ends are built from this file; the reader checks all of it. */
#pragma once

#include <stdint.h>

#define TRAMMEL_MESH_MAGIC "trammel-mesh/1\n"

typedef enum {
  TRAMMEL_MESH_SURFACE,  /* then 3 * n_vertices floats [m, or the unit of the file] and
                            3 * n_triangles uint32_t */
  TRAMMEL_MESH_FORMAT,   /* not a file of the format */
  TRAMMEL_MESH_EMPTY,    /* no triangle with an area */
  TRAMMEL_MESH_LARGE,    /* more than TRAMMEL_MESH_MOST_TRIANGLES */
  TRAMMEL_MESH_INFINITE, /* a coordinate that is not finite */
  TRAMMEL_MESH_REFUSED,  /* the kernel refuses the limits */
  TRAMMEL_MESH_N_ANSWERS
} TrammelMeshAnswer;

typedef struct {
  uint32_t answer; /* TrammelMeshAnswer */
  uint32_t n_vertices, n_triangles;
} TrammelMeshRecord;

enum {
  TRAMMEL_MESH_MOST_BYTES = 128 * 1024 * 1024, /* of the file */
  TRAMMEL_MESH_MOST_TRIANGLES = 500000,
  TRAMMEL_MESH_MOST_DEPTH = 64, /* of the nodes of a scene */
};

/* Returns the CPU time limit [s] for a file of this many bytes. */
static inline unsigned
trammel_mesh_cpu_seconds(uint64_t size)
{
  return 5 + (unsigned)(size / (4 * 1024 * 1024));
}
