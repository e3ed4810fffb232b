#include "ui/scene/view/scene-area.h"

#include "ui/desktop/compat.h"
#include "ui/desktop/raster.h"
#include "ui/scene/gl/share.h"

/* Pause after which a draft is replaced by the complete picture. */
enum { REST_MS = 250 };

/* Size of a draft relative to the picture. */
#define DRAFT_SCALE 0.5

/* Priority of ordering a picture: after the frame of the window. */
enum { PRIORITY = GDK_PRIORITY_REDRAW + 1 };

struct _TrammelSceneArea {
  GtkGLArea parent_instance;
  TrammelGlShare *share; /* while realized with a context */
  TrammelScenePrepare prepare;
  gpointer user;

  /* With slow OpenGL only: the pictures of the thread.  GTK would convert its own again for each
   * frame of the window. */
  TrammelRaster *raster; /* nullable: no picture has been made yet */
  int order_width, order_height, raster_width, raster_height; /* of the widget at that time */
  guint begin;           /* source that orders a picture; 0: none */
  TrammelGlOrder *order; /* nullable */
  gboolean is_stale;     /* the content has changed since the last order */
  guint rest;            /* source that ends a series of changes; 0: none */
  gboolean is_draft;
  guint n_pictures;
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
  return g_object_ref(self->share->context);
}

static gboolean
is_slow(TrammelSceneArea *self)
{
  return self->share && self->share->thread;
}

/* Drops the picture under way. */
static void
give_up_picture(TrammelSceneArea *self)
{
  g_clear_handle_id(&self->begin, g_source_remove);
  if (self->order) {
    g_clear_pointer(&self->order, trammel_gl_order_forget);
    self->is_stale = TRUE;
  }
}

static void
trammel_scene_area_unrealize(GtkWidget *widget)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(widget);

  give_up_picture(self);
  g_clear_pointer(&self->raster, trammel_raster_free);
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

/* Draws for GTK, into the bound framebuffer. */
static gboolean
trammel_scene_area_render(GtkGLArea *area, GdkGLContext *context)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(area);

  if (!self->share || !self->share->renderer)
    return FALSE;
  self->is_draft = FALSE; /* it may be one from before the thread ended */
  TrammelSceneImage picture = new_picture(self);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  g_autoptr(GError) error = NULL;

  self->prepare(&picture, list, self->user);
  if (!trammel_renderer_draw(self->share->renderer, &picture, list, &error))
    report_failure(self, error);
  self->n_pictures++;
  return TRUE;
}

/* ---- slow OpenGL ----------------------------------------------------------------------------- */

/* TRUE if the raster, a draft or not, was made for the widget's present size. */
static gboolean
fits_widget(TrammelSceneArea *self)
{
  GtkWidget *widget = GTK_WIDGET(self);

  return self->raster && self->raster_width == gtk_widget_get_width(widget) &&
         self->raster_height == gtk_widget_get_height(widget);
}

static void order_picture(TrammelSceneArea *self);

static void
take_picture(TrammelSceneArea *self, cairo_surface_t *surface)
{
  trammel_raster_free(self->raster);
  self->raster = trammel_raster_new(surface);
  self->raster_width = self->order_width;
  self->raster_height = self->order_height;
  self->n_pictures++;
  gtk_widget_queue_draw(GTK_WIDGET(self));
  if (self->is_stale && !self->begin)
    order_picture(self);
}

/* Draws as with fast OpenGL from now on. */
static void
go_without_thread(TrammelSceneArea *self)
{
  g_autoptr(GError) error = NULL;

  g_clear_pointer(&self->raster, trammel_raster_free);
  if (trammel_gl_share_drop_thread(self->share, &error))
    gtk_gl_area_queue_render(GTK_GL_AREA(self));
  else
    report_failure(self, error);
}

static void
on_drawn_cb(cairo_surface_t *surface, const GError *error, gpointer data)
{
  TrammelSceneArea *self = data;

  self->order = NULL;
  if (surface)
    take_picture(self, surface);
  else if (g_error_matches(error, GDK_GL_ERROR, GDK_GL_ERROR_NOT_AVAILABLE))
    go_without_thread(self);
  else
    report_failure(self, error);
}

/* Orders a picture.  The thread may have ended, as it could not draw for another view. */
static void
order_picture(TrammelSceneArea *self)
{
  if (!is_slow(self)) {
    go_without_thread(self);
    return;
  }
  TrammelSceneImage picture = new_picture(self);
  TrammelDrawList *list = trammel_draw_list_new();

  self->is_stale = FALSE;
  self->order_width = gtk_widget_get_width(GTK_WIDGET(self));
  self->order_height = gtk_widget_get_height(GTK_WIDGET(self));
  self->prepare(&picture, list, self->user);
  self->order = trammel_gl_thread_draw(self->share->thread, &picture, list, on_drawn_cb, self);
}

