/* Programs of the graphics processor, from shaders among the resources. */
#pragma once

#include <epoxy/gl.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Compiles and links `vertex` and `fragment` (names below /io/github/trammel/shaders/) in the
 * current context.  Returns 0 with an error of GDK_GL_ERROR that contains the compiler's
 * message. */
GLuint trammel_gl_program_new(const char *vertex, const char *fragment, GError **error);

/* Set uniforms of the program in use by name; a name that the compiler removed is ignored. */
void trammel_gl_set_float(GLuint program, const char *name, double value);
void trammel_gl_set_vec2(GLuint program, const char *name, double x, double y);
void trammel_gl_set_vec3(GLuint program, const char *name, const double value[3]);
void trammel_gl_set_vec4(GLuint program, const char *name, const float value[4]);

G_END_DECLS
