#include "ui/scene/gl-program.h"

#include <gdk/gdk.h>

#define PREFIX "/io/github/trammel/shaders/"

/* shaders are written for both; only this line differs */
static const char *
get_header(void)
{
  return epoxy_is_desktop_gl() ? "#version 330 core\n"
                               : "#version 300 es\nprecision highp float;\n";
}

static char *
read_log(GLuint object, gboolean is_program)
{
  GLint length = 0;
  if (is_program)
    glGetProgramiv(object, GL_INFO_LOG_LENGTH, &length);
  else
    glGetShaderiv(object, GL_INFO_LOG_LENGTH, &length);
  char *log = g_malloc0((gsize)length + 1);
  if (is_program)
    glGetProgramInfoLog(object, length + 1, NULL, log);
  else
    glGetShaderInfoLog(object, length + 1, NULL, log);
  return g_strstrip(log);
}

static GLuint
compile_shader(GLenum type, const char *name, GError **error)
{
  g_autofree char *path = g_strconcat(PREFIX, name, NULL);
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (bytes == NULL)
    return 0;

  gsize size = 0;
  const char *text = g_bytes_get_data(bytes, &size);
  const char *parts[2] = {get_header(), text};
  GLint lengths[2] = {-1, (GLint)size};
  GLint done = 0;
  GLuint shader = glCreateShader(type);
  glShaderSource(shader, 2, parts, lengths);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  if (done)
    return shader;
  g_autofree char *log = read_log(shader, FALSE);
  g_set_error(error, GDK_GL_ERROR, GDK_GL_ERROR_COMPILATION_FAILED, "%s: %s", name, log);
  glDeleteShader(shader);
  return 0;
}

GLuint
trammel_gl_program_new(const char *vertex, const char *fragment, GError **error)
{
  GLuint vertex_shader = compile_shader(GL_VERTEX_SHADER, vertex, error);
  if (vertex_shader == 0)
    return 0;
  GLuint fragment_shader = compile_shader(GL_FRAGMENT_SHADER, fragment, error);
  if (fragment_shader == 0) {
    glDeleteShader(vertex_shader);
    return 0;
  }

  GLint done = 0;
  GLuint program = glCreateProgram();
  glAttachShader(program, vertex_shader);
  glAttachShader(program, fragment_shader);
  glLinkProgram(program);
  glGetProgramiv(program, GL_LINK_STATUS, &done);
  glDeleteShader(vertex_shader);
  glDeleteShader(fragment_shader);
  if (done)
    return program;
  g_autofree char *log = read_log(program, TRUE);
  g_set_error(error, GDK_GL_ERROR, GDK_GL_ERROR_LINK_FAILED, "%s, %s: %s", vertex, fragment, log);
  glDeleteProgram(program);
  return 0;
}
