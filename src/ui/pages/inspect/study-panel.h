/* Base class of the panels of the tab "Refits": a run, a study of it in the background, and the bar
 * that begins and stops the study.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/run.h"
#include "ui/widgets/task-bar.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_STUDY_PANEL (trammel_study_panel_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelStudyPanel, trammel_study_panel, TRAMMEL, STUDY_PANEL, GtkWidget)

struct _TrammelStudyPanelClass {
  GtkWidgetClass parent_class;
  /* Shows the study of the run, or that there is none; the run may be another one. */
  void (*show)(TrammelStudyPanel *panel);
  /* Offers the choices of another run, before it is shown; nullable. */
  void (*offer)(TrammelStudyPanel *panel);
};

/* Sets the study and the bar, once; takes ownership of the study. */
void trammel_study_panel_take_study(TrammelStudyPanel *panel,
                                    TrammelBackgroundTask *study,
                                    TrammelTaskBar *bar);

/* Shows the study of a run, nothing for another one; NULL clears. */
void trammel_study_panel_set_run(TrammelStudyPanel *panel, TrammelRun *run);

/* Returns the run; owned by the panel, NULL: none. */
TrammelRun *trammel_study_panel_get_run(TrammelStudyPanel *panel);

gboolean trammel_study_panel_get_running(TrammelStudyPanel *panel);

/* Emits "failed". */
void trammel_study_panel_fail(TrammelStudyPanel *panel, const char *message);

G_END_DECLS
