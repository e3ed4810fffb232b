#include "ui/scene/view/scene-area.h"

#include "ui/desktop/raster.h"
#include "ui/scene/gl/share.h"
#include "ui/scene/gl/target.h"

/* Pause after which a draft is replaced by the complete picture. */
enum { REST_MS = 250 };

/* Size of a draft relative to the picture. */
#define DRAFT_SCALE 0.5

/* Interval of checks for a pending picture. */
enum { ARRIVAL_MS = 4 };

struct _TrammelSceneArea {
  GtkGLArea parent_instance;
  TrammelGlShare *share; /* while realized with a context */
  TrammelDrawList *list;
  TrammelScenePrepare prepare;
  gpointer user;

  /* with slow OpenGL only, because GTK would convert its picture again for each frame of the
   * window */
  gboolean is_slow;
  TrammelGlTarget target;
  TrammelRaster *raster; /* nullable: no picture has been made yet */
  int target_width, target_height, raster_width, raster_height; /* of the widget at that time */
  GLsync fence;      /* signalled when a pending picture is ready ... */
  guint arrival;     /* ... and the source that checks it; 0: none */
  gboolean is_stale; /* the content has changed since the picture was started */
  guint rest;        /* source that ends a series of changes; 0: none */
  gboolean is_draft;
};

G_DEFINE_FINAL_TYPE(TrammelSceneArea, trammel_scene_area, GTK_TYPE_GL_AREA)

static guint failed_signal;

static void
report_failure(TrammelSceneArea *self, const GError *error)
{
  if (gtk_gl_area_get_error(GTK_GL_AREA(self)) != error)
    gtk_gl_area_set_error(GTK_GL_AREA(self), error);
  g_signal_emit(self, failed_signal, 0, error->message);
}

static GdkGLContext *
trammel_scene_area_create_context(GtkGLArea *area)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(area);
  g_autoptr(GError) error = NULL;

  self->share = trammel_gl_share_take(gtk_widget_get_display(GTK_WIDGET(self)), &error);
  if (!self->share) {
    report_failure(self, error);
    return NULL;
  }
  self->is_slow = self->share->is_slow;
  return g_object_ref(self->share->context);
}

/* Drops the pending picture; the context is current. */
static void
give_up_picture(TrammelSceneArea *self)
{
  g_clear_handle_id(&self->arrival, g_source_remove);
  if (self->fence)
    glDeleteSync(self->fence);
  self->fence = NULL;
}

static void
trammel_scene_area_unrealize(GtkWidget *widget)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(widget);

  if (self->share) {
    gtk_gl_area_make_current(GTK_GL_AREA(self));
    give_up_picture(self);
    trammel_gl_target_clear(&self->target);
    g_clear_pointer(&self->raster, trammel_raster_free);
  }
  GTK_WIDGET_CLASS(trammel_scene_area_parent_class)->unrealize(widget);
  g_clear_pointer(&self->share, trammel_gl_share_give_back);
}

/* Returns a picture with the size in pixels. */
static TrammelSceneImage
new_picture(TrammelSceneArea *self)
{
  GtkWidget *widget = GTK_WIDGET(self);
  double scale = gtk_widget_get_scale_factor(widget) * (self->is_draft ? DRAFT_SCALE : 1);

  return (TrammelSceneImage){.width = MAX(1, (int)(gtk_widget_get_width(widget) * scale)),
                             .height = MAX(1, (int)(gtk_widget_get_height(widget) * scale)),
                             .scale = scale,
                             .is_draft = self->is_draft};
}

/* Draws into the bound framebuffer. */
static void
draw_picture(TrammelSceneArea *self, TrammelSceneImage *picture)
{
  g_autoptr(GError) error = NULL;

  trammel_draw_list_clear(self->list);
  self->prepare(picture, self->list, self->user);
  if (!trammel_renderer_draw(self->share->renderer, picture, self->list, &error))
    report_failure(self, error);
}

static gboolean
trammel_scene_area_render(GtkGLArea *area, GdkGLContext *context)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(area);
  TrammelSceneImage picture = new_picture(self);

  if (!self->share)
    return FALSE;
  draw_picture(self, &picture);
  return TRUE;
}

/* Draws into the target, which can be read when OpenGL has finished. */
static gboolean
draw_to_target(TrammelSceneArea *self)
{
  TrammelSceneImage picture = new_picture(self);
  g_autoptr(GError) error = NULL;

  gtk_gl_area_make_current(GTK_GL_AREA(self));
  give_up_picture(self);
  if (!trammel_gl_target_bind(&self->target, 1, picture.width, picture.height, &error)) {
    report_failure(self, error);
    return FALSE;
  }
  self->is_stale = FALSE;
  self->target_width = gtk_widget_get_width(GTK_WIDGET(self));
  self->target_height = gtk_widget_get_height(GTK_WIDGET(self));
  draw_picture(self, &picture);
  return TRUE;
}

