#include "ui/scene/gl/driver.h"

#include <epoxy/gl.h>
#include <string.h>

gboolean
trammel_gl_driver_is_software(void)
{
  static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader"};
  const char *driver = (const char *)glGetString(GL_RENDERER);

  for (guint i = 0; driver && i < G_N_ELEMENTS(names); i++)
    if (strstr(driver, names[i]))
      return TRUE;
  return FALSE;
}

void
trammel_gl_driver_choose_renderer(GdkDisplay *display)
{
  if (g_getenv("GSK_RENDERER"))
    return;
  g_autoptr(GdkGLContext) context = gdk_display_create_gl_context(display, NULL);
  if (!context || !gdk_gl_context_realize(context, NULL))
    return;
  gdk_gl_context_make_current(context);
  if (trammel_gl_driver_is_software())
    g_setenv("GSK_RENDERER", "cairo", FALSE);
  gdk_gl_context_clear_current();
}
