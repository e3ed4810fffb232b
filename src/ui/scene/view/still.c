/* Pictures beside the view: another pose, any size. */
#include <glib/gi18n.h>

#include "ui/scene/gl/share.h"
#include "ui/scene/gl/target.h"
#include "ui/scene/view/private.h"

/* Interval of checks for a pending picture. */
enum { ARRIVAL_MS = 4 };

/* Picture under way. */
typedef struct {
  TrammelGlShare *share;
  TrammelGlTarget target;
  GLsync fence;
  GskRenderNode *texts; /* nullable */
  double scale;         /* pixels of the picture for one of the interface */
} Shot;

static void
free_shot(gpointer data)
{
  Shot *shot = data;

  if (shot->share) {
    gdk_gl_context_make_current(shot->share->context);
    if (shot->fence)
      glDeleteSync(shot->fence);
    trammel_gl_target_clear(&shot->target);
    trammel_gl_share_give_back(shot->share);
  }
  g_clear_pointer(&shot->texts, gsk_render_node_unref);
  g_free(shot);
}

/* Draws with the shared context; the picture arrives later. */
static gboolean
draw_here(Shot *shot, const TrammelSceneImage *image, TrammelDrawList *list, GError **error)
{
  gdk_gl_context_make_current(shot->share->context);
  if (!trammel_gl_target_bind(&shot->target, 1, image->width, image->height, error) ||
      !trammel_renderer_draw(shot->share->renderer, image, list, error))
    return FALSE;
  shot->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  return TRUE;
}

static void on_drawn_cb(cairo_surface_t *surface, const GError *error, gpointer data);

static gboolean
draw(TrammelSceneView *self, GTask *task, const TrammelSceneStill *still, GError **error)
{
  Shot *shot = g_task_get_task_data(task);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  TrammelSceneImage image = {.width = still->width,
                             .height = still->height,
                             .scale = shot->scale,
                             .background = still->background};

  trammel_scene_view_prepare(&image, list, self);
  if (!shot->share->thread)
    return draw_here(shot, &image, list, error);
  trammel_gl_thread_draw(shot->share->thread, &image, g_steal_pointer(&list), on_drawn_cb,
                         g_object_ref(task));
  return TRUE;
}

static GskRenderNode *
draw_texts(TrammelSceneView *self)
{
  GtkSnapshot *snapshot = gtk_snapshot_new();

  trammel_scene_view_snapshot_texts(self, snapshot);
  return gtk_snapshot_free_to_node(snapshot);
}

/* Draws as if the view had the size and the poses of the still. */
static gboolean
begin(TrammelSceneView *self, GTask *task, const TrammelSceneStill *still, GError **error)
{
  Shot *shot = g_task_get_task_data(task);
  TrammelViewport shown = trammel_scene_view_get_viewport(self);
  double *poses[2] = {self->estimated, self->ghost};
  GArray *forces = self->forces;

  shot->scale = MIN(still->width / shown.width, still->height / shown.height);
  self->still_viewport = (TrammelViewport){still->width / shot->scale, still->height / shot->scale};
  self->still = still;
  self->estimated = (double *)still->estimated;
  self->ghost = (double *)still->ghost;
  self->forces = still->forces;
  gboolean done = draw(self, task, still, error);
  if (done)
    shot->texts = draw_texts(self);
  self->still = NULL;
  self->estimated = poses[0];
  self->ghost = poses[1];
  self->forces = forces;
  return done;
}

/* Ends the task with the picture (transfer full) and its texts. */
static void
give(GTask *task, cairo_surface_t *surface)
{
  Shot *shot = g_task_get_task_data(task);
  cairo_t *cr = cairo_create(surface);

  cairo_scale(cr, shot->scale, shot->scale);
  if (shot->texts)
    gsk_render_node_draw(shot->texts, cr);
  cairo_destroy(cr);
  cairo_surface_flush(surface);
  g_task_return_pointer(task, surface, (GDestroyNotify)cairo_surface_destroy);
}

static void
on_drawn_cb(cairo_surface_t *surface, const GError *error, gpointer data)
{
  g_autoptr(GTask) task = data;

  if (!surface)
    g_task_return_error(task, g_error_copy(error));
  else if (g_task_return_error_if_cancelled(task))
    cairo_surface_destroy(surface);
  else
    give(task, surface);
}

static gboolean
on_arrival_cb(gpointer data)
{
  GTask *task = data;
  Shot *shot = g_task_get_task_data(task);

  if (g_task_return_error_if_cancelled(task))
    return G_SOURCE_REMOVE;
  gdk_gl_context_make_current(shot->share->context);
  if (glClientWaitSync(shot->fence, 0, 0) == GL_TIMEOUT_EXPIRED)
    return G_SOURCE_CONTINUE;
  glBindFramebuffer(GL_FRAMEBUFFER, shot->target.framebuffer);
  give(task, trammel_gl_target_read(&shot->target));
  return G_SOURCE_REMOVE;
}

void
trammel_scene_view_take_still_async(TrammelSceneView *self,
                                    const TrammelSceneStill *still,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self) && still->width > 0 && still->height > 0);
  g_autoptr(GTask) task = g_task_new(self, cancellable, callback, user);
  Shot *shot = g_new0(Shot, 1);
  GError *error = NULL;

  g_task_set_source_tag(task, trammel_scene_view_take_still_async);
  g_task_set_task_data(task, shot, free_shot);
  if (!self->look) {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s",
                            _("There is no mechanism to draw."));
    return;
  }
  shot->share = trammel_gl_share_take(gtk_widget_get_display(GTK_WIDGET(self)), &error);
  if (!shot->share || !begin(self, task, still, &error)) {
    g_task_return_error(task, error);
    return;
  }
  if (shot->fence)
    g_timeout_add_full(G_PRIORITY_DEFAULT, ARRIVAL_MS, on_arrival_cb, g_object_ref(task),
                       g_object_unref);
}

cairo_surface_t *
trammel_scene_view_take_still_finish(TrammelSceneView *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail(g_task_is_valid(result, self), NULL);
  return g_task_propagate_pointer(G_TASK(result), error);
}
