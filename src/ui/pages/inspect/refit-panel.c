#include "ui/pages/inspect/refit-panel.h"

#include <glib/gi18n.h>

#include "ui/pages/inspect/scatter-panel.h"
#include "ui/pages/inspect/start-panel.h"
#include "ui/pages/inspect/track-panel.h"
#include "ui/widgets/template.h"

struct _TrammelRefitPanel {
  GtkWidget parent_instance;
  GtkStack *views;
  TrammelStartPanel *starts;
  TrammelScatterPanel *scatter;
  TrammelTrackPanel *track;
};

G_DEFINE_FINAL_TYPE(TrammelRefitPanel, trammel_refit_panel, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
on_view_failed_cb(TrammelRefitPanel *self, const char *message)
{
  g_signal_emit(self, signals[FAILED], 0, message);
}

static void
trammel_refit_panel_dispose(GObject *object)
{
  trammel_template_dispose(object, TRAMMEL_TYPE_REFIT_PANEL);
  G_OBJECT_CLASS(trammel_refit_panel_parent_class)->dispose(object);
}

static void
trammel_refit_panel_class_init(TrammelRefitPanelClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_refit_panel_dispose;
  gtk_widget_class_set_layout_manager_type(c, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(c, "refitpanel");
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/refit-panel.ui");
  gtk_widget_class_bind_template_child(c, TrammelRefitPanel, views);
  gtk_widget_class_bind_template_child(c, TrammelRefitPanel, starts);
  gtk_widget_class_bind_template_child(c, TrammelRefitPanel, scatter);
  gtk_widget_class_bind_template_child(c, TrammelRefitPanel, track);
  gtk_widget_class_bind_template_callback(c, on_view_failed_cb);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_refit_panel_init(TrammelRefitPanel *self)
{
  g_type_ensure(TRAMMEL_TYPE_START_PANEL);
  g_type_ensure(TRAMMEL_TYPE_SCATTER_PANEL);
  g_type_ensure(TRAMMEL_TYPE_TRACK_PANEL);
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_refit_panel_set_document(TrammelRefitPanel *self,
                                 TrammelDocument *document,
                                 TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_REFIT_PANEL(self));
  trammel_start_panel_set_document(self->starts, document);
  trammel_track_panel_set_timeline(self->track, timeline);
}

void
trammel_refit_panel_set_run(TrammelRefitPanel *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_REFIT_PANEL(self));
  trammel_study_panel_set_run(TRAMMEL_STUDY_PANEL(self->starts), run);
  trammel_study_panel_set_run(TRAMMEL_STUDY_PANEL(self->scatter), run);
  trammel_study_panel_set_run(TRAMMEL_STUDY_PANEL(self->track), run);
}

char *
trammel_refit_panel_dup_work(TrammelRefitPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_REFIT_PANEL(self), NULL);
  if (trammel_study_panel_get_running(TRAMMEL_STUDY_PANEL(self->starts)))
    return g_strdup(_("the fits from other starts"));
  if (trammel_study_panel_get_running(TRAMMEL_STUDY_PANEL(self->scatter)))
    return g_strdup(_("the fits of simulated logs"));
  return trammel_study_panel_get_running(TRAMMEL_STUDY_PANEL(self->track))
             ? g_strdup(_("the fits along a log"))
             : NULL;
}

void
trammel_refit_panel_show_view(TrammelRefitPanel *self, const char *name)
{
  g_return_if_fail(TRAMMEL_IS_REFIT_PANEL(self));
  gtk_stack_set_visible_child_name(self->views, name);
}

void
trammel_refit_panel_list_figures(TrammelRefitPanel *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_REFIT_PANEL(self));
  trammel_start_panel_list_figures(self->starts, figures);
  trammel_scatter_panel_list_figures(self->scatter, figures);
  trammel_track_panel_list_figures(self->track, figures);
}
