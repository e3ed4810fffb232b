#include "ui/scene/gl-mesh.h"

static void
fill_buffer(GLenum target, GLuint buffer, const GArray *data)
{
  glBindBuffer(target, buffer);
  glBufferData(target, (GLsizeiptr)(data->len * g_array_get_element_size((GArray *)data)),
               data->data, GL_STATIC_DRAW);
}

static void
describe_attribute(GLuint place, gsize offset)
{
  glEnableVertexAttribArray(place);
  glVertexAttribPointer(place, 3, GL_FLOAT, GL_FALSE, sizeof(TrammelVertex), (const void *)offset);
}

void
trammel_gl_mesh_init(TrammelGlMesh *mesh, TrammelMesh kind)
{
  TrammelMeshData data;
  trammel_mesh_data_init(&data, kind);
  glGenVertexArrays(1, &mesh->array);
  glGenBuffers(1, &mesh->vertices);
  glGenBuffers(1, &mesh->triangles);
  glGenBuffers(1, &mesh->lines);

  glBindVertexArray(mesh->array);
  fill_buffer(GL_ARRAY_BUFFER, mesh->vertices, data.vertices);
  fill_buffer(GL_ELEMENT_ARRAY_BUFFER, mesh->lines, data.lines);
  fill_buffer(GL_ELEMENT_ARRAY_BUFFER, mesh->triangles, data.triangles);
  describe_attribute(TRAMMEL_ATTRIBUTE_NORMAL, G_STRUCT_OFFSET(TrammelVertex, normal));
  describe_attribute(TRAMMEL_ATTRIBUTE_END, G_STRUCT_OFFSET(TrammelVertex, end));
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);

  mesh->n_triangle_indices = (GLsizei)data.triangles->len;
  mesh->n_line_indices = (GLsizei)data.lines->len;
  trammel_mesh_data_clear(&data);
}

void
trammel_gl_mesh_clear(TrammelGlMesh *mesh)
{
  glDeleteVertexArrays(1, &mesh->array);
  glDeleteBuffers(1, &mesh->vertices);
  glDeleteBuffers(1, &mesh->triangles);
  glDeleteBuffers(1, &mesh->lines);
  *mesh = (TrammelGlMesh){0};
}

static void
draw_elements(const TrammelGlMesh *mesh, GLenum mode, GLuint indices, GLsizei n)
{
  glBindVertexArray(mesh->array);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
  glDrawElements(mode, n, GL_UNSIGNED_SHORT, NULL);
}

void
trammel_gl_mesh_draw(const TrammelGlMesh *mesh)
{
  draw_elements(mesh, GL_TRIANGLES, mesh->triangles, mesh->n_triangle_indices);
}

void
trammel_gl_mesh_draw_lines(const TrammelGlMesh *mesh)
{
  draw_elements(mesh, GL_LINES, mesh->lines, mesh->n_line_indices);
}
