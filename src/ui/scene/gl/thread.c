#include "ui/scene/gl/thread.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include "ui/scene/gl/target.h"

/* Marks of an order.  GLib's locks order the two threads; ThreadSanitizer, which does not see them,
 * sees the marks. */
typedef enum { ORDERED = 1, FORGOTTEN = 2, ANSWERED = 4 } Mark;

struct _TrammelGlOrder {
  TrammelSceneImage picture;
  TrammelDrawList *list;
  TrammelGlDone done; /* of the main thread alone */
  gpointer user;
  gint marks; /* Mark */
  cairo_surface_t *surface;
  GError *error;
};

struct _TrammelGlThread {
  GThread *thread;
  GAsyncQueue *orders; /* TrammelGlOrder, and `end` */
};

/* Content of a queue that ends the thread. */
static TrammelGlOrder end;

/* Context of the thread, and what it draws with and into. */
typedef struct {
  EGLDisplay display;
  EGLContext context;
  TrammelRenderer *renderer;
  TrammelGlTarget target;
} Screen;

static void
free_order(TrammelGlOrder *order)
{
  trammel_draw_list_free(order->list);
  g_clear_pointer(&order->surface, cairo_surface_destroy);
  g_clear_error(&order->error);
  g_free(order);
}

/* ---- the thread ------------------------------------------------------------------------------ */

static EGLDisplay
open_display(void)
{
  if (!epoxy_has_egl() ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base"))
    return EGL_NO_DISPLAY;
  EGLDisplay display =
      eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  return display && eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

static EGLContext
make_context(EGLDisplay display)
{
  static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                                      3,
                                      EGL_CONTEXT_MINOR_VERSION_KHR,
                                      3,
                                      EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                      EGL_NONE};

  if (!epoxy_has_egl_extension(display, "EGL_KHR_no_config_context") ||
      !epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context") ||
      !epoxy_has_egl_extension(display, "EGL_KHR_create_context") || !eglBindAPI(EGL_OPENGL_API))
    return EGL_NO_CONTEXT;
  return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
}

/* Opens the screen at the first picture. */
static gboolean
open_screen(Screen *screen, GError **error)
{
  if (screen->renderer)
    return TRUE;
  if (!screen->display)
    screen->display = open_display();
  if (screen->display && !screen->context)
    screen->context = make_context(screen->display);
  if (!screen->context ||
      !eglMakeCurrent(screen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, screen->context)) {
    g_set_error_literal(error, GDK_GL_ERROR, GDK_GL_ERROR_NOT_AVAILABLE,
                        "EGL has no OpenGL 3.3 without a window");
    return FALSE;
  }
  screen->renderer = trammel_renderer_new(error);
  return screen->renderer != NULL;
}

static void
close_screen(Screen *screen)
{
  if (screen->renderer) {
    trammel_gl_target_clear(&screen->target);
    trammel_renderer_free(screen->renderer);
  }
  if (screen->display) {
    eglMakeCurrent(screen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (screen->context)
      eglDestroyContext(screen->display, screen->context);
    eglTerminate(screen->display);
    eglReleaseThread();
  }
}

static void
draw(Screen *screen, TrammelGlOrder *order)
{
  TrammelSceneImage *picture = &order->picture;

  if (open_screen(screen, &order->error) &&
      trammel_gl_target_bind(&screen->target, 1, picture->width, picture->height, &order->error) &&
      trammel_renderer_draw(screen->renderer, picture, order->list, &order->error))
    order->surface = trammel_gl_target_read(&screen->target);
}

/* GSourceFunc of the main thread. */
static gboolean
deliver(gpointer data)
{
  TrammelGlOrder *order = data;

  g_assert(g_atomic_int_get(&order->marks) & ANSWERED);
  if (order->done)
    order->done(g_steal_pointer(&order->surface), order->error, order->user);
  free_order(order);
  return G_SOURCE_REMOVE;
}

static gpointer
run(gpointer data)
{
  GAsyncQueue *orders = data;
  Screen screen = {.display = EGL_NO_DISPLAY, .context = EGL_NO_CONTEXT};
  TrammelGlOrder *order;

  while ((order = g_async_queue_pop(orders)) != &end) {
    if (!(g_atomic_int_get(&order->marks) & FORGOTTEN))
      draw(&screen, order);
    g_atomic_int_or(&order->marks, ANSWERED);
    g_idle_add_full(G_PRIORITY_DEFAULT, deliver, order, NULL);
  }
  close_screen(&screen);
  return NULL;
}

/* ---- the main thread ------------------------------------------------------------------------- */

TrammelGlThread *
trammel_gl_thread_new(void)
{
  TrammelGlThread *self = g_new0(TrammelGlThread, 1);

  self->orders = g_async_queue_new();
  self->thread = g_thread_new("scene", run, self->orders);
  return self;
}

void
trammel_gl_thread_free(TrammelGlThread *self)
{
  g_async_queue_push(self->orders, &end);
  g_thread_join(self->thread);
  g_async_queue_unref(self->orders);
  g_free(self);
}

TrammelGlOrder *
trammel_gl_thread_draw(TrammelGlThread *self,
                       const TrammelSceneImage *picture,
                       TrammelDrawList *list,
                       TrammelGlDone done,
                       gpointer user)
{
  TrammelGlOrder *order = g_new0(TrammelGlOrder, 1);

  order->picture = *picture;
  order->list = list;
  order->done = done;
  order->user = user;
  g_atomic_int_or(&order->marks, ORDERED);
  g_async_queue_push(self->orders, order);
  return order;
}

void
trammel_gl_order_forget(TrammelGlOrder *order)
{
  order->done = NULL;
  g_atomic_int_or(&order->marks, FORGOTTEN);
}
