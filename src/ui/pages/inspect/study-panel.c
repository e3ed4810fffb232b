#include "ui/pages/inspect/study-panel.h"

typedef struct {
  TrammelTaskBar *bar; /* weak */
  TrammelBackgroundTask *study;
  TrammelRun *run; /* nullable */
} TrammelStudyPanelPrivate;

typedef TrammelStudyPanelPrivate Private;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelStudyPanel, trammel_study_panel, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static Private *
get_private(TrammelStudyPanel *self)
{
  return trammel_study_panel_get_instance_private(self);
}

static void
trammel_study_panel_dispose(GObject *object)
{
  Private *own = get_private(TRAMMEL_STUDY_PANEL(object));

  g_clear_weak_pointer(&own->bar);
  g_clear_object(&own->study);
  g_clear_object(&own->run);
  G_OBJECT_CLASS(trammel_study_panel_parent_class)->dispose(object);
}

static void
trammel_study_panel_class_init(TrammelStudyPanelClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_study_panel_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_study_panel_init(TrammelStudyPanel *self)
{
}

void
trammel_study_panel_take_study(TrammelStudyPanel *self,
                               TrammelBackgroundTask *study,
                               TrammelTaskBar *bar)
{
  g_return_if_fail(TRAMMEL_IS_STUDY_PANEL(self) && !get_private(self)->study);
  Private *own = get_private(self);

  own->study = study;
  g_set_weak_pointer(&own->bar, bar);
  trammel_task_bar_set_task(bar, study);
}

void
trammel_study_panel_set_run(TrammelStudyPanel *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_STUDY_PANEL(self));
  TrammelStudyPanelClass *klass = TRAMMEL_STUDY_PANEL_GET_CLASS(self);
  Private *own = get_private(self);

  if (!g_set_object(&own->run, run))
    return;
  if (trammel_study_panel_get_running(self))
    trammel_background_task_drop(own->study);
  if (klass->offer)
    klass->offer(self);
  klass->show(self);
}

TrammelRun *
trammel_study_panel_get_run(TrammelStudyPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_STUDY_PANEL(self), NULL);
  return get_private(self)->run;
}

gboolean
trammel_study_panel_get_running(TrammelStudyPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_STUDY_PANEL(self), FALSE);
  TrammelTaskBar *bar = get_private(self)->bar;

  return bar && trammel_task_bar_get_running(bar);
}

void
trammel_study_panel_fail(TrammelStudyPanel *self, const char *message)
{
  g_return_if_fail(TRAMMEL_IS_STUDY_PANEL(self));
  g_signal_emit(self, signals[FAILED], 0, message);
}