static gboolean
on_begin_cb(gpointer data)
{
  TrammelSceneArea *self = data;

  self->begin = 0;
  order_picture(self);
  return G_SOURCE_REMOVE;
}

/* Orders a picture after the one under way; the window shows the previous one meanwhile. */
static void
start_picture(TrammelSceneArea *self)
{
  self->is_stale = TRUE;
  if (is_slow(self) && !gtk_gl_area_get_error(GTK_GL_AREA(self)) &&
      gtk_widget_get_mapped(GTK_WIDGET(self)) && !self->begin && !self->order)
    self->begin = g_idle_add_full(PRIORITY, on_begin_cb, self, NULL);
}

static void
trammel_scene_area_map(GtkWidget *widget)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(widget);

  GTK_WIDGET_CLASS(trammel_scene_area_parent_class)->map(widget);
  if (self->is_stale)
    start_picture(self);
}

static void
trammel_scene_area_unmap(GtkWidget *widget)
{
  give_up_picture(TRAMMEL_SCENE_AREA(widget));
  GTK_WIDGET_CLASS(trammel_scene_area_parent_class)->unmap(widget);
}

/* Draws the background of the first picture before that is ready. */
static void
append_background(TrammelSceneArea *self, GtkSnapshot *snapshot)
{
  double top[3], bottom[3];
  float width = (float)gtk_widget_get_width(GTK_WIDGET(self));
  float height = (float)gtk_widget_get_height(GTK_WIDGET(self));

  trammel_renderer_get_background(trammel_widget_is_dark(GTK_WIDGET(self)), top, bottom);
  const GskColorStop stops[] = {{0, {(float)top[0], (float)top[1], (float)top[2], 1}},
                                {1, {(float)bottom[0], (float)bottom[1], (float)bottom[2], 1}}};
  gtk_snapshot_append_linear_gradient(snapshot, &GRAPHENE_RECT_INIT(0, 0, width, height),
                                      &GRAPHENE_POINT_INIT(0, 0), &GRAPHENE_POINT_INIT(0, height),
                                      stops, G_N_ELEMENTS(stops));
}

static void
trammel_scene_area_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(widget);

  if (!is_slow(self)) {
    GTK_WIDGET_CLASS(trammel_scene_area_parent_class)->snapshot(widget, snapshot);
    return;
  }
  if (!fits_widget(self))
    start_picture(self);
  if (self->raster)
    trammel_raster_snapshot(self->raster, widget, snapshot);
  else
    append_background(self, snapshot);
}

static gboolean
on_rest_cb(gpointer data)
{
  TrammelSceneArea *self = data;

  self->rest = 0;
  if (self->is_draft) {
    self->is_draft = FALSE;
    start_picture(self);
  }
  return G_SOURCE_REMOVE;
}

void
trammel_scene_area_redraw(TrammelSceneArea *self)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_AREA(self));
  if (!is_slow(self)) {
    self->is_stale = TRUE;
    gtk_gl_area_queue_render(GTK_GL_AREA(self));
    return;
  }
  /* until the picture is ordered, all calls are one change */
  if (!self->begin)
    self->is_draft = self->rest != 0;
  g_clear_handle_id(&self->rest, g_source_remove);
  self->rest = g_timeout_add(REST_MS, on_rest_cb, self);
  start_picture(self);
}

gboolean
trammel_scene_area_is_settled(TrammelSceneArea *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_AREA(self), FALSE);
  return !self->rest && !self->begin && !self->order;
}

guint
trammel_scene_area_get_n_pictures(TrammelSceneArea *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_AREA(self), 0);
  return self->n_pictures;
}

gboolean
trammel_scene_area_is_slow(TrammelSceneArea *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_AREA(self), FALSE);
  return is_slow(self);
}

static void
trammel_scene_area_dispose(GObject *object)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(object);

  g_clear_handle_id(&self->rest, g_source_remove);
  give_up_picture(self);
  G_OBJECT_CLASS(trammel_scene_area_parent_class)->dispose(object);
}

static void
trammel_scene_area_class_init(TrammelSceneAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_scene_area_dispose;
  widget_class->map = trammel_scene_area_map;
  widget_class->unmap = trammel_scene_area_unmap;
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
  self->is_stale = TRUE;
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
