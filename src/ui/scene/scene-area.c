#include "ui/scene/scene-area.h"

struct _TrammelSceneArea {
  GtkGLArea parent_instance;
  TrammelRenderer *renderer; /* while realized with a context */
  TrammelDrawList *list;
  TrammelScenePrepare prepare;
  gpointer user;
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

static void
trammel_scene_area_realize(GtkWidget *widget)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(widget);
  g_autoptr(GError) error = NULL;

  GTK_WIDGET_CLASS(trammel_scene_area_parent_class)->realize(widget);
  gtk_gl_area_make_current(GTK_GL_AREA(self));
  const GError *no_context = gtk_gl_area_get_error(GTK_GL_AREA(self));
  if (no_context != NULL) {
    report_failure(self, no_context);
    return;
  }
  self->renderer = trammel_renderer_new(&error);
  if (self->renderer == NULL)
    report_failure(self, error);
}

static void
trammel_scene_area_unrealize(GtkWidget *widget)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(widget);

  /* there is a context whenever there is a renderer */
  if (self->renderer != NULL) {
    gtk_gl_area_make_current(GTK_GL_AREA(self));
    g_clear_pointer(&self->renderer, trammel_renderer_free);
  }
  GTK_WIDGET_CLASS(trammel_scene_area_parent_class)->unrealize(widget);
}

static gboolean
trammel_scene_area_render(GtkGLArea *area, GdkGLContext *context)
{
  TrammelSceneArea *self = TRAMMEL_SCENE_AREA(area);
  int scale = gtk_widget_get_scale_factor(GTK_WIDGET(area));
  g_autoptr(GError) error = NULL;
  TrammelPicture picture = {
      .width = MAX(1, gtk_widget_get_width(GTK_WIDGET(area)) * scale),
      .height = MAX(1, gtk_widget_get_height(GTK_WIDGET(area)) * scale),
      .scale = scale,
  };

  if (self->renderer == NULL)
    return FALSE;
  trammel_draw_list_clear(self->list);
  self->prepare(&picture, self->list, self->user);
  if (!trammel_renderer_draw(self->renderer, &picture, self->list, &error))
    report_failure(self, error);
  return TRUE;
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

  G_OBJECT_CLASS(klass)->finalize = trammel_scene_area_finalize;
  widget_class->realize = trammel_scene_area_realize;
  widget_class->unrealize = trammel_scene_area_unrealize;
  GTK_GL_AREA_CLASS(klass)->render = trammel_scene_area_render;
  failed_signal = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_scene_area_init(TrammelSceneArea *self)
{
  self->list = trammel_draw_list_new();
  gtk_gl_area_set_required_version(GTK_GL_AREA(self), 3, 3);
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
