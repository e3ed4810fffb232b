/* A mesh in the memory of the current OpenGL context. */
#pragma once

#include <epoxy/gl.h>

#include "ui/scene/mesh-data.h"

G_BEGIN_DECLS

/* Places of the attributes in every vertex shader. */
enum { TRAMMEL_ATTRIBUTE_NORMAL = 0, TRAMMEL_ATTRIBUTE_END = 1 };

typedef struct {
  GLuint array, vertices, triangles, lines;
  GLsizei n_triangle_indices, n_line_indices;
} TrammelGlMesh;

/* The context stays current from here to the clear. */
void trammel_gl_mesh_init(TrammelGlMesh *mesh, TrammelMesh kind);
void trammel_gl_mesh_clear(TrammelGlMesh *mesh);

void trammel_gl_mesh_draw(const TrammelGlMesh *mesh);
void trammel_gl_mesh_draw_lines(const TrammelGlMesh *mesh);

G_END_DECLS
