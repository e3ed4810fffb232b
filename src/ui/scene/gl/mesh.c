#include "ui/scene/gl/mesh.h"

static void
set_attribute(GLuint index, gsize offset)
{
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, 3, GL_FLOAT, GL_FALSE, sizeof(TrammelVertex), (gpointer)offset);
}

void
trammel_gl_mesh_init(TrammelGlMesh *mesh, const TrammelMesh *source)
{
  glGenVertexArrays(1, &mesh->array);
  glBindVertexArray(mesh->array);
  glGenBuffers(1, &mesh->vertices);
  glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(source->vertices->len * sizeof(TrammelVertex)),
               source->vertices->data, GL_STATIC_DRAW);
  glGenBuffers(1, &mesh->indices);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(source->indices->len * sizeof(guint32)),
               source->indices->data, GL_STATIC_DRAW);
  set_attribute(0, G_STRUCT_OFFSET(TrammelVertex, round));
  set_attribute(1, G_STRUCT_OFFSET(TrammelVertex, shift));
  set_attribute(2, G_STRUCT_OFFSET(TrammelVertex, normal));
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  mesh->n_indices = (GLsizei)source->indices->len;
}

void
trammel_gl_mesh_clear(TrammelGlMesh *mesh)
{
  glDeleteVertexArrays(1, &mesh->array);
  glDeleteBuffers(1, &mesh->vertices);
  glDeleteBuffers(1, &mesh->indices);
  *mesh = (TrammelGlMesh){0};
}

void
trammel_gl_mesh_draw(const TrammelGlMesh *mesh)
{
  glBindVertexArray(mesh->array);
  glDrawElements(GL_TRIANGLES, mesh->n_indices, GL_UNSIGNED_INT, NULL);
}
