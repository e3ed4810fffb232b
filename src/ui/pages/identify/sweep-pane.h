/* Sweep over one setting: its range and progress, the L-curve (of κ), the open-loop error and
 * the parameters along it.  A click on a point applies its value to the project, as one step of
 * the undo history.
 *
 * Signals: "failed" (const char *message); "taken" after a value was applied: a fit is
 * requested. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/identify/sweeper.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SWEEP_PANE (trammel_sweep_pane_get_type())
G_DECLARE_FINAL_TYPE(TrammelSweepPane, trammel_sweep_pane, TRAMMEL, SWEEP_PANE, GtkWidget)

/* Follows the document; call it once. */
void trammel_sweep_pane_set_document(TrammelSweepPane *pane, TrammelDocument *document);

TrammelSweeper *trammel_sweep_pane_get_sweeper(TrammelSweepPane *pane);

G_END_DECLS
