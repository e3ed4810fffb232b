/* Triangles of the solids, without OpenGL.
 *
 * A vertex is a unit normal n and an end e; a solid of rounding radius b and stretch s has its
 * vertices at b n + s * e (by components).  One mesh of each kind serves all sizes, with round
 * edges of the right radius and normals that need no scaling:
 *
 *   BOX       e = (+-1, +-1, +-1)      half edges s + b
 *   CAPSULE   e = (0, 0, +-1)          axis z, half length s_z without the ends, radius b; a
 *                                      sphere with s = 0
 *   CYLINDER  e = (cos, sin, +-1)      axis z, half height s_z + b, radius s_x + b (s_x = s_y)
 *   CONE      base of radius s_x = s_y at z = 0, tip at z = s_z; b = 0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_MESH_BOX,
  TRAMMEL_MESH_CAPSULE,
  TRAMMEL_MESH_CYLINDER,
  TRAMMEL_MESH_CONE,
  TRAMMEL_N_MESHES
} TrammelMesh;

typedef struct {
  float normal[3], end[3];
} TrammelVertex;

/* Counter-clockwise triangles seen from outside; lines for the wire style. */
typedef struct {
  GArray *vertices;  /* TrammelVertex */
  GArray *triangles; /* guint16, three each */
  GArray *lines;     /* guint16, two each */
} TrammelMeshData;

void trammel_mesh_data_init(TrammelMeshData *data, TrammelMesh mesh);
void trammel_mesh_data_clear(TrammelMeshData *data);

G_END_DECLS
