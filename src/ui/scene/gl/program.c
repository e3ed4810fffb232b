#include "ui/scene/gl/program.h"

#define SHADER_PREFIX "/io/github/trammel/shaders/"

static char *
dup_shader_log(GLuint shader)
{
  GLint length = 0;
  char *text;

  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
  text = g_malloc0((gsize)MAX(length, 0) + 1);
  glGetShaderInfoLog(shader, length, NULL, text);
  return g_strchomp(text);
}

static char *
dup_program_log(GLuint program)
{
  GLint length = 0;
  char *text;

  glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
  text = g_malloc0((gsize)MAX(length, 0) + 1);
  glGetProgramInfoLog(program, length, NULL, text);
  return g_strchomp(text);
}

static GLuint
compile_shader(GLenum type, const char *name, GError **error)
{
  g_autofree char *path = g_strconcat(SHADER_PREFIX, name, NULL);
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  GLint is_good = GL_FALSE;

  if (bytes == NULL)
    return 0;

  gsize size;
  const char *text = g_bytes_get_data(bytes, &size);
  GLint length = (GLint)size;
  GLuint shader = glCreateShader(type);

  glShaderSource(shader, 1, &text, &length);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
  if (!is_good) {
    g_autofree char *log = dup_shader_log(shader);

    g_set_error(error, GDK_GL_ERROR, GDK_GL_ERROR_COMPILATION_FAILED,
                "The shader %s does not compile: %s", name, log);
    glDeleteShader(shader);
    return 0;
  }
  return shader;
}

GLuint
trammel_gl_program_new(const char *vertex, const char *fragment, GError **error)
{
  GLuint program, vertex_shader, fragment_shader;
  GLint is_good = GL_FALSE;

  vertex_shader = compile_shader(GL_VERTEX_SHADER, vertex, error);
  if (vertex_shader == 0)
    return 0;
  fragment_shader = compile_shader(GL_FRAGMENT_SHADER, fragment, error);
  if (fragment_shader == 0) {
    glDeleteShader(vertex_shader);
    return 0;
  }
  program = glCreateProgram();
  glAttachShader(program, vertex_shader);
  glAttachShader(program, fragment_shader);
  glLinkProgram(program);
  /* they live as long as the program they are attached to */
  glDeleteShader(vertex_shader);
  glDeleteShader(fragment_shader);
  glGetProgramiv(program, GL_LINK_STATUS, &is_good);
  if (!is_good) {
    g_autofree char *log = dup_program_log(program);

    g_set_error(error, GDK_GL_ERROR, GDK_GL_ERROR_LINK_FAILED,
                "The shaders %s and %s do not link: %s", vertex, fragment, log);
    glDeleteProgram(program);
    return 0;
  }
  return program;
}

void
trammel_gl_set_float(GLuint program, const char *name, double value)
{
  glUniform1f(glGetUniformLocation(program, name), (float)value);
}

void
trammel_gl_set_vec2(GLuint program, const char *name, double x, double y)
{
  glUniform2f(glGetUniformLocation(program, name), (float)x, (float)y);
}

void
trammel_gl_set_vec3(GLuint program, const char *name, const double value[3])
{
  glUniform3f(glGetUniformLocation(program, name), (float)value[0], (float)value[1],
              (float)value[2]);
}

void
trammel_gl_set_vec4(GLuint program, const char *name, const float value[4])
{
  glUniform4fv(glGetUniformLocation(program, name), 1, value);
}
