/* Triangle meshes of the solids of the 3D view.
 *
 * One mesh per kind serves all sizes: a vertex lies at radius * round + half * shift (element by
 * element), then the transform of the item is applied.  So a capsule keeps its round ends and a box
 * the radius of its edges at any length. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_MESH_BOX,      /* half: half edges less the radius of the rounded edges */
  TRAMMEL_MESH_SPHERE,   /* half: 0 */
  TRAMMEL_MESH_CYLINDER, /* along z; half: (r, r, h) less the radius of the rounded rim */
  TRAMMEL_MESH_CAPSULE,  /* along z; half: (0, 0, half length of the straight part) */
  TRAMMEL_MESH_CONE,     /* base in z = 0, tip in z = half[2]; half: (r, r, height); radius 0 */
  TRAMMEL_MESH_WIRE,     /* capsule of few triangles, for large numbers of thin ones */
  TRAMMEL_MESH_BLOCK,    /* box with sharp edges, of few triangles; half: half edges; radius 0 */
  TRAMMEL_MESH_PLANE,    /* z = 0, from -half to half; for the grid */
  TRAMMEL_N_MESHES
} TrammelMeshKind;

typedef struct {
  float round[3], shift[3], normal[3];
} TrammelVertex;

typedef struct {
  GArray *vertices; /* TrammelVertex */
  GArray *indices;  /* guint32, three a triangle, counter-clockwise seen from outside */
} TrammelMesh;

/* Makes a mesh; free its content with trammel_mesh_clear(). */
void trammel_mesh_init(TrammelMesh *mesh, TrammelMeshKind kind);
void trammel_mesh_clear(TrammelMesh *mesh);

G_END_DECLS
