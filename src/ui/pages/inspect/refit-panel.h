/* Tab "Refits" of the page Inspect: what further fits say about a run, each kind in a view of its
 * own.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_REFIT_PANEL (trammel_refit_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelRefitPanel, trammel_refit_panel, TRAMMEL, REFIT_PANEL, GtkWidget)

void trammel_refit_panel_set_document(TrammelRefitPanel *panel,
                                      TrammelDocument *document,
                                      TrammelTimeline *timeline);

/* Shows the fits about a run; NULL clears. */
void trammel_refit_panel_set_run(TrammelRefitPanel *panel, TrammelRun *run);

/* Returns the work that runs, as a part of a sentence; NULL: none.  Free with g_free(). */
char *trammel_refit_panel_dup_work(TrammelRefitPanel *panel);

/* Shows a view: "starts", "scatter", "track". */
void trammel_refit_panel_show_view(TrammelRefitPanel *panel, const char *name);

void trammel_refit_panel_list_figures(TrammelRefitPanel *panel, GPtrArray *figures);

G_END_DECLS
