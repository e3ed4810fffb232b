/* Mesh in the memory of the graphics processor. */
#pragma once

#include <epoxy/gl.h>

#include "ui/scene/geometry/mesh.h"

G_BEGIN_DECLS

typedef struct {
  GLuint array, vertices, indices;
  GLsizei n_indices;
} TrammelGlMesh;

/* Loads a mesh into the current context; attributes 0, 1, 2 are round, shift, normal.  Free the
 * content with trammel_gl_mesh_clear(). */
void trammel_gl_mesh_init(TrammelGlMesh *mesh, const TrammelMesh *source);
void trammel_gl_mesh_clear(TrammelGlMesh *mesh);

void trammel_gl_mesh_draw(const TrammelGlMesh *mesh);

G_END_DECLS
