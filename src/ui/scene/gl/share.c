#include "ui/scene/gl/share.h"

#include "ui/scene/gl/driver.h"

static const char key[] = "trammel-gl-share";

typedef struct {
  TrammelGlShare share; /* first member: the public part */
  GdkDisplay *display;  /* owns this as its data, so it outlives it */
  guint n_users;
} Own;

static void
free_own(Own *own)
{
  g_clear_pointer(&own->share.thread, trammel_gl_thread_free);
  if (own->share.renderer) {
    gdk_gl_context_make_current(own->share.context);
    trammel_renderer_free(own->share.renderer);
  }
  if (own->share.context && gdk_gl_context_get_current() == own->share.context)
    gdk_gl_context_clear_current();
  g_clear_object(&own->share.context);
  g_free(own);
}

static gboolean
make_parts(TrammelGlShare *share, GdkDisplay *display, GError **error)
{
  share->context = gdk_display_create_gl_context(display, error);
  if (!share->context)
    return FALSE;
  gdk_gl_context_set_required_version(share->context, 3, 3);
  if (!gdk_gl_context_realize(share->context, error))
    return FALSE;
  gdk_gl_context_make_current(share->context);
  if (trammel_gl_driver_is_software())
    share->thread = trammel_gl_thread_new();
  else
    share->renderer = trammel_renderer_new(error);
  return share->thread || share->renderer;
}

gboolean
trammel_gl_share_drop_thread(TrammelGlShare *share, GError **error)
{
  g_clear_pointer(&share->thread, trammel_gl_thread_free);
  if (share->renderer)
    return TRUE;
  gdk_gl_context_make_current(share->context);
  share->renderer = trammel_renderer_new(error);
  return share->renderer != NULL;
}

TrammelGlShare *
trammel_gl_share_take(GdkDisplay *display, GError **error)
{
  Own *own = g_object_get_data(G_OBJECT(display), key);

  if (!own) {
    own = g_new0(Own, 1);
    own->display = display;
    if (!make_parts(&own->share, display, error)) {
      free_own(own);
      return NULL;
    }
    g_object_set_data(G_OBJECT(display), key, own);
  } else if (!own->share.thread && !trammel_gl_share_drop_thread(&own->share, error)) {
    return NULL; /* as for the view that had to draw without the thread */
  }
  own->n_users++;
  return &own->share;
}

void
trammel_gl_share_give_back(TrammelGlShare *share)
{
  Own *own = (Own *)share;

  if (--own->n_users > 0)
    return;
  g_object_set_data(G_OBJECT(own->display), key, NULL);
  free_own(own);
}
