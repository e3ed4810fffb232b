/* Shader programs out of the library's resources. */
#pragma once

#include <epoxy/gl.h>
#include <glib.h>

G_BEGIN_DECLS

/* Compiles and links `vertex` and `fragment`, base names below /io/github/trammel/shaders/; the
 * first line (version, precision) is added for OpenGL 3.3 or OpenGL ES 3.0, whatever is current.
 * 0 with GDK_GL_ERROR and the driver's words on failure. */
GLuint trammel_gl_program_new(const char *vertex, const char *fragment, GError **error);

G_END_DECLS