static void
read_target(TrammelSceneArea *self)
{
  trammel_raster_free(self->raster);
  self->raster = trammel_raster_new(trammel_gl_target_read(&self->target));
  self->raster_width = self->target_width;
  self->raster_height = self->target_height;
}

/* TRUE if the raster, a draft or not, was made for the widget's present size. */
static gboolean
fits_widget(TrammelSceneArea *self)
{
  GtkWidget *widget = GTK_WIDGET(self);

  return self->raster && self->raster_width == gtk_widget_get_width(widget) &&
         self->raster_height == gtk_widget_get_height(widget);
}

static gboolean on_arrival_cb(gpointer data);

/* Starts a picture; the window shows the previous one meanwhile. */
static void
send_for_picture(TrammelSceneArea *self)
{
  if (!draw_to_target(self))
    return;
  self->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  self->arrival = g_timeout_add(ARRIVAL_MS, on_arrival_cb, self);
}

static gboolean
on_arrival_cb(gpointer data)
{
  TrammelSceneArea *self = data;

  gtk_gl_area_make_current(GTK_GL_AREA(self));
  if (glClientWaitSync(self->fence, 0, 0) == GL_TIMEOUT_EXPIRED)
    return G_SOURCE_CONTINUE;
  glBindFramebuffer(GL_FRAMEBUFFER, self->target.framebuffer);
  read_target(self);
  self->arrival = 0;
  give_up_picture(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
  if (self->is_stale)
    send_for_picture(self);
  return G_SOURCE_REMOVE;
}

static void
trammel_scene_area_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(widget);

  if (!self->is_slow || !self->share) {
    GTK_WIDGET_CLASS(trammel_scene_area_parent_class)->snapshot(widget, snapshot);
    return;
  }
  if (!fits_widget(self) && draw_to_target(self))
    read_target(self);
  if (self->raster)
    trammel_raster_snapshot(self->raster, widget, snapshot);
}

static void
draw_anew(TrammelSceneArea *self)
{
  if (!self->is_slow) {
    gtk_gl_area_queue_render(GTK_GL_AREA(self));
    return;
  }
  self->is_stale = TRUE;
  if (!gtk_widget_get_mapped(GTK_WIDGET(self)) || !fits_widget(self)) {
    g_clear_pointer(&self->raster, trammel_raster_free);
    gtk_widget_queue_draw(GTK_WIDGET(self));
  } else if (!self->arrival) {
    send_for_picture(self);
  }
}

static gboolean
on_rest_cb(gpointer data)
{
  TrammelSceneArea *self = data;

  self->rest = 0;
  if (self->is_draft) {
    self->is_draft = FALSE;
    draw_anew(self);
  }
  return G_SOURCE_REMOVE;
}

void
trammel_scene_area_redraw(TrammelSceneArea *self)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_AREA(self));
  if (self->is_slow) {
    self->is_draft = self->rest != 0;
    g_clear_handle_id(&self->rest, g_source_remove);
    self->rest = g_timeout_add(REST_MS, on_rest_cb, self);
  }
  draw_anew(self);
}

gboolean
trammel_scene_area_is_settled(TrammelSceneArea *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_AREA(self), FALSE);
  return !self->rest && !self->arrival;
}

gboolean
trammel_scene_area_is_slow(TrammelSceneArea *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_AREA(self), FALSE);
  return self->is_slow;
}

static void
trammel_scene_area_dispose(GObject *object)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(object);

  g_clear_handle_id(&self->rest, g_source_remove);
  g_clear_handle_id(&self->arrival, g_source_remove);
  G_OBJECT_CLASS(trammel_scene_area_parent_class)->dispose(object);
}

static void
trammel_scene_area_finalize(GObject *object)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(object);

  trammel_draw_list_free(self->list);
  G_OBJECT_CLASS(trammel_scene_area_parent_class)->finalize(object);
}

static void
trammel_scene_area_class_init(TrammelSceneAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_scene_area_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_scene_area_finalize;
  widget_class->unrealize = trammel_scene_area_unrealize;
  widget_class->snapshot = trammel_scene_area_snapshot;
  GTK_GL_AREA_CLASS(klass)->create_context = trammel_scene_area_create_context;
  GTK_GL_AREA_CLASS(klass)->render = trammel_scene_area_render;
  failed_signal = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_scene_area_init(TrammelSceneArea *self)
{
  self->list = trammel_draw_list_new();
  gtk_gl_area_set_auto_render(GTK_GL_AREA(self), FALSE);
}

GtkWidget *
trammel_scene_area_new(TrammelScenePrepare prepare, gpointer user)
{
  TrammelSceneArea *self = g_object_new(TRAMMEL_TYPE_SCENE_AREA, NULL);

  self->prepare = prepare;
  self->user = user;
  return GTK_WIDGET(self);
}
